"""What everybody hears at the table of Puppy Park beside the actions themselves."""

from typing import Any

from offleash.core.game import Records
from offleash.core.prose import count_of, join_and
from offleash.games.puppy_park.rules import record as R
from offleash.games.puppy_park.text.checks import pieces_left
from offleash.games.puppy_park.text.lawn import lawn_of
from offleash.games.puppy_park.text.notation import hand_of
from offleash.games.tiles.text.names import DOGS, SEAT_NAMES, TILE_NAMES, introduction
from offleash.games.tiles.text.places import format_cell
from offleash.games.tiles.text.wins import CLOCKWISE

DECLARED = {
    True: "poop rules: no dog may be placed next to a poop",
    False: "tree rules: who can place a dog next to a tree must",
}


def welcome(options: Records, seat: int) -> list[str]:
    """Who a seat is, who plays after it, and what everybody is after."""
    return [
        introduction(seat, int(options["players"][0]), CLOCKWISE),
        "Who first has no dogs left wins. Two pairs earn another turn, so does a tile atop two.",
    ]


def news(before: Records, after: Records, options: Records, seat: int) -> list[str]:
    """Extra turns, naps, declarations, who begins, and the end."""
    old, new = before[0], after[0]
    told = []
    if old["phase"] in (R.DEALING, R.STARTING) and new["phase"] == R.PICKING:
        told += _beginning(after, options)
    if new["declared"] != old["declared"]:
        told.append(DECLARED[int(new["declared"]) == R.POOP_RULES])
    told += _houses(old, after, options)
    if old["phase"] == R.PLACING and old["picked"] != R.TREE_POOP:
        told += _laid(old, new)
    if new["phase"] == R.FINISHED and old["phase"] != R.FINISHED:
        told.append(how_it_ended(after, options))
    return told


def _beginning(after: Records, options: Records) -> list[str]:
    """A tile that was left over, and who begins."""
    centre = [TILE_NAMES[tile] for tile, where in enumerate(after["where"][0]) if where == R.TABLE]
    first = SEAT_NAMES[int(after["seat"][0])]
    return [f"{name} is left over and lies in the centre" for name in centre] + [f"{first} begins"]


def _laid(old: Any, new: Any) -> list[str]:
    """What a tile on the table earned its player."""
    seat, tile = int(old["seat"]), int(old["picked"])
    if new["phase"] != R.PICKING or int(new["seat"]) != seat:
        return []
    name = SEAT_NAMES[seat]
    if new["level"][tile]:
        return [f"atop two dogs: {name} takes another turn"]
    return [f"two pairs: {name} takes another turn"]


def _houses(old: Any, after: Records, options: Records) -> list[str]:
    """Dogs that fall asleep, and houses that are covered (N1)."""
    told = []
    for seat in range(int(after["players"][0])):
        was, now = int(old["house"][seat]), int(after["house"][0][seat])
        if was == R.AT_HAND and now >= 0:
            dog = DOGS[lawn_of(after, options).breed[now]]
            told.append(f"the {dog.colour} dog on {format_cell(now)} naps and makes no more pairs")
        if was >= 0 and now == R.GONE:
            told.append(f"the house on {format_cell(was)} is covered and leaves the game")
    return told


def how_it_ended(after: Records, options: Records) -> str:
    """Who has won, and why."""
    players = range(int(after["players"][0]))
    for seat in players:
        if not pieces_left(after, options, seat):
            return f"{SEAT_NAMES[seat]} has no dogs left and wins"
    if int(options["stuck"][0]) != R.FEWEST:
        return "nobody can lay anything: all share the win"
    left = [len(hand_of(after, seat)) for seat in players]
    best = [SEAT_NAMES[seat] for seat in players if left[seat] == min(left)]
    fewest = f"with the fewest dogs left, {count_of(min(left), 'tile')}"
    if len(best) == 1:
        return f"nobody can lay anything: {best[0]} wins {fewest}"
    return f"nobody can lay anything: {join_and(best)} share the win {fewest}"
