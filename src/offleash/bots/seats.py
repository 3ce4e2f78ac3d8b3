"""Who sits where: bots by name, for a batch or at a session."""

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.bots import budgets
from offleash.bots.asking import Guests
from offleash.bots.kinds import GREEDY, Kind, as_known, find, kinds
from offleash.bots.patience import Patience
from offleash.bots.templates import mixed
from offleash.bots.templates.search import PLAYOUTS
from offleash.bots.timing import Clock, Timed
from offleash.core.batch import LIMIT, Policy
from offleash.core.compile import source_of, specialise
from offleash.core.errors import OffleashError
from offleash.core.forfeit import Forfeited
from offleash.core.game import Game, Records
from offleash.core.record import EMPTY
from offleash.core.rules.actors import NOBODY
from offleash.play.session import Luck, Session

MOST_KINDS = 4  # policies that one game can mix
MOST_ACTIONS = 50_000  # of a game with guests: some bots never come to an end
STAND_IN = "random"  # needs nothing but legal actions


def seat_names(game: Game, text: str, seats: int) -> list[str]:
    """`greedy,persona:yapper,…`: a name for each seat, or one for all."""
    names = [as_known(game, name) for name in text.split(",")]
    for name in names:
        find(game, name)
    if len(names) == 1:
        names *= seats
    if len(names) != seats:
        raise OffleashError(f"{len(names)} bots are named for {seats} seats: name one, or one each")
    return names


def usual_bot(game: Game, options: Records, seat: int) -> str:
    """Who sits on a seat unless somebody else is asked to: one who plays as the seat should."""
    if game.model_of is not None and game.models:
        model = game.models[int(source_of(game.model_of)(options[0], seat))]
        if model in game.personas:
            return f"persona:{model}"
    return GREEDY.name


def refuse_timed(game: Game, names: Iterable[str]) -> None:
    """A batch has to come out the same on every machine, today and tomorrow."""
    for name in names:
        kind, argument = find(game, name)
        if kind.is_timed(game, argument):
            raise OffleashError(
                f"{name} gets further on a faster machine, so no two would play the same games: "
                f"name it by playouts here, as {kind.name}:{budgets.USUAL}"
            )


def policy(
    game: Game,
    *seatings: Sequence[str],
    company: Sequence[str] = (),
    is_timed: bool = False,
) -> Policy:
    """One compiled policy for the named bots; several seatings may share one batch.

    A seating may name fewer players than the game can have seats, for options with so few. The
    kinds of the `company` are compiled in although none of them sits down: policies with the same
    company share one kernel, whoever plays. It changes no game but those of random bots alone.
    Bots that think for a time are refused, unless the caller can keep it.
    """
    if not seatings or not all(seatings):
        raise OffleashError("a policy needs at least one seating, with at least one player")
    if len(most := max(seatings, key=len)) > game.max_seats:
        raise OffleashError(f"{len(most)} players are named for {game.max_seats} seats")
    players = list(dict.fromkeys(name for names in seatings for name in names))
    if not is_timed:
        refuse_timed(game, players)
    found = [find(game, name) for name in players]
    guests = {number: kind for number, (kind, _) in enumerate(found) if kind.make is not None}
    every = [*(kind for kind, _ in found), *(find(game, name)[0] for name in company)]
    # who sits where guests do is never asked
    present = [kind for kind in every if kind.make is None] or [kinds(game)[STAND_IN]]
    note, notes = _workspace(present)
    by_kind = sorted(present, key=lambda kind: list(kinds(game)).index(kind.name))
    # in this order, so that who sits where compiles nothing
    chooses = list(dict.fromkeys(kind.compiled(game, note) for kind in by_kind))
    personas = _as_table(
        [
            [chooses.index(kind.compiled(game, note)), *kind.weights(game, argument)]
            if kind.make is None
            else [0]
            for kind, argument in found
        ]
    )
    casts = np.full((len(seatings), game.max_seats), NOBODY, np.int64)
    for cast, names in zip(casts, seatings, strict=True):
        cast[: len(names)] = [players.index(name) for name in names]
    choose = _combined(game, chooses, note)
    return Policy(choose, personas, casts, players, note, notes, guests)


