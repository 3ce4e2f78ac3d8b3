"""Guides: a first game in steps, as data. Each step has one idea and, mostly, a move to make.

    game = "dog"
    title = "Your first game of Dog"
    minutes = 3
    position = "P20||| phase=give hands=A,K|…"

    [[step]]
    text = "An ace brings a token out."
    why = "Without a token on the loop you can't play most cards."
    wrong = "Only an ace, a king or a joker brings a token out."
    play = "A start"
    then = ["5 a", "deal 10"]

`play` is what the learner does, `then` what the others and chance do after it. A step without
`play` is read; the last step is one. A game's guide is the file `guide.toml` in its folder; a
project may have its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any

import msgspec

from offleash.contract import Records
from offleash.games import registry
from offleash.play.rules_files import line_of
from offleash.play.session import Session
from offleash.tools.errors import BadFile, IllegalAction, OffleashError, quote
from offleash.tools.files import read_text
from offleash.tools.toml import parse_toml

FILE_NAME = "guide.toml"
MAX_TEXT = 320  # characters of a step's text
MAX_REASON = 160  # characters of its reason, which is one line


class GuideStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One idea: a text, and the move that shows it."""

    text: str
    why: str = ""  # the reason for the move, in one line
    wrong: str = ""  # what a learner reads after another click
    look: tuple[str, ...] = ()  # ids of elements of the picture that the text is about
    play: str | tuple[str, ...] = ()  # the learner's actions
    then: str | tuple[str, ...] = ()  # what the others and chance do after them

    @property
    def actions(self) -> tuple[str, ...]:
        """The learner's actions."""
        return (self.play,) if isinstance(self.play, str) else self.play

    @property
    def replies(self) -> tuple[str, ...]:
        """What follows them."""
        return (self.then,) if isinstance(self.then, str) else self.then


class GuideFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a guide's file."""

    game: str
    title: str
    step: tuple[GuideStep, ...]
    minutes: int = 3
    preset: str | None = None
    options: dict[str, Any] = {}
    position: str | None = None
    seat: int = 0  # the learner's


@dataclass(frozen=True)
class Guide:
    """A guide as read from its text."""

    file: GuideFile
    text: str
    path: str  # names it in errors

    @property
    def seat(self) -> int:
        """The learner's seat."""
        return self.file.seat

    @cached_property
    def script(self) -> tuple[str, ...]:
        """All actions of the game, chance included."""
        return tuple(action for step in self.file.step for action in (*step.actions, *step.replies))

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """How many actions the game has had when each step is over."""
        return tuple(accumulate(len(s.actions) + len(s.replies) for s in self.file.step))

    def lesson(self, count: int) -> "GuideMoment":
        """Return what a learner reads and does after so many actions."""
        steps, ends = self.file.step, self.ends
        due = next((n for n, end in enumerate(ends) if end > count), len(steps) - 1)
        played = count - (ends[due - 1] if due else 0)
        is_end = count >= ends[-1]
        if steps[due].actions and 0 < len(steps[due].actions) <= played:
            return GuideMoment(due, (), ())  # the others act
        done = (n for n, end in enumerate(ends) if steps[n].actions and end <= count)
        first = due if played and not is_end else max(done, default=-1) + 1
        actions = () if is_end else steps[due].actions[played:]
        return GuideMoment(due, steps[first : due + 1], actions, is_end)


@dataclass(frozen=True)
class GuideMoment:
    """What a learner reads and does at a moment."""

    number: int  # of the step
    steps: Sequence[GuideStep]  # to read one after another; the last one may have a move to make
    actions: tuple[str, ...]  # what is left of that move; empty while others act, and at the end
    is_end: bool = False


# Reading


def find_guide(game: str) -> Path | None:
    """Return the file of a game's guide, if it has one."""
    path = registry.folder(game) / FILE_NAME
    return path if path.exists() else None


