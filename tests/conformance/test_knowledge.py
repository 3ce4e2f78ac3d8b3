"""What a seat may know, for every game: nothing hidden shows, and blanks are filled lawfully.

A *twin* of a position, for a seat, is another position that this seat can't tell from it.
"""

import random
from functools import cache

import numpy as np
import pytest

from offleash.bots.kinds import bot_names, level_names
from offleash.bots.players import Bots
from offleash.compiler.rules.random import seed_streams
from offleash.compiler.seeds import streams
from offleash.contract.encoding import Observation
from offleash.contract.rules.actors import NOBODY, OVER, UNSEEN
from offleash.games import registry
from offleash.play.session import Session
from tests.battery import battery, rebind
from tests.variety import (
    OTHERS,
    TWINS,
    applied,
    choices,
    numbers,
    planned,
    positions,
    scores,
    twins,
    view_of,
    viewers,
)

GAMES = tuple(registry.ROWS)
SECRETIVE = [name for name in GAMES if battery(name).SECRETS]
SKIPPED = 4  # every case asks of one action in so many, and all cases together of all
PICTURE_INTERVAL = 9  # drawing is slow: one case in so many, which still takes every viewer in turn

each_game = pytest.mark.parametrize("name", GAMES)
each_secretive_game = pytest.mark.parametrize("name", SECRETIVE)


def describe(game, states, options, seat=None):
    """What a failure prints."""
    view = "" if seat is None else f", seen by {seat}"
    return (
        f"{game.notation.format_position(states, options)}, options {game.changes(options)}{view}"
    )


# Views and twins


@cache
def cases(name):
    """Every position with every viewer and what that viewer can't tell from it.

    Of those who see all, the actor and a spectator stand for everybody.
    """
    game = registry.load(name)
    return [
        (options, states, seat, twin)
        for options, states in positions(name, "knowledge")
        for seat in viewers(game, options)
        if seat in (NOBODY, game.rules.actor(states[0]))
        or view_of(game, states, options, seat).tobytes() != states.tobytes()
        for twin in twins(game, states, options, seat)
    ]


# The leak checker


def appearances(game, states, options, seat):
    """What a seat is told of a position, or what a bot in its place goes by."""
    view = view_of(game, states, options, seat)
    observation = game.notation.observe(states, options, seat)
    acts = seat != NOBODY and game.rules.actor(states[0]) == seat
    legal = choices(game, states, options) if acts else []
    by_name = {
        "view": view.tobytes(),
        "observed text": observation.text,
        "observed array": (
            observation.array.dtype,
            observation.array.shape,
            observation.array.tobytes(),
        ),
        "legal actions": legal,
        "scores": scores(game, states, options, legal),
        "plan": planned(game, states, options).tobytes() if acts else b"",
    }
    if acts:
        by_name["plan of the view"] = planned(game, view, options).tobytes()
        by_name["legal actions of the view"] = choices(game, view, options)
        by_name["scores of the view"] = scores(game, view, options, legal)
    return by_name


def pictures(game, states, options, seat):
    """What a seat is shown; a picture of the whole record must not show more either."""
    view = view_of(game, states, options, seat)
    acts = seat != NOBODY and game.rules.actor(states[0]) == seat
    legal = choices(game, states, options) if acts else []
    return {
        "picture of the view": game.pictures.draw(view, options, seat),
        "picture of the record": game.pictures.draw(states, options, seat),
        "targets": game.pictures.targets(view, options, seat, legal),
        "targets in the picture": game.pictures.draw_targets(states, options, seat, legal),
        "terminal drawing": game.pictures.draw_text(view, options, seat),
    }


def leaks(game, states, twin, options, seat, look=appearances):
    """What tells two positions apart that should look alike."""
    one = look(game, states, options, seat)
    two = look(game, twin, options, seat)
    return [name for name in one if one[name] != two[name]]


@each_game
@pytest.mark.parametrize(("look", "every"), [(appearances, 1), (pictures, PICTURE_INTERVAL)])
def test_twins_look_alike(name, look, every):
    game = registry.load(name)
    for options, states, seat, twin in cases(name)[::every]:
        leaked = leaks(game, states, twin, options, seat, look)
        assert not leaked, (
            f"{leaked} told {describe(game, states, options, seat)} "
            f"from {game.notation.format_position(twin, options)}"
        )


@each_game
def test_a_view_is_enough_for_its_seat(name):
    """Legal actions and scores from the view are those from the record."""
    game = registry.load(name)
    for options, states, seat, _ in cases(name)[::TWINS]:
        appearance = appearances(game, states, options, seat)
        message = describe(game, states, options, seat)
        assert (
            appearance.get("legal actions of the view", appearance["legal actions"])
            == (appearance["legal actions"])
        ), message
        assert appearance.get("scores of the view", appearance["scores"]) == appearance["scores"], (
            message
        )
        assert appearance.get("plan of the view", appearance["plan"]) == appearance["plan"], message
        view = view_of(game, states, options, seat)
        observation = game.notation.observe(view, options, seat)
        assert (observation.text, observation.array.tobytes()) == (
            appearance["observed text"],
            appearance["observed array"][2],
        ), message


