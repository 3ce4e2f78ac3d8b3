"""Decisions of whole games, and what each of their alternatives leads to.

Bots play games one by one, and every decision with a choice is noted. Some of them, and some chance
outcomes, are looked at closely: from each position that could follow, the same bots play on many
times, future n with the same luck. The futures are in two halves. What is best by the first half
is judged by the second, for the best of several noisy numbers always looks better than it is.
"""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass

import numpy as np

from offleash.bots.lineup import default_bot, policy, shared_bots
from offleash.bots.players import Bots
from offleash.contract import Game, Records
from offleash.contract.options import format_setting
from offleash.engine.batch import Policy, play_batch
from offleash.lab.plans.plan import make_arm, make_plan
from offleash.lab.runs.experiment import ArmTable, Experiment
from offleash.lab.statistics.distributions import Floats
from offleash.play.session import Moment, Session

MOST_ALTERNATIVES = 8  # of a decision that are played on from; the one taken is always among them
PICKING = 0x0FF5E7  # separates the luck of picking decisions from that of the games
OnGame = Callable[[int], None]  # is called with the number of games that are done


@dataclass(frozen=True)
class OpenChoice:
    """A decision with more than one legal action."""

    game: int
    seat: int
    action: str  # the action as text
    legal: tuple[str, ...]

    @property
    def kind(self) -> str:
        """The first word of the action, as the game's notation has it."""
        return self.action.split()[0]


@dataclass(frozen=True, eq=False)
class CloseLook:
    """A decision or a chance outcome with the chances of all sides after each alternative."""

    game: int
    seat: int  # that decided; below 0 if it was chance
    kind: str
    halves: Floats  # halves of the futures × alternatives × seats; the one that came is the first
    weight: float  # how many steps of its game the look stands for

    @property
    def chances(self) -> Floats:
        """From all futures."""
        return np.asarray(self.halves.mean(axis=0))


@dataclass(frozen=True, eq=False)
class DecisionStudy:
    """What the measures of decisions are computed from."""

    choices: Sequence[OpenChoice]
    looks: Sequence[CloseLook]
    roles: Sequence[Sequence[str]]  # by game and seat: which character the seat played
    won: Floats  # games × seats

    @property
    def games(self) -> int:
        return len(self.roles)


def study_decisions(
    game: Game,
    options: Records,
    games: int,
    looks: int,
    futures: int,
    seed: int = 0,
    threads: int | None = None,
    on_game: OnGame | None = None,
) -> DecisionStudy:
    """Play games with the usual bots and look at so many of their decisions closely."""
    names = [default_bot(game, options, seat) for seat in range(game.seat_count(options))]
    plan = make_plan(game, [make_arm(game, "", options, names)], 1, seed, None)
    table = Experiment(plan, game).arm_table(0)
    choices: list[OpenChoice] = []
    looked_at: list[CloseLook] = []
    roles, won = [], []
    for number in range(games):
        row = number % len(table.seatings)
        own = table.variants[row : row + 1]
        players = table.seatings[row].players
        session = _played(game, own, players, seed, number)
        choices += _choices(session, number)
        looked_at += _Looks(session, players, number, futures, threads).some(looks)
        roles.append(roles_of(game, own, table, row))
        won.append(session.returns)
        if on_game is not None:
            on_game(number + 1)
    return DecisionStudy(choices, looked_at, roles, np.array(won))


def roles_of(game: Game, options: Records, table: ArmTable, row: int) -> tuple[str, ...]:
    """Return what tells the seats apart: the character of each, or its bot."""
    seats = game.seat_count(options)
    if "archetypes" in game.lab.seating.moves:
        text = format_setting(game.rules.options, options, "archetypes")
        return tuple(text.replace("/", ",").split(",")[:seats])
    return tuple(table.seatings[row].players[:seats])


def _played(
    game: Game, options: Records, players: Sequence[str], seed: int, number: int
) -> Session:
    """Return a whole game."""
    session = Session(game, options, seed, number=number)
    with closing(Bots(game, policy(game, players))) as bots:
        while not session.over:
            bots.play(session)
    return session


