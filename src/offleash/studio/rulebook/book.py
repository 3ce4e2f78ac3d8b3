"""A whole book: the game's chapters, its examples as they were just played, what was changed."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from offleash.core.errors import BadFile, OffleashError
from offleash.core.game import Game, Records
from offleash.core.options import describe_value
from offleash.core.rulebook import Chapter, Example, Grid, Paragraph, Part, Rulebook
from offleash.core.rules.actors import NOBODY
from offleash.play.scenario import ScenarioResult, read_file, run_scenario
from offleash.play.session import Session

SUMMARY, CHANGES = "The game on one page", "What is different here"


@dataclass(frozen=True)
class Shown:
    """An example that was played and held: what was done, and the pictures around it."""

    name: str
    plays: tuple[str, ...]
    before: str
    after: str  # empty where nothing was done


@dataclass(frozen=True)
class Book:
    """Everything that a page or a PDF shows."""

    title: str
    subtitle: str
    notes: str
    cover: str  # a picture
    chapters: tuple[Chapter, ...]
    summary: Chapter
    examples: Mapping[str, Shown]
    problems: tuple[str, ...]  # examples that are wrong, one sentence each

    @property
    def paragraphs_of_notes(self) -> list[str]:
        """The notes, taken apart at empty lines."""
        return [each.strip() for each in re.split(r"\n\s*\n", self.notes) if each.strip()]


def make_book(game: Game, options: Records, title: str = "", notes: str = "") -> Book:
    """The book of a game as these options have it."""
    if game.rulebook is None:
        raise OffleashError(f"{game.title} has no rulebook yet")
    rules = game.rulebook(options)
    examples, problems = play_examples(game, options, rules)
    chapters = tuple(_with_shown(each, examples) for each in rules.chapters)
    changes = changes_of(game, options)
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


def _with_shown(chapter: Chapter, examples: Mapping[str, Shown]) -> Chapter:
    """Without the examples that do not hold under these options."""
    kept = [p for p in chapter.parts if not isinstance(p, Example) or p.name in examples]
    return Chapter(chapter.title, tuple(kept))


def _cover(game: Game, options: Records, rules: Rulebook) -> str:
    """The game as it lies on the table."""
    try:
        session = Session(game, options, position=rules.cover or None)
    except OffleashError:  # a position of another board
        session = Session(game, options)
    return game.draw(session.view(NOBODY), options, NOBODY)


def changes_of(game: Game, options: Records) -> Chapter:
    """What differs from the rules that these build on."""
    texts = {switch.name: switch.text for switch in game.switches}
    rows = tuple(
        (f"{texts[name][:1].upper()}{texts[name][1:]}", _readable(name, value), name)
        for name, value in game.changed(options).items()
    )
    if not rows:
        return Chapter(CHANGES, ())
    base = f"the rules {game.base(options)}" if game.presets else "the usual rules"
    lead = Paragraph(f"This book is about {base} with these changes.")
    parts: tuple[Part, ...] = (lead, Grid(("about", "here it is", "option"), rows))
    return Chapter(CHANGES, parts)


def _readable(option: str, value: str) -> str:
    """A value as people would write it."""
    return {"true": "yes", "false": "no"}.get(value) or describe_value(option, value)


# Examples


def play_examples(
    game: Game, options: Records, rules: Rulebook
) -> tuple[dict[str, Shown], list[str]]:
    """Every example that holds under these options, and what is wrong with the others.

    One that speaks of other rules than these is left out; one that does not even hold under its
    own options is a mistake.
    """
    found: dict[str, Shown] = {}
    problems: list[str] = []
    if rules.examples is None:
        return found, problems
    for line, table in read_file(rules.examples)[1]:
        try:
            outcome, first, last = run_scenario(rules.examples, line, game, table, options)
            if outcome.has_passed and outcome.name in found:
                continue
            if outcome.has_passed:
                found[outcome.name] = _shown(outcome, first, last)
                continue
        except BadFile:  # a cell that this board does not have
            pass
        try:
            own = run_scenario(rules.examples, line, game, table)[0]
            problems += [f"example {own.name!r}: {each}" for each in own.differences[:1]]
        except BadFile as error:
            problems.append(str(error))
    return found, problems


def _shown(outcome: ScenarioResult, first: Session, last: Session) -> Shown:
    """Pictures as who acts first may see them."""
    game, options = first.game, first.options
    seat = first.actor if first.actor >= 0 else NOBODY
    plays = tuple(game.format_action(moment.action, options) for moment in last.history)
    before = game.draw(first.view(seat), options, seat)
    after = game.draw(last.view(seat), options, seat) if plays else ""
    return Shown(outcome.name, plays, before, after)
