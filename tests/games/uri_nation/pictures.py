"""The pictures of Uri-Nation in the documents: `make pictures` draws them again."""

from pathlib import Path

from offleash.bots.lineup import shared_policy
from offleash.engine.batch import play_batch
from offleash.games.uri_nation import GAME
from offleash.play.session import Session

ROOT = Path(__file__).parents[3]
PICTURE = ROOT / "docs" / "uri-nation.svg"
HEAT = ROOT / "docs" / "uri-nation-heat.svg"

# A game of 1.2 in its ninth round: the Scrapper is about to walk west along its sidewalk.
POSITION = """
bruiser at (5,6) water 4 swagger 3 drive 1 grit 4 bond 1
owns (2,1) (2,2)+1 (2,4)+2 (6,4) (1,5) (6,10);
scrapper at (5,23) water 3 swagger 2 drive 3 grit 2 bond 2
owns (6,1) (6,2)+1 (2,7) (2,11) holds EV15;
diplomat at (3,14) water 1 swagger 1 drive 0 grit 3 bond 4
owns (6,20)+1 (6,22) (7,19) (6,17) holds EV22 EV24;
yapper at (3,21) water 3 swagger 2 drive 2 grit 6 bond 2
owns (2,20)+3 (2,22)+2 (1,19) (2,17)+1 (0,18);
home 4 fort 1;
(2,19) diplomat* yapper; (6,9) bruiser* scrapper; (6,19) diplomat*;
round 9; turn scrapper; order scrapper diplomat yapper bruiser; phase roll
"""
WALK = ("roll 3-5", "step W", "step W", "step W", "step W", "step W")


def picture() -> str:
    """The picture as it should be."""
    session = Session(GAME, GAME.options("1.2"), position=POSITION)
    session.play(*WALK)
    return session.svg(session.actor)


def heat() -> str:
    """Where dogs walk on nine blocks, over a few hundred games."""
    dogs = [f"persona:{dog}" for dog in ("bruiser", "scrapper", "diplomat", "yapper")]
    players = shared_policy(GAME, dogs)  # the kernel that other tests compile too
    options = GAME.options("1.4", board="nine-blocks")
    batch = play_batch(GAME, players, 400, 1, options)
    (visits,) = (m.svg for m in GAME.lab.heat(options, batch.sums, 400) if m.name == "visits")
    return visits


if __name__ == "__main__":
    for file, drawn in ((PICTURE, picture()), (HEAT, heat())):
        file.write_text(drawn, encoding="utf-8")
        print(f"written: {file.relative_to(ROOT)}")
