"""Random options and random positions of any game, from a seed: every phase and every secret."""

import importlib
import importlib.util
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.compiler.rules.random import STREAMS, seed_streams
from offleash.compiler.seeds import streams
from offleash.contract import Game, Records
from offleash.contract.options import Option
from offleash.contract.rules.actors import CHANCE, NOBODY, OVER

Pair = tuple[Records, Records]  # options, and a position under them
Lively = Mapping[str, Sequence[Any]]  # values of options that random options should often have
NONE: Lively = {}
LIVELY = 0.6  # the share of values that lead to a game in which something happens
PLAIN = 0.25  # the share of a batch's variants that keep all defaults
WALKS = 16  # games played at random for a sample, each with options of its own
SNAPSHOTS = 3  # positions of each,
SHARE = 2  # of which every so many-th is in the sample, and others if they show something new
LONGEST_WALKS = (20, 80, 500)  # decisions
TO_THE_END = 15  # every so many-th game is played to its end
MOST_WALKS = 100  # further games in which what is still missing is looked for
WITHOUT_A_SECRET = "a decision of a seat that does not know a secret"
OFTEN = {WITHOUT_A_SECRET: 6}  # what has to be met more than once
TWINS = 2  # for each position and viewer
AMID_CHANCE = 0.1  # how often a position is kept while chance is to act
MANY = 100_000  # of more action numbers than these only some are looked at:
NEARBY = (-3, -2, -1, 1, 2, 3)  # what stands next to a legal one, or to the edge of a block,
OTHERS = 20_000  # and so many anywhere


def random_variants(
    game: Game, games: int, seed: int, lively: Lively = NONE
) -> tuple[Records, NDArray[np.int64]]:
    """Options for a batch: a hundred variants, and which of them each game has."""
    rng = np.random.default_rng(seed)
    variants = np.concatenate([_draw_options(game, rng, lively) for _ in range(100)])
    return variants, rng.integers(0, len(variants), games)


def _draw_options(game: Game, rng: np.random.Generator, lively: Lively) -> Records:
    """Values for some of the options, few or many."""
    share = 0 if rng.random() < PLAIN else rng.random()
    luck = random.Random(int(rng.integers(1 << 60)))
    preset = luck.choice([*game.rules.presets]) if game.rules.presets else None
    drawn_options = [option for option in game.rules.options if rng.random() < share]
    return game.options(preset, **{s.name: _draw_value(s, luck, lively) for s in drawn_options})


def random_options(game: Game, rng: random.Random, lively: Lively = NONE) -> Records:
    """Any value for every option."""
    preset = rng.choice([*game.rules.presets]) if game.rules.presets else None
    return game.options(preset, **{s.name: _draw_value(s, rng, lively) for s in game.rules.options})


def _draw_value(option: Option, rng: random.Random, lively: Lively) -> str:
    """Any value; more often one of the lively ones, or one that is worth comparing.

    Of many prices at random, one nearly always makes it impossible to do anything.
    """
    if option.name in lively and rng.random() < LIVELY:
        return str(rng.choice(lively[option.name]))
    if option.swept and rng.random() < LIVELY:
        return option.format(rng.choice(option.swept))
    return option.format(option.any_value(rng))


def choices(game: Game, states: Records, options: Records) -> list[int]:
    """Return the legal actions, or the possible chance outcomes."""
    out = game.new_out()
    actor = game.rules.actor(states[0])
    if actor == OVER:
        return []
    if actor == CHANCE:
        n = game.rules.chance_outcomes(states[0], options[0], out, game.new_chances())
    else:
        n = game.rules.legal_actions(states[0], options[0], game.new_work()[0], out)
    return [int(action) for action in out[:n]]


def block_edges(game: Game) -> set[int]:
    """Return where blocks of actions begin: every number that `rules/actions.py` names."""
    name = f"{game.rules.rule.package}.rules.actions"
    if importlib.util.find_spec(name.rpartition(".")[0]) is None:
        return set()
    actions = importlib.import_module(name) if importlib.util.find_spec(name) else None
    return {value for value in vars(actions).values() if type(value) is int} if actions else set()


def numbers(game: Game, legal: Iterable[int], rng: random.Random, others: int) -> list[int]:
    """Return the action numbers to look at: all, or of more than `MANY` those that matter.

    Those are the legal ones, the edges of blocks, what stands beside either, and some others.
    """
    if game.rules.action_count <= MANY:
        return [*range(game.rules.action_count)]
    candidates = {*legal, *block_edges(game)}
    candidates |= {number + step for number in candidates for step in NEARBY}
    candidates |= {*rng.sample(range(game.rules.action_count), others)}
    return sorted(number for number in candidates if 0 <= number < game.rules.action_count)


def planned(game: Game, states: Records, options: Records) -> Records:
    """Return what the greedy has in mind before it decides, for the first time."""
    plan = np.zeros(1, game.rules.plan)
    if game.bots.prepare is not None:
        game.bots.prepare(states[0], options[0], game.new_work()[0], plan[0], game.weights)
    return plan


def scores(game: Game, states: Records, options: Records, actions: list[int]) -> list[int]:
    """Return what the greedy thinks of each action."""
    work = game.new_work()
    plan = planned(game, states, options) if actions else np.zeros(1, game.rules.plan)
    fixed = (states[0], options[0], work[0], plan[0])
    return [int(game.bots.score(*fixed, action, game.weights)) for action in actions]


def applied(game: Game, states: Records, options: Records, action: int) -> Records:
    """Return the next position, in a record of its own."""
    after = states.copy()
    game.rules.apply(after[0], options[0], game.new_work()[0], action, game.new_tally()[0])
    return after


