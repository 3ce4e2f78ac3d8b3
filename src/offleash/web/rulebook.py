"""The rules pages of the games, as pages of the site: every ruling can be linked to."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from offleash.games import registry

RULING = re.compile(r"[A-Z]\d+\b")  # how the heading of a ruling begins
OTHER_PAGE = re.compile(r"\.\./(\w+)/rules\.md(#.*)?")


@dataclass(frozen=True)
class Heading:
    """A line of the contents."""

    level: int
    anchor: str
    text: str


@dataclass(frozen=True)
class Rulebook:
    """A rules page, ready to be shown."""

    body: Markup
    contents: tuple[Heading, ...]
    blurb: str  # its first paragraph begins with what the game is about
    texts: Mapping[str, Markup]  # what stands under a heading, by its anchor
    mentions: Mapping[str, str]  # the anchor under which a word of the program is first explained

    def title(self, anchor: str) -> str:
        """The heading of an anchor."""
        return next(heading.text for heading in self.contents if heading.anchor == anchor)

    @cached_property
    def rulings(self) -> frozenset[str]:
        """Their ids, which are anchors too."""
        return frozenset(h.anchor for h in self.contents if RULING.fullmatch(h.anchor))


@cache
def rulebook(name: str) -> Rulebook | None:
    """The rulebook of a game, or nothing where it has none."""
    file = registry.folder(name) / "rules.md"
    if not file.exists():
        return None
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.add_render_rule("table_open", _open_table)
    reader.add_render_rule("table_close", _close_table)
    tokens = reader.parse(file.read_text(encoding="utf-8"))
    _without_empty_heads(tokens)
    contents = tuple(_headings(tokens))
    anchors = {slug(h.text): h.anchor for h in contents if RULING.fullmatch(h.anchor)}
    _mend(tokens, anchors)
    page = _Page(reader, f"/rules/{name}")
    body = Markup(reader.renderer.render(tokens, reader.options, {}))
    return Rulebook(body, contents, _blurb(tokens), page.texts(tokens), _mentions(tokens))


@dataclass(frozen=True)
class _Page:
    """Parts of a rules page, to be shown on other pages."""

    reader: MarkdownIt
    address: str

    def texts(self, tokens: Sequence[Token]) -> dict[str, Markup]:
        """Of every heading what stands between it and the next one."""
        at = [n for n, token in enumerate(tokens) if token.type == "heading_open"]
        ends = [*at[1:], len(tokens)]
        return {
            str(tokens[start].attrs["id"]): self._part(tokens[start + 3 : end])
            for start, end in zip(at, ends, strict=True)
        }

    def _part(self, tokens: Sequence[Token]) -> Markup:
        """A link within the page leads to the page."""
        html = self.reader.renderer.render(tokens, self.reader.options, {})
        return Markup(html.replace('href="#', f'href="{self.address}#'))


def _mentions(tokens: Sequence[Token]) -> dict[str, str]:
    """For every word in the letters of code the first heading with a paragraph that has it."""
    found: dict[str, str] = {}
    here = ""
    for opening, inside in pairwise(tokens):
        if opening.type == "heading_open":
            here = str(opening.attrs["id"])
        if opening.type == "paragraph_open":
            for each in inside.children or []:
                if each.type == "code_inline":
                    found.setdefault(each.content, here)
    return found


def slug(text: str) -> str:
    """The anchor that documents use for a heading."""
    return re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-")


def _headings(tokens: Sequence[Token]) -> list[Heading]:
    """Every heading, which gets its anchor: a ruling its number; a second one counts on."""
    found, seen = [], Counter[str]()
    for opening, inside in pairwise(tokens):
        if opening.type == "heading_open":
            text = _plain(inside)
            ruling = RULING.match(text)
            plain = ruling[0] if ruling else slug(text)
            seen[plain] += 1
            anchor = plain if seen[plain] == 1 else f"{plain}-{seen[plain] - 1}"
            opening.attrSet("id", anchor)
            found.append(Heading(int(opening.tag[1]), anchor, text))
    return found


def _plain(inline: Token) -> str:
    return "".join(each.content for each in inline.children or [])


def _mend(tokens: Sequence[Token], anchors: dict[str, str]) -> None:
    """Links lead to pages of the site, and columns are aligned by a class: no inline style."""
    for token in tokens:
        if "style" in token.attrs:
            token.attrSet("class", str(token.attrs.pop("style")).rpartition(":")[2])
        for each in token.children or []:
            if each.type == "link_open":
                each.attrSet("href", _href(str(each.attrs["href"]), anchors))


def _without_empty_heads(tokens: list[Token]) -> None:
    """A table whose head says nothing has none, and an empty head of a column is a plain cell."""
    at = 0
    while at < len(tokens):
        if tokens[at].type == "thead_open":
            end = next(n for n in range(at, len(tokens)) if tokens[n].type == "thead_close")
            if not any(token.content for token in tokens[at:end]):
                del tokens[at : end + 1]
        at += 1
    for opening, inside, closing in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if opening.type == "th_open" and not inside.content:
            opening.tag = closing.tag = "td"


def _open_table(*_: object) -> str:
    """A wide table is scrolled by itself, with keys as well."""
    return '<div class="scrolled" tabindex="0" role="group" aria-label="Table"><table>\n'


def _close_table(*_: object) -> str:
    return "</table></div>\n"


def _href(link: str, anchors: dict[str, str]) -> str:
    if link.startswith("#"):
        return f"#{anchors.get(link[1:], link[1:])}"
    other = OTHER_PAGE.fullmatch(link)
    for name, row in registry.ROWS.items():
        if other and row.module.rpartition(".")[2] == other[1]:
            return f"/rules/{name}{other[2] or ''}"
    return link


def _blurb(tokens: Sequence[Token]) -> str:
    """The sentence that a rules page begins with."""
    for opening, inside in pairwise(tokens):
        if opening.type == "paragraph_open":
            text = re.sub(r"\s+", " ", inside.content).replace("*", "").replace("`", "")
            return re.split(r"(?<=\.) ", text)[0]
    return ""