@each_game
def test_hiding_twice_changes_nothing(name):
    game = registry.load(name)
    for options, states, seat, _ in cases(name)[::TWINS]:
        view = view_of(game, states, options, seat)
        second = view_of(game, view, options, seat)
        assert second.tobytes() == view.tobytes(), describe(game, states, options, seat)


# Planted leaks


@cache
def blanked_fields(name):
    """The fields of which something is hidden from somebody."""
    game = registry.load(name)
    return sorted(
        field
        for field in game.rules.record.names
        if any(
            (view_of(game, states, options, seat)[field] != states[field]).any()
            for options, states, seat, _ in cases(name)
        )
    )


@each_game
def test_what_is_hidden_is_what_the_game_calls_secret(name):
    """And a game that names no secrets hides nothing: its leaks need not be planted."""
    assert blanked_fields(name) == sorted(battery(name).SECRETS)


@each_secretive_game
def test_twins_differ_in_every_secret(name):
    """Otherwise a leak of that field could not show in any of the positions."""
    differing = {
        field
        for _, states, _, twin in cases(name)
        for field in battery(name).SECRETS
        if (states[field] != twin[field]).any()
    }
    assert differing == set(battery(name).SECRETS)


def forgetful(game, field):
    """The game, but `hide` forgets one field."""

    def hide(state, options, seat):
        before = state[field].copy()
        game.rules.hide(state, options, seat)
        state[field] = before

    return rebind(game, hide=hide)


def telling_cases(name, acting=False):
    """The cases in which a planted leak can show: the twin differs, for a seat that is to act."""
    game = registry.load(name)
    result = [
        (options, states, seat, twin)
        for options, states, seat, twin in cases(name)
        if states.tobytes() != twin.tobytes()
        and (not acting or (seat != NOBODY and seat == game.rules.actor(states[0])))
    ]
    assert result, f"no sampled position of {name} could show a leak"
    return result


def is_caught(leaky, name, leak, look=appearances, acting=False):
    """Whether the checker finds a planted leak in some of the positions."""
    return any(
        leak in leaks(leaky, states, twin, options, seat, look)
        for options, states, seat, twin in telling_cases(name, acting)
    )


@each_secretive_game
def test_a_forgotten_blank_is_caught(name):
    game = registry.load(name)
    for field in battery(name).SECRETS:
        assert is_caught(forgetful(game, field), name, "view"), f"{field} could leak unnoticed"


@each_secretive_game
def test_a_telltale_picture_is_caught(name):
    game = registry.load(name)

    def draw(states, options, seat):
        return game.pictures.draw(states, options, seat) + f"<!-- {states.tobytes().hex()} -->"

    assert is_caught(rebind(game, draw=draw), name, "picture of the record", pictures)


@each_secretive_game
def test_a_telltale_observation_is_caught(name):
    game = registry.load(name)

    def more_text(states, options, seat):
        observation = game.notation.observe(states, options, seat)
        whole = game.notation.format_position(states, options)
        return Observation(lambda: observation.text + whole, observation.array)

    def more_numbers(states, options, seat):
        observation = game.notation.observe(states, options, seat)
        peeked = np.frombuffer(states.tobytes(), np.uint8)
        return Observation(
            observation.make_text, np.concatenate([observation.array, peeked.astype(np.int32)])
        )

    assert is_caught(rebind(game, observe=more_text), name, "observed text")
    assert is_caught(rebind(game, observe=more_numbers), name, "observed array")


@each_secretive_game
def test_a_telltale_score_is_caught(name):
    game = registry.load(name)

    def score(state, options, work, plan, action, weights):
        peeked = hash(state.tobytes())
        return game.bots.score(state, options, work, plan, action, weights) + peeked

    assert is_caught(rebind(game, score=score), name, "scores", acting=True)


@each_secretive_game
def test_a_telltale_plan_is_caught(name):
    game = registry.load(name)

    def prepare(state, options, work, plan, weights):
        plan[plan.dtype.names[0]] = hash(state.tobytes()) % 1000

    assert is_caught(rebind(game, prepare=prepare), name, "plan", acting=True)


# Filling the blanks


@each_game
def test_filled_blanks_give_the_same_view(name):
    """Law 1 of `resample`, byte for byte."""
    game = registry.load(name)
    for options, states, seat, twin in cases(name):
        assert view_of(game, twin, options, seat).tobytes() == (
            view_of(game, states, options, seat).tobytes()
        ), (
            f"{describe(game, states, options, seat)} became "
            f"{game.notation.format_position(twin, options)}"
        )


@each_game
def test_filled_blanks_make_a_whole_position(name):
    """It can be written, read and played; reading works out again what must be conserved."""
    game = registry.load(name)
    for options, states, seat, twin in cases(name):
        message = describe(game, states, options, seat)
        text = game.notation.format_position(twin, options)
        assert game.notation.parse_position(text, options).tobytes() == twin.tobytes(), (
            f"{message}: {text}"
        )
        assert bool(choices(game, twin, options)) == (game.rules.actor(twin[0]) != OVER), message
        assert game.rules.actor(twin[0]) == game.rules.actor(states[0]), message


