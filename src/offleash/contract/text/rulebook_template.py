"""Rulebooks as Markdown templates: what a game's folder `rulebook` says under some options.

`book.md` has the tagline as its first heading, a line of facts, and includes one file for each
section. A project can bring its own text for any of these files. A section begins with `## Title`;
the last one is the page for reference. In a section,

- `![](example:two-pairs)` shows the example of that name, `![A caption.](picture:setup)` a picture
  that the game draws;
- `<!-- phases: roll move -->` and `<!-- actions: step stop -->` name what the section explains, in
  the words of the game's notation: a table opens the book there, and tests compare both with the
  rules.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from offleash.contract.text.rulebook import (
    Aside,
    Chapter,
    Example,
    Grid,
    Illustration,
    Paragraph,
    Passage,
    Points,
    Rulebook,
    Subheading,
    anchor_of,
    format_amounts,
)
from offleash.tools.errors import BadFile, OffleashError
from offleash.tools.prose import capitalise, count_of, join_and, join_or

if TYPE_CHECKING:
    from jinja2 import Environment
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

BOOK = "book.md"
MOST_PICTURES = 100
EXPLAINED = re.compile(r"<!--\s*(phases|actions):([^<>]*?)-->")  # linear: no "<" inside
SURROGATE = re.compile(r"[\ud800-\udfff]")
SECTION = re.compile(r"(?m)^(?=## )")
IMAGE = re.compile(r"!\[([^\]]*)\]\((\S+)\)")
PICTURE = re.compile(r"(example|picture):([\w-]+)")
HELPERS: dict[str, Any] = {
    "count": count_of,
    "join_and": join_and,
    "join_or": join_or,
    "capitalise": capitalise,
    "amounts": format_amounts,
}

Draw = Callable[[], str]
Texts = Mapping[Path, str]  # the templates of a project by their paths


class StepNumbers(dict[str, int]):
    """The numbers of steps by name: `{{ step("board") }}` in a template begins a step."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def __call__(self, name: str = "") -> str:
        self.count += 1
        if name:
            self[name] = self.count
        return ""


def read_rulebook(
    folder: Path,
    texts: Texts | None,
    context: Mapping[str, Any],
    pictures: Mapping[str, Draw] | None = None,
    cover: str = "",
) -> Rulebook:
    """Write the book of the game in a folder; `texts` replace files of the game.

    Pictures are drawn after the text is written, so they may use the numbers of its steps. Raises
    BadFile with the file and the line.
    """
    reader = _Reader(_book_file(folder / "rulebook", texts), texts or {}, pictures or {})
    head, *sections = SECTION.split(_render(folder / "rulebook", texts, context))
    if len(sections) < 2:
        raise BadFile(reader.file, None, "a rulebook needs at least two sections: ## Title")
    title, *facts = reader.blocks(head) or [()]
    if not title or title[0].type != "heading_open":
        raise BadFile(reader.file, None, "a rulebook begins with its title: # Title")
    *chapters, summary = (reader.chapter(section) for section in sections)
    lines = [_text(block[1]) for block in facts if block[0].type == "paragraph_open"]
    examples = folder / "data" / "examples.toml"
    return Rulebook(_text(title[1]), tuple(chapters), summary, examples, cover, " ".join(lines))


def _book_file(folder: Path, texts: Texts | None) -> Path:
    """Return what errors without a place name: `book.md`, or a project's folder if it has none."""
    if not texts:
        return folder / BOOK
    own = next(iter(texts)).parent / BOOK
    return own if own in texts else own.parent


def _render(folder: Path, texts: Texts | None, context: Mapping[str, Any]) -> str:
    """Return the Markdown of the whole book, for these options."""
    from offleash.tools.limited_templates import template_limits

    environment = _game_environment(folder) if not texts else _environment(folder, texts)
    place = _book_file(folder, texts)
    try:
        with template_limits():
            for place in texts or ():  # compiled one by one, so that an error names its file
                environment.get_template(place.name)
            place = _book_file(folder, texts)
            return environment.get_template(BOOK).render({**HELPERS, **context})
    except RecursionError as error:
        file, line = _place(error, place)
        problem = "a file or a macro includes itself endlessly, or brackets are nested too deeply"
        raise BadFile(file, line, problem) from None
    except Exception as error:  # a template can raise anything
        file, line = _place(error, place)
        raise BadFile(file, line, f"the text can't be written: {error}") from None


@lru_cache(maxsize=32)
def _game_environment(folder: Path) -> "Environment":
    """Return the templates of a game, compiled once and again when a file changes."""
    return _environment(folder, {})


