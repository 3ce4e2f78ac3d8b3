"""Why turns are idle: where a dog ends its walk, and what it could have marked on the way.

    python -m findings.idle_turns GAMES [NAME=VALUE …]

prints a table for games of 1.4 between the personas, with changed options. Every game is one block,
so the intervals are those of a mean over games.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from offleash.bots.players import watch_game
from offleash.contract import Records
from offleash.games import registry
from offleash.games.uri_nation.rules import actions as A
from offleash.games.uri_nation.rules.card_words import DRIVE, GRIT, SWAGGER
from offleash.games.uri_nation.rules.record import WATER
from offleash.lab.statistics.intervals import ratio_interval

SEED = 7
SEATS = [f"persona:{dog}" for dog in ("bruiser", "scrapper", "diplomat", "yapper")]
MARKS = (A.IS_CLAIM, A.IS_CHALLENGE, A.IS_FORTIFY, A.IS_ALLY, A.IS_BREAK)
WALKS = (A.IS_STEP, A.IS_CROSS, A.IS_PATH)

# Where a walk ends, in the order in which they are asked
NO_TERRITORY = "no territory beside the dog"
OWN = "only own territories, which hold all the fortify tokens they may"
SHORT = "something to mark, but not the stocks for it"
CHOICE = "something to mark"
# What it could have marked on its walk
EARLIER = "could have marked something one step earlier"
ANYWHERE = "could have marked something somewhere on its walk"
ROWS = (NO_TERRITORY, OWN, SHORT, CHOICE, EARLIER, ANYWHERE)


def beside(options: Any, cell: int) -> list[int]:
    """Return the territories next to a cell."""
    return [int(n) for n in options.front[cell] if n >= 0]


def owner(state: Any, territory: int) -> int:
    """Return who holds a territory, or -1."""
    return next((s for s in range(4) if int(state.owned[s]) >> territory & 1), -1)


def targets(state: Any, options: Any, seat: int, cell: int) -> list[tuple[int, bool]]:
    """Return what a dog could mark from a cell, and whether its stocks are enough for it."""
    bowl, listed = state.bowl[seat], []
    for territory in beside(options, cell):
        holder = owner(state, territory)
        if holder == -1:
            enough = bowl[WATER] >= options.claim_water and bowl[SWAGGER] >= options.claim_swagger
        elif holder != seat:
            enough = bowl[WATER] >= options.challenge_water
            enough = enough and bowl[DRIVE] >= options.challenge_drive
        elif state.fort[territory] < options.fortify_max:
            enough = bowl[WATER] >= options.fortify_water and bowl[GRIT] >= options.fortify_grit
        else:
            continue
        listed.append((territory, bool(enough)))
    return listed


def place_of(state: Any, options: Any, seat: int, cell: int) -> str:
    """Return where a walk ended, in the words of the table."""
    if not beside(options, cell):
        return NO_TERRITORY
    options_here = targets(state, options, seat, cell)
    if not options_here:
        return OWN
    return CHOICE if any(enough for _, enough in options_here) else SHORT


def turns(options: Records, number: int) -> Iterator[tuple[Any, int, list[int], bool]]:
    """Yield each turn that ends with a pass: the position, the seat, its cells, what it marked."""
    game = registry.load("uri-nation")
    session = watch_game(game, options, SEATS, SEED, number)
    kinds = [int(A.KIND_OF[moment.action]) for moment in session.history]
    texts = [moment.before for moment in session.history]
    states = np.frombuffer(b"".join(texts), game.rules.record).view(np.recarray)
    trail, marked, turn = list[int](), False, (0, 0)
    for place, (state, kind) in enumerate(zip(states, kinds, strict=True)):
        seat, cells = int(state.seat), state.cell
        if turn != (state.rounds, state.turn):
            trail, marked, turn = [], False, (int(state.rounds), int(state.turn))
        if kind in WALKS and place + 1 < len(states):
            trail = [*(trail or [int(cells[seat])]), int(states[place + 1].cell[seat])]
        marked = marked or kind in MARKS
        if kind == A.IS_PASS:
            yield state, seat, trail or [int(cells[seat])], marked


def count(options: Records, number: int) -> Counter[str]:
    """Return the turns of a game by where they end, if nothing was marked in them."""
    rules, counts = options.view(np.recarray)[0], Counter[str]()
    for state, seat, trail, marked in turns(options, number):
        if marked:
            continue
        counts["idle"] += 1
        counts[place_of(state, rules, seat, trail[-1])] += 1
        could = [any(enough for _, enough in targets(state, rules, seat, c)) for c in trail[:-1]]
        counts[EARLIER] += bool(could and could[-1])
        counts[ANYWHERE] += any(could)
    return counts


def table(games: int, changes: Mapping[str, str]) -> list[str]:
    """Return the table: the share of idle turns for each row, with its interval."""
    options = registry.load("uri-nation").options("1.4", dict(changes))
    counts = [count(options, number) for number in range(games)]
    idle = np.array([[float(c["idle"])] for c in counts])
    lines = [f"{idle.mean():.1f} idle turns a game in {games} games"]
    for row in ROWS:
        totals = np.array([[float(c[row])] for c in counts])
        share = ratio_interval(totals, idle, share=np.array([True]))
        value, low, high = (100 * float(end[0]) for end in (share.value, share.low, share.high))
        lines.append(f"{value:5.1f} % ({low:.1f} … {high:.1f})  {row}")
    return lines


if __name__ == "__main__":
    number, *texts = sys.argv[1:]
    print("\n".join(table(int(number), dict(text.split("=", 1) for text in texts))))
