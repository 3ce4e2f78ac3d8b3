"""Positions that contradict themselves or could not go on: each gets its sentence."""

import pytest

from offleash.games.secret_mission import GAME
from offleash.games.tiles.text.names import TILE_NAMES
from offleash.tools.errors import BadNotation

TABLE = "table=blue-brown@0,0E,red-red@0,1E"
TILES = "missions=brown-yellow|blue-red playing=yellow-red|yellow-grey"
MISSIONS = ("blue-brown", "yellow-red")
REST = [name for name in TILE_NAMES[:28] if name not in MISSIONS]


def row_of(tiles):
    return "table=" + ",".join(f"{name}@{2 * n},0E" for n, name in enumerate(tiles))


OVER = f"{row_of(REST)} missions={'|'.join(MISSIONS)} phase=over"
LAST_BUT_ONE = f"{row_of(REST[:-1])} missions={'|'.join(MISSIONS)} playing=-|{REST[-1]} seat=1"


@pytest.mark.parametrize(
    ("text", "because"),
    [
        ("", "somebody has no mission"),
        (f"{TABLE} missions=brown-yellow|blue-red", "needs a playing tile for seat="),
        (f"{TABLE} {TILES}|red-white", "has 3 parts: write 2"),
        (f"{TABLE} missions=blue-blue|blue-red playing=?|?", "no double is a mission"),
        (f"{TABLE} missions=red-red|blue-red playing=?|?", "red-red is there twice"),
        (f"{TABLE} missions=?|? playing=red-shiba|?", "red-shiba is not among the 28 tiles"),
        (f"table=blue-brown@0,0E,red-red@1,0E {TILES}", "both lie on 1,0"),
        (f"table=blue-brown@0,0E,red-red@0,1E^1 {TILES}", "nothing is stacked"),
        (f"{TILES} seat=1", "the first tile is laid by first="),
        (f"{TABLE} {TILES} phase=draw", "a playing tile for everybody but seat="),
        (f"{TABLE} {TILES} phase=mission", "drawn and laid when everybody has a mission"),
        (f"{TABLE} {TILES} phase=over", "all tiles but the missions are laid"),
        ("phase=mission seat=1", "missions= and seat= disagree"),
        ("phase=start seat=1", "nothing is drawn, nobody is first"),
        (f"{TABLE} {TILES} last=3|0", "names placement 3, and fewer tiles lie"),
        (f"{TABLE} {TILES} last=2|2", "names one placement twice"),
        (f"{OVER.replace('blue-brown|', '?|')} last=25|26 seat=1", "all missions are shown"),
    ],
)
def test_a_position_that_can_not_be(text, because):
    with pytest.raises(BadNotation, match=because.replace("?", r"\?")):
        GAME.notation.parse_position(text, GAME.options())


@pytest.mark.parametrize("text", [f"{OVER} seat=1 last=", f"{OVER} first=1 seat=0 last="])
def test_at_the_end_last_is_as_the_final_tiles_were_laid(text):
    """Who sits on `seat` laid the 26th, the other the 25th: so a tie has one winner (S9)."""
    right, swapped = ("25|26", "26|25") if "seat=1" in text else ("26|25", "25|26")
    assert GAME.notation.parse_position(text + right, GAME.options())["laid"] == 26
    for wrong in (swapped, "1|2", "24|26", "0|26"):
        with pytest.raises(BadNotation, match=r"laid its final tile as placement 2[56]"):
            GAME.notation.parse_position(text + wrong, GAME.options())


def test_a_final_tile_was_the_one_laid_last():
    assert GAME.notation.parse_position(f"{LAST_BUT_ONE} last=25|24", GAME.options())["seat"] == 1
    with pytest.raises(BadNotation, match="seat 0 laid its final tile as placement 25"):
        GAME.notation.parse_position(f"{LAST_BUT_ONE} last=23|24", GAME.options())
