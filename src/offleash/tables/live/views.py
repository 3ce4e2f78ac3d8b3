"""What a page shows of its table: nothing but what its seat may know.

Everything here is made from `session.view` and `session.events` of that seat.
"""

from dataclasses import dataclass, field, replace
from itertools import chain

from offleash.bots.kinds import display_name
from offleash.contract import Target
from offleash.contract.rules.actors import CHANCE
from offleash.contract.text.own_images import own_images
from offleash.tables.live import table as phases
from offleash.tables.live.chunks import Splice, chunks, common_prefix, hashes, splices
from offleash.tables.live.messages import (
    ChatLine,
    Choice,
    Fate,
    Lesson,
    Line,
    Note,
    Picture,
    Seat,
    Show,
    Talk,
)
from offleash.tables.live.narration import begin_of_run, narrate, result
from offleash.tables.live.player_names import colour_of
from offleash.tables.live.table import Table
from offleash.tables.log.entries import image_addresses
from offleash.tools.prose import join_and
from offleash.tools.steady_time import steady_now


@dataclass(eq=False)
class Scene:
    """What one seat sees after one entry of the log: made once, for all its pages."""

    seq: int
    pieces: list[str]
    digests: list[int]  # hashes of the pieces
    marks: str
    lines: tuple[Line, ...]
    choices: tuple[Choice, ...]
    can_undo: bool
    headline: str
    task: str
    changes: dict[int, tuple[tuple[Splice, ...], int]] = field(default_factory=dict)

    def changes_since(self, old: "Scene") -> tuple[tuple[Splice, ...], int]:
        """Return what a page with an older scene needs: splices, and the first line that is new."""
        if old.seq not in self.changes:
            changes = splices(old.digests, self.digests, self.pieces)
            self.changes[old.seq] = changes, common_prefix(old.lines, self.lines)
        return self.changes[old.seq]


EMPTY = Scene(-1, [], [], "", (), (), False, "", "")


@dataclass
class PageState:
    """What a page has already been sent, so that only differences follow."""

    scene: Scene = EMPTY
    is_new: bool = True
    chat_lines: int = 0


@dataclass
class Log:
    """The game in words for one seat, as far as it was narrated."""

    lines: list[list[Line]] = field(default_factory=list)  # for each action
    actions: list[tuple[int, int]] = field(default_factory=list)  # that `lines` describe
    labels: tuple[str, ...] = ()  # of the players, in the lines


