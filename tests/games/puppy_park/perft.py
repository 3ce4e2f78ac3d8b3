"""Perft rows: how many lines of play there are, counted once by the naive twin.

A row of `perft.txt` is `id / position / options / depth count / depth count …`. The counts come
from `naive.py`, never from the rules under test; `python -m tests.games.puppy_park.perft` counts
them again.
"""

from dataclasses import dataclass
from pathlib import Path

from tests.games.puppy_park import naive

FILE = Path(__file__).parent / "perft.txt"
HEAD = (
    "# id / position / options / depth count / …  (python -m tests.games.puppy_park.perft counts)\n"
)
ENOUGH = 1_500  # lines after which a row is not counted deeper
DEEPEST = 8
SET_UP = "set-up"


@dataclass(frozen=True)
class Row:
    name: str
    position: str
    options: dict[str, str]
    counts: dict[int, int]


TREES = "tree_poop=true"
CASES = {
    "deal": (SET_UP, ""),
    "deal for three": (SET_UP, "players=3 houses34=true"),
    "end of the deal": (
        "hands=blue-blue,blue-brown,blue-yellow,blue-red,blue-white,blue-black,blue-grey,"
        "brown-brown,brown-yellow|brown-red,brown-white,brown-black,brown-grey,yellow-yellow,"
        "yellow-red,yellow-white,yellow-black|yellow-grey,red-red,red-white,red-black,red-grey,"
        "white-white,white-black,white-grey stock=black-black,black-grey,grey-grey phase=deal",
        "players=3",
    ),
    "end of the deal, 36 for four": (
        "hands=blue-blue,blue-brown,blue-yellow,blue-red,blue-white,blue-black,blue-grey,"
        "brown-brown,brown-yellow|brown-red,brown-white,brown-black,brown-grey,yellow-yellow,"
        "yellow-red,yellow-white,yellow-black,yellow-grey|red-red,red-white,red-black,red-grey,"
        "white-white,white-black,white-grey,black-black|black-grey,grey-grey,blue-shiba,"
        "brown-shiba,yellow-shiba,red-shiba,white-shiba,black-shiba stock=grey-shiba,shiba-shiba "
        "phase=deal tree-poop=hand|hand|hand|hand",
        "players=4 extra_tiles=true tree_poop=true",
    ),
    "opening": ("hands=blue-blue,blue-brown|brown-brown,red-grey houses=hand|hand", ""),
    "opening, doubles": ("hands=blue-blue,red-red|brown-brown,grey-grey houses=hand|hand", ""),
    "last tiles": ("table=blue-brown@0,0E,yellow-red@-1,1SE hands=blue-yellow|brown-red", ""),
    "stacks": (
        "table=blue-brown@0,0E,yellow-red@0,1E hands=blue-yellow,brown-red|brown-yellow",
        "",
    ),
    "pairs, disjoint": (
        "table=blue-brown@0,0E,blue-red@-1,1SE hands=blue-blue,brown-red|red-red,black-grey",
        "",
    ),
    "pairs, each": (
        "table=blue-brown@0,0E,blue-red@-1,1SE hands=blue-blue,brown-red|red-red,black-grey",
        "pairs=each",
    ),
    "pairs, edges": (
        "table=blue-brown@0,0E,blue-red@-1,1SE hands=blue-blue,brown-red|red-red,black-grey",
        "pairs=edges",
    ),
    "houses": (
        "table=blue-brown@0,0E,yellow-red@0,1E hands=blue-yellow,grey-grey|brown-red "
        "houses=hand|1,0",
        "",
    ),
    "houses covered": (
        "table=blue-brown@0,0E,yellow-red@0,1E hands=blue-yellow,brown-yellow|brown-red "
        "houses=0,1|1,0",
        "cover_house=true",
    ),
    "three with houses": (
        "table=blue-brown@0,0E hands=blue-yellow|grey-grey|red-red houses=gone|hand|0,0",
        "players=3 houses34=true",
    ),
    "four": (
        "table=blue-brown@0,0E hands=blue-yellow|grey-grey|red-red|white-white,white-black seat=3",
        "players=4 extra_tiles=true",
    ),
    "first tree-poop tile": (
        "table=blue-brown@0,0E hands=red-red|grey-grey,blue-red tree-poop=hand|hand",
        TREES,
    ),
    "poop rules": (
        "table=blue-brown@0,0E,yellow-red@0,1E hands=blue-yellow,brown-red|grey-grey "
        "tree-poop=-2,1E|hand rules=poop",
        TREES,
    ),
    "tree rules": (
        "table=blue-brown@0,0E,yellow-red@0,1E hands=blue-yellow,brown-red|grey-grey "
        "tree-poop=-2,1E|hand rules=tree",
        TREES,
    ),
    "two_hex": (
        "table=blue-brown@0,0E hands=yellow-red,red-red|grey-grey tree-poop=hand|0,1SE rules=tree",
        f"{TREES} tp_shape=two_hex",
    ),
    "one_hex": (
        "table=blue-brown@0,0E hands=yellow-red,red-red|grey-grey tree-poop=hand|0,1E rules=poop",
        f"{TREES} tp_shape=one_hex",
    ),
    "an enclosed tree": (
        "table=blue-brown@0,0E,yellow-red@1,1SW,white-black@-1,1SE "
        "hands=brown-yellow,blue-white,grey-grey|red-black,red-red tree-poop=0,1E|hand rules=tree",
        f"{TREES} tp_shape=one_hex",
    ),
    "an enclosed tree that bars": (
        "table=blue-brown@0,0E,yellow-red@1,1SW,white-black@-1,1SE "
        "hands=brown-yellow,blue-white,grey-grey|red-black,red-red tree-poop=hand|0,1E rules=tree",
        f"{TREES} tp_shape=one_hex tree_blocks_e=true",
    ),
    "tree-poop must be played": (
        "table=blue-brown@0,0E,yellow-red@0,1E hands=blue-yellow|grey-grey tree-poop=hand|hand",
        f"{TREES} tp_must_be_played=true",
    ),
    "fenced in": (
        "table=blue-brown@0,0E hands=yellow-red,grey-grey|black-black|red-red,blue-red|blue-blue "
        "tree-poop=-1,1SW|0,-1W|0,1E|hand rules=poop seat=2",
        f"players=4 {TREES}",
    ),
    "stuck": (
        "table=blue-brown@0,0E hands=yellow-red,grey-grey|black-black tree-poop=0,-1E|0,1E "
        "rules=poop seat=1",
        f"{TREES} tp_shape=two_hex stuck=shared",
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
    settings: dict[str, object] = {}
    for word in text.split():
        name, _, value = word.partition("=")
        flags = {"true": True, "false": False}
        settings[name] = (
            flags[value] if value in flags else int(value) if value.isdigit() else value
        )
    return naive.Options(**settings)


def count(position: naive.Position, options: naive.Options, depth: int) -> int:
    """Lines of so many actions, chance outcomes each counted once."""
    actions = naive.chances(position, options) or naive.legal(position, options)
    if depth == 1:
        return len(actions)
    return sum(count(naive.apply(position, options, a), options, depth - 1) for a in actions)


def count_row(name: str) -> str:
    text, settings = CASES[name]
    options = twin_options(settings)
    start = naive.setup(options) if text == SET_UP else naive.from_text(text)
    counts = [count(start, options, 1)]
    while 0 < counts[-1] < ENOUGH and len(counts) < DEEPEST:
        counts.append(count(start, options, len(counts) + 1))
    parts = [name, text, settings, *(f"{d} {n}" for d, n in enumerate(counts, 1))]
    return " / ".join(parts)


if __name__ == "__main__":
    FILE.write_text(HEAD + "\n".join(count_row(name) for name in CASES) + "\n", encoding="utf-8")
    print(FILE.read_text(encoding="utf-8"))
