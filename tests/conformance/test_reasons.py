"""What is not legal, for every game: said in one sentence, refused, and without consequences."""

import random

import pytest

from offleash.contract.rules.actors import CHANCE, NOBODY, OVER
from offleash.games import registry
from offleash.play.session import Session
from offleash.tools.errors import BadNotation, IllegalAction
from tests.battery import rebind
from tests.toys.digs.rules.actions import DRAW
from tests.variety import MANY, NEARBY, OTHERS, choices, numbers, positions

GAMES = tuple(registry.ROWS)
LONGEST_REASON = 100
OUTSIDE = (-1, -2, -(10**9), 10**9)  # numbers of no action; with the first one past the last
GARBAGE = ("", " ", "\n", "\0", "?", "-1", "0", "fetch", "sit and stay", "é", "x" * 5000, "{}")

each_game = pytest.mark.parametrize("name", GAMES)


def views(game, states, options):
    """The position as each seat and a spectator may see it, where that is not all of it."""
    by_bytes = {}
    for seat in (NOBODY, *range(game.rules.seats(options[0]))):
        view = states.copy()
        game.rules.hide(view[0], options[0], seat)
        by_bytes[view.tobytes()] = view
    by_bytes.pop(states.tobytes(), None)
    return list(by_bytes.values())


def describe(game, states, options):
    """What a failure prints."""
    return f"{game.notation.format_position(states, options)}, options {game.changes(options)}"


def illegal_numbers(game, states, options, rng, others):
    """What is not legal: all, or of many action numbers those that matter and some others."""
    legal = set(choices(game, states, options))
    looked_at = numbers(game, legal, rng, others)
    return [a for a in (*looked_at, game.rules.action_count, *OUTSIDE) if a not in legal]


# Reasons


def flaw(reason):
    """What is wrong with a reason as half a sentence, or nothing."""
    if not reason.strip() or reason != reason.strip():
        return "is blank, or has blanks around it"
    if "\n" in reason or len(reason) > LONGEST_REASON:
        return "is too long"
    if reason[-1] in ".!?:;,":
        return "ends with a stop"
    return ""


def wrong_reason(game, states, options, rng, others):
    """The first legal action with a reason or illegal one without, or nothing."""
    for action in choices(game, states, options):
        if reason := game.notation.why_illegal(states, options, action):
            return f"legal {game.notation.format_action(action, options)}: {reason!r}"
    for action in illegal_numbers(game, states, options, rng, others):
        reason = game.notation.why_illegal(states, options, action)
        assert isinstance(reason, str), f"action {action}"
        if flaw(reason):
            return f"action {action}: {reason!r} {flaw(reason)}"
    return ""


def first_wrong_reason(game, others):
    """The same over all positions, with so many others at each, and where it is."""
    rng = random.Random(f"others of {game.name}")
    for options, states in positions(game.name, "reasons"):
        before = states.tobytes()
        if wrong := wrong_reason(game, states, options, rng, others):
            return f"{wrong} in {describe(game, states, options)}"
        assert states.tobytes() == before, f"asking changed {describe(game, states, options)}"
    return ""


@each_game
def test_a_reason_for_all_that_is_illegal_and_nothing_else(name):
    """Where there are many actions, all positions share the others out."""
    others = 1 + OTHERS // len(positions(name, "reasons"))
    assert first_wrong_reason(registry.load(name), others) == ""


@pytest.mark.soak
@each_game
def test_a_reason_at_every_position_for_many_others(name):
    assert first_wrong_reason(registry.load(name), OTHERS) == ""


# Where a reason is left out: by the legal actions and the action.
PLANTED = {
    "nowhere": lambda legal, action: False,
    "beside a legal action": lambda legal, action: any(action - step in legal for step in NEARBY),
    "at the edge of a block": lambda legal, action: action == DRAW,
    "far from everything": lambda legal, action: 50_000 <= action < 51_000,
}


