"""Sessions: a game under way. Illegal actions are refused, and every action can be undone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from offleash.compiler.rules.random import CHOICES, pick, seed_streams
from offleash.compiler.seeds import check_seed, streams
from offleash.contract import Game, Records
from offleash.contract.option_texts import hold_texts
from offleash.contract.options import describe_rules
from offleash.contract.positions import Position
from offleash.contract.rules.actors import CHANCE, EVERYBODY, NOBODY, OVER, UNSEEN
from offleash.games import registry
from offleash.games.shared.svg import with_marks
from offleash.tools.errors import BadNotation, IllegalAction, OffleashError, quote
from offleash.tools.prose import count_of
from offleash.tools.visible_text import remove_invisible

NOTEBOOK_WIDTH = 640  # of a picture, in pixels
MAX_SEAT_NAME = 80  # characters


def check_seat_name(name: object) -> None:
    """Raise OffleashError unless a transcript can hold this name of a seat."""
    is_line = isinstance(name, str) and name.strip() and remove_invisible(name) == name
    if not is_line or len(str(name)) > MAX_SEAT_NAME:
        raise OffleashError(
            f"{quote(name)} is not a seat's name: it must be a line of text of at most "
            f"{MAX_SEAT_NAME} characters"
        )


@dataclass(frozen=True)
class GameLuck:
    """The random streams of a game, and the plans of its bots by seat."""

    streams: NDArray[np.uint64]
    plans: Records

    def copy(self) -> "GameLuck":
        return GameLuck(self.streams.copy(), self.plans.copy())

    def of_seat(self, seat: int) -> "GameLuck":
        """Return a copy that hides the deck and the plans of other seats."""
        hidden = GameLuck(np.zeros_like(self.streams), np.zeros_like(self.plans))
        hidden.streams[CHOICES + seat] = self.streams[CHOICES + seat]
        hidden.plans[seat : seat + 1] = self.plans[seat : seat + 1]
        return hidden

    def update_seat(self, seat: int, luck: "GameLuck") -> None:
        """Take the streams and plans of a seat from `luck`, after its bot has chosen."""
        self.streams[CHOICES + seat] = luck.streams[CHOICES + seat]
        self.plans[seat : seat + 1] = luck.plans[seat : seat + 1]


@dataclass(frozen=True)
class Moment:
    """One action and the state before it, so that it can be undone."""

    action: int
    actor: int
    before: bytes
    streams_before: bytes
    plans_before: bytes


@dataclass(frozen=True)
class Event:
    """One action as a seat learns of it."""

    number: int  # of the action in the game, from 0
    actor: int  # a seat, or CHANCE
    action: int  # or UNSEEN
    text: str  # the action in words; empty if the seat does not see it
    news: tuple[str, ...]  # what it revealed: open bids, a new round, a card drawn


class Session:
    """One game under way.

    With a seed, chance outcomes are drawn automatically after each decision; without one, they are
    actions to be played like any other (`dealer 2`, `deal 10`), as with real dice and cards.
    """

    def __init__(
        self,
        game: Game,
        options: Records | None = None,
        seed: int | None = None,
        position: Position | None = None,
        seats: Sequence[str] = (),
        whole: bool = True,
        number: int = 0,
        reveal: bool = False,
    ) -> None:
        """Start game `number` of the series of the seed.

        With `whole=False` the position may be a view with unknown cards, for display only. With
        `reveal` a notebook shows all hands, otherwise what the seat to move may see. Raises
        OffleashError if an argument is wrong.
        """
        self.game, self.reveal = game, reveal
        self.options = self._complete_options(options)
        self._texts = hold_texts(self.options[name][0] for name in game.file_options)
        self.seed = None if seed is None else check_seed(seed)
        self.state: Records = self._first_state(position)
        text = position if position is None or isinstance(position, str) else self.position
        self.start = None if text is None else " ".join(text.split())
        if whole and not game.notation.is_whole(self.state):
            raise OffleashError(f"a game can't start from a position with unknowns: {position}")
        self.seats = self._checked_names(seats)
        self.history: list[Moment] = []
        self._work, self._tally = game.new_work(), game.new_tally()
        self._out = game.new_out()
        self._chances = game.new_chances()
        self.luck = GameLuck(streams(), game.new_plans())
        self.number = check_seed(number, "the number of the game")
        seed_streams(self.luck.streams, self.seed or 0, self.number)
        if self.seed is not None:
            self._play_chance()

    def _first_state(self, position: Position | None) -> Records:
        """Return the position to start from; one in text may be a view."""
        if position is None:
            return self.game.new_state(self.options)
        if isinstance(position, str):
            return self.game.notation.parse_position(position, self.options)
        return self.game.read_position(position, self.options)

    def _complete_options(self, options: Records | None) -> Records:
        """Return a copy of the options with derived tables that match them."""
        if options is None:
            return self.game.options()
        if not isinstance(options, np.ndarray) or options.dtype != self.game.rules.options_record:
            raise OffleashError(
                f"these are not options of {self.game.title}: create them with options()"
            )
        complete = options[:1].copy()
        self.game.settle_options(complete)
        return complete

    # Reading

    @property
    def tally(self) -> Records:
        """The counts for statistics of all actions so far; undone ones count as well."""
        return self._tally

    @property
    def actor(self) -> int:
        """The seat to decide, CHANCE or OVER."""
        return int(self.game.rules.actor(self.state[0]))

    @property
    def over(self) -> bool:
        return self.actor == OVER

    @property
    def position(self) -> str:
        """The whole position as text."""
        return self.game.notation.format_position(self.state, self.options)

    @property
    def legal_numbers(self) -> list[int]:
        """The legal actions, or the possible chance outcomes."""
        state, options = self.state[0], self.options[0]
        if self.over:
            return []
        if self.actor == CHANCE:
            n = self.game.rules.chance_outcomes(state, options, self._out, self._chances)
        else:
            n = self.game.rules.legal_actions(state, options, self._work[0], self._out)
        return [int(action) for action in self._out[:n]]

    @property
    def legal(self) -> list[str]:
        """The legal actions as text."""
        return [
            self.game.notation.format_action(action, self.options) for action in self.legal_numbers
        ]

    def choices_at(self, number: int) -> int:
        """How many actions were possible where action `number` was decided."""
        state, options = self._at(number)[0], self.options[0]
        return int(self.game.rules.legal_actions(state, options, self._work[0], self._out))

    def chances(self, number: int | None = None) -> tuple[list[int], list[int]]:
        """Return the possible chance outcomes, now or as action `number`, and their weights."""
        state = self._at(len(self.history) if number is None else number)[0]
        if self.game.rules.actor(state) != CHANCE:
            return [], []
        n = self.game.rules.chance_outcomes(state, self.options[0], self._out, self._chances)
        return self._out[:n].tolist(), self._chances[:n].tolist()

    @property
    def returns(self) -> list[float]:
        """Each seat's share of the win, once the game is over."""
        shares = np.zeros(self.game.seat_count(self.options), np.float64)
        if self.over:
            self.game.rules.returns(self.state[0], self.options[0], shares)
        return [float(share) for share in shares]

    def view(self, seat: int) -> Records:
        """Return the position as one seat may see it (NOBODY: a spectator)."""
        self._check_seat(seat)
        view = self.state.copy()
        self.game.rules.hide(view[0], self.options[0], seat)
        return view

    def view_before(self, number: int, seat: int) -> Records:
        """Return what a seat saw before action `number`; EVERYBODY saw all of it."""
        view = self._at(number)
        if seat != EVERYBODY:
            self.game.rules.hide(view[0], self.options[0], seat)
        return view

    def events(self, seat: int, since: int = 0) -> list[Event]:
        """Return what a seat (or NOBODY) has learnt from action number `since` on."""
        self._check_seat(seat)
        return [self._event(number, seat) for number in range(max(0, since), len(self.history))]

    def _event(self, number: int, seat: int) -> Event:
        moment, game = self.history[number], self.game
        before = self._at(number)
        seen = self._seen(number, seat)
        text = "" if seen == UNSEEN else game.notation.format_action(seen, self.options)
        news: list[str] = []
        if game.notation.news is not None:
            after = self._at(number + 1)
            for view in (before, after):
                game.rules.hide(view[0], self.options[0], seat)
            news = game.notation.news(before, after, self.options, seat)
        return Event(number, moment.actor, seen, text, tuple(news))

    def _seen(self, number: int, seat: int) -> int:
        """Return an action as a seat saw it, or UNSEEN."""
        action = self.history[number].action
        if seat == EVERYBODY:
            return action
        return int(self.game.rules.seen(self._at(number)[0], self.options[0], action, seat))

    def _at(self, number: int) -> Records:
        """Return a copy of the position before action `number`, or of the present one."""
        if number == len(self.history):
            return self.state.copy()
        return np.frombuffer(bytearray(self.history[number].before), self.game.rules.record)

    def past(self, number: int) -> "Session":
        """Return the session before action `number`, for display only."""
        session = self.clone()
        session.state, session.history = self._at(number), self.history[:number]
        return session

    def clone(self) -> Self:
        """Return a session that goes on independently, from here and with the same luck."""
        session = object.__new__(type(self))
        vars(session).update(vars(self))
        session.state, session._tally = self.state.copy(), self._tally.copy()
        session.luck, session.history = self.luck.copy(), [*self.history]
        session._work, session._out = self.game.new_work(), self.game.new_out()
        session._chances = self.game.new_chances()
        return session

    __copy__ = clone

    @property
    def fields(self) -> dict[str, Any]:
        """The whole position by field, as JSON can write it; `position=` takes it again."""
        return self.game.position_fields(self.state)

    def svg(self, seat: int = NOBODY) -> str:
        """Return the picture a seat may see, with the last turn, and its targets if it moves.

        NOBODY is a spectator, and EVERYBODY sees all hands.
        """
        view = self.state.copy() if seat == EVERYBODY else self.view(seat)
        marks = [self.last_turn(seat)]
        if seat != NOBODY and seat == self.actor:
            legal = self.legal_numbers
            marks.append(self.game.pictures.draw_targets(view, self.options, seat, legal))
        return with_marks(self.game.pictures.draw(view, self.options, seat), *marks)

    def last_turn(self, seat: int) -> str:
        """Return marks for the last turn: the latest decisions of one actor that it saw."""
        decisions = [n for n, moment in enumerate(self.history) if moment.actor != CHANCE]
        last = self.history[decisions[-1]].actor if decisions else NOBODY
        turn = list(takewhile(lambda n: self.history[n].actor == last, reversed(decisions)))[::-1]
        seen = [self._seen(number, seat) for number in turn]
        actions = [action for action in seen if action != UNSEEN]
        if not actions:
            return ""
        before = self._at(turn[0])
        if seat != EVERYBODY:
            self.game.rules.hide(before[0], self.options[0], seat)
        return self.game.pictures.draw_last(before, self.options, seat, actions)

    def text(self, seat: int | None = None, columns: int | None = None) -> Any:
        """Return the board for a terminal (a rich Text): all hands open, or as one seat sees it.

        With `columns`, a game that supports it uses the width of the terminal.
        """
        view = self.state if seat is None else self.view(seat)
        viewer = EVERYBODY if seat is None else seat
        if columns is not None and self.game.pictures.draw_wide is not None:
            return self.game.pictures.draw_wide(view, self.options, viewer, columns)
        return self.game.pictures.draw_text(view, self.options, viewer)

    def __str__(self) -> str:
        return str(self.text().plain)

    def __repr__(self) -> str:
        rules = describe_rules(self.game.base(self.options), self.game.changes(self.options))
        decisions = sum(moment.actor != CHANCE for moment in self.history)
        return (
            f"<Session: {self.game.title}, {rules}; after {count_of(decisions, 'decision')}, "
            f"{self._next_step()}>"
        )

    def _next_step(self) -> str:
        if self.over:
            return "the game is over"
        if self.actor == CHANCE:
            return "chance is next"
        name = self.game.rules.seat_names[self.actor]
        player = f" ({self.seats[self.actor]})" if self.seats else ""
        return f"seat {self.actor}, {name}{player}, is to decide"

    def _repr_svg_(self) -> str:
        """Return what a notebook shows: the picture for the mover, or for all with `reveal`."""
        picture = self.svg(EVERYBODY if self.reveal else max(self.actor, NOBODY))
        return picture.replace("<svg ", f'<svg width="{NOTEBOOK_WIDTH}" ', 1)

    # Playing

    def play(self, *actions: str | int) -> "Session":
        """Plays actions in order; with a seed, also the chance outcomes that follow.

        Raises BadNotation or IllegalAction, which leaves the session as it was before that action.
        """
        for action in actions:
            self._play(self._number(action), None)
        return self

    def play_with_luck(self, action: int, luck: GameLuck) -> "Session":
        """Plays a bot's action, and keeps the luck and plans that it leaves."""
        self._play(action, luck)
        return self

    def _play(self, action: int, luck: GameLuck | None) -> None:
        reason = self.game.notation.why_illegal(self.state, self.options, action)
        if reason:
            raise IllegalAction(self._name(action), self._actor_name(), reason, self._actor_view())
        seat = self.actor
        self._apply(action)
        if luck is not None and seat >= 0:
            self.luck.update_seat(seat, luck)
        if self.seed is not None:
            self._play_chance()

    def _actor_view(self) -> str:
        """Return the position as the actor sees it, or a spectator if no seat is to move."""
        view = self.view(max(self.actor, NOBODY))
        return self.game.notation.format_position(view, self.options)

    def undo(self) -> "Session":
        """Undoes the last decision and the chance outcomes that followed it."""
        while self.history:
            moment = self.history.pop()
            self.state = np.frombuffer(bytearray(moment.before), self.game.rules.record)
            self.luck = GameLuck(
                np.frombuffer(bytearray(moment.streams_before), np.uint64),
                np.frombuffer(bytearray(moment.plans_before), self.game.rules.plan),
            )
            if moment.actor != CHANCE or self.seed is None:
                return self
        if self.seed is not None:
            self._play_chance()
        raise OffleashError("there is nothing to undo")

    def resume(self, seed: int) -> "Session":
        """Continues a game read from a file: chance outcomes are drawn automatically from now on.

        The original luck is unknown, so undone actions are followed by new luck as well.
        """
        self.seed = check_seed(seed)
        seed_streams(self.luck.streams, self.seed, 0)
        streams_now = self.luck.streams.tobytes()
        self.history = [replace(moment, streams_before=streams_now) for moment in self.history]
        self._play_chance()
        return self

    def _apply(self, action: int) -> None:
        luck = (self.luck.streams.tobytes(), self.luck.plans.tobytes())
        self.history.append(Moment(action, self.actor, self.state.tobytes(), *luck))
        self.game.rules.apply(self.state[0], self.options[0], self._work[0], action, self._tally[0])

    def _play_chance(self) -> None:
        while self.actor == CHANCE:
            after = self.luck.copy()
            n = self.game.rules.chance_outcomes(
                self.state[0], self.options[0], self._out, self._chances
            )
            stream = self.game.rules.stream(self.state[0])
            action = int(self._out[pick(after.streams, stream, self._chances, n)])
            self._apply(action)
            self.luck = after

    def _number(self, action: object) -> int:
        if isinstance(action, str):
            return self.game.notation.parse_action(action, self.options)
        is_number = isinstance(action, int | np.integer) and not isinstance(action, bool)
        if not is_number or int(action).bit_length() > 32:  # type: ignore[call-overload]
            raise BadNotation(f"{quote(action)} is not an action: pass its text or its number")
        return int(action)  # type: ignore[call-overload, no-any-return]

    def _check_seat(self, seat: object) -> None:
        count = self.game.seat_count(self.options)
        is_number = isinstance(seat, int | np.integer) and not isinstance(seat, bool)
        if not is_number or (seat != NOBODY and not 0 <= int(seat) < count):  # type: ignore[call-overload]
            raise OffleashError(f"there is no seat {quote(seat)}: seats go from 0 to {count - 1}")

    def _checked_names(self, names: Sequence[str]) -> tuple[str, ...]:
        """Names that a transcript can hold, one for each seat, or none at all."""
        count = self.game.seat_count(self.options)
        is_list = isinstance(names, Sequence) and not isinstance(names, str)
        if not is_list or len(names) not in (0, count):
            raise OffleashError(f"seats= takes a list of {count} names, not {quote(names)}")
        for name in names:
            check_seat_name(name)
        return tuple(" ".join(name.split()) for name in names)

    def _name(self, action: int) -> str:
        known = 0 <= action < self.game.rules.action_count
        return self.game.notation.format_action(action, self.options) if known else str(action)

    def _actor_name(self) -> str:
        return {CHANCE: "chance", OVER: "nobody"}.get(self.actor, f"seat {self.actor}")


def new(
    game: str,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    position: str | None = None,
    seats: Sequence[str] = (),
    preset: str | None = None,
    reveal: bool = False,
) -> Session:
    """Return a new session: `offleash.new("dog", seed=7)`.

    With a seed chance happens by itself; without one it is played like any other action. In a
    notebook the session shows what the seat to move may see, or with `reveal` everything. Raises
    OffleashError if an argument is wrong.
    """
    if options is not None and not isinstance(options, Mapping):
        raise OffleashError(f"options= takes names and values, not {quote(options)}")
    for name in options or {}:
        if not isinstance(name, str):
            raise OffleashError(f"the name of an option is text, not {quote(name)}")
    loaded = registry.load(game)
    records = loaded.options(preset, **(options or {}))
    return Session(loaded, records, seed, position, seats, reveal=reveal)
