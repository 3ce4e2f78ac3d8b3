"""The log of a table of Puppy Park, besides the actions."""

from collections.abc import Sequence
from typing import Any

from offleash.contract import Records
from offleash.games.puppy_park.rules import record as R
from offleash.games.puppy_park.text.position import ParkPosition
from offleash.games.tiles.text.names import COLOURS, SEAT_NAMES, TILE_NAMES, introduction, win_words
from offleash.tools.prose import count_of

DECLARED = {
    True: "poop rules: no dog may be placed next to a poop",
    False: "tree rules: who can place a dog next to a tree must",
}


def rematch(options: Records, shares: Sequence[float]) -> dict[str, str]:
    """Return who starts: the winner of the game before, the first of them if shared (P21)."""
    return {"starter": str(list(shares).index(max(shares)))}


def welcome(options: Records, seat: int) -> list[str]:
    """Return the name of a seat, who plays after it, and the aim."""
    return [
        introduction(seat, int(options["players"][0])),
        "Who first has no dogs left wins. Two pairs earn another turn, so does a tile atop two.",
    ]


def news(before: Records, after: Records, options: Records, seat: int) -> list[str]:
    """Return extra turns, naps, declarations, who begins, and the end."""
    old, new, position = before[0], after[0], ParkPosition(after, options)
    lines = []
    if old["phase"] in (R.DEALING, R.STARTING) and new["phase"] == R.PICKING:
        lines += _beginning(position)
    if new["declared"] != old["declared"]:
        lines.append(DECLARED[int(new["declared"]) == R.POOP_RULES])
    lines += _houses(old, position)
    if old["phase"] == R.PLACING and old["picked"] != R.TREE_POOP:
        lines += _laid(old, new)
    if new["phase"] == R.FINISHED and old["phase"] != R.FINISHED:
        lines.append(how_it_ended(position))
    return lines


def _beginning(after: ParkPosition) -> list[str]:
    """Return a tile that was left over, and who begins."""
    centre = [TILE_NAMES[laid.tile] for laid in after.table]
    lines = [f"{name} is left over and lies in the centre" for name in centre]
    return [*lines, f"{SEAT_NAMES[after.seat]} begins"]


def _laid(old: Any, new: Any) -> list[str]:
    """Return what a tile on the table earned its player."""
    seat, tile = int(old["seat"]), int(old["picked"])
    if new["phase"] != R.PICKING or int(new["seat"]) != seat:
        return []
    name = SEAT_NAMES[seat]
    if new["level"][tile]:
        return [f"atop two dogs: {name} takes another turn"]
    return [f"two pairs: {name} takes another turn"]


def _houses(old: Any, after: ParkPosition) -> list[str]:
    """Return dogs that fall asleep, and houses that are covered (N1)."""
    lines = []
    for seat in after.seats:
        was, now = int(old["house"][seat]), int(after.state.house[seat])
        if was == R.AT_HAND and now >= 0:
            lines.append(f"a {COLOURS[after.dogs[now]]} dog naps and makes no more pairs")
        if was >= 0 and now == R.GONE:
            lines.append(f"{SEAT_NAMES[seat]}'s house is covered and leaves the game")
    return lines


def how_it_ended(position: ParkPosition) -> str:
    """Return who has won, and why."""
    for seat in position.seats:
        if not position.pieces_left(seat):
            return f"{SEAT_NAMES[seat]} has no dogs left and wins"
    if position.options.stuck != R.FEWEST:
        return "nobody can lay anything: all share the win"
    left = [len(position.hand(seat)) for seat in position.seats]
    won = win_words([seat for seat, count in enumerate(left) if count == min(left)])
    fewest = count_of(min(left), "tile")
    return f"nobody can lay anything: {won} with the fewest dogs left, {fewest}"
