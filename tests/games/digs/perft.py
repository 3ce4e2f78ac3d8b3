"""Perft rows: lines of play counted once by the naive twin; `python -m tests.games.digs.perft`.

A row of `perft.txt` is `id / options / actions played first / depth count / depth count …`.
"""

from dataclasses import dataclass
from pathlib import Path

from tests.games.digs import naive

FILE = Path(__file__).parent / "perft.txt"
HEAD = (
    "# id / options / played first / depth count / …  (python -m tests.games.digs.perft counts)\n"
)
MOST = 20_000  # lines counted for a row

CASES = {
    "start": ("", ""),
    "a bone at once": ("biscuits=2,3,1,0", "draw dash, walk e1"),
    "two bids in": ("biscuits=4,4,4,4 seats=4", "draw dash, walk e1, bid 2, bid 0"),
    "poorest": ("tie=poorest biscuits=1,2,3,0", "draw dash, walk e1, bid 1"),
    "nobody": ("tie=nobody seats=2 biscuits=1,2,0,0 crumbs=3", "draw dash, walk e1"),
    "staying": ("must_walk=false seats=2 deck=lively", ""),
    "park": ("board=park seats=4 biscuits=0,0,0,0", "draw trot"),
    "the last round": ("rounds=1 seats=2 biscuits=1,1,0,0", "draw sniff, walk a2"),
}


@dataclass(frozen=True)
class Row:
    name: str
    options: dict[str, str]
    played: list[str]
    counts: dict[int, int]


def words(text: str) -> dict[str, str]:
    return dict(word.split("=") for word in text.split())


def actions(text: str) -> list[str]:
    return [action.strip() for action in text.split(",") if action.strip()]


def read_rows() -> list[Row]:
    rows = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, options, line_actions, *counts = (part.strip() for part in line.split("/"))
            numbers = {int(d): int(n) for d, n in (count.split() for count in counts)}
            rows.append(Row(name, words(options), actions(line_actions), numbers))
    return rows


def twin_options(settings: dict[str, str]) -> naive.Options:
    values = {}
    for key, value in settings.items():
        kinds = {"true": True, "false": False, "none": None}
        values[key] = kinds[value] if value in kinds else int(value) if value.isdigit() else value
    if "biscuits" in values:
        values["biscuits"] = tuple(int(n) for n in str(values["biscuits"]).split(","))
    return naive.Options(**values)


def count(position: naive.Position, options: naive.Options, depth: int) -> int:
    listed = naive.legal(position, options)
    if depth == 1:
        return len(listed)
    return sum(count(naive.apply(position, options, a), options, depth - 1) for a in listed)


def count_row(name: str) -> str:
    settings, line_actions = CASES[name]
    options = twin_options(words(settings))
    position = naive.start(options)
    for action in actions(line_actions):
        assert action in naive.legal(position, options), action
        position = naive.apply(position, options, action)
    counts: list[int] = []
    while (not counts or 0 < counts[-1] < MOST // 10) and len(counts) < 8:
        counts.append(count(position, options, len(counts) + 1))
    return " / ".join(
        [name, settings, line_actions, *(f"{d} {n}" for d, n in enumerate(counts, 1))]
    )


if __name__ == "__main__":
    FILE.write_text(HEAD + "\n".join(count_row(name) for name in CASES) + "\n", encoding="utf-8")
    print(FILE.read_text(encoding="utf-8"))
