"""Who sits where: bots by name, for a batch or at a session."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from offleash.bots.kinds import Kind, find, kinds
from offleash.bots.templates import mixed
from offleash.core.batch import Policy
from offleash.core.compile import specialise
from offleash.core.errors import OffleashError
from offleash.core.game import Game, Records
from offleash.core.record import EMPTY
from offleash.core.rules.actors import NOBODY
from offleash.play.session import Luck, Session

MOST_KINDS = 4  # policies that one game can mix


def seat_names(game: Game, text: str, seats: int) -> list[str]:
    """`greedy,persona:yapper,…`: a name for each seat, or one for all."""
    names = [name.strip().lower() for name in text.split(",")]
    for name in names:
        find(game, name)
    if len(names) == 1:
        names *= seats
    if len(names) != seats:
        raise OffleashError(f"{len(names)} bots are named for {seats} seats: name one, or one each")
    return names


def policy(game: Game, *seatings: Sequence[str], company: Sequence[str] = ()) -> Policy:
    """One compiled policy for the named bots; several seatings may share one batch.

    A seating may name fewer players than the game can have seats, for options with so few. The
    kinds of the `company` are compiled in although none of them sits down: policies with the same
    company share one kernel, whoever plays. It changes no game but those of random bots alone.
    """
    if not seatings or not all(seatings):
        raise OffleashError("a policy needs at least one seating, with at least one player")
    if len(most := max(seatings, key=len)) > game.max_seats:
        raise OffleashError(f"{len(most)} players are named for {game.max_seats} seats")
    players = list(dict.fromkeys(name for names in seatings for name in names))
    found = [find(game, name) for name in players]
    present = [*(kind for kind, _ in found), *(find(game, name)[0] for name in company)]
    note, notes = _workspace(present)
    by_kind = sorted(present, key=lambda kind: list(kinds(game)).index(kind.name))
    # in this order, so that who sits where compiles nothing
    chooses = list(dict.fromkeys(kind.compiled(game, note) for kind in by_kind))
    numbers = [chooses.index(kind.compiled(game, note)) for kind, _ in found]
    rows = [
        [number, *kind.weights(game, argument)]
        for number, (kind, argument) in zip(numbers, found, strict=True)
    ]
    personas = np.zeros((len(rows), max(map(len, rows))), np.int64)
    for row, numbers_of_row in zip(personas, rows, strict=True):
        row[: len(numbers_of_row)] = numbers_of_row
    casts = np.full((len(seatings), game.max_seats), NOBODY, np.int64)
    for cast, names in zip(casts, seatings, strict=True):
        cast[: len(names)] = [players.index(name) for name in names]
    choose = _combined(game, chooses, note)
    return Policy(choose, personas, casts, players, note, notes)


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

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self.game = game
        self.policy = policy(game, names)
        self._cast = self.policy.casts[0]
        self._work, self._out = game.new_work(), game.new_out()
        self.study = game.new_study(self.policy.note, self.policy.notes)

    def choose(self, session: Session) -> tuple[int, Luck]:
        """The action for the seat to move, and what choosing it used up; nothing is changed."""
        self.policy.check_seats(0, self.game.seat_count(session.options))
        seat, legal = session.actor, session.legal_numbers
        if seat < 0:
            raise OffleashError("no seat is to move, so a bot has nothing to choose")
        view, luck = session.view(seat), session.luck.of_seat(seat)
        self._out[: len(legal)] = legal
        self.study.notes[:] = 0
        action = self.policy.choose(
            view[0],
            session.options[0],
            self._work[0],
            luck.plans[seat],
            self.study,
            self._out,
            len(legal),
            luck.streams,
            self.policy.personas,
            int(self._cast[seat]),
            seat,
        )
        return int(action), luck

    def play(self, session: Session) -> None:
        """One decision of the seat to move."""
        action, luck = self.choose(session)
        session.play_with_luck(action, luck)


def watch_game(
    game: Game, options: Records, names: Sequence[str], seed: int, number: int = 0
) -> Session:
    """Game `number` of a batch, played again as a session: the same actions, written down."""
    session = Session(game, options, seed=seed, number=number, seats=names)
    bots = Bots(game, names)
    while not session.over:
        bots.play(session)
    return session
