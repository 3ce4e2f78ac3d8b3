"""Perft rows: lines of play, counted once by the naive twin.

A row of `perft.txt` is `id / preset / options / actions played first / depth count / …`.
`python -m tests.games.uri_nation.perft` counts them again.
"""

from dataclasses import dataclass
from pathlib import Path

from tests.games.uri_nation import naive
from tests.games.uri_nation.twins import fed, game

FILE = Path(__file__).parent / "perft.txt"
HEAD = (
    "# id / preset / options / played first / depth count / …  "
    "(python -m tests.games.uri_nation.perft counts)\n"
)
MOST = 30_000  # lines counted for a row

LANE = "board=cul-de-sac seats=2"
CORNERS = "board=four-corners seats=2"
SET_UP = "next 0, claim (2,3), claim (6,11), "

CASES = {
    "start": ("1.4", CORNERS, ""),
    "a walk": ("1.4", CORNERS, "next 1, roll 1-2"),
    "turning": ("1.4", f"{CORNERS} uturn=free", "next 1, roll 1-3, step W"),
    "a park": (
        "1.4",
        CORNERS,
        "next 1, roll 5-5, step W, step W, step N, step N, cross W, step N, step W, step W, "
        "ally (6,3), roll 1-3, step E, step E",
    ),
    "a re-claim": (
        "1.4",
        CORNERS,
        "next 1, roll 1-6, step W, step W, step N, step N, step N, cross W, cross N, cross E, "
        "step N, step N, cross W, stop, claim (1,4), roll 1-2, step E, step E, step S, stop, "
        "challenge (1,4), dice 5-2",
    ),
    "homes at random": ("1.4", f"{CORNERS} homes=random", ""),
    "the last turn": (
        "1.4",
        f"{CORNERS} max_rounds=1 final_tie=random home_stop=mandatory",
        "next 0, roll 1-3, step W, step W, step W, step S, stop, pass, roll 1-1, step E, step E",
    ),
    "setup": ("1.2", "board=cul-de-sac seats=3", "next 2, next 1"),
    "side street": (
        "1.2",
        LANE,
        "next 1, claim (6,11), claim (2,3), roll 6-6, step W, step W, step W",
    ),
    "bids": (
        "1.2",
        f"{LANE} secret_bidding=true challenge_water=1",
        f"{SET_UP}roll 1-6, step E, step E, step E, cross S, step E, step E, step E, stop, "
        "challenge (6,10)",
    ),
    "a home": (
        "1.2",
        f"{LANE} home_bonus=0",
        f"{SET_UP}roll 1-5, step E, step E, cross S, step E, step E, step E, step E, stop, "
        "challenge (6,10)",
    ),
    "a bond": (
        "1.2",
        LANE,
        f"{SET_UP}roll 1-4, step E, step E, step E, cross S, step E, step E, stop, ally (6,9), "
        "roll 1-2, step W",
    ),
    "a card for all": ("1.2", LANE, f"{SET_UP}roll 3-6, cross S, step W, step W, step W, step W"),
    "a trick": (
        "1.2",
        f"{LANE} archetypes=scrapper,yapper walk_tricks=true",
        "next 1, claim (6,11), claim (2,3), roll 4-4",
    ),
    "a patrol": (
        "1.2",
        f"{LANE} archetypes=yapper,bruiser walk_tricks=true",
        f"{SET_UP}roll 2-5, go, stop, patrol",
    ),
}


@dataclass(frozen=True)
class Row:
    name: str
    preset: str
    options: dict[str, str]
    played: list[str]
    counts: dict[int, int]


def words(text: str) -> dict[str, str]:
    return dict(word.split("=") for word in text.split())


def actions(text: str) -> list[str]:
    """`claim (2,3), stop` apart; the commas within cells stay."""
    return [action.strip() for action in text.split(", ") if action.strip()]


def read_rows() -> list[Row]:
    rows = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, preset, options, line_actions, *counts = (
                part.strip() for part in line.split("/")
            )
            numbers = {int(d): int(n) for d, n in (count.split() for count in counts)}
            rows.append(Row(name, preset, words(options), actions(line_actions), numbers))
    return rows


def choices(table, position) -> list[str]:
    """What may happen, by decision or by chance."""
    if naive.actor(position) == "over":
        return []
    if naive.actor(position) == "chance":
        return [*naive.chances(table, position)]
    return naive.legal(table, position)


def count(table, position, depth: int) -> int:
    """Lines of so many actions, chance outcomes each counted once."""
    listed = choices(table, position)
    if depth == 1:
        return len(listed)
    return sum(count(table, naive.play(table, position, a), depth - 1) for a in listed)


def count_row(name: str) -> str:
    preset, settings, line_actions = CASES[name]
    table = fed(game.options(preset, **words(settings)))
    position = naive.start(table)
    for action in actions(line_actions):
        assert action in choices(table, position), action
        position = naive.play(table, position, action)
    counts: list[int] = []
    while (not counts or 0 < counts[-1] < MOST // 10) and len(counts) < 8:
        counts.append(count(table, position, len(counts) + 1))
    numbered = (f"{d} {n}" for d, n in enumerate(counts, 1))
    return " / ".join([name, preset, settings, line_actions, *numbered])


if __name__ == "__main__":
    FILE.write_text(HEAD + "\n".join(count_row(name) for name in CASES) + "\n", encoding="utf-8")
    print(FILE.read_text(encoding="utf-8"))
