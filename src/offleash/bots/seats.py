"""Bots by name on the seats of a batch or a session."""

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.bots import budgets
from offleash.bots.kinds import GREEDY, BotKind, find, kinds, normalise_name
from offleash.bots.python_players import PythonPlayers
from offleash.bots.templates import mixed
from offleash.bots.templates.search import PLAYOUTS
from offleash.bots.time_limit import TimeLimit
from offleash.bots.timing import Clock, TimedSearches
from offleash.core.batch import LIMIT, Policy
from offleash.core.compile import source_of, specialise
from offleash.core.errors import OffleashError
from offleash.core.forfeit import Forfeited
from offleash.core.game import Game, Records
from offleash.core.prose import join_and
from offleash.core.record import EMPTY
from offleash.core.rules.actors import NOBODY
from offleash.play.session import GameLuck, Session

MAX_KINDS = 4  # of policies in one game
MAX_ACTIONS = 50_000  # of a game with Python bots, some of which never finish
FALLBACK_BOT = "random"  # needs only legal actions


def seat_names(game: Game, text: str, seats: int) -> list[str]:
    """Parses `greedy,persona:yapper,…`: a name for each seat, or one for all.

    Raises OffleashError if a name is unknown or the number of names is wrong.
    """
    names = [normalise_name(game, name) for name in text.split(",")]
    for name in names:
        find(game, name)
    if len(names) == 1:
        names *= seats
    if len(names) != seats:
        raise OffleashError(
            f"{len(names)} bots are named for {seats} seats: name one bot, or one for each seat"
        )
    return names


def default_bot(game: Game, options: Records, seat: int) -> str:
    """The default bot of a seat: the persona that the seat stands for, if there is one."""
    if game.model_of is not None and game.models:
        model = game.models[int(source_of(game.model_of)(options[0], seat))]
        if model in game.personas:
            return f"persona:{model}"
    return GREEDY.name


def refuse_timed(game: Game, names: Iterable[str]) -> None:
    """Raises OffleashError for bots with a time limit: a batch must be reproducible."""
    for name in names:
        kind, argument = find(game, name)
        if kind.is_timed(game, argument):
            raise OffleashError(
                f"{name} plays differently on a faster machine, so its games can't be reproduced: "
                f"give it a number of playouts, as in {kind.name}:{budgets.DEFAULT_PLAYOUTS}"
            )


def policy(
    game: Game, *seatings: Sequence[str], also_compiled: Sequence[str] = (), is_timed: bool = False
) -> Policy:
    """One compiled policy for the named bots; several seatings may share one batch.

    A seating may name fewer players than the game has seats, for options with fewer seats. The
    kinds of the bots `also_compiled` are compiled in even if they do not play: policies with the
    same ones share one kernel, whichever bots play. This changes only games of random bots alone.
    Raises OffleashError for bots with a time limit, unless `is_timed`.
    """
    if not seatings or not all(seatings):
        raise OffleashError("a policy needs at least one seating, with at least one player")
    if len(longest := max(seatings, key=len)) > game.max_seats:
        raise OffleashError(f"{len(longest)} players are named for {game.max_seats} seats")
    players = list(dict.fromkeys(name for names in seatings for name in names))
    if not is_timed:
        refuse_timed(game, players)
    bots = [find(game, name) for name in players]
    guests = {number: kind for number, (kind, _) in enumerate(bots) if kind.factory is not None}
    all_kinds = [kind for kind, _ in bots] + [find(game, name)[0] for name in also_compiled]
    # the kernel never asks the bot on the seat of a Python bot
    compiled = [kind for kind in all_kinds if kind.factory is None] or [kinds(game)[FALLBACK_BOT]]
    note, notes = _workspace(compiled)
    by_kind = sorted(compiled, key=lambda kind: list(kinds(game)).index(kind.name))
    # in this order, so that other seats need no other kernel
    chooses = list(dict.fromkeys(kind.compile_choose(game, note) for kind in by_kind))
    personas = _pad_rows(
        [
            [chooses.index(kind.compile_choose(game, note)), *kind.weights(game, argument)]
            if kind.factory is None
            else [0]
            for kind, argument in bots
        ]
    )
    casts = np.full((len(seatings), game.max_seats), NOBODY, np.int64)
    for cast, names in zip(casts, seatings, strict=True):
        cast[: len(names)] = [players.index(name) for name in names]
    choose = _combine(game, chooses, note)
    return Policy(choose, personas, casts, players, note, notes, guests)


