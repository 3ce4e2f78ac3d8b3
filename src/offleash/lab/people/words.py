"""What a model says about a person, in words."""

import math
from collections.abc import Iterator

from offleash.bots.people import Person
from offleash.contract import Game
from offleash.tools.prose import join_and

NEVER, SELDOM, OFTEN = -3.0, -0.7, 0.7  # of attention
CLEAR = 0.3  # of a weight's size, by which it must differ
MOST_WORDS = 4


def describe_person(game: Game, model: Person) -> list[str]:
    """Return what somebody values, overlooks and how carefully she chooses, a line for each."""
    return [*_values(game, model), *_attention(model), *_care(model)]


def _values(game: Game, model: Person) -> Iterator[str]:
    """Say which weights differ clearly from the greedy bot's, and are known to."""
    usual = game.bots.weights_by_name
    changes = {}
    for name, weight in model.weights.items():
        ends = model.intervals.get(f"weight {name}")
        is_known = not ends[0] <= usual[name] <= ends[1] if ends else not model.intervals
        size = max(abs(usual[name]), 1)
        if is_known and abs(weight - usual[name]) > CLEAR * size:
            changes[name] = (weight - usual[name]) / size
    ranked = sorted(changes, key=lambda name: -abs(changes[name]))[:MOST_WORDS]
    for word, names in (
        ("more", [name for name in ranked if changes[name] > 0]),
        ("less", [name for name in ranked if changes[name] < 0]),
    ):
        if names:
            yield f"values {join_and([repr(name) for name in names])} {word} than the plain bot"


def _attention(model: Person) -> Iterator[str]:
    for word, low, high in (
        ("never does", -math.inf, NEVER),
        ("overlooks", NEVER, SELDOM),
        ("likes", OFTEN, math.inf),
    ):
        kinds = [kind for kind, odds in model.attention.items() if low <= odds < high]
        if sure := [kind for kind in kinds if _is_sure(model, kind)]:
            yield f"{word} {join_and([repr(kind) for kind in sure])}"


def _is_sure(model: Person, kind: str) -> bool:
    ends = model.intervals.get(f"attention {kind}")
    return ends[0] * ends[1] > 0 if ends else not model.intervals


def _care(model: Person) -> Iterator[str]:
    yield f"plays anything in {100 * model.choices.lapses:.1f} % of the decisions"
    if model.intervals.get("crowd", [0])[0] > 0:
        yield "chooses less carefully the more there is to choose from"
    if model.intervals.get("stakes", [1, 1])[1] < 1:
        yield "errs less where more is at stake"
