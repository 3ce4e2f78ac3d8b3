"""How the bots of this game think; rules import nothing of it."""
