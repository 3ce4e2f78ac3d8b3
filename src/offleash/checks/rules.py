"""Checks of the rules themselves: what is legal, what chance brings, what an action does."""

from collections.abc import Callable, Iterator, Sequence
from types import FunctionType
from typing import Any

import numpy as np

from offleash.bots.lineup import policy
from offleash.bots.players import watch_game
from offleash.checks.check import Breaches, Check
from offleash.checks.sampling import applied, choices, random_variants
from offleash.checks.subject import Subject
from offleash.compiler.rule import source_of
from offleash.contract import Game, Records
from offleash.contract.rules.actors import CHANCE, OVER
from offleash.engine.batch import play_batch
from offleash.engine.perft import count_lines

ACTIONS_EACH = 5  # actions of a position that are carried out
DIRT = 0x55  # what fills scratch space, which must not matter
PYTHON_INTERVAL = 4  # one position in so many is played in Python too
GAMES = 60  # of a batch with random options
WATCHED = 4  # games that are played alone, to compare them with those of a batch
PERFT_DEPTH, PERFT_LIMIT = 3, 20_000  # actions ahead; fewer where there are more lines than that


def some(actions: Sequence[int], count: int = ACTIONS_EACH) -> list[int]:
    """Return some actions, the first and the last among them."""
    return [*actions[:: max(1, len(actions) // count)], *actions[-1:]]


# What is legal


def list_breaches(subject: Subject) -> Breaches:
    """Examine the lists of legal actions and outcomes."""
    game = subject.game
    for options, states in subject.positions("reasons"):
        before = states.tobytes(), options.tobytes()
        actions = choices(game, states, options)
        where = subject.describe(states, options)
        if (states.tobytes(), options.tobytes()) != before:
            yield f"listing actions changes {where}"
        if actions != sorted(set(actions)):
            yield f"{actions[:20]} are not in ascending order, each once, in {where}"
        if actions and not 0 <= actions[0] <= actions[-1] < game.rules.action_count:
            yield f"{actions[0]} or {actions[-1]} is no action number in {where}"
        if len(actions) > game.rules.max_actions:
            yield f"{len(actions)} actions are more than {game.rules.max_actions} in {where}"
        if not actions and game.rules.actor(states[0]) != OVER:
            yield f"nothing can be done, but the game is not over in {where}"


def weight_breaches(subject: Subject) -> Breaches:
    """Examine the weights of chance outcomes."""
    game = subject.game
    for options, states in subject.positions("reasons"):
        if game.rules.actor(states[0]) == CHANCE:
            chances = game.new_chances()
            n = game.rules.chance_outcomes(states[0], options[0], game.new_out(), chances)
            if not (chances[: int(n)] > 0).all():
                yield f"an outcome has no weight in {subject.describe(states, options)}"


def _plant_lists(subject: Subject) -> dict[str, Subject]:
    rules = subject.game.rules

    def legal_twice(state: Any, options: Any, work: Any, out: Any) -> int:
        n = int(rules.legal_actions(state, options, work, out))
        out[n] = out[n - 1]
        return n + 1

    def legal_backwards(state: Any, options: Any, work: Any, out: Any) -> int:
        n = int(rules.legal_actions(state, options, work, out))
        out[:n] = out[:n][::-1].copy()
        return n

    def legal_beyond(state: Any, options: Any, work: Any, out: Any) -> int:
        n = int(rules.legal_actions(state, options, work, out))
        out[n - 1] = rules.action_count
        return n

    def no_legal(state: Any, options: Any, work: Any, out: Any) -> int:
        return 0

    faults = {
        "an action is listed twice": legal_twice,
        "actions are listed backwards": legal_backwards,
        "a number beyond all actions is legal": legal_beyond,
        "nothing is legal": no_legal,
    }
    return {words: subject.planted(legal_actions=fault) for words, fault in faults.items()}


def _plant_weights(subject: Subject) -> dict[str, Subject]:
    rules = subject.game.rules

    def weightless(state: Any, options: Any, out: Any, chances: Any) -> int:
        n = int(rules.chance_outcomes(state, options, out, chances))
        chances[0] = 0
        return n

    return {"an outcome has weight 0": subject.planted(chance_outcomes=weightless)}


def has_chance(subject: Subject) -> bool:
    """Return whether chance decides something in the sample."""
    pairs = subject.positions("reasons")
    return any(subject.game.rules.actor(states[0]) == CHANCE for _, states in pairs)


# What an action does


def apply_breaches(subject: Subject) -> Breaches:
    """Carry out actions again, with other scratch space and without a tally."""
    game = subject.game
    for options, states in subject.positions("reasons"):
        before = options.tobytes()
        for action in some(choices(game, states, options)):
            after = applied(game, states, options, action).tobytes()
            again, work = states.copy(), game.new_work()
            work.view(np.uint8)[:] = DIRT
            game.rules.apply(again[0], options[0], work[0], action, None)
            text = f"{action} in {subject.describe(states, options)}"
            if again.tobytes() != after:
                yield f"the same action has another effect the second time: {text}"
            if options.tobytes() != before:
                yield f"an action changes the options: {text}"


def _plant_apply(subject: Subject) -> dict[str, Subject]:
    rules, count = subject.game.rules, iter(range(1 << 30))

    def moody(state: Any, options: Any, work: Any, action: int, tally: Any) -> None:
        rules.apply(state, options, work, action, tally)
        flip_byte(state, next(count) % 2)

    def counting(state: Any, options: Any, work: Any, action: int, tally: Any) -> None:
        rules.apply(state, options, work, action, tally)
        flip_byte(state, int(tally is None))

    return {
        "an action depends on what was played elsewhere": subject.planted(apply=moody),
        "an action depends on whether somebody counts": subject.planted(apply=counting),
    }


def flip_byte(state: Any, bit: int) -> None:
    """Change the first field of a record."""
    name = state.dtype.names[0]
    state[name] = state[name] ^ bit


def end_breaches(subject: Subject) -> Breaches:
    """Examine what seats have won, and their places."""
    game = subject.game
    for options, states in subject.positions("reasons"):
        if game.rules.actor(states[0]) != OVER:
            continue
        seats = game.seat_count(options)
        shares, places = np.zeros(seats), np.full(seats, -1, np.int64)
        game.rules.returns(states[0], options[0], shares)
        game.rules.rank(states[0], options[0], places)
        where = subject.describe(states, options)
        if not np.isfinite(shares).all():
            yield f"what the seats have won is {shares.tolist()} in {where}"
        if places.min() != 0 or places.max() >= seats:
            yield f"the places of the seats are {places.tolist()} in {where}"


def _plant_end(subject: Subject) -> dict[str, Subject]:
    def endless(state: Any, options: Any, shares: Any) -> None:
        shares[:] = np.nan

    def unplaced(state: Any, options: Any, places: Any) -> None:
        places[:] = 1

    return {
        "what a seat has won is no number": subject.planted(returns=endless),
        "nobody is first": subject.planted(rank=unplaced),
    }


# Compiled, interpreted, and in batches


def as_python(
    rule: Callable[..., Any], known: dict[Any, Callable[..., Any]] | None = None
) -> Callable[..., Any]:
    """Return a rule as Python runs it, with all that it calls."""
    source, known = source_of(rule), {} if known is None else known
    if source in known or not isinstance(source, FunctionType):
        return known.get(source, source)
    names = dict(source.__globals__)
    known[source] = FunctionType(
        source.__code__, names, None, source.__defaults__, source.__closure__
    )
    for name in source.__code__.co_names:
        if hasattr(names.get(name), "machine"):
            names[name] = as_python(names[name], known)
    return known[source]


def python_breaches(subject: Subject) -> Breaches:
    """Compare machine code with Python, action by action."""
    game, origin = subject.game.rules, subject.origin.rules
    legal, outcomes = as_python(origin.legal_actions), as_python(origin.chance_outcomes)
    apply, new = as_python(origin.apply), subject.game
    for options, states in subject.positions("reasons")[::PYTHON_INTERVAL]:
        where = subject.describe(states, options)
        actions, out = choices(new, states, options), new.new_out()
        if game.actor(states[0]) == CHANCE:
            n = outcomes(states[0], options[0], out, new.new_chances())
        else:
            n = legal(states[0], options[0], new.new_work()[0], out)
        if actions and [int(action) for action in out[: int(n)]] != actions:
            yield f"Python lists other actions than machine code in {where}"
        for action in some(actions):
            after = states.copy()
            apply(after[0], options[0], new.new_work()[0], action, new.new_tally()[0])
            if after.tobytes() != applied(new, states, options, action).tobytes():
                yield f"Python carries out {action} otherwise than machine code in {where}"


def _plant_python(subject: Subject) -> dict[str, Subject]:
    rules = subject.game.rules

    def other(state: Any, options: Any, work: Any, action: int, tally: Any) -> None:
        rules.apply(state, options, work, action, tally)
        flip_byte(state, 1)

    return {"machine code does something else": subject.planted(apply=other)}


def batch_breaches(subject: Subject) -> Breaches:
    """Play random games with random options: they end, on any number of threads alike."""
    game = subject.origin
    variants, rows = random_variants(game, GAMES, 4, subject.lively)
    players = policy(game, ["random"] * game.max_seats)
    one, two = (
        play_batch(game, players, GAMES, 4, variants, rows, threads=threads) for threads in (1, 2)
    )
    if not one.finished.all():
        yield f"{int((~one.finished).sum())} of {GAMES} random games do not end"
    if one.states.tobytes() != two.states.tobytes():
        yield "games on two threads end otherwise than on one"
    options = game.options()
    batch = play_batch(game, players, WATCHED, seed=9)
    names = ["random"] * game.seat_count(options)
    for number in range(WATCHED):
        session = watch_game(subject.game, options, names, 9, number)
        is_same = session.state.tobytes() == batch.states[number].tobytes()
        if not is_same or len(session.history) != batch.lengths[number]:
            yield "a game of a batch ends otherwise than the same game watched alone"


def _plant_batch(subject: Subject) -> dict[str, Subject]:
    game = subject.game

    def setup(state: Any, options: Any) -> None:
        game.rules.setup(state, options)
        states = np.array([state], game.rules.record).view(np.recarray)
        settings = np.array([options], game.rules.options_record).view(np.recarray)
        after = applied(game, states, settings, choices(game, states, settings)[-1])
        for name in game.rules.record.names or ():
            state[name] = after[name][0]

    return {"a session begins an action later than a batch": subject.planted(setup=setup)}


def perft_breaches(subject: Subject) -> Breaches:
    """Count lines of play twice: by the kernel, and one by one."""
    game, options = subject.game, subject.game.options()
    states = game.new_state(options)
    for depth in range(1, PERFT_DEPTH + 1):
        lines = count_lines(subject.origin, states, options, depth)
        if lines > PERFT_LIMIT and depth > 1:
            return
        counted = sum(1 for _ in walk_lines(game, states, options, depth))
        if counted != lines:
            yield f"there are {counted} lines of {depth} actions, but perft counts {lines}"


def _plant_perft(subject: Subject) -> dict[str, Subject]:
    rules = subject.game.rules

    def legal(state: Any, options: Any, work: Any, out: Any) -> int:
        return int(rules.legal_actions(state, options, work, out)) - 1

    def outcomes(state: Any, options: Any, out: Any, chances: Any) -> int:
        return int(rules.chance_outcomes(state, options, out, chances)) - 1

    return {
        "a line of play is left out": subject.planted(legal_actions=legal, chance_outcomes=outcomes)
    }


def walk_lines(game: Game, states: Records, options: Records, depth: int) -> Iterator[Records]:
    """Yield the end of every line of play of so many actions."""
    if depth == 0:
        yield states
        return
    for action in choices(game, states, options):
        yield from walk_lines(game, applied(game, states, options, action), options, depth - 1)


CHECKS = (
    Check("rules", "legal actions are listed once, in order, within their bound", list_breaches,
          _plant_lists),
    Check("rules", "every chance outcome has a weight", weight_breaches, _plant_weights,
          has_chance),
    Check("rules", "an action has one effect, whatever was played before", apply_breaches,
          _plant_apply),
    Check("rules", "a game that is over has places and finite results", end_breaches, _plant_end),
    Check("machine", "machine code and Python agree on every action", python_breaches,
          _plant_python),
    Check("machine", "random games with random options end, and threads agree", batch_breaches,
          _plant_batch),
    Check("machine", "perft counts every line of play once", perft_breaches,
          _plant_perft),
)  # fmt: skip
