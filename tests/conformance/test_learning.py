"""What a game says to programs that learn: its encoding, and facts about every game of it."""

from types import FunctionType

import numpy as np
import pytest

from offleash.bots.lineup import policy
from offleash.compiler.rule import source_of
from offleash.contract.rules.actors import CHANCE, NOBODY, OVER
from offleash.engine.batch import play_batch
from offleash.games import registry
from tests.battery import battery, rebind
from tests.conformance.test_knowledge import GAMES, SECRETIVE, cases, describe
from tests.variety import choices, positions, random_variants, view_of, viewers

# A first game may leave it out.
LEARNABLE = [name for name in GAMES if registry.load(name).learning.encode is not None]
UNWRITTEN = -(2**31)
MARGIN = 3  # numbers behind the encoding, which it must not touch


def encoded(game, states, options, seat, encode=None):
    """What the encoding writes, and what it leaves behind its end."""
    out = np.full(game.learning.encoding.size + MARGIN, UNWRITTEN, np.int32)
    (encode or game.learning.encode)(states[0], options[0], seat, out)
    return out[:-MARGIN], out[-MARGIN:]


@pytest.mark.parametrize("name", LEARNABLE)
def test_every_number_is_written_and_within_its_bounds(name):
    game = registry.load(name)
    encoding = game.learning.encoding
    assert len(set(encoding.names)) == encoding.size == len(encoding.low) == len(encoding.high)
    assert encoding.version >= 1 and all(span.meaning for span in encoding.spans)
    for options, states in positions(name, "knowledge"):
        before = states.tobytes()
        for seat in viewers(game, options):
            numbers, behind = encoded(game, states, options, seat)
            is_wrong = (numbers < encoding.low) | (numbers > encoding.high)
            wrong = {encoding.names[i]: int(numbers[i]) for i in np.flatnonzero(is_wrong)}
            assert not wrong, describe(game, states, options, seat)
            assert (behind == UNWRITTEN).all()
        assert states.tobytes() == before


def as_python(rule):
    """A rule as Python runs it, with all that it calls: otherwise each of those is compiled."""
    source = source_of(rule)
    called = {name: source.__globals__.get(name) for name in source.__code__.co_names}
    rules = {name: as_python(value) for name, value in called.items() if hasattr(value, "machine")}
    return FunctionType(source.__code__, source.__globals__ | rules)


@pytest.mark.parametrize("name", LEARNABLE)
def test_the_encoding_is_the_same_interpreted(name):
    game = registry.load(name)
    plain = as_python(game.learning.encode)
    for options, states in positions(name, "knowledge")[::8]:
        for seat in viewers(game, options):
            compiled, interpreted = (
                encoded(game, states, options, seat, encode)[0]
                for encode in (game.learning.encode, plain)
            )
            assert compiled.tobytes() == interpreted.tobytes()


def leaks(game, name, encode):
    """The cases in which the encoding tells positions apart that look alike, or reads a secret."""
    return [
        describe(game, states, options, seat)
        for options, states, seat, twin in cases(name)
        for other in (twin, view_of(game, states, options, seat))
        if encoded(game, states, options, seat, encode)[0].tobytes()
        != encoded(game, other, options, seat, encode)[0].tobytes()
    ]


@pytest.mark.parametrize("name", LEARNABLE)
def test_an_encoding_reveals_no_secret(name):
    game = registry.load(name)
    assert leaks(game, name, game.learning.encode) == []


@pytest.mark.parametrize("name", [name for name in SECRETIVE if name in LEARNABLE])
def test_an_encoding_that_reads_a_secret_is_caught(name):
    game = registry.load(name)
    for field in battery(name).SECRETS:

        def telling(state, options, seat, out, field=field):
            game.learning.encode(state, options, seat, out)
            out[0] += hash(state[field].tobytes()) % 1009

        assert leaks(game, name, telling), f"{field} could leak unnoticed"


@pytest.mark.parametrize("name", LEARNABLE)
def test_decisions_and_chance_have_the_numbers_that_the_game_states(name):
    game = registry.load(name)
    chance = game.learning.chance_actions
    met = set()
    for options, states in positions(name, "knowledge"):
        actor = game.rules.actor(states[0])
        if actor != OVER:
            met.add(is_chance := actor == CHANCE)
            assert {action in chance for action in choices(game, states, options)} == {is_chance}
    assert met == {True, False}
    assert game.learning.is_open == (not battery(name).SECRETS)


def broken_facts(game):
    """Which facts do not hold in random games with random options."""
    variants, rows = random_variants(game, 60, 5)
    bots = policy(game, ["random"] * game.max_seats)
    batch = play_batch(game, bots, 60, seed=3, variants=variants, rows=rows, threads=1)
    totals = batch.results[batch.finished].sum(axis=1)
    bounds = [game.learning.longest(variants[row : row + 1]) for row in rows]
    pairs = zip(batch.paces[:, 0], bounds, strict=True)
    facts = {
        "returns_sum": np.allclose(totals, game.learning.returns_sum),
        "longest": all(bound is None or decisions <= bound for decisions, bound in pairs),
    }
    return [name for name, holds in facts.items() if not holds]


@pytest.mark.parametrize("name", LEARNABLE)
def test_returns_and_lengths_are_as_stated(name):
    game = registry.load(name)
    assert broken_facts(game) == []
    wrong = rebind(game, returns_sum=3.0, longest=lambda options: 1)
    assert broken_facts(wrong) == ["returns_sum", "longest"]


def rolled(game, states, options):
    """A position of Dog turned by one seat: the same game, seen by the next player."""
    turned, loop_len = states.copy(), int(options["loop_len"][0])
    for field in ("token", "fresh", "lap", "hand", "held", "shown", "gave"):
        turned[field] = np.roll(states[field], 1, axis=1)
    for field in ("buried", "buried_held", "buried_gift", "buried_void"):
        turned[field] = np.roll(states[field], 1, axis=2)
    places = turned["token"]
    on_loop = (places >= 0) & (places < 100)
    places[on_loop] = (places[on_loop].astype(int) + loop_len // 4) % loop_len
    for field in ("dealer", "seat"):
        turned[field] = (states[field] + 1) % 4
    return turned


def test_dog_looks_the_same_from_every_side():
    game = registry.load("dog")
    for options, states in positions("dog", "knowledge"):
        turned = rolled(game, states, options)
        for seat in range(4):
            one, two = (
                encoded(game, position, options, viewer)[0]
                for position, viewer in ((states, seat), (turned, (seat + 1) % 4))
            )
            assert one.tobytes() == two.tobytes(), describe(game, states, options, seat)
        numbers = [encoded(game, states, options, seat)[0].tobytes() for seat in (NOBODY, 0, 1)]
        assert len(set(numbers)) > 1 or states["phase"][0] == 0
