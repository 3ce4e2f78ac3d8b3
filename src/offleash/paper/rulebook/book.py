"""The contents of a rulebook: the game's chapters, played examples, and changed options."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from offleash.core.art import own_image
from offleash.core.errors import BadFile, OffleashError
from offleash.core.game import Game, Records
from offleash.core.options import describe_value
from offleash.core.prose import capitalise
from offleash.core.rulebook import Chapter, Example, Grid, Paragraph, Passage, Rulebook
from offleash.core.rules.actors import NOBODY
from offleash.play.scenario import ScenarioResult, read_file, run_scenario
from offleash.play.session import Session

SUMMARY, CHANGES = "The game on one page", "What is different here"


@dataclass(frozen=True)
class PlayedExample:
    """An example that passed: its actions, and the pictures before and after."""

    name: str
    plays: tuple[str, ...]
    before: str
    after: str  # empty if there are no actions


@dataclass(frozen=True)
class Book:
    """The contents of a rulebook, for HTML and PDF."""

    title: str
    subtitle: str
    notes: str
    cover: str  # an SVG
    chapters: tuple[Chapter, ...]
    summary: Chapter
    examples: Mapping[str, PlayedExample]
    problems: tuple[str, ...]  # one for each wrong example

    @property
    def note_paragraphs(self) -> list[str]:
        """The notes, split at empty lines."""
        return [part.strip() for part in re.split(r"\n\s*\n", self.notes) if part.strip()]


def make_book(game: Game, options: Records, title: str = "", notes: str = "") -> Book:
    """Make the rulebook of a game for these options. Raises OffleashError if it has none."""
    if game.notation.rulebook is None:
        raise OffleashError(f"{game.title} has no rulebook yet")
    rules = game.notation.rulebook(options)
    examples, problems = play_examples(game, options, rules)
    chapters = tuple(_without_failed_examples(chapter, examples) for chapter in rules.chapters)
    changes = changes_chapter(game, options)
    if wording := game.wording(options):
        changes = wording.everything(changes)
        titles = {name: wording.text(name) for name in examples}
        examples = {name: replace(one, name=titles[name]) for name, one in examples.items()}
    subtitle = (
        rules.tagline if not title or title == game.title else f"{game.title}. {rules.tagline}"
    )
    return Book(
        title or game.title,
        subtitle,
        notes,
        _cover(game, options, rules),
        (*chapters, changes) if changes.parts else chapters,
        Chapter(SUMMARY, rules.summary),
        examples,
        tuple(problems),
    )


def _without_failed_examples(chapter: Chapter, examples: Mapping[str, PlayedExample]) -> Chapter:
    """The chapter without examples that fail for these options."""
    parts = (p for p in chapter.parts if not isinstance(p, Example) or p.name in examples)
    return Chapter(chapter.title, tuple(parts))


def _cover(game: Game, options: Records, rules: Rulebook) -> str:
    """The project's image, or the game at the start or in the position that the rules choose."""
    if image := own_image("cover", 500, 350, 1000, 700):
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 700">{image}</svg>'
    try:
        session = Session(game, options, position=rules.cover or None)
    except OffleashError:  # the position needs another board
        session = Session(game, options)
    return game.pictures.draw(session.view(NOBODY), options, NOBODY)


def changes_chapter(game: Game, options: Records) -> Chapter:
    """The chapter about options that differ from the preset or the defaults."""
    texts = {option.name: option.text for option in game.rules.options}
    rows = tuple(
        (capitalise(texts[name]), _readable(name, value), name)
        for name, value in game.changes(options).items()
    )
    if not rows:
        return Chapter(CHANGES, ())
    base = f"the rules {game.base(options)}" if game.rules.presets else "the usual rules"
    lead = Paragraph(f"This book is about {base} with these changes.")
    parts: tuple[Passage, ...] = (lead, Grid(("about", "here it is", "option"), rows))
    return Chapter(CHANGES, parts)


def mark_bold(text: str) -> str:
    """Replace **words** by <b>words</b>."""
    return re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text)


def _readable(option: str, value: str) -> str:
    """A value as people would write it."""
    return {"true": "yes", "false": "no"}.get(value) or describe_value(option, value)


def play_examples(
    game: Game, options: Records, rules: Rulebook
) -> tuple[dict[str, PlayedExample], list[str]]:
    """Play every example; return those that pass, and problems.

    An example that passes only with its own options is left out. One that fails with them, too, is
    a problem.
    """
    played: dict[str, PlayedExample] = {}
    problems: list[str] = []
    if rules.examples is None:
        return played, problems
    for line, table in read_file(rules.examples)[1]:
        try:
            result, start, end = run_scenario(rules.examples, line, game, table, options)
            if result.has_passed:
                if result.name not in played:
                    played[result.name] = _played_example(result, start, end)
                continue
        except BadFile:  # the board lacks a cell of the example
            pass
        try:
            own = run_scenario(rules.examples, line, game, table)[0]
            problems += [f"example {own.name!r}: {text}" for text in own.differences[:1]]
        except BadFile as error:
            problems.append(str(error))
    return played, problems


def _played_example(result: ScenarioResult, start: Session, end: Session) -> PlayedExample:
    """Draw an example as the player who acts first sees it."""
    game, options = start.game, start.options
    seat = start.actor if start.actor >= 0 else NOBODY
    plays = tuple(game.notation.format_action(moment.action, options) for moment in end.history)
    before = game.pictures.draw(start.view(seat), options, seat)
    after = game.pictures.draw(end.view(seat), options, seat) if plays else ""
    return PlayedExample(result.name, plays, before, after)
