"""How the bots of Digs think."""
