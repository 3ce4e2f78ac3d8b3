"""What a viewer of a table is sent: nothing but what its seat may know.

Everything here is made from `session.view` and `session.events` of that seat.
"""

from dataclasses import dataclass, field

from offleash.core.game import Target
from offleash.core.rules.actors import NOBODY
from offleash.tables import table as phases
from offleash.tables.chunks import chunks, hashes, splices
from offleash.tables.messages import Choice, Fate, Line, Picture, Seat, Show
from offleash.tables.table import Table
from offleash.tables.telling import result, told


@dataclass
class Known:
    """What a page has been sent already, so that only what differs follows."""

    pieces: list[int] = field(default_factory=list)  # hashes of the drawing's pieces
    lines: tuple[Line, ...] = ()
    is_new: bool = True


@dataclass
class Drawing:
    """What one seat sees at one moment; those who look on share theirs."""

    seq: int
    pieces: list[str]
    marks: str


@dataclass
class Log:
    """The game in words as one seat heard it, so far as it was told."""

    lines: list[list[Line]] = field(default_factory=list)  # for each action
    actions: list[tuple[int, int]] = field(default_factory=list)  # what they were told for


class Showing:
    """One table as it is shown to its seats and to who looks on."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._logs: dict[int, Log] = {}
        self._drawing: Drawing | None = None  # for who looks on
        self._undo: tuple[int, int, bool] = (-1, -1, False)

    def show(self, seat: int, known: Known, away: dict[int, bool], bots: tuple[str, ...]) -> Show:
        """The whole table for a seat (NOBODY: who looks on), less what that page has."""
        table, phase = self.table, self.table.phase
        lines = tuple(self._told(seat)) if phase != phases.READ_ONLY else ()
        since = _same(known.lines, lines)
        picture = self._picture(seat, known)
        known.lines, known.is_new = lines, False
        is_over = phase == phases.OVER
        words = tuple(table.words.get(each, "") for each in range(len(table.seats)))
        return Show(
            seq=table.seq,
            at=len(table.session.history) if phase != phases.READ_ONLY else 0,
            phase=phase,
            you=seat,
            actor=table.actor,
            headline=self._headline(seat),
            seats=tuple(self._seat(each, away) for each in range(len(table.seats))),
            picture=picture,
            choices=self._choices(seat),
            since=since,
            lines=lines[since:],
            can_undo=self._can_undo(seat),
            hints=table.facts.hints and phase == phases.PLAYING,
            fate=Fate(table.commitment, words, table.facts.seed.hex() if is_over else ""),
            shares=tuple(table.session.returns) if is_over else (),
            again=table.again,
            bots=bots,
        )

    # The picture

    def _picture(self, seat: int, known: Known) -> Picture:
        if self.table.phase == phases.READ_ONLY:
            return Picture((), "", known.is_new)
        drawing = self._drawn(seat)
        changes = splices(known.pieces, drawing.pieces)
        known.pieces = hashes(drawing.pieces)
        return Picture(changes, drawing.marks, known.is_new)

    def _drawn(self, seat: int) -> Drawing:
        table = self.table
        if seat == NOBODY and self._drawing is not None and self._drawing.seq == table.seq:
            return self._drawing
        session = table.session
        svg = table.game.draw(session.view(seat), session.options, seat)
        drawing = Drawing(table.seq, chunks(svg), session.last_turn(seat))
        if seat == NOBODY:
            self._drawing = drawing
        return drawing

    # What can be done

    def _choices(self, seat: int) -> tuple[Choice, ...]:
        table = self.table
        if seat < 0 or seat != table.actor or table.seats[seat].bot:
            return ()
        session = table.session
        legal = session.legal_numbers
        targets = table.game.targets(session.view(seat), session.options, seat, legal)
        return tuple(_choice(target) for target in targets)

    def _can_undo(self, seat: int) -> bool:
        if self._undo[:2] != (self.table.seq, seat):
            self._undo = (self.table.seq, seat, self.table.can_undo(seat))
        return self._undo[2]

    # Words

    def _seat(self, seat: int, away: dict[int, bool]) -> Seat:
        table = self.table
        sitting = table.seats[seat]
        word = table.game.seat_names[seat]
        if not table.is_read_only:
            word = table.game.name_of(table.session.options, seat)
        if sitting.holder:
            is_away = away.get(seat, False)
            return Seat(word, sitting.name, "person", is_away, sitting.bot, seat == table.actor)
        kind = "bot" if sitting.bot else "open"
        return Seat(word, sitting.bot, kind, points_to=seat == table.actor)

    def _headline(self, seat: int) -> str:
        table = self.table
        match table.phase:
            case phases.READ_ONLY:
                return (
                    f"Played with rules {table.facts.rules}; these are {table.game.rules_version}"
                )
            case phases.GATHERING:
                missing = sum(not sitting.is_taken for sitting in table.seats)
                return f"Waiting for {missing} more" if missing > 1 else "Waiting for one more"
            case phases.WORDS:
                return "Waiting for everybody's word for the luck"
            case phases.OVER:
                names = [table.name_of(each) for each in range(len(table.seats))]
                return result(table.session.returns, names, seat)
        if table.actor == seat:
            return "Your turn"
        return f"{table.name_of(table.actor)} is to move"

    def _told(self, seat: int) -> list[Line]:
        """The game so far in words, as this seat heard it."""
        log, session = self._logs.setdefault(seat, Log()), self.table.session
        actions = [(moment.actor, moment.action) for moment in session.history]
        same = _same(log.actions, actions)
        del log.lines[same:]
        log.lines += told(session, seat, same)
        log.actions = actions
        return [line for lines in log.lines for line in lines]


def _choice(target: Target) -> Choice:
    return Choice(
        target.text, target.group, target.piece, target.label, target.clicks, target.captures
    )


def _same(old: "list[tuple[int, int]] | tuple[Line, ...]", new: object) -> int:
    """How many stand at the beginning of both."""
    pairs = enumerate(zip(old, new, strict=False))  # type: ignore[call-overload]
    return next((n for n, (a, b) in pairs if a != b), min(len(old), len(new)))  # type: ignore[arg-type]
