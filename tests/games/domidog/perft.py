"""Perft rows: how many lines of play there are, counted once by the naive twin.

A row of `perft.txt` is `id / position / options / depth count / depth count …`. The counts come
from `naive.py`, never from the rules under test; `python -m tests.games.domidog.perft` counts
them again.
"""

from dataclasses import dataclass
from pathlib import Path

from tests.games.domidog import naive

FILE = Path(__file__).parent / "perft.txt"
HEAD = "# id / position / options / depth count / …  (python -m tests.games.domidog.perft counts)\n"
MOST = 40_000  # lines counted for a row
DEEPEST = 9
SET_UP = "set-up"


@dataclass(frozen=True)
class Row:
    name: str
    position: str
    options: dict[str, str]
    counts: dict[int, int]


LINE = "chain=red-red,red-yellow>red-red.2,blue-yellow>red-yellow.yellow,red-white>red-red.1"
FORKED = (
    "chain=blue-blue,blue-red>blue-blue.2,blue-white>blue-blue.1,red-white>blue-red.red,"
    "blue-black>blue-blue.2 ends=blue-black.black|red-white.white houses=blue-white.white|hand"
)
CASES = {
    "deal": (SET_UP, ""),
    "deal of four": (SET_UP, "players=4"),
    "opening": (
        "phase=start hands=red-red,red-white|white-black,red-black|black-black,white-white "
        "supply=blue-blue,yellow-yellow,red-yellow,white-grey",
        "players=3",
    ),
    "one tile": (
        "chain=blue-blue hands=blue-brown,blue-yellow,red-white|blue-red,red-red,grey-grey "
        "supply=brown-brown,brown-red",
        "",
    ),
    "line": (
        f"{LINE} hands=red-black,yellow-grey,white-black|blue-grey,red-grey,white-white "
        "supply=black-black,brown-grey",
        "",
    ),
    "line of three": (
        f"{LINE} hands=red-black,yellow-grey|blue-shiba,red-grey|white-shiba,red-shiba "
        "supply=black-black",
        "players=3",
    ),
    "drawing": (
        f"{LINE} hands=red-black|red-grey,grey-grey supply=black-black,blue-grey,white-grey",
        "",
    ),
    "no fork after a draw": (
        f"{LINE} hands=red-black|red-grey,grey-grey supply=black-black,blue-grey,white-grey",
        "fork_before_draw_only=true",
    ),
    "last tile": (f"{LINE} hands=red-black|blue-grey,grey-grey supply=white-white,red-grey", ""),
    "last tile wins": (
        f"{LINE} hands=red-black|blue-grey,grey-grey supply=white-white,red-grey",
        "fork_wins_before_draw=true",
    ),
    "forked": (
        f"{FORKED} hands=black-grey,red-grey|blue-grey,red-black,white-white supply=grey-grey "
        "seat=1",
        "",
    ),
    "blocked": (f"{FORKED} hands=red-grey|grey-grey,blue-grey", ""),
    "four": (
        f"{LINE} hands=red-black,grey-grey|yellow-shiba,blue-shiba|red-shiba|white-grey,brown-grey "
        "seat=2",
        "players=4",
    ),
    "both options": (
        f"{LINE} hands=red-black|yellow-grey,grey-grey supply=white-white,red-grey seat=1",
        "fork_before_draw_only=true fork_wins_before_draw=true",
    ),
}


def read_rows() -> list[Row]:
    rows = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, position, options, *counts = (part.strip() for part in line.split("/"))
            settings = dict(word.split("=") for word in options.split())
            numbers = {int(d): int(n) for d, n in (count.split() for count in counts)}
            rows.append(Row(name, position, settings, numbers))
    return rows


def twin_options(text: str) -> naive.Options:
    settings = dict(word.split("=") for word in text.split())
    read = {name: int(v) if v.isdigit() else v == "true" for name, v in settings.items()}
    return naive.Options(**read)


def count(position, options: naive.Options, depth: int) -> int:
    """Lines of so many actions, chance outcomes each counted once."""
    acting = naive.actor(position)
    if acting == "over":
        return 0
    listed = naive.chances if acting == "chance" else naive.legal
    actions = listed(position, options)
    if depth == 1:
        return len(actions)
    return sum(count(naive.apply(position, options, a), options, depth - 1) for a in actions)


def count_row(name: str) -> str:
    text, settings = CASES[name]
    options = twin_options(settings)
    start = naive.set_up(options) if text == SET_UP else naive.from_text(text, options)
    counts: list[int] = []
    while not counts or (0 < counts[-1] < MOST // 8 and len(counts) < DEEPEST):
        counts.append(count(start, options, len(counts) + 1))
    parts = [name, text, settings, *(f"{d} {n}" for d, n in enumerate(counts, 1))]
    return " / ".join(parts)


if __name__ == "__main__":
    FILE.write_text(HEAD + "\n".join(count_row(name) for name in CASES) + "\n", encoding="utf-8")
    print(FILE.read_text(encoding="utf-8"))