@pytest.mark.parametrize("place", PLANTED)
def test_of_many_actions_a_missing_reason_is_found(place):
    """Digs with many numbers that mean nothing."""
    digs = registry.load("digs")

    def why_illegal(states, options, action):
        left_out = PLANTED[place](choices(digs, states, options), action)
        return "" if left_out else digs.notation.why_illegal(states, options, action)

    large_digs = rebind(digs, action_count=2 * MANY, why_illegal=why_illegal)
    assert bool(first_wrong_reason(large_digs, 50)) == (place != "nowhere")


def test_of_many_actions_some_are_looked_at():
    digs = registry.load("digs")
    large_digs = rebind(digs, action_count=2 * MANY)
    looked_at = numbers(large_digs, [70_000], random.Random(6), OTHERS)
    assert {69_999, 70_000, 70_001, DRAW - 1, DRAW, 0} <= {*looked_at}
    assert OTHERS <= len(looked_at) < OTHERS + 100
    assert numbers(digs, [], random.Random(6), 1) == [*range(digs.rules.action_count)]


@each_game
def test_every_phase_is_met(name):
    """The positions here are worth looking at: decisions, chance and ends are among them."""
    game = registry.load(name)
    actors = {int(game.rules.actor(states[0])) for _, states in positions(name, "reasons")}
    assert actors >= {OVER, *range(game.max_seats)}
    phases = {
        (f, int(states[f][0]))
        for f in game.notation.field_words
        for _, states in positions(name, "reasons")
    }
    assert phases == {
        (f, i) for f, words in game.notation.field_words.items() for i in range(len(words))
    }


# Sessions


def snapshot(session):
    """Everything that a refused action must leave alone."""
    return (
        session.state.tobytes(),
        tuple(session.history),
        session.luck.streams.tobytes(),
        session.luck.plans.tobytes(),
    )


def sampled(game, states, options, rng, count=6):
    """Some illegal actions, by number and by text."""
    inside = illegal_numbers(game, states, options, rng, 100)[: -len(OUTSIDE)]
    candidates = [*OUTSIDE, *rng.sample(inside, min(count, len(inside)))]
    texts = [
        game.notation.format_action(n, options)
        for n in candidates
        if 0 <= n < game.rules.action_count
    ]
    return [*candidates, *texts]


def actor_words(session):
    """Who was to act, as the message names it."""
    return {CHANCE: "chance", OVER: "nobody"}.get(session.actor, f"seat {session.actor}")


@each_game
def test_an_illegal_action_is_refused_with_its_reason(name):
    game = registry.load(name)
    rng = random.Random(1)
    for options, states in positions(name, "reasons"):
        session = Session(game, options, position=game.notation.format_position(states, options))
        before = snapshot(session)
        for action in sampled(game, states, options, rng):
            number = (
                game.notation.parse_action(action, options) if isinstance(action, str) else action
            )
            is_action = 0 <= number < game.rules.action_count
            text = game.notation.format_action(number, options) if is_action else str(number)
            reason = game.notation.why_illegal(states, options, number)
            with pytest.raises(IllegalAction) as error:
                session.play(action)
            message = str(error.value)
            view = session.view(max(session.actor, NOBODY))
            position = game.notation.format_position(view, options)
            for part in (text, actor_words(session), reason, position):
                assert part in message, f"{part!r} is not in {message!r}"
            assert "\n" not in message
            assert snapshot(session) == before, f"{text} in {describe(game, states, options)}"


@each_game
def test_a_seeded_session_survives_illegal_actions(name):
    """Chance must not move on either: the game goes on as if nothing had been tried."""
    game = registry.load(name)
    rng = random.Random(2)
    session, plain = Session(game, seed=7), Session(game, seed=7)
    for _ in range(60):
        if session.over:
            break
        before = snapshot(session)
        for action in sampled(game, session.state, session.options, rng, 2):
            with pytest.raises(IllegalAction):
                session.play(action)
            assert snapshot(session) == before
        action = rng.choice(session.legal)
        session.play(action)
        plain.play(action)
        assert snapshot(session) == snapshot(plain), plain.position