def _environment(folder: Path, texts: Texts) -> "Environment":
    from jinja2 import ChoiceLoader, FileSystemLoader, FunctionLoader, StrictUndefined

    from offleash.tools.limited_templates import LimitedEnvironment  # a project may be anybody's

    by_name = {path.name: (text, str(path), None) for path, text in texts.items()}
    return LimitedEnvironment(
        loader=ChoiceLoader([FunctionLoader(by_name.get), FileSystemLoader(folder)]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _place(error: Exception, otherwise: Path) -> tuple[Path, int | None]:
    """Return the template and the line where writing failed."""
    place: tuple[Path, int | None] = (otherwise, None)
    if (name := getattr(error, "filename", None)) is not None:
        return Path(name), getattr(error, "lineno", None)
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename.endswith(".md"):
            place = Path(trace.tb_frame.f_code.co_filename), trace.tb_lineno
        trace = trace.tb_next
    return place


# Markdown


@lru_cache(maxsize=1)
def _markdown() -> "MarkdownIt":
    """Return a parser of blocks: texts keep their marks."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.disable("inline")
    return parser


@lru_cache(maxsize=512)  # most options change few sections
def _blocks(text: str) -> "tuple[tuple[Token, ...], ...]":
    """Return the blocks of a section, each opening token with all up to its close."""
    blocks: list[tuple[Token, ...]] = []
    block: list[Token] = []
    depth = 0
    for token in _markdown().parse(text):
        block.append(token)
        depth += token.nesting
        if depth == 0:
            blocks.append(tuple(block))
            block = []
    return tuple(blocks)


def _text(inline: "Token") -> str:
    """Return the source of a line of text: renderers understand bold, italics and links in it."""
    return re.sub(r"\s+", " ", inline.content).strip()


class _Reader:
    """Turns the Markdown of sections into chapters."""

    def __init__(self, file: Path, texts: Texts, pictures: Mapping[str, Draw]) -> None:
        self.file, self.texts, self.pictures = file, texts, pictures
        self.picture_count = 0

    def blocks(self, text: str) -> "tuple[tuple[Token, ...], ...]":
        """Return the blocks of a section, or raise BadFile if a letter of it can't be stored."""
        if letter := SURROGATE.search(text):
            problem = f"{letter[0]!r} is half a character (a lone surrogate)"
            raise self.error(problem, text.split("\n", 1)[0])
        return _blocks(text)

    def chapter(self, text: str) -> Chapter:
        explained: dict[str, tuple[str, ...]] = {"phases": (), "actions": ()}
        heading, *blocks = self.blocks(text)
        lines = text.split("\n")
        parts: list[Passage] = []
        for block in blocks:
            if block[0].type == "html_block":
                for kind, names in EXPLAINED.findall(block[0].content):
                    explained[kind] += tuple(names.split())
                continue
            try:
                parts.append(self.passage(block))
            except OffleashError as error:
                start = block[0].map[0] if block[0].map else 0
                raise self.error(str(error), lines[start], lines[0]) from None
        return Chapter(_text(heading[1]), tuple(parts), **explained)

    def error(self, problem: str, *lines: str) -> BadFile:
        """Return an error at the first of these lines that a project's text has."""
        for line in lines:
            for path, text in self.texts.items():
                if line in (source := text.split("\n")):
                    return BadFile(path, source.index(line) + 1, problem)
        return BadFile(self.file, None, problem)

    def passage(self, block: "Sequence[Token]") -> Passage:
        kind = block[0].type
        inlines = [token for token in block if token.type == "inline"]
        if kind == "heading_open":
            return Subheading(_text(inlines[0]))
        if kind in ("bullet_list_open", "ordered_list_open"):
            return Points(tuple(map(_text, inlines)), kind == "ordered_list_open")
        if kind == "blockquote_open":
            return Aside(" ".join(map(_text, inlines)))
        if kind == "table_open":
            return _grid(block)
        if kind == "paragraph_open":
            if image := IMAGE.fullmatch(_text(inlines[0])):
                return self.picture(image[2], image[1])
            return Paragraph(_text(inlines[0]))
        raise OffleashError(f"a rulebook can't contain {kind.removesuffix('_open')}")

    def picture(self, source: str, caption: str) -> Example | Illustration:
        self.picture_count += 1
        if self.picture_count > MOST_PICTURES:
            raise OffleashError(f"a rulebook can have at most {MOST_PICTURES} pictures")
        match = PICTURE.fullmatch(source)
        if match and match[1] == "example":
            return Example(match[2])
        if match and match[2] in self.pictures:
            return Illustration(self.pictures[match[2]], caption)
        known = join_or([f"picture:{name}" for name in self.pictures] + ["example:NAME"])
        raise OffleashError(f"there is no picture {source!r}: use {known}")


def _grid(block: "Sequence[Token]") -> Grid:
    rows: list[list[str]] = []
    for token in block:
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            rows[-1].append(_text(token))
    head, *body = rows
    return Grid(tuple(head), tuple(map(tuple, body)))


# What a book explains


def sections_of(chapters: Sequence[Chapter]) -> dict[str, str]:
    """Return the anchors of sections by the phases that they explain; the first one counts."""
    return {phase: anchor_of(c.title) for c in reversed(chapters) for phase in c.phases}