def _choices(session: Session, number: int) -> list[OpenChoice]:
    """Return the decisions of a game that left a choice."""
    game, options, choices = session.game, session.options, []
    work, out = game.new_work(), game.new_out()
    for moment in session.history:
        if moment.actor < 0:
            continue
        legal = _legal(game, options, _position(game, moment), work, out)
        if len(legal) > 1:
            words = [game.notation.format_action(action, options) for action in legal]
            action = game.notation.format_action(moment.action, options)
            choices.append(OpenChoice(number, moment.actor, action, tuple(words)))
    return choices


def _position(game: Game, moment: Moment) -> Records:
    """Return the position before a step."""
    return np.frombuffer(bytearray(moment.before), game.rules.record)


def _legal(game: Game, options: Records, state: Records, work: Records, out: object) -> list[int]:
    n = game.rules.legal_actions(state[0], options[0], work[0], out)
    return [int(action) for action in out[:n]]  # type: ignore[index]


class _Looks:
    """Looks closely at some steps of one game."""

    def __init__(
        self,
        session: Session,
        players: Sequence[str],
        number: int,
        futures: int,
        threads: int | None,
    ) -> None:
        game = session.game
        self.session, self.number, self.threads = session, number, threads
        self.half = max(1, futures // 2)
        # what `offleash warm` compiles
        self.players: Policy = policy(game, players, also_compiled=shared_bots(game))
        self.work, self.out, self.weights = game.new_work(), game.new_out(), game.new_out()
        self.generator = np.random.default_rng([PICKING, session.number])

    def some(self, count: int) -> list[CloseLook]:
        """Return looks at so many decisions with a choice, and half as many chance outcomes."""
        decisions, chances = [], []
        for moment in self.session.history:
            if moment.actor < 0:
                chances.append(moment)
            elif len(self._legal(moment)) > 1:
                decisions.append(moment)
        looks = []
        for moments, most in ((decisions, count), (chances, count // 2)):
            picked = self.generator.permutation(len(moments))[:most].tolist()
            weight = len(moments) / max(1, len(picked))
            looks += [self._look(moments[i], weight) for i in sorted(picked)]
        return looks

    def _legal(self, moment: Moment) -> list[int]:
        game, options = self.session.game, self.session.options
        return _legal(game, options, _position(game, moment), self.work, self.out)

    def _look(self, moment: Moment, weight: float) -> CloseLook:
        """Play on from what came, and from alternatives; of chance, from before it came."""
        game, options = self.session.game, self.session.options
        if moment.actor < 0:
            actions = [moment.action]
        else:
            others = [action for action in self._legal(moment) if action != moment.action]
            order = self.generator.permutation(len(others))[: MOST_ALTERNATIVES - 1]
            actions = [moment.action, *(others[i] for i in order.tolist())]
        before = _position(game, moment)
        after = np.concatenate([before] * len(actions))
        for place, action in enumerate(actions):
            game.rules.apply(after[place], options[0], self.work[0], action, None)
        starts = np.concatenate([after, before]) if moment.actor < 0 else after
        kind = game.notation.format_action(moment.action, options).split()[0]
        return CloseLook(self.number, moment.actor, kind, self._play_on(starts), weight)

    def _play_on(self, starts: Records) -> Floats:
        """Return halves × positions × seats: what each wins from there on."""
        session, futures = self.session, 2 * self.half
        first = int(self.generator.integers(1 << 40))
        batch = play_batch(
            session.game,
            self.players,
            len(starts) * futures,
            session.number,
            session.options,
            threads=self.threads,
            numbers=np.tile(first + np.arange(futures), len(starts)),
            starts=np.repeat(starts, futures),
        )
        seats = session.game.seat_count(session.options)
        results = batch.results[:, :seats].reshape(len(starts), 2, self.half, seats)
        return np.asarray(results.mean(axis=2).swapaxes(0, 1))
