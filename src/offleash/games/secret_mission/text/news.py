"""What everybody hears at the table of Secret Mission beside the actions themselves.

Both positions are views of one seat, so nothing can be told here that it may not know.
"""

from typing import Any

from offleash.core.game import Records
from offleash.games.secret_mission.rules.course import supply
from offleash.games.secret_mission.rules.ending import winner
from offleash.games.secret_mission.rules.groups import largest_group, mission_score
from offleash.games.secret_mission.rules.record import DRAWING, FINISHED, MISSIONS, PLACING
from offleash.games.tiles.rules.dogs import BREED, NO_TILE
from offleash.games.tiles.rules.hexes import OFF_TABLE
from offleash.games.tiles.text.names import COLOURS, SEAT_NAMES, TILE_NAMES


def welcome(options: Records, seat: int) -> list[str]:
    """Who a seat is, who plays after it, and what everybody is after."""
    players = int(options["players"][0])
    others = [SEAT_NAMES[(seat - k) % players] for k in range(1, players)]
    after = others[0] if len(others) == 1 else f"{', '.join(others[:-1])} and then {others[-1]}"
    return [
        f"You are {SEAT_NAMES[seat]}; {after} {'plays' if len(others) == 1 else 'play'} after you.",
        "Keep the two breeds of your mission apart: the lowest score wins.",
    ]


def news(before: Records, after: Records, options: Records, seat: int) -> list[str]:
    """Who begins, which tile was laid, the end of the supply, missions and scores."""
    old, new = before[0], after[0]
    told = []
    if old["phase"] == MISSIONS and new["phase"] == DRAWING:
        told.append("everybody has a mission")
    if old["laid"] == 0 and old["phase"] == DRAWING and new["phase"] == PLACING:
        told.append(f"{SEAT_NAMES[int(new['seat'])]} begins")
    told += _laid(old, new)
    if _is_empty(new) and not _is_empty(old):
        told.append("the supply is empty: the last tiles are laid in turn")
    if new["phase"] == FINISHED and old["phase"] != FINISHED:
        told += _end(new)
    return told


def _is_empty(state: Any) -> bool:
    return bool(state["phase"] == PLACING and supply(state) == 0)


def _laid(old: Any, new: Any) -> list[str]:
    """The action says where; this says what."""
    fresh = (old["cell"] == OFF_TABLE) & (new["cell"] != OFF_TABLE)
    who = SEAT_NAMES[int(old["seat"])]
    return [f"{who} lays {TILE_NAMES[int(tile)]}" for tile in fresh.nonzero()[0]]


def _end(new: Any) -> list[str]:
    """All missions with their scores, and who has won and why."""
    seats = range(int(new["players"]))
    scores = [int(mission_score(new, int(new["mission"][seat]))) for seat in seats]
    first = int(winner(new))
    told = [f"{SEAT_NAMES[seat]}: {mission_words(new, seat)}" for seat in seats]
    why = "the lowest score"
    if scores.count(scores[first]) > 1:
        why = f"{scores[first]} points, for her final tile was laid earlier"
    return [*told, f"{SEAT_NAMES[first]} wins with {why}"]


def mission_words(state: Any, seat: int) -> str:
    """`brown-yellow, largest groups 5 x 4 = 20`: a mission and what it is worth now."""
    tile = int(state["mission"][seat])
    if tile < 0:
        return "none yet" if tile == NO_TILE else "not known"
    one, two = (int(largest_group(state, int(breed))) for breed in BREED[tile])
    names = [COLOURS[int(breed)] for breed in BREED[tile]]
    return f"{TILE_NAMES[tile]}, {one} {names[0]} x {two} {names[1]} = {one * two}"
