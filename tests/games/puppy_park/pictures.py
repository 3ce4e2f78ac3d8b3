"""The picture of Puppy Park in the documents: `make pictures` draws it again."""

from pathlib import Path

from offleash.games.puppy_park import GAME
from offleash.play.session import Session

ROOT = Path(__file__).parents[3]
PICTURE = ROOT / "docs" / "puppy-park.svg"

# With the whole expansion: Azure looks where the grey double goes, and four places earn a turn.
POSITION = """
table=blue-red@-2,2SE,blue-black@0,0E,brown-brown@-1,1SE^1,brown-red@-1,2SE,brown-black@-1,1E,
brown-grey@1,-3W,yellow-grey@-1,-1NW,red-red@1,1SW,red-grey@-1,0W,white-grey@0,-1NE,
black-black@2,0SE,black-grey@3,-2NE,blue-shiba@-2,1W,brown-shiba@2,-1E,yellow-shiba@-2,-1SW,
red-shiba@-3,3NW,white-shiba@1,-1NE,black-shiba@3,-2SE^1
 hands=blue-brown,blue-white,blue-grey,yellow-red,yellow-white,yellow-black,white-white,shiba-shiba|
blue-blue,blue-yellow,brown-yellow,brown-white,yellow-yellow,red-white,red-black,white-black,
grey-grey,grey-shiba houses=0,1|0,0 tree-poop=-4,1SE|hand rules=poop seat=1 picked=grey-grey
"""


def picture() -> str:
    """The picture as it should be."""
    options = GAME.options("expansion")
    session = Session(GAME, options, position=POSITION.replace("\n", ""))
    return session.svg(session.actor)


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
    print(f"written: {PICTURE.relative_to(ROOT)}")
