"""Boards of Uri-Nation: street maps as text, their constraints and their tables."""

from pathlib import Path

DATA = Path(__file__).parent.parent / "data"

# Small boards for open questions of the design: each differs from the published ones in one way.
HOUSE = ("one-side", "parallel-streets", "corner-homes", "lucky-corners", "few-yards")

# The shipped boards; the first is the default.
NAMES = (
    *("six-blocks", "four-corners", "nine-blocks", "elm-street", "cul-de-sac", "hammerhead-lane"),
    *HOUSE,
)
BOARDS = {name: DATA / f"{name}.txt" for name in NAMES}
