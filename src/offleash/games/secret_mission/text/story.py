"""A game of Secret Mission in sentences, as one seat saw it, and what a player is to do."""

from collections.abc import Sequence
from itertools import pairwise

from offleash.contract import Records
from offleash.contract.rules.actors import CHANCE, EVERYBODY, UNSEEN
from offleash.games.secret_mission.rules import actions as A
from offleash.games.shared.deal_words import deal_words
from offleash.games.tiles.rules.hexes import OFF_TABLE
from offleash.games.tiles.text.names import SEAT_NAMES, TILE_NAMES


def story(
    views: Sequence[Records], actions: Sequence[int], options: Records, viewer: int, actor: int
) -> list[tuple[int, str]]:
    """Return sentences about one actor's actions in a row, without subject; see `contract.game`."""
    if actor == CHANCE:
        pairs = zip(views, actions, strict=False)
        return [(1, _draw(int(view["seat"][0]), int(action), viewer)) for view, action in pairs]
    return [(1, _laid(before, after)) for before, after in pairwise(views)]


def task(view: Records, options: Records, seat: int) -> str:
    """Return what the seat to move is to do."""
    is_first = int(view["laid"][0]) == 0
    return "Lay the first tile" if is_first else "Lay your tile next to another"


def _draw(seat: int, action: int, viewer: int) -> str:
    """Return a tile that the viewer saw being drawn."""
    if action == UNSEEN or action < A.MISSION or viewer not in (seat, EVERYBODY):
        return ""
    if action >= A.DRAW:
        return deal_words([(seat, TILE_NAMES[action - A.DRAW])], SEAT_NAMES, viewer, "draw")
    whose = "your" if viewer == seat else f"{SEAT_NAMES[seat]}'s"
    return f"{whose} mission is {TILE_NAMES[action - A.MISSION]}"


def _laid(before: Records, after: Records) -> str:
    """Return which tile is on the table that was not there before."""
    fresh = (before["cell"][0] == OFF_TABLE) & (after["cell"][0] != OFF_TABLE)
    return f"lays {TILE_NAMES[int(fresh.nonzero()[0][0])]}"
