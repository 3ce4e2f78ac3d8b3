"""Bots that play a session, compiled or written in Python."""

import time
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from typing import Any

from offleash.bots.decision import Decision, decision_in
from offleash.bots.kinds import must_be_registered, register_bot
from offleash.bots.lineup import policy, seat_names
from offleash.bots.python.players import PythonPlayers
from offleash.bots.python.time_limit import TimeLimit
from offleash.bots.templates.search import PLAYOUTS, RIVALS
from offleash.bots.timed_search import Clock, TimedSearches
from offleash.contract import Game, Records
from offleash.engine.batch import LIMIT, Policy
from offleash.engine.forfeit import Forfeited
from offleash.games import registry
from offleash.play.session import GameLuck, Session
from offleash.tools.errors import OffleashError

MAX_ACTIONS = 50_000  # of a game with Python bots, some of which never finish

__all__ = ["Bots"]


class Bots:
    """Bots that play a session. Each sees only what its seat may see."""

    def __init__(
        self,
        game: Game,
        names: Sequence[str] | Policy,
        time_limit: TimeLimit | None = None,
        clock: Clock = time.perf_counter,
    ) -> None:
        """Set up the players; `time_limit` is for Python bots, `clock` measures timed searches."""
        self.game = game
        self.policy = names if isinstance(names, Policy) else policy(game, names, is_timed=True)
        self._cast = self.policy.casts[0]
        self._work, self._out = game.new_work(), game.new_out()
        self.study = game.new_study(self.policy.note, self.policy.notes, self.policy.positions)
        self._python_players = PythonPlayers(game, self.policy, time_limit)
        self._timed_searches = TimedSearches(game, self.policy.players, clock)
        self._session: Session | None = None

    def start_game(self, seating: int = 0, number: int = 0) -> None:
        """Start a game with one of the seatings; `number` is the game's number."""
        self._cast = self.policy.casts[seating]
        self._python_players.start_game(seating, number)

    def choose(self, session: Session) -> tuple[int, GameLuck]:
        """Return the action for the seat to move, and the luck left after it; change nothing."""
        self.policy.check_seats(0, self.game.seat_count(session.options))
        if session.actor < 0:
            raise OffleashError("no seat is to move, so there is nothing for a bot to choose")
        if session is not self._session:
            self._session = session
            self.start_game(0, session.number)
        decision = decision_in(session)
        try:
            return self.decide(decision), decision.luck
        except Forfeited as error:
            raise Forfeited(replace(error.forfeit, seed=session.seed)) from error.__cause__

    def decide(self, decision: Decision) -> int:
        """Return the action for a seat; consume its luck."""
        player = int(self._cast[decision.seat])
        if player in self.policy.guests:
            return self._python_players.decide(player, decision)
        if len(decision.legal) > 1 and player in self._timed_searches:

            def search(playouts: int) -> tuple[int, int]:
                self.policy.personas[player, PLAYOUTS] = playouts
                action = self._choose_compiled(player, decision)
                if self.policy.personas[player, RIVALS]:  # replies take time and are not counted
                    return action, playouts
                return action, int(self.study.notes["playouts"].sum())

            return self._timed_searches.search(player, search, decision.luck)
        return self._choose_compiled(player, decision)

    def _choose_compiled(self, player: int, decision: Decision) -> int:
        luck, seat, count = decision.luck, decision.seat, len(decision.legal)
        self._out[:count] = decision.legal
        self.study.notes[:] = 0
        position = (decision.view[0], decision.options[0], self._work[0], luck.plans[seat])
        personas, choose = self.policy.personas, self.policy.choose
        if self.policy.kinds:  # each by itself is compiled already, mostly
            if count == 1:
                return int(decision.legal[0])
            choose = self.policy.kinds[personas[player, 0]]
        action = choose(
            *position, self.study, self._out, count, luck.streams, personas, player, seat
        )
        return int(action)

    def play(self, session: Session) -> None:
        """Play one decision of the seat to move."""
        action, luck = self.choose(session)
        session.play_with_luck(action, luck)

    def close(self) -> None:
        """Let the threads of Python bots end."""
        self._python_players.close()


def watch_game(
    game: Game, options: Records, names: Sequence[str], seed: int, number: int = 0
) -> Session:
    """Play game `number` of a batch again as a session, with the same actions.

    Stops where a player forfeits, or after MAX_ACTIONS with Python bots.
    """
    session = Session(game, options, seed=seed, number=number, seats=names)
    with suppress(Forfeited):
        _play_on(session, names)
    return session


def _play_on(session: Session, names: Sequence[str]) -> None:
    with closing(Bots(session.game, names)) as bots:
        limit = MAX_ACTIONS if bots.policy.guests else LIMIT
        while not session.over and len(session.history) < limit:
            bots.play(session)


def watch(
    game: str | Game,
    seats: str | Sequence[Any] = "greedy",
    *,
    seed: int = 0,
    number: int = 0,
    preset: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> Session:
    """Play game `number` of the series of a seed between bots; return it as a session.

    `seats` names bots as experiments do; classes and objects are bots, too. Where one breaks the
    protocol, this raises Forfeited, with what the bot itself raised as its cause.
    """
    loaded = registry.load(game) if isinstance(game, str) else game
    records = loaded.options(preset, options or {})
    named = seats.split(",") if isinstance(seats, str) else list(seats)
    names = []
    for bot in named:
        is_own = not isinstance(bot, str) or must_be_registered(loaded, bot.strip())
        names.append(register_bot(bot.strip() if isinstance(bot, str) else bot) if is_own else bot)
    names = seat_names(loaded, ",".join(names), loaded.seat_count(records))
    session = Session(loaded, records, seed=seed, number=number, seats=names)
    _play_on(session, names)
    return session


def watch_call(game: Game, options: Records, names: Sequence[str], seed: int, number: int) -> str:
    """Return the call of `watch` that plays a game again."""
    texts = [repr(game.name), repr(list(names)), f"seed={seed}", f"number={number}"]
    if base := game.base(options):
        texts.append(f"preset={base!r}")
    if changes := game.changes(options):
        texts.append(f"options={changes!r}")
    return f"offleash.watch({', '.join(texts)})"
