"""What a seat may know: the log of a table, besides the actions.

Both positions are views of one seat, so they hold nothing that it may not know.
"""

from math import prod
from typing import Any

from offleash.contract import Records
from offleash.games.secret_mission.rules import record as R
from offleash.games.secret_mission.rules.course import supply
from offleash.games.secret_mission.rules.ending import winner
from offleash.games.secret_mission.text.position import MissionPosition
from offleash.games.tiles.rules.dogs import BREED
from offleash.games.tiles.rules.hexes import OFF_TABLE
from offleash.games.tiles.text import names as N
from offleash.games.tiles.text.names import ANTICLOCKWISE, COLOURS, SEAT_NAMES, TILE_NAMES


def welcome(options: Records, seat: int) -> list[str]:
    """Return the name of a seat, who plays after it, and the aim."""
    return [
        N.introduction(seat, int(options["players"][0]), ANTICLOCKWISE),
        "Keep the two breeds of your mission apart: the lowest score wins.",
    ]


def news(before: Records, after: Records, options: Records, seat: int) -> list[str]:
    """Return who begins, which tile was laid, the end of the supply, missions and scores."""
    old, new = before[0], after[0]
    lines = []
    if old["phase"] == R.MISSIONS and new["phase"] == R.DRAWING:
        lines.append("everybody has a mission")
    if old["laid"] == 0 and old["phase"] == R.DRAWING and new["phase"] == R.PLACING:
        lines.append(f"{SEAT_NAMES[int(new['seat'])]} begins")
    lines += _laid(old, new)
    if _is_empty(new) and not _is_empty(old):
        lines.append("the supply is empty: the last tiles are laid in turn")
    if new["phase"] == R.FINISHED and old["phase"] != R.FINISHED:
        lines += _end(MissionPosition(after, options))
    return lines


def _is_empty(state: Any) -> bool:
    return bool(state["phase"] == R.PLACING and supply(state) == 0)


def _laid(old: Any, new: Any) -> list[str]:
    """Return what was laid; the action says where."""
    fresh = (old["cell"] == OFF_TABLE) & (new["cell"] != OFF_TABLE)
    name = SEAT_NAMES[int(old["seat"])]
    return [f"{name} lays {TILE_NAMES[int(tile)]}" for tile in fresh.nonzero()[0]]


def _end(position: MissionPosition) -> list[str]:
    """Return all missions with their scores, and who has won."""
    missions = enumerate(position.state.mission[: position.players].tolist())
    scores = [
        f"{SEAT_NAMES[seat]} had {TILE_NAMES[mission]}: {score_words(position, mission)}"
        for seat, mission in missions
    ]
    return [*scores, how_it_ended(position)]


def how_it_ended(position: MissionPosition) -> str:
    """Return who has won, and why where others had as few points (S9)."""
    missions = position.state.mission[: position.players].tolist()
    scores = [prod(position.factors(mission)) for mission in missions]
    first = int(winner(position.state))
    if scores.count(scores[first]) > 1:
        return f"{SEAT_NAMES[first]} wins the tie at {scores[first]} with the earlier final tile"
    return f"{SEAT_NAMES[first]} wins with {scores[first]}"


def score_words(position: MissionPosition, mission: int) -> str:
    """Return `2 blue × 3 red = 6`: what a mission is worth as the table is now."""
    one, two = position.factors(mission)
    first, second = (COLOURS[breed] for breed in BREED[mission])
    return f"{one} {first} × {two} {second} = {one * two}"
