"""What the bots of Uri-Nation value (first draft)."""

WEIGHTS = {"territory": 1}
