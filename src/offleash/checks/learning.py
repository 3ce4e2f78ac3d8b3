"""Checks of what a game says to programs that learn: its encoding and facts about its games."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.bots.lineup import policy
from offleash.checks.check import Breaches, Check
from offleash.checks.rules import as_python
from offleash.checks.sampling import choices, random_variants, view_of, viewers
from offleash.checks.subject import Subject
from offleash.contract import Game, Records
from offleash.contract.rules.actors import CHANCE, OVER
from offleash.engine.batch import play_batch

UNWRITTEN = -(2**31)
MARGIN = 3  # numbers behind the encoding, which it must not touch
PYTHON_INTERVAL = 8  # one position in so many is encoded in Python too
GAMES = 60  # of a batch with random options


def is_learnable(subject: Subject) -> bool:
    """Return whether the game has an encoding."""
    return subject.game.learning.encode is not None


def encoded(
    game: Game,
    states: Records,
    options: Records,
    seat: int,
    encode: Callable[..., None] | None = None,
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return what the encoding writes, and what it leaves behind its end."""
    encoding = game.learning.encoding
    assert encoding is not None and game.learning.encode is not None
    out = np.full(encoding.size + MARGIN, UNWRITTEN, np.int32)
    (encode or game.learning.encode)(states[0], options[0], seat, out)
    return out[:-MARGIN], out[-MARGIN:]


def bound_breaches(subject: Subject) -> Breaches:
    """Every number of an encoding is written and within its bounds, compiled or not."""
    game = subject.game
    encoding, encode = game.learning.encoding, subject.origin.learning.encode
    assert encoding is not None and encode is not None
    if len(set(encoding.names)) != encoding.size or not all(s.meaning for s in encoding.spans):
        yield "two numbers have one name, or one has no meaning"
    plain = as_python(encode)
    for number, (options, states) in enumerate(subject.positions("knowledge")):
        before = states.tobytes()
        for seat in viewers(game, options):
            array, behind = encoded(game, states, options, seat)
            where = subject.describe(states, options, seat)
            is_wrong = (array < encoding.low) | (array > encoding.high)
            if wrong := {encoding.names[i]: int(array[i]) for i in np.flatnonzero(is_wrong)}:
                yield f"{wrong} are out of bounds in {where}"
            if (behind != UNWRITTEN).any() or states.tobytes() != before:
                yield f"the encoding writes elsewhere too in {where}"
            if number % PYTHON_INTERVAL == 0:
                other, _ = encoded(game, states, options, seat, plain)
                if other.tobytes() != array.tobytes():
                    yield f"Python encodes otherwise than machine code: {where}"


def _plant_bounds(subject: Subject) -> dict[str, Subject]:
    encode, encoding = subject.game.learning.encode, subject.game.learning.encoding
    assert encode is not None and encoding is not None

    def high(state: Any, options: Any, seat: int, out: Any) -> None:
        encode(state, options, seat, out)
        out[0] = encoding.high[0] + 1

    def long(state: Any, options: Any, seat: int, out: Any) -> None:
        encode(state, options, seat, out)
        out[encoding.size] = 0

    return {
        "a number is out of bounds": subject.planted(encode=high),
        "one number too many is written": subject.planted(encode=long),
    }


def secret_breaches(subject: Subject) -> Breaches:
    """Compare the encoding of a position with those of its twins and of the view."""
    game = subject.game
    for options, states, seat, twin in subject.cases():
        one = encoded(game, states, options, seat)[0].tobytes()
        for other in (twin, view_of(game, states, options, seat)):
            if encoded(game, other, options, seat)[0].tobytes() != one:
                yield f"the encoding reads a secret of {subject.describe(states, options, seat)}"


def _plant_secrets(subject: Subject) -> dict[str, Subject]:
    encode = subject.game.learning.encode
    assert encode is not None

    def telling(name: str) -> Callable[..., None]:
        def tell(state: Any, options: Any, seat: int, out: Any) -> None:
            encode(state, options, seat, out)
            out[0] += hash(state[name].tobytes()) % 1009

        return tell

    return {
        f"the encoding reads {name}": subject.planted(encode=telling(name))
        for name in subject.secrets
    }


def fact_breaches(subject: Subject) -> Breaches:
    """Compare numbers of chance, results and lengths with what the game states."""
    game, chance = subject.game, subject.game.learning.chance_actions
    for options, states in subject.positions("knowledge"):
        actor = game.rules.actor(states[0])
        is_chance = {action in chance for action in choices(game, states, options)}
        if actor != OVER and is_chance != {actor == CHANCE}:
            yield f"outcomes of chance have other numbers in {subject.describe(states, options)}"
    if game.learning.is_open == bool(subject.secrets):
        yield f"the game says is_open={game.learning.is_open}, but hides {list(subject.secrets)}"
    yield from total_breaches(subject)


def total_breaches(subject: Subject) -> Breaches:
    """Compare random games with random options with what the game states."""
    game = subject.game
    variants, rows = random_variants(game, GAMES, 5, subject.lively)
    bots = policy(game, ["random"] * game.max_seats)
    batch = play_batch(game, bots, GAMES, seed=3, variants=variants, rows=rows, threads=1)
    totals = batch.results[batch.finished].sum(axis=1)
    if not np.allclose(totals, game.learning.returns_sum):
        yield f"seats do not win {game.learning.returns_sum} together, but {totals[0]:g}"
    for row, decided in zip(rows, batch.paces[:, 0], strict=True):
        bound = game.learning.longest(variants[row : row + 1])
        if bound is not None and decided > bound:
            yield f"a game has {decided} decisions, more than {bound}"


def _plant_facts(subject: Subject) -> dict[str, Subject]:
    return {
        "seats win more together": subject.planted(returns_sum=3.0),
        "games are longer than stated": subject.planted(longest=lambda options: 1),
    }


CHECKS = (
    Check("learning", "encodings are complete and within their bounds", bound_breaches,
          _plant_bounds, is_learnable),
    Check("learning", "encodings reveal no secret", secret_breaches, _plant_secrets, is_learnable),
    Check("learning", "chance, results and lengths are as stated", fact_breaches, _plant_facts,
          is_learnable),
)  # fmt: skip
