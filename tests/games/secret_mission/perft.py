"""Perft rows: how many lines of play there are and how they end, counted by the naive twin.

A row of `perft.txt` is `id / position / options / depth count / … / ends order count, …`. The last
part stands where a single tile is left: how many lines end with which finishing order. The
numbers come from `naive.py`, never from the rules under test; the positions from games that the
twin plays at random. `python -m tests.games.secret_mission.perft` counts them again.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.games.secret_mission import naive

FILE = Path(__file__).parent / "perft.txt"
HEAD = (
    "# id / position / options / depth count / … / ends order count, …"
    "  (python -m tests.games.secret_mission.perft counts)\n"
)
SET_UP = "set-up"


@dataclass(frozen=True)
class Case:
    """A position: options, how many tiles lie on the table, and how deep to count.

    What is not laid is drawn, and in a close game equal dogs are laid together.
    """

    options: str
    laid: int | None  # none: the set-up
    depth: int
    seed: int = 1
    close: bool = False


CASES = {
    "start": Case("", None, 4),
    "start of four": Case("players=4 extra_tiles=true", None, 3),
    "start of seat 2": Case("players=3 starter=2", None, 3),
    "opening": Case("", 0, 3, seed=3),
    "second tile": Case("players=3", 1, 2, seed=4),
    "second tile, a double": Case("players=4 open_playing_tile=true", 1, 2, seed=2),
    "ten tiles": Case("extra_tiles=true", 10, 2, close=True),
    "twenty tiles": Case("players=4 extra_tiles=true starter=1", 20, 2),
    "one in the supply": Case("", 23, 2, seed=6),
    "two are left": Case("players=4", 22, 2, close=True),
    "three are left": Case("players=3", 22, 1),
    "last of two": Case("starter=0", 25, 1, seed=53),
    "last of two, seat 1 first": Case("starter=1", 25, 1, seed=45),
    "last of three": Case("players=3 starter=0", 24, 1, seed=17),
    "last of three, groups": Case("players=3 starter=1", 24, 1, seed=27, close=True),
    "last of four, groups": Case("players=4 starter=0", 23, 1, seed=58, close=True),
    "last of 36, groups": Case("extra_tiles=true", 33, 1, seed=7, close=True),
    "last of 36 for four": Case("extra_tiles=true players=4", 31, 1, seed=58),
}


@dataclass(frozen=True)
class Row:
    name: str
    position: str
    options: dict[str, str]
    counts: dict[int, int]
    ends: dict[str, int]  # by the seats in their order, the winner first


def words(text: str) -> dict[str, str]:
    return dict(word.split("=") for word in text.split())


def read_rows() -> list[Row]:
    rows = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, position, options, *counts = (part.strip() for part in line.split("/"))
            last = counts.pop().removeprefix("ends ") if counts[-1].startswith("ends") else ""
            ends = {order: int(n) for order, n in (end.split() for end in last.split(",") if end)}
            numbers = {int(d): int(n) for d, n in (count.split() for count in counts)}
            rows.append(Row(name, position, words(options), numbers, ends))
    return rows


def twin_options(text: str) -> naive.Options:
    settings = words(text)
    return naive.Options(
        players=int(settings.get("players", 2)),
        starter=int(settings["starter"]) if "starter" in settings else None,
        extra_tiles=settings.get("extra_tiles") == "true",
        open_playing_tile=settings.get("open_playing_tile") == "true",
    )


def friends(position: naive.Position, action: naive.Action) -> int:
    """How many equal dogs a placement brings together."""
    tile, dogs = position.playing[position.seat], naive.lawn(position)
    assert tile is not None
    _, cell, way = action
    halves = ((tile[0], cell), (tile[1], naive.step(cell, way)))
    return sum(dogs.get(near) == dog for dog, at in halves for near in naive.around(at))


def reached(case: Case) -> naive.Position:
    """The first decision with so many tiles on the table."""
    rng = random.Random(case.seed)
    position = naive.start(twin_options(case.options))
    while position.phase != "place" or len(position.table) < (case.laid or 0):
        actions = naive.legal(position)
        action = rng.choice(actions)
        if case.close and position.phase == "place":
            sample = rng.sample(actions, min(40, len(actions)))
            action = max(sample, key=lambda one: friends(position, one))
        position = naive.apply(position, action)
    return position


def lines(position: naive.Position, depth: int) -> Iterator[naive.Position]:
    """The positions after so many actions, each as often as lines lead there."""
    if depth == 0:
        yield position
        return
    for action in naive.legal(position):
        yield from lines(naive.apply(position, action), depth - 1)


def count(position: naive.Position, depth: int) -> int:
    """Lines of so many actions, chance outcomes each counted once."""
    return sum(len(naive.legal(line)) for line in lines(position, depth - 1))


def count_row(name: str) -> str:
    case = CASES[name]
    options = twin_options(case.options)
    position = naive.start(options) if case.laid is None else reached(case)
    text = SET_UP if case.laid is None else naive.to_text(position)
    counts = [f"{depth} {count(position, depth)}" for depth in range(1, case.depth + 1)]
    if case.laid == position.tiles - position.players - 1:
        orders = Counter("".join(map(str, naive.order(end))) for end in lines(position, 1))
        counts.append("ends " + ", ".join(f"{order} {n}" for order, n in sorted(orders.items())))
    return " / ".join([name, text, case.options, *counts])


if __name__ == "__main__":
    FILE.write_text(HEAD + "\n".join(map(count_row, CASES)) + "\n", encoding="utf-8")
    print(FILE.read_text(encoding="utf-8"))