@each_game
def test_filling_is_repeatable_and_leaves_other_streams_alone(name):
    game = registry.load(name)
    for options, states, seat, _ in cases(name)[::7]:
        view = view_of(game, states, options, seat)
        results, rng = [], streams()
        for _ in range(2):
            seed_streams(rng, 5, 0)
            before, full = rng.copy(), view.copy()
            game.rules.resample(full[0], options[0], game.new_work()[0], seat, rng, 3)
            results.append(full.tobytes())
            assert (np.delete(rng, 3) == np.delete(before, 3)).all(), describe(
                game, states, options
            )
        assert results[0] == results[1], describe(game, states, options, seat)


@each_game
def test_play_goes_on_from_filled_blanks(name):
    """A few random actions from a twin: each position on the way can still be written and read."""
    game = registry.load(name)
    rng = random.Random(f"playing on in {name}")
    for options, states, seat, twin in cases(name)[::5]:
        at = twin
        for _ in range(12):
            actions = choices(game, at, options)
            if not actions:
                break
            at = applied(game, at, options, rng.choice(actions))
        text = game.notation.format_position(at, options)
        assert game.notation.parse_position(text, options).tobytes() == at.tobytes(), (
            f"{text} after {describe(game, states, options, seat)}"
        )


# Seeing what others do


@each_game
def test_everybody_sees_their_own_actions(name):
    game = registry.load(name)
    for options, states in positions(name, "knowledge"):
        actor = game.rules.actor(states[0])
        if actor < 0:
            continue
        for action in choices(game, states, options):
            visible = game.rules.seen(states[0], options[0], action, actor)
            assert visible == action, describe(game, states, options)


@each_game
def test_an_action_is_seen_whole_or_not_at_all(name):
    game = registry.load(name)
    for options, states in positions(name, "knowledge"):
        for seat in viewers(game, options):
            for action in choices(game, states, options):
                visible = game.rules.seen(states[0], options[0], action, seat)
                assert visible in (action, UNSEEN), describe(game, states, options, seat)


@each_game
def test_what_looks_alike_afterwards_is_seen_alike(name):
    """Two actions whose results differ, but not for this seat, are not told apart either."""
    game = registry.load(name)
    for options, states in positions(name, "knowledge"):
        actions = choices(game, states, options)
        after = [applied(game, states, options, action) for action in actions]
        for seat in viewers(game, options):
            groups = {}
            for action, result in zip(actions, after, strict=True):
                view = view_of(game, result, options, seat).tobytes()
                groups.setdefault(view, []).append((action, result.tobytes()))
            for group in groups.values():
                results = {result for _, result in group}
                visible = {int(game.rules.seen(states[0], options[0], a, seat)) for a, _ in group}
                assert len(results) == 1 or visible == {UNSEEN}, describe(
                    game, states, options, seat
                )


@each_game
def test_twins_see_alike(name):
    """What is seen of an action does not hang on what the seat can't know."""
    game, rng = registry.load(name), random.Random(7)
    for number, (options, states, seat, twin) in enumerate(cases(name)[::7]):
        if game.rules.actor(states[0]) == OVER:
            continue
        sample = numbers(game, choices(game, states, options), rng, OTHERS // 20)
        for action in sample[number % SKIPPED :: SKIPPED]:
            one, two = (game.rules.seen(s[0], options[0], action, seat) for s in (states, twin))
            assert one == two, describe(game, states, options, seat)


@each_game
@pytest.mark.parametrize("bot", ["greedy", "random", "personas", "levels"])
def test_a_bot_chooses_by_its_view_alone(name, bot):
    """The same luck and another deal of what the seat can't see: the same choice."""
    game = registry.load(name)
    compared = 0
    personas = [bot_name for bot_name in bot_names(game) if bot_name.startswith("persona:")]
    levels = list(level_names(game))
    bots = {"personas": personas, "levels": levels}.get(bot, [bot]) or ["greedy"]
    for options, states in positions(name, "knowledge"):
        seat = int(game.rules.actor(states[0]))
        if seat < 0:
            continue
        names = (bots * game.max_seats)[: game.seat_count(options)]
        if bot == "levels":  # one after the other: few of them are compiled into one kernel
            names = [bots[compared % len(bots)]] * len(names)
        view = states.copy()
        game.rules.hide(view[0], options[0], seat)
        rng = streams()
        seed_streams(rng, 8, compared)
        game.rules.resample(view[0], options[0], game.new_work()[0], seat, rng, 0)
        compared += 1
        decisions = []
        for one in (states, view):
            session = Session(game, options)
            session.state = one.copy()
            action, luck = Bots(game, names).choose(session)
            decisions.append((action, luck.streams.tobytes(), luck.plans.tobytes()))
        assert decisions[0] == decisions[1], game.notation.format_position(states, options)
    assert compared > 5
