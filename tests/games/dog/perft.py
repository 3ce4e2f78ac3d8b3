"""Perft rows: how many lines of play there are, counted once by the naive twin.

A row of `perft.txt` is `id / position / options / depth count / depth count …`. The counts come
from `naive.py`, never from the rules under test; `python -m tests.games.dog.perft` counts
them again.
"""

from dataclasses import dataclass
from pathlib import Path

from tests.games.dog import naive

FILE = Path(__file__).parent / "perft.txt"
HEAD = "# id / position / options / depth count / …  (python -m tests.games.dog.perft counts)\n"
MOST = 60_000  # lines counted for a row
SET_UP = "set-up"


@dataclass(frozen=True)
class Row:
    name: str
    position: str
    options: dict[str, str]
    counts: dict[int, int]


CASES = {
    "start": (SET_UP, ""),
    "exchange": ("||| phase=give hands=A,5|2,2,3|K|Joker,4 deal=3", ""),
    "middle": ("P0*P20F1|P16*P40|P33F0|P50P10 hands=A,7|K,4|Joker,J|2,3", ""),
    "sevens": ("P57P58F0|P20P21|P30P31P32|P63 hands=7|7|7|Joker", ""),
    "finish": ("P60F1F2F3|P20|P29F1F2F3| hands=7,8|2,5|A,Joker|K", ""),
    "partner": ("F0F1F2F3|P14P15|P30P20|P47 hands=A,J|Q,4|7|10", ""),
    "canadian": ("P10P62|P12|P42F2|P49 hands=7|7|A|4", "canadian=true"),
    "laps": ("P60~P62'F2|P12|P0|P49 hands=4,6|7|A|J", "full_lap=true"),
    "entering": ("P60P63F3|P12|P31|P45 hands=5,7|8|Joker|4", "must_enter=true"),
    "jumping": (
        "P14P62|P16*P8|P32*P30|P40 hands=7|7|7|A",
        "seven_jumps_protected=true restart_over_fresh=true",
    ),
    "backward": ("P2F1|P18F0|P35|P49F3 hands=4,Joker|4|4,7|4", "four_back_home=true"),
    "short loop": (
        "P3P9F0|P4*P12|P1|P14 hands=7,J|K,7|Joker|4",
        "loop_len=16 jack_own_own=true seven_partial=true",
    ),
    "wasting": (
        "P63F1F2F3|P20|F0F1F2F3| hands=7,Joker|2|3|K",
        "seven_waste_win=true joker_last_own=true play_dir=anticlockwise",
    ),
    "throwing": (
        "|P20||P50 hands=J,9|5|2,3|8,Q deal=2",
        "throw_hidden=true reshuffle=exhausted starter_rotates_each_round=true",
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
    settings = {}
    for word in text.split():
        name, _, value = word.partition("=")
        kinds = {"true": True, "false": False}
        settings[name] = (
            kinds[value] if value in kinds else int(value) if value.isdigit() else value
        )
    return naive.Options(**settings)


def count(position, options: naive.Options, depth: int) -> int:
    """Lines of so many actions, chance outcomes each counted once."""
    if position.phase == "over":
        return 0
    if position.phase in ("roll", "deal"):
        actions = naive.chances(position, options)
    else:
        actions = naive.legal(position, options)
    if depth == 1:
        return len(actions)
    return sum(count(naive.apply(position, options, a), options, depth - 1) for a in actions)


def count_row(name: str) -> str:
    position, settings = CASES[name]
    options = twin_options(settings)
    text = "||| phase=roll deal=6 dealer=0" if position == SET_UP else position
    start = naive.from_text(text, options)
    counts, depth = [], 0
    while not counts or 0 < counts[-1] < MOST // 8:
        depth += 1
        counts.append(count(start, options, depth))
        if depth == 8:
            break
    parts = [name, position, settings, *(f"{d} {n}" for d, n in enumerate(counts, 1))]
    return " / ".join(parts)


if __name__ == "__main__":
    FILE.write_text(HEAD + "\n".join(count_row(name) for name in CASES) + "\n", encoding="utf-8")
    print(FILE.read_text(encoding="utf-8"))
