"""Boards of Uri-Nation: street maps as text, their constraints and their tables."""

from pathlib import Path

DATA = Path(__file__).parent.parent / "data"

# The shipped boards; the first is the default.
NAMES = ("six-blocks", "four-corners", "nine-blocks", "elm-street", "cul-de-sac", "hammerhead-lane")
BOARDS = {name: DATA / f"{name}.txt" for name in NAMES}
