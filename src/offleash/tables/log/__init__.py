"""Where tables are kept: an append-only log in SQLite or PostgreSQL."""