def read_guide(path: Path) -> Guide:
    """Read a guide. Raise BadFile if it is malformed."""
    return parse_guide(read_text(path), str(path))


def parse_guide(text: str, path: str, game: str | None = None) -> Guide:
    """Return a guide from its text; `path` names it in errors, and `game` the game of its project.

    Raises BadFile if it is malformed or about another game.
    """
    document = parse_toml(text, path)
    try:
        file = msgspec.convert(document, GuideFile)
    except msgspec.ValidationError as error:
        raise BadFile(path, None, str(error)) from None
    if game is not None and file.game != game:
        problem = f"this is a guide to {quote(file.game)}, but the project is about {game}"
        raise BadFile(path, line_of(text, "game"), problem)
    if not file.step or file.step[-1].actions:
        raise BadFile(path, None, "a guide ends with a step that has only a text")
    return Guide(file, text, path)


def guide_options(guide: Guide, project: Records | None = None) -> Records:
    """Return the options of a guided game: the guide's own, on top of those of a project.

    Raises BadFile if they are wrong.
    """
    file = guide.file
    try:
        game = registry.load(file.game)
        if project is None:
            return game.options(file.preset, file.options)
        return game.options(game.base(project) or None, game.changes(project), file.options)
    except OffleashError as error:
        raise BadFile(guide.path, None, str(error)) from None


# Checking


def check_guide(guide: Guide, project: Records | None = None) -> Session:
    """Play a guide, under the options of a project if it has one; return the session at its end.

    Raises BadFile, with the step, if an action is illegal or not of the seat that it is given to,
    if a text is missing or too long, or if the picture lacks an element that a step is about; and
    if the game has no such seat.
    """
    options = guide_options(guide, project)
    game = registry.load(guide.file.game)
    if guide.seat not in range(seats := game.seat_count(options)):
        problem = f"seat must be a number from 0 to {seats - 1}, not {quote(guide.seat)}"
        raise BadFile(guide.path, line_of(guide.text, "seat"), problem)
    session = Session(game, options, position=guide.file.position)
    for number, step in enumerate(guide.file.step, 1):
        try:
            _check_texts(step)
            _check_elements(session, guide.seat, step.look)
            for action in step.actions:
                _play(session, action, is_learner=True, seat=guide.seat)
            for action in step.replies:
                _play(session, action, is_learner=False, seat=guide.seat)
        except OffleashError as error:
            raise BadFile(guide.path, None, f"step {number}: {error}") from None
    return session


def _check_texts(step: GuideStep) -> None:
    if not step.text.strip() or len(step.text) > MAX_TEXT:
        raise OffleashError(f"its text must have 1 to {MAX_TEXT} characters")
    if step.actions and not (step.why.strip() and step.wrong.strip()):
        raise OffleashError("a step with a move needs a reason (why) and a text for other clicks")
    if len(step.why) > MAX_REASON or "\n" in step.why:
        raise OffleashError(f"its reason (why) must be one line of at most {MAX_REASON} characters")


def _check_elements(session: Session, seat: int, ids: Sequence[str]) -> None:
    view = session.view(seat)
    picture = session.game.pictures.draw(view, session.options, seat) if ids else ""
    for element in ids:
        if f'id="{element}"' not in picture:
            raise OffleashError(f"the picture has no element {element!r} to look at")


def _play(session: Session, action: str, is_learner: bool, seat: int) -> None:
    """Play an action of the learner, or of somebody else."""
    if (session.actor == seat) != is_learner:
        who = "not the learner's" if is_learner else "the learner's"
        raise OffleashError(f"{action!r} is {who} to play: it is the turn of {_actor(session)}")
    try:
        session.play(action)
    except IllegalAction as error:
        raise OffleashError(str(error)) from None


def _actor(session: Session) -> str:
    if session.actor < 0:
        return "chance" if not session.over else "nobody, as the game is over"
    return f"seat {session.actor}"