@each_game
def test_actions_before_an_illegal_one_remain_played(name):
    game = registry.load(name)
    session, other = Session(game, seed=3), Session(game, seed=3)
    action = session.legal[0]
    other.play(action)
    wrong = illegal_numbers(game, other.state, other.options, random.Random(3), 100)[0]
    with pytest.raises(IllegalAction):
        session.play(action, wrong)
    assert snapshot(session) == snapshot(other)


@each_game
def test_malformed_text_is_refused(name):
    game = registry.load(name)
    session = Session(game, seed=4)
    options, before = session.options, snapshot(session)
    sample = numbers(game, session.legal_numbers, random.Random(4), OTHERS)[::29]
    malformed = [game.notation.format_action(action, options) + " fetch" for action in sample]
    for text in (*GARBAGE, *malformed):
        with pytest.raises(BadNotation) as error:
            session.play(text)
        assert "\n" not in str(error.value)
        assert snapshot(session) == before, repr(text)
        with pytest.raises(BadNotation):
            game.notation.parse_action(text, options)


# Text and back


def check_texts(game, actions):
    """Every action has a plain text of its own, and that leads back to it."""
    options = game.options()
    texts = [game.notation.format_action(action, options) for action in actions]
    assert [game.notation.parse_action(text, options) for text in texts] == [*actions]
    assert len({text.lower() for text in texts}) == len(actions)
    for text in texts:
        assert text == " ".join(text.split()), text
        assert text.isprintable(), text


@each_game
def test_actions_and_texts_are_inverse(name):
    game = registry.load(name)
    check_texts(game, numbers(game, (), random.Random(5), OTHERS))


@pytest.mark.soak
@each_game
def test_all_actions_and_texts_are_inverse(name):
    game = registry.load(name)
    check_texts(game, range(game.rules.action_count))


@each_game
def test_numbers_of_no_action_have_no_text(name):
    game = registry.load(name)
    options = game.options()
    for number in (game.rules.action_count, *OUTSIDE):
        with pytest.raises(BadNotation):
            game.notation.format_action(number, options)


@each_game
def test_positions_and_texts_are_inverse(name):
    """Whole positions and every seat's view of them, byte for byte."""
    game = registry.load(name)
    for options, states in positions(name, "reasons"):
        for records in (states, *views(game, states, options)):
            text = game.notation.format_position(records, options)
            copy = game.notation.parse_position(text, options)
            differing = [f for f in game.rules.record.names if (copy[f] != records[f]).any()]
            assert copy.tobytes() == records.tobytes(), (
                f"{differing} of {text}, options {game.changes(options)}"
            )
            assert game.notation.format_position(copy, options) == text
            assert "\n" not in text


def mutated(text, rng):
    """A position with a few letters dropped, doubled, swapped or replaced."""
    letters = list(text)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(letters))
        letters[at : at + 1] = rng.choice(
            ([], letters[at] * 2, rng.choice(letters), rng.choice("0123456789-|=?x,*'~ "), "999")
        )
    return "".join(letters)


def read_or_refused(game, text, options):
    """A record, or the refusal; any other error is one."""
    try:
        return game.notation.parse_position(text, options)
    except BadNotation as error:
        return str(error)
    except Exception as error:
        pytest.fail(f"{error!r} for {text!r}, options {game.changes(options)}")


@each_game
def test_mangled_positions_are_read_or_refused(name):
    """Never another error; and what is read is a position that can be written and read again."""
    game = registry.load(name)
    rng = random.Random(f"mangling {name}")
    for options, states in positions(name, "reasons"):
        for records in (states, *views(game, states, options)):
            for _ in range(4):
                text = mutated(game.notation.format_position(records, options), rng)
                message = f"{text!r}, options {game.changes(options)}"
                read = read_or_refused(game, text, options)
                if isinstance(read, str):
                    assert "\n" not in read, message
                    continue
                formatted = game.notation.format_position(read, options)
                assert (
                    game.notation.parse_position(formatted, options).tobytes() == read.tobytes()
                ), message