def _pad_rows(rows: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    """Pads rows of different lengths with zeros."""
    table = np.zeros((len(rows), max(map(len, rows))), np.int64)
    for row, numbers in zip(table, rows, strict=True):
        row[: len(numbers)] = numbers
    return table


def _workspace(kinds: Sequence[BotKind]) -> tuple[np.dtype[Any], int]:
    """The type and size of the workspace that all kinds of a game share."""
    owners = [kind for kind in kinds if kind.note != EMPTY]
    if any(kind.note != owners[0].note for kind in owners):
        names = join_and(dict.fromkeys(kind.name for kind in owners))
        raise OffleashError(f"{names} can't play in one game: they need different workspaces")
    return (owners[0].note, max(kind.notes for kind in owners)) if owners else (EMPTY, 1)


def _combine(
    game: Game, chooses: Sequence[Callable[..., Any]], note: np.dtype[Any]
) -> Callable[..., Any]:
    """The policy itself if there is only one, or a policy that calls each player's own."""
    if len(chooses) == 1:
        return chooses[0]
    if len(chooses) > MAX_KINDS:
        raise OffleashError(f"at most {MAX_KINDS} kinds of bots play in one game")
    padded = [*chooses, *[chooses[0]] * (MAX_KINDS - len(chooses))]
    bound = {f"choose_{number}": choose for number, choose in enumerate(padded)}
    choose: Callable[..., Any] = specialise(game.rule, mixed, note=note, **bound).choose_mixed
    return choose


class Bots:
    """Bots that play a session. Each sees only what its seat may see."""

    def __init__(
        self,
        game: Game,
        names: Sequence[str] | Policy,
        time_limit: TimeLimit | None = None,
        clock: Clock = time.perf_counter,
    ) -> None:
        """`time_limit` is for Python bots; `clock` measures searches with a time."""
        self.game = game
        self.policy = names if isinstance(names, Policy) else policy(game, names, is_timed=True)
        self._cast = self.policy.casts[0]
        self._work, self._out = game.new_work(), game.new_out()
        self.study = game.new_study(self.policy.note, self.policy.notes)
        self._python_players = PythonPlayers(game, self.policy, time_limit)
        self._timed_searches = TimedSearches(game, self.policy.players, clock)
        self._session: Session | None = None

    def start_game(self, seating: int = 0, number: int = 0) -> None:
        """Starts a game with one of the seatings; `number` is the game's number."""
        self._cast = self.policy.casts[seating]
        self._python_players.start_game(seating, number)

    def choose(self, session: Session) -> tuple[int, GameLuck]:
        """The action for the seat to move, and the luck left after it; changes nothing."""
        self.policy.check_seats(0, self.game.seat_count(session.options))
        seat, legal = session.actor, session.legal_numbers
        if seat < 0:
            raise OffleashError("no seat is to move, so there is nothing for a bot to choose")
        if session is not self._session:
            self._session = session
            self.start_game(0, session.number)
        view, luck = session.view(seat), session.luck.of_seat(seat)
        return self.decide(view, session.options, luck, seat, legal, len(session.history)), luck

    def decide(
        self,
        view: Records,
        options: Records,
        luck: GameLuck,
        seat: int,
        legal: Sequence[int],
        turn: int = 0,
    ) -> int:
        """The action for a seat with this view; consumes luck."""
        player = int(self._cast[seat])
        if player in self.policy.guests:
            return self._python_players.decide(view, options, luck, seat, player, legal, turn)
        if len(legal) > 1 and player in self._timed_searches:

            def search(playouts: int) -> tuple[int, int]:
                self.policy.personas[player, PLAYOUTS] = playouts
                action = self._choose_compiled(view, options, luck, seat, player, legal)
                return action, int(self.study.notes["playouts"].sum())

            return self._timed_searches.search(player, search, luck)
        return self._choose_compiled(view, options, luck, seat, player, legal)

    def _choose_compiled(
        self,
        view: Records,
        options: Records,
        luck: GameLuck,
        seat: int,
        player: int,
        legal: Sequence[int],
    ) -> int:
        self._out[: len(legal)] = legal
        self.study.notes[:] = 0
        action = self.policy.choose(
            view[0],
            options[0],
            self._work[0],
            luck.plans[seat],
            self.study,
            self._out,
            len(legal),
            luck.streams,
            self.policy.personas,
            player,
            seat,
        )
        return int(action)

    def play(self, session: Session) -> None:
        """Plays one decision of the seat to move."""
        action, luck = self.choose(session)
        session.play_with_luck(action, luck)

    def close(self) -> None:
        """Lets the threads of Python bots end."""
        self._python_players.close()


def watch_game(
    game: Game, options: Records, names: Sequence[str], seed: int, number: int = 0
) -> Session:
    """Plays game `number` of a batch again as a session, with the same actions.

    Stops where a player forfeits, or after MAX_ACTIONS with Python bots.
    """
    session = Session(game, options, seed=seed, number=number, seats=names)
    with closing(Bots(game, names)) as bots, suppress(Forfeited):
        limit = MAX_ACTIONS if bots.policy.guests else LIMIT
        while not session.over and len(session.history) < limit:
            bots.play(session)
    return session
