"""What an action is worth: the chance to win with it and without it, on the same luck.

Bots play games. In each, at one decision at which an action of the given word is legal, the game
splits: in one future the seat takes the action, in the other what the bot would do if it could not.
The same bots play both on, many times; future n has the same dice and cards in both. Games are
independent, so the interval is over games.
"""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import count

import numpy as np

from offleash.bots.decision import decision_in
from offleash.bots.lineup import default_bot, policy, seat_names, shared_bots
from offleash.bots.players import Bots
from offleash.contract import Game, Records
from offleash.engine.batch import Policy, play_batch
from offleash.lab.questions.worth import Worth
from offleash.lab.statistics.intervals import Interval, mean_interval
from offleash.play.session import Session
from offleash.tools.errors import OffleashError, quote

OPPORTUNITIES = 4  # games split at the first to fourth opportunity in turn
MOST_TRIES = 20  # games without enough opportunities, for each one that has them

# Called with the number of games that have been split
OnSplit = Callable[[int], None]


@dataclass(frozen=True)
class ActionWorth:
    """The chance to win with an action and without it."""

    chance_with: Interval
    chance_without: Interval
    difference: Interval
    own_share: float  # the share of these decisions at which the bot itself takes the action
    splits: int
    futures: int


@dataclass(frozen=True)
class Split:
    """A game in two futures: after the action, and after another one."""

    seat: int
    number: int  # of the game
    positions: Records  # with the action, without it
    is_own: bool  # whether the bot itself takes the action


def measure_worth(
    game: Game,
    options: Records,
    names: Sequence[str],
    word: str,
    splits: int,
    futures: int = Worth.futures,
    seed: int = 0,
    threads: int | None = None,
    on_split: OnSplit | None = None,
) -> ActionWorth:
    """Split so many games. Raise OffleashError if the action is hardly ever legal."""
    # both are what `offleash warm` compiles: one plays sessions, the other batches
    players = policy(game, names)
    batch_players = policy(game, names, also_compiled=shared_bots(game))
    shares = np.zeros((splits, 2))
    own_count, done = 0, 0
    for number in count():
        if done == splits:
            break
        if number >= MOST_TRIES * (done + 1):
            raise OffleashError(f"{quote(word)} is legal in too few of the first {number} games")
        if (split := _split(game, options, players, word, seed, number)) is None:
            continue
        shares[done] = _play_on(game, options, batch_players, split, futures, seed, threads)
        own_count += split.is_own
        done += 1
        if on_split is not None:
            on_split(done)
    columns = np.column_stack([shares, shares[:, 0] - shares[:, 1]])
    with_it, without, difference = map(mean_interval(columns).one, range(3))
    return ActionWorth(with_it, without, difference, own_count / splits, splits, futures)


def bots_of(question: Worth, game: Game, options: Records) -> list[str]:
    """Return the bots on the seats: those named, or the usual one of each seat."""
    count = game.seat_count(options)
    if question.seats is None:
        return [default_bot(game, options, seat) for seat in range(count)]
    return seat_names(game, ",".join(question.seats), count)


def _split(
    game: Game, options: Records, players: Policy, word: str, seed: int, number: int
) -> Split | None:
    """Play one game up to its split; return None if it ends before."""
    session = Session(game, options, seed, number=number)
    left = number % OPPORTUNITIES
    with closing(Bots(game, players)) as bots:
        while not session.over:
            legal = session.legal_numbers
            actions = [action for action in legal if _is_called(session, action, word)]
            if not actions or len(actions) == len(legal):
                bots.play(session)
            elif left > 0:
                left -= 1
                bots.play(session)
            else:
                return _split_here(session, bots, actions)
    return None


def _is_called(session: Session, action: int, word: str) -> bool:
    return session.game.notation.format_action(action, session.options).split()[0] == word


def _split_here(session: Session, bots: Bots, actions: Sequence[int]) -> Split:
    """Return the positions after the action, and after what the bot does without it."""
    game, seat = session.game, session.actor
    own, _ = bots.choose(session)
    action = own if own in actions else actions[0]
    other = own
    if own in actions:
        decision = decision_in(session)
        rest = replace(decision, legal=[n for n in decision.legal if n not in actions])
        usual = [default_bot(game, session.options, seat)] * game.seat_count(session.options)
        other = Bots(game, usual).decide(rest)
    positions = np.concatenate([session.state, session.state])
    for position, choice in zip(positions, (action, other), strict=True):
        game.rules.apply(position, session.options[0], game.new_work()[0], choice, None)
    return Split(seat, session.number, positions, own in actions)


def _play_on(
    game: Game,
    options: Records,
    players: Policy,
    split: Split,
    futures: int,
    seed: int,
    threads: int | None,
) -> list[float]:
    """Return the share of the futures that the seat wins, with the action and without it."""
    numbers = (1 + split.number) * futures + np.arange(futures)
    batch = play_batch(
        game,
        players,
        2 * futures,
        seed,
        options,
        threads=threads,
        numbers=np.tile(numbers, 2),
        starts=np.repeat(split.positions, futures),
    )
    return [float(part.mean()) for part in np.split(batch.results[:, split.seat], 2)]
