"""All ways in which the walk under way can end at a cell, as far as they differ.

Two ways are the same if they meet the same things. A way is left out if another costs no more
Drive and offers as much: nobody would take it.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

import numpy as np

from offleash.contract import Records
from offleash.games.uri_nation.rules import actions as A, record as R
from offleash.games.uri_nation.rules.card_words import DRIVE
from offleash.games.uri_nation.rules.course import apply
from offleash.games.uri_nation.rules.places import MOST_SITES, NOWHERE, WATER
from offleash.games.uri_nation.text.names import WAY_LETTERS
from offleash.games.uri_nation.text.why_illegal import legal_numbers
from offleash.games.uri_nation.text.words import bits_of, names_of
from offleash.tools.errors import BadNotation
from offleash.tools.prose import join_and

Known = dict[tuple[Any, ...], list[tuple[int, int]]]  # steps left and cost of walks alike

MOST_LOOKED_AT = 6_000  # positions of one search
HOME = -1  # among the features that a walk meets

FEATURE_WORDS = ("", "bond space", "park", "chance spot", "events space", "water")  # by kind


@dataclass(frozen=True)
class Walk:
    """A walk so far: its actions, what it met, and the position that it leads to."""

    states: Records = field(repr=False)
    actions: tuple[int, ...] = ()
    met: tuple[int, ...] = ()  # features that do something, in order
    until: int = 0  # actions up to the first thing that comes between, 0: nothing does
    cost: int = 0  # Drive that steps, crossings and paths took

    @property
    def state(self) -> Any:
        return self.states[0]

    @property
    def end(self) -> int:
        """The cell where the dog is."""
        return int(self.state.cell[self.state.seat])

    @property
    def passes_home(self) -> bool:
        return bool(self.state.entered_home)

    def forced(self, options: Records) -> set[int]:
        """Return what happens whether or not the dog wants it."""
        return {feature for feature in self.met if options["kind"][0][feature] != WATER}

    def offers(self, options: Records) -> set[int]:
        """Return water, which nobody has to drink, and the dog's home, which only gives."""
        home = {HOME} if self.passes_home else set()
        return {*self.met, *home} - self.forced(options)

    @property
    def until_interrupted(self) -> tuple[int, ...]:
        """What can be played without knowing how the dice or cards fall."""
        return self.actions[: self.until] if self.until else self.actions


def ways_to(target: int, states: Records, options: Records) -> list[Walk]:
    """Return the ways that end at a cell, the cheapest first."""
    ways = walks(states, options, steps_away(target, options))
    return _without_worse([way for way in ways if way.end == target], options)


def ways_by_end(states: Records, options: Records, most_looked_at: int) -> dict[int, list[Walk]]:
    """Return the ways of this walk by the cell where they end, the cheapest first."""
    anywhere = dict.fromkeys(range(int(options["cells"][0])), 0)
    by_end: dict[int, list[Walk]] = {}
    for way in walks(states, options, anywhere, most_looked_at):
        by_end.setdefault(way.end, []).append(way)
    return {end: _without_worse(ways, options) for end, ways in by_end.items()}


def _without_worse(ways: list[Walk], options: Records) -> list[Walk]:
    """Return the cheapest way of each kind to one cell, without those that another beats."""
    best: dict[tuple[Any, ...], Walk] = {}
    for way in ways:
        key = (frozenset(way.met), way.passes_home)
        best[key] = min(best.get(key, way), way, key=lambda way: (way.cost, len(way.actions)))
    ways = sorted(best.values(), key=lambda way: (way.cost, len(way.actions), way.actions))
    return [way for way in ways if not any(_beats(other, way, options) for other in ways)]


def _beats(way: Walk, other: Walk, options: Records) -> bool:
    """Return whether a way costs no more, takes no more steps, and offers all that another does."""
    if way is other or way.cost > other.cost or way.forced(options) != other.forced(options):
        return False
    if not way.offers(options) >= other.offers(options):
        return False
    return way.offers(options) == other.offers(options) or len(way.actions) <= len(other.actions)


def walks(
    states: Records, options: Records, near: dict[int, int], most_looked_at: int = MOST_LOOKED_AT
) -> Iterator[Walk]:
    """Yield every walk to a distinct end that can reach the goal, by how many actions it takes."""
    known: Known = {}
    waiting, looked_at = deque([Walk(states.copy())]), 0
    while waiting:
        way, looked_at = waiting.popleft(), looked_at + 1
        if looked_at > most_looked_at:
            raise BadNotation("too many ways to look through: walk a part of it first")
        for action in (n for n in legal_numbers(way.states, options) if n <= A.STOP):
            longer = extend(way, action, options)
            if longer.state.phase == R.ACTION:
                yield longer
            elif _is_worth_it(longer, options, near, known):
                waiting.append(longer)