def _as_table(rows: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    """Rows of different lengths, filled up with zeros."""
    table = np.zeros((len(rows), max(map(len, rows))), np.int64)
    for row, numbers in zip(table, rows, strict=True):
        row[: len(numbers)] = numbers
    return table


def _workspace(kinds: Sequence[Kind]) -> tuple[np.dtype[Any], int]:
    """The workspace that all kinds of a game share: of one type, and large enough for each."""
    owners = [kind for kind in kinds if kind.note != EMPTY]
    if any(kind.note != owners[0].note for kind in owners):
        names = " and ".join(dict.fromkeys(kind.name for kind in owners))
        raise OffleashError(f"{names} can't play in one game: each needs a workspace of its own")
    return (owners[0].note, max(kind.notes for kind in owners)) if owners else (EMPTY, 1)


def _combined(
    game: Game, chooses: Sequence[Callable[..., Any]], note: np.dtype[Any]
) -> Callable[..., Any]:
    """The plain policy where all play alike, or one that asks each player's own."""
    if len(chooses) == 1:
        return chooses[0]
    if len(chooses) > MOST_KINDS:
        raise OffleashError(f"at most {MOST_KINDS} kinds of bots play in one game")
    every = [*chooses, *[chooses[0]] * (MOST_KINDS - len(chooses))]
    bound = {f"choose_{number}": choose for number, choose in enumerate(every)}
    choose: Callable[..., Any] = specialise(game.rule, mixed, note=note, **bound).choose_mixed
    return choose


class Bots:
    """Policies that play at a session: each seat by its name, seeing only what it may see."""

    def __init__(
        self,
        game: Game,
        names: Sequence[str] | Policy,
        patience: Patience | None = None,
        clock: Clock = time.perf_counter,
    ) -> None:
        """`patience` is how long guests may think, and `clock` what a search for a time goes by."""
        self.game = game
        self.policy = names if isinstance(names, Policy) else policy(game, names, is_timed=True)
        self._cast = self.policy.casts[0]
        self._work, self._out = game.new_work(), game.new_out()
        self.study = game.new_study(self.policy.note, self.policy.notes)
        self._guests = Guests(game, self.policy, patience)
        self._timed = Timed(game, self.policy.players, clock)
        self._session: Session | None = None

    def sit_down(self, seating: int = 0, number: int = 0) -> None:
        """A game begins, with one of the seatings; `number` is what to call it."""
        self._cast = self.policy.casts[seating]
        self._guests.sit_down(seating, number)

    def choose(self, session: Session) -> tuple[int, Luck]:
        """The action for the seat to move, and what choosing it used up; nothing is changed."""
        self.policy.check_seats(0, self.game.seat_count(session.options))
        seat, legal = session.actor, session.legal_numbers
        if seat < 0:
            raise OffleashError("no seat is to move, so a bot has nothing to choose")
        if session is not self._session:
            self._session = session
            self.sit_down(0, session.number)
        view, luck = session.view(seat), session.luck.of_seat(seat)
        return self.decide(view, session.options, luck, seat, legal, len(session.history)), luck

    def decide(
        self,
        view: Records,
        options: Records,
        luck: Luck,
        seat: int,
        legal: Sequence[int],
        turn: int = 0,
    ) -> int:
        """The action for a seat that sees this; what it used up is gone from the luck."""
        who = int(self._cast[seat])
        if who in self.policy.guests:
            return self._guests.decide(view, options, luck, seat, who, legal, turn)
        if len(legal) > 1 and who in self._timed:

            def search(playouts: int) -> tuple[int, int]:
                self.policy.personas[who, PLAYOUTS] = playouts
                action = self._compiled(view, options, luck, seat, who, legal)
                return action, int(self.study.notes["playouts"].sum())

            return self._timed.search(who, search, luck)
        return self._compiled(view, options, luck, seat, who, legal)

    def _compiled(
        self,
        view: Records,
        options: Records,
        luck: Luck,
        seat: int,
        who: int,
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
            who,
            seat,
        )
        return int(action)

    def play(self, session: Session) -> None:
        """One decision of the seat to move."""
        action, luck = self.choose(session)
        session.play_with_luck(action, luck)

    def close(self) -> None:
        """Nobody is asked any more."""
        self._guests.close()


def watch_game(
    game: Game, options: Records, names: Sequence[str], seed: int, number: int = 0
) -> Session:
    """Game `number` of a batch, played again as a session: the same actions, written down.

    One that a player forfeits, or that guests do not end, is left as it was then.
    """
    session = Session(game, options, seed=seed, number=number, seats=names)
    with closing(Bots(game, names)) as bots, suppress(Forfeited):
        most = MOST_ACTIONS if bots.policy.guests else LIMIT
        while not session.over and len(session.history) < most:
            bots.play(session)
    return session
