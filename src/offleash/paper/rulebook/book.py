"""The contents of a rulebook: the game's chapters, played examples, and changed options."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from offleash.contract import Game, Records
from offleash.contract.options import describe_value
from offleash.contract.rules.actors import NOBODY
from offleash.contract.text.own_images import own_image
from offleash.contract.text.rulebook import Chapter, Example, Grid, Paragraph, Passage, Rulebook
from offleash.games import registry
from offleash.paper.rulebook.examples import PlayedExample, play_examples
from offleash.play.session import Session
from offleash.projects.project import path_inside, read_inside
from offleash.tools.errors import BadFile, OffleashError
from offleash.tools.prose import capitalise, join_and
from offleash.tools.toml import read_toml

CHANGES = "What is different here"
EXPERIENCED = "once you know the rules"
MOST_TEXTS = 60
TEXTS = "rulebook"  # the folder of a project with its own sections
# A match contains no second opening, so that thousands of them take linear time.
LINK = re.compile(r"\[([^\[\]]+)\]\(#([\w-]+)\)")
BOLD, ITALIC = re.compile(r"\*\*(.+?)\*\*"), re.compile(r"\*(?!\s)([^*\n]+)(?<!\s)\*")


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
    facts: str = ""  # the edition, players, age and minutes

    @property
    def note_paragraphs(self) -> list[str]:
        """The notes, split at empty lines."""
        return [part.strip() for part in re.split(r"\n\s*\n", self.notes) if part.strip()]


def make_book(
    game: Game, options: Records, title: str = "", notes: str = "", project: Path | None = None
) -> Book:
    """Make the rulebook of a game for these options, with the sections that a project brings.

    Raises OffleashError if the game has no rulebook.
    """
    if game.notation.rulebook is None:
        raise OffleashError(f"{game.title} has no rulebook yet")
    rules = game.notation.rulebook(options, texts_of(project) if project is not None else None)
    examples, problems = play_examples(game, options, rules)
    chapters = tuple(_without_failed_examples(chapter, examples) for chapter in rules.chapters)
    changes = changes_chapter(game, options)
    if wording := game.wording(options):
        changes = wording.everything(changes)
        examples = {
            name: replace(one, name=wording.text(one.name), caption=wording.text(one.caption))
            for name, one in examples.items()
        }
    is_renamed = title and title != game.title
    return Book(
        title or game.title,
        f"{game.title}. {rules.tagline}" if is_renamed else rules.tagline,
        notes,
        _cover(game, options, rules),
        (*chapters, changes) if changes.parts else chapters,
        _without_failed_examples(rules.summary, examples),
        examples,
        tuple(problems),
        " · ".join(
            filter(None, (_edition(game, options), rules.facts, minutes_words(game, options)))
        ),
    )


def texts_of(project: Path) -> dict[Path, str]:
    """Return a project's sections. Raise BadFile if one is too large or leads out of it."""
    folder = path_inside(project, TEXTS)
    files = sorted(folder.glob("*.md")) if folder.is_dir() else []
    if len(files) > MOST_TEXTS:
        raise BadFile(folder, None, f"a rulebook can have at most {MOST_TEXTS} files")
    return {file: read_inside(folder, file.name) for file in files}


def _without_failed_examples(chapter: Chapter, examples: Mapping[str, PlayedExample]) -> Chapter:
    """Return the chapter without examples that fail for these options."""
    parts = (p for p in chapter.parts if not isinstance(p, Example) or p.name in examples)
    return replace(chapter, parts=tuple(parts))


def _cover(game: Game, options: Records, rules: Rulebook) -> str:
    """Return the project's image, or the game at the start or in the position the rules choose."""
    if image := own_image("cover", 500, 350, 1000, 700):
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 700">{image}</svg>'
    try:
        session = Session(game, options, position=rules.cover or None)
    except OffleashError:  # the position needs another board
        session = Session(game, options)
    return game.pictures.draw(session.view(NOBODY), options, NOBODY)


def _edition(game: Game, options: Records) -> str:
    """Return `rules 1.4`, `base rules`: which book this is, for games that have several."""
    base = game.base(options)
    return "" if not base else f"rules {base}" if base[0].isdigit() else f"{base} rules"


def minutes_words(game: Game, options: Records) -> str:
    """Return how long games last by the number of players, as `bench.minutes` has measured them."""
    file = registry.folder(game.name) / "data" / "minutes.toml"
    if not file.is_file():
        return ""
    minutes = read_toml(file)[1].get(game.base(options) or "usual", {})
    if not minutes:
        return ""
    (players, first), *others = sorted(minutes.items())
    if set(minutes.values()) == {first}:
        return f"about {first} minutes {EXPERIENCED}"
    more = [f"{number} for {people}" for people, number in others]
    return f"about {join_and([f'{first} minutes for {players}', *more])} {EXPERIENCED}"


def changes_chapter(game: Game, options: Records) -> Chapter:
    """Return the chapter about options that differ from the preset or the defaults."""
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


def mark_up(text: str) -> str:
    """Replace **words** by bold type, *words* by italics and [words](#section) by links."""
    text = ITALIC.sub(r"<i>\1</i>", BOLD.sub(r"<b>\1</b>", text))
    return LINK.sub(r'<a href="#\2">\1</a>', text)


def _readable(option: str, value: str) -> str:
    """Return a value as people would write it."""
    return {"true": "yes", "false": "no"}.get(value) or describe_value(option, value)
