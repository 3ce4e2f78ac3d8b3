"""The way to a table: the front page, new tables, invitations, guided games."""
