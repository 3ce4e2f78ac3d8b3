"""What a seat may know: the log of a table, besides the actions.

Both positions are views of one seat, so they hold nothing that it may not know.
"""

from typing import Any

import numpy as np

from offleash.contract import Records
from offleash.games.domidog.rules import record as R
from offleash.games.domidog.text.position import END_NAMES, dog_word
from offleash.games.tiles.rules.dogs import BLUE_BLUE
from offleash.games.tiles.text.names import SEAT_NAMES, TILE_NAMES, introduction, win_words
from offleash.tools.prose import count_of


def welcome(options: Records, seat: int) -> list[str]:
    """Return the name of a seat, who plays after it, and the aim."""
    return [
        introduction(seat, int(options["players"][0])),
        "Be the first without tiles: lay them to the ends of the chain, dog to equal dog.",
    ]


def news(before: Records, after: Records, options: Records, seat: int) -> list[str]:
    """Return who opens, voids shown, forks, the end of the supply, a last tile, and who has won."""
    old, new = before[0], after[0]
    lines = [*_start(old, new), *_void(old, new, seat), *_fork(old, new, seat)]
    if new["supply_left"] == 0 and old["supply_left"] > 0 and old["phase"] == R.TAKING:
        lines.append("the supply is empty")
    mover = int(old["seat"])
    if old["phase"] in (R.OPENING, R.PLAYING, R.TAKING) and new["phase"] == R.PLAYING:
        if new["seat"] != mover and new["held"][mover] == 1 and not _passed(old, new):
            lines.append(f"{SEAT_NAMES[mover]} has one tile left")
    if new["phase"] == R.FINISHED and old["phase"] != R.FINISHED:
        lines += _end(new)
    return lines


def _passed(old: Any, new: Any) -> bool:
    return bool(new["passes"] > old["passes"])


def _start(old: Any, new: Any) -> list[str]:
    """Return who opens, and whether that is for blue-blue (M1)."""
    if new["phase"] != R.OPENING or old["phase"] not in (R.DEALING, R.STARTING):
        return []
    name, tile = SEAT_NAMES[int(new["seat"])], TILE_NAMES[BLUE_BLUE]
    if new["asked"] == R.FOUND:
        return [f"{name} has {tile} and opens with it"]
    return [f"nobody has {tile}: {name} opens"] if new["asked"] == R.MISSING else [f"{name} opens"]


def _void(old: Any, new: Any, seat: int) -> list[str]:
    """Return what the first draw of a turn, or a pass, shows the others (N6)."""
    mover = int(old["seat"])
    drew = new["phase"] == R.TAKING and new["drew"] and not old["drew"]
    if mover == seat or not (drew or _passed(old, new)):
        return []
    name = SEAT_NAMES[mover]
    if old["phase"] == R.OPENING:
        return [f"{name} has no double"]
    dogs = list(dict.fromkeys(dog_word(int(half)) for half in old["end"]))
    return [f"{name} has no {' and no '.join(dogs)}"]


def _fork(old: Any, new: Any, seat: int) -> list[str]:
    """Return which end was shut and what it is now; and the tile that follows."""
    mover = int(old["seat"])
    name, house = SEAT_NAMES[mover], int(new["house"][mover])
    if house != old["house"][mover]:
        end = END_NAMES[[int(half) for half in old["end"]].index(house)]
        now = dog_word(int(new["end"][END_NAMES.index(end)]))
        return [f"{name}'s house shuts the {end} end; the new one is {now}"]
    drew = old["forked"] and not new["forked"] and mover != seat
    return [f"{name} draws a tile after the fork"] if drew else []


def _end(new: Any) -> list[str]:
    """Return tiles left over, named where they are seen, and who has won (M12)."""
    lines = []
    for seat, count in enumerate(_counts(new)):
        tiles = [TILE_NAMES[tile] for tile in np.flatnonzero(new["where"] == R.HAND + seat)]
        names = f": {', '.join(tiles)}" if len(tiles) == count else ""
        if count:
            lines.append(f"{SEAT_NAMES[seat]} has {count_of(count, 'tile')} left{names}")
    return [*lines, how_it_ended(new)]


def _counts(state: Any) -> list[int]:
    """Return how many tiles each player has."""
    return [int(count) for count in state["held"][: int(state["players"])]]


def how_it_ended(state: Any) -> str:
    """Return who has won, and how."""
    counts = _counts(state)
    fewest = min(counts)
    if fewest == 0:
        return f"{SEAT_NAMES[counts.index(0)]} has laid the last tile and wins"
    winners = [seat for seat, count in enumerate(counts) if count == fewest]
    return f"all have passed: {win_words(winners)} with the fewest tiles, {fewest}"
