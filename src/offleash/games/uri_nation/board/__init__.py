"""Boards of Uri-Nation: street maps as text, what must hold for them, and their tables."""

from pathlib import Path

DATA = Path(__file__).parent.parent / "data"

# The boards in the box; the first is the one of those who say nothing.
NAMES = ("six-blocks", "four-corners", "nine-blocks", "elm-street", "cul-de-sac", "hammerhead-lane")
BOARDS = {name: DATA / f"{name}.txt" for name in NAMES}