def _pick(
    game: Game,
    states: Records,
    options: Records,
    actions: list[int],
    rng: random.Random,
    skill: float,
) -> int:
    """Any action, or now and then the one that scores best: that gets games to their end."""
    if game.rules.actor(states[0]) == CHANCE or rng.random() >= skill:
        return rng.choice(actions)
    values = scores(game, states, options, actions)
    return actions[values.index(max(values))]


def _walk(
    game: Game, rng: random.Random, whole: bool, lively: Lively, every: bool = False
) -> Iterator[Pair]:
    """Yield some positions of one game, rarely amid chance, or every one, with its options."""
    options = random_options(game, rng, lively)
    states = game.new_state(options)
    longest = 20_000 if whole else rng.choice(LONGEST_WALKS)
    moments = sorted(rng.randrange(longest) for _ in range(SNAPSHOTS))
    skill = 0.9 if whole else rng.choice((0, 0.8))
    steps = 0
    while moments:
        actions = choices(game, states, options)
        by_chance = game.rules.actor(states[0]) == CHANCE
        due = steps >= moments[0] and (not by_chance or rng.random() < AMID_CHANCE)
        if not actions or due or every:
            yield options, states.copy()
        if due:
            moments.pop(0)
        if not actions:
            return
        states = applied(game, states, options, _pick(game, states, options, actions, rng, skill))
        steps += not by_chance


def walk_games(game: Game, rng: random.Random, games: int, lively: Lively = NONE) -> list[Pair]:
    """Return some positions of random games, each with options of its own."""
    return [pair for i in range(games) for pair in _walk(game, rng, i % TO_THE_END == 0, lively)]


def walk_positions(game: Game, rng: random.Random, games: int) -> Iterator[Pair]:
    """Yield every position of random games."""
    for number in range(games):
        yield from _walk(game, rng, number % TO_THE_END == 0, NONE, every=True)


# What a seat can't tell apart


def viewers(game: Game, options: Records) -> list[int]:
    """Everybody who may look: a spectator and every seat."""
    return [NOBODY, *range(game.seat_count(options))]


def view_of(game: Game, states: Records, options: Records, seat: int) -> Records:
    """Return what a seat sees of a position."""
    view = states.copy()
    game.rules.hide(view[0], options[0], seat)
    return view


def filled(game: Game, view: Records, options: Records, seat: int, seed: int) -> Records:
    """Return a view with its blanks filled at random."""
    rng = streams()
    seed_streams(rng, seed, 0)
    full = view.copy()
    game.rules.resample(full[0], options[0], game.new_work()[0], seat, rng, seed % STREAMS)
    return full


def twins(game: Game, states: Records, options: Records, seat: int) -> list[Records]:
    """Other positions that this seat can't tell from this one."""
    view = view_of(game, states, options, seat)
    return [filled(game, view, options, seat, seed) for seed in range(TWINS)]


# Samples


def features(game: Game, states: Records, options: Records, secrets: Sequence[str]) -> set[str]:
    """Return what a position shows: who acts, its phase, its secrets, a decision beside one."""
    actor = int(game.rules.actor(states[0]))
    features = {_actor_feature(actor)}
    if "phase" in game.notation.field_words:
        features.add(f"phase {game.notation.field_words['phase'][int(states['phase'][0])]}")
    for seat in viewers(game, options) if secrets else []:
        for twin in twins(game, states, options, seat):
            differing = [field for field in secrets if (twin[field] != states[field]).any()]
            features |= {f"secret {field}" for field in differing}
            if differing and seat == actor:
                features.add(WITHOUT_A_SECRET)
    return features


def _actor_feature(actor: int) -> str:
    return "the end" if actor == OVER else "chance" if actor == CHANCE else f"a decision of {actor}"


def needed(game: Game, secrets: Sequence[str]) -> set[str]:
    """All that a sample of positions has to show."""
    actors = {_actor_feature(actor) for actor in (OVER, *range(game.max_seats))}
    phases = {f"phase {word}" for word in game.notation.field_words.get("phase", ())}
    secret_features = {f"secret {field}" for field in secrets}
    return actors | phases | secret_features | ({WITHOUT_A_SECRET} if secrets else set())


def sample(
    game: Game,
    secrets: Sequence[str],
    rng: random.Random,
    most: int = MOST_WALKS,
    *,
    rare: Sequence[Pair] = (),
    lively: Lively = NONE,
    walks: int = WALKS,
    spare: Sequence[Pair] = (),
    strict: bool = True,
) -> list[Pair]:
    """Return the opening and positions of random games, until all that is needed is among them.

    `rare` positions, which games seldom come to, are among them too, and `spare` ones if they show
    something new. Raises AssertionError if something is not met in `most` games: checks of it would
    check nothing; unless `strict` is false.
    """
    walked = walk_games(game, rng, walks, lively)
    pairs = [(game.options(), game.new_state(game.options())), *rare, *walked[::SHARE]]
    missing = Counter({feature: OFTEN.get(feature, 1) for feature in needed(game, secrets)})
    for options, states in pairs:
        missing -= Counter(features(game, states, options, secrets))
    others = [pair for i, pair in enumerate(walked) if i % SHARE]
    further = (_walk(game, rng, i % TO_THE_END == 0, lively, every=True) for i in range(most))
    for options, states in chain(others, spare, chain.from_iterable(further)):
        if not missing:
            return pairs
        searched = secrets if missing.keys() - needed(game, ()) else ()  # twins take their time
        if news := missing.keys() & features(game, states, options, searched):
            pairs.append((options, states))
            missing -= Counter(news)
    if missing and strict:
        raise AssertionError(
            f"no position of {game.title} that was sampled shows {', '.join(sorted(missing))}"
        )
    return pairs