class TableView:
    """Shows one table to its players and spectators."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._logs: dict[int, Log] = {}
        self._scenes: dict[int, Scene] = {}

    def show(
        self, seat: int, sent: PageState, away: dict[int, bool], bots: tuple[str, ...]
    ) -> Show:
        """Return the table for a seat (NOBODY: a spectator), without what the page already has."""
        table, phase, scene = self.table, self.table.phase, self._scene(seat)
        changes, since = scene.changes_since(sent.scene)
        picture = Picture(changes, scene.marks, sent.is_new)
        sent.scene, sent.is_new = scene, False
        is_over = phase == phases.OVER
        return Show(
            seq=table.seq,
            at=len(table.session.history) if phase != phases.READ_ONLY else 0,
            phase=phase,
            you=seat,
            actor=table.actor,
            headline=scene.headline,
            seats=tuple(self._seat(seat_number, away) for seat_number in range(len(table.seats))),
            picture=picture,
            choices=scene.choices,
            has_routes=bool(scene.choices) and table.game.pictures.routes is not None,
            since=since,
            lines=scene.lines[since:],
            can_undo=scene.can_undo,
            hints=table.facts.hints and phase == phases.PLAYING,
            fate=self._fate(),
            shares=tuple(table.shares) if is_over and not table.is_guided_through else (),
            again=table.next_table,
            talk=self._talk(sent),
            clocks=self._clocks(),
            bots=bots,
            bot_names=tuple(map(display_name, bots)),
            lesson=self._lesson(seat),
            task=scene.task,
            is_cut_short=table.early_end is not None,
        )

    def _lesson(self, seat: int) -> Lesson | None:
        """Return the moment of a guided game; it may name cards, so only the learner gets it."""
        guide = self.table.guide
        if guide is None or seat != guide.seat:
            return None
        lesson = guide.lesson(len(self.table.session.history))
        notes = tuple(Note(step.text, step.why, step.wrong, step.look) for step in lesson.steps)
        count = len(guide.file.step)
        return Lesson(lesson.number + 1, count, notes, lesson.actions, lesson.is_end)

    def _fate(self) -> Fate:
        table, seats = self.table, range(len(self.table.seats))
        return Fate(
            table.commitment,
            tuple(table.promises.get(seat, "") for seat in seats),
            tuple(table.words.get(seat, "") for seat in seats),
            tuple(sorted(table.silent)),
            table.facts.seed.hex() if table.phase in (phases.OVER, phases.ABANDONED) else "",
            table.draws is not None,
        )

    def _talk(self, sent: PageState) -> Talk:
        """Return what was said, without the lines that the page already has."""
        table, since = self.table, sent.chat_lines
        lines = tuple(ChatLine(line.seat, line.text) for line in table.chat[since:])
        sent.chat_lines = len(table.chat)
        return Talk(table.is_chat_on, since, lines, tuple(sorted(table.offers)))

    def _clocks(self) -> tuple[float, ...]:
        clock, now = self.table.clock, steady_now()
        if clock is None:
            return ()
        return tuple(round(clock.left_s(seat, now), 1) for seat in range(len(self.table.seats)))

    def forget(self) -> None:
        """Drop the pictures, when no page is open."""
        self._scenes.clear()

    def _scene(self, seat: int) -> Scene:
        """Return what a seat sees now."""
        scene = self._scenes.get(seat)
        if scene is None or scene.seq != self.table.game_seq:
            scene = self._scenes[seat] = self._draw(seat)
        return scene

    def _draw(self, seat: int) -> Scene:
        table, headline = self.table, self._headline(seat)
        if table.phase == phases.READ_ONLY:
            return replace(EMPTY, seq=table.game_seq, headline=headline, changes={})
        session = table.session
        with own_images(image_addresses(table.facts)):
            svg = table.game.pictures.draw(session.view(seat), session.options, seat)
        pieces = chunks(table.names.in_picture(svg))
        return Scene(
            table.game_seq,
            pieces,
            hashes(pieces),
            table.names.in_picture(session.last_turn(seat)),
            tuple(self._lines(seat)),
            self._choices(seat),
            table.can_undo(seat),
            headline,
            self._task(seat),
        )

    # Choices

    def _choices(self, seat: int) -> tuple[Choice, ...]:
        table = self.table
        if seat < 0 or seat != table.actor or table.seats[seat].bot:
            return ()
        session = table.session
        legal = session.legal_numbers
        targets = table.game.pictures.targets(session.view(seat), session.options, seat, legal)
        return tuple(_choice(target) for target in targets)

    # Words

    def _task(self, seat: int) -> str:
        """Return what a seat is to do, if it is its turn."""
        table, task = self.table, self.table.game.notation.task
        if seat < 0 or seat != table.actor or task is None:
            return ""
        session = table.session
        return table.names.in_text(task(session.view(seat), session.options, seat))

    def _seat(self, seat: int, away: dict[int, bool]) -> Seat:
        table = self.table
        sitting, word = table.seats[seat], table.seat_word(seat)
        is_next, colour = seat == table.actor, colour_of(table.game, seat)
        bot_name = table.in_own_names(display_name(sitting.bot)) if sitting.bot else ""
        if sitting.holder:
            is_away = away.get(seat, False)
            name = sitting.name
            state = (is_away, sitting.bot, is_next, bot_name, colour, sitting.has_resigned)
            return Seat(word, name, "person", *state)
        kind, name = ("bot", table.name_of(seat)) if sitting.bot else ("open", "")
        face = table.face_of(seat)
        return Seat(
            word, name, kind, points_to=is_next, bot_name=bot_name, colour=colour, face=face
        )

    def _headline(self, seat: int) -> str:
        table = self.table
        match table.phase:
            case phases.READ_ONLY:
                ours, theirs = table.game.rules_version, table.facts.rules
                return f"Played with rules {theirs}; this server has {ours}"
            case phases.GATHERING:
                missing = sum(not sitting.is_taken for sitting in table.seats)
                return f"Waiting for {missing} players" if missing > 1 else "Waiting for one player"
            case phases.WORDS:
                names = [table.name_of(missing) for missing in table.missing_words]
                part = "chain" if table.draws else "word"
                return f"Waiting for {join_and(names)} to add a {part} for the luck"
            case phases.ABANDONED:
                names = [table.name_of(seat) for seat in table.missing_words]
                part = "link" if table.draws else "word"
                return f"This game is not played: the {part} of {join_and(names)} was not shown"
            case phases.OVER if table.early_end:
                return table.early_end.describe(table.names.labels)
            case phases.OVER if not table.session.over:
                return "The end of the guide"
            case phases.OVER:
                return result(table.shares, table.names.labels, seat)
        if draws := table.draw_due:
            names = [table.name_of(missing) for missing in draws.missing]
            return f"Waiting for the page of {join_and(names)}, to draw" if names else "Drawing"
        if table.actor == seat:
            return "Your turn"
        return f"{table.name_of(table.actor)} is to move"

    def _lines(self, seat: int) -> list[Line]:
        """Return the game so far in words, as this seat saw it."""
        log, session, names = (
            self._logs.setdefault(seat, Log()),
            self.table.session,
            self.table.names,
        )
        if log.labels != names.labels:
            log = self._logs[seat] = Log(labels=names.labels)
        actions = [(moment.actor, moment.action) for moment in session.history]
        unchanged = common_prefix(log.actions, actions)
        unchanged = begin_of_run([actor for actor, _ in actions], unchanged)
        del log.lines[unchanged:]
        log.lines += narrate(session, seat, names, unchanged)
        log.actions = actions
        return sorted([*chain(*log.lines), *self._left()], key=lambda line: line.number)

    def _left(self) -> list[Line]:
        """Who gave up or ran out of time, after the action by then."""
        names = self.table.names.labels
        return [
            Line(max(gone.at - 1, 0), CHANCE, gone.describe(names), "news")
            for gone in self.table.left
        ]


def _choice(target: Target) -> Choice:
    return Choice(
        target.text, target.group, target.piece, target.label, target.clicks, target.captures
    )