def extend(way: Walk, action: int, options: Records) -> Walk:
    """Return a way with one more action; cards and drinks on it are passed over."""
    states = way.states.copy()
    state, bowl = states[0], states[0].bowl[states[0].seat]
    drive, used, marks, tokens = int(bowl[DRIVE]), int(state.used), state.marks.copy(), bowl.sum()
    rules, work, tally = options[0], np.zeros(1, R.WORK)[0], np.zeros(1, R.TALLY)[0]
    apply(state, rules, work, action, tally)
    cost = max(0, drive - int(bowl[DRIVE]))
    is_interrupted = False
    while state.phase in (R.DRAW, R.DRINK):
        is_interrupted = True
        state.deck = 0
        apply(state, rules, work, A.LEAVE, tally)  # on to what else is there
    entered = int(state.used) & ~used
    changed = (state.marks != marks).any() or bowl.sum() != tokens - cost
    met = tuple(f for f in bits_of(entered) if f >= MOST_SITES or changed)
    actions = (*way.actions, action)
    until = way.until or (len(actions) if is_interrupted else 0)
    return Walk(states, actions, (*way.met, *met), until, way.cost + cost)


def _is_worth_it(way: Walk, options: Records, near: dict[int, int], known: Known) -> bool:
    """Return whether the goal can still be reached, and no such walk has been seen."""
    state = way.state
    steps, cell = int(state.steps), int(state.cell[state.seat])
    if near.get(cell, steps + 1) > steps or state.phase != R.MOVE:
        return False
    is_free = options["stop_rule"][0] == R.ANYWHERE  # then steps to spare do no harm
    place = (cell, int(state.came), state.trail.tobytes(), int(state.moved))
    key = (*place, frozenset(way.met), way.passes_home, 0 if is_free else steps)
    others = known.setdefault(key, [])
    if any(left >= steps and cost <= way.cost for left, cost in others):
        return False
    others.append((steps, way.cost))
    return True


def steps_away(target: int, options: Records) -> dict[int, int]:
    """Return the fewest steps from each cell to the goal, every crossing and path being free."""
    rules = options[0]
    into: dict[int, list[tuple[int, int]]] = {}
    for cell in range(rules.cells):
        goals = [(goal, 1) for goal in rules.step[cell].tolist()]
        goals += [(goal, 0) for goal in (*rules.cross[cell].tolist(), int(rules.path[cell]))]
        for goal, steps in goals:
            into.setdefault(goal, []).append((cell, steps))
    into.pop(NOWHERE, None)
    away = {target: 0}
    waiting = deque([target])
    while waiting:
        cell = waiting.popleft()
        for other, steps in into.get(cell, []):
            if away.get(other, away[cell] + steps + 1) > away[cell] + steps:
                away[other] = away[cell] + steps
                (waiting.append if steps else waiting.appendleft)(other)
    return away


# In words


def way_words(way: Walk, options: Records) -> str:
    """Return `3E cross S E stop (1 Drive, past the chance spot (2,8))`."""
    notes = way_notes(way, options)
    return moves_words(way.actions) + (f" ({', '.join(notes)})" if notes else "")


def way_notes(way: Walk, options: Records) -> list[str]:
    """Return what a way costs and meets: `1 Drive`, `past the chance spot (2,8)`."""
    kinds, texts = options["kind"][0], names_of(options).feature_texts
    places = [f"the {FEATURE_WORDS[kinds[feature]]} {texts[feature]}" for feature in way.met]
    places += ["home"] * way.passes_home
    return [f"{way.cost} Drive"] * (way.cost > 0) + [f"past {join_and(places)}"] * bool(places)


def moves_words(actions: tuple[int, ...]) -> str:
    """Return actions in short form: `3E cross S E stop`."""
    words: list[str] = []
    for word, run in groupby(map(move_word, actions)):
        count = len(list(run))
        words += [f"{count}{word}"] if count > 1 and len(word) == 1 else [word] * count
    return " ".join(words)


def move_word(action: int) -> str:
    """Return one action in short form."""
    if action in (A.STOP, A.PATH):
        return "stop" if action == A.STOP else "path"
    letter = WAY_LETTERS[action % A.WAYS]
    return f"cross {letter}" if action >= A.CROSS else letter
