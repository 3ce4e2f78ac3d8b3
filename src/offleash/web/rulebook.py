"""Pages from Markdown: the rules of the games, with an anchor for every ruling, and findings."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from offleash.games import registry

RULING = re.compile(r"[A-Z]\d+\b")  # the start of a ruling's heading
OTHER_PAGE = re.compile(r"\.\./(\w+)/rules\.md(#.*)?")


@dataclass(frozen=True)
class Heading:
    """A line of the contents."""

    level: int
    anchor: str
    text: str


@dataclass(frozen=True)
class RulesPage:
    """A rendered rules page."""

    body: Markup
    contents: tuple[Heading, ...]
    blurb: str  # its first sentence, which says what the game is about
    texts: Mapping[str, Markup]  # the text under each heading, by anchor
    mentions: Mapping[str, str]  # of each word in code font, the anchor of its first mention

    def title(self, anchor: str) -> str:
        """Return the heading of an anchor."""
        return next(heading.text for heading in self.contents if heading.anchor == anchor)

    @cached_property
    def rulings(self) -> frozenset[str]:
        """The ids of the rulings, which are also anchors."""
        return frozenset(h.anchor for h in self.contents if RULING.fullmatch(h.anchor))


@cache
def rulebook(name: str) -> RulesPage | None:
    """Return the rulebook of a game, or None if it has none."""
    file = registry.folder(name) / "rules.md"
    return read_page(file, f"/rules/{name}") if file.exists() else None


def read_page(file: Path, address: str) -> RulesPage:
    """Return a page from Markdown; `address` is where the site shows it."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.add_render_rule("table_open", _open_table)
    reader.add_render_rule("table_close", _close_table)
    tokens = reader.parse(file.read_text(encoding="utf-8"))
    _remove_empty_heads(tokens)
    contents = tuple(_headings(tokens))
    anchors = {slug(h.text): h.anchor for h in contents if RULING.fullmatch(h.anchor)}
    _fix_links(tokens, anchors)
    page = _SectionRenderer(reader, address)
    body = Markup(reader.renderer.render(tokens, reader.options, {}))
    return RulesPage(body, contents, _blurb(tokens), page.texts(tokens), _mentions(tokens))


@dataclass(frozen=True)
class _SectionRenderer:
    """Renders parts of a rules page for other pages."""

    reader: MarkdownIt
    address: str

    def texts(self, tokens: Sequence[Token]) -> dict[str, Markup]:
        """Return the text between each heading and the next one."""
        at = [n for n, token in enumerate(tokens) if token.type == "heading_open"]
        ends = [*at[1:], len(tokens)]
        return {
            str(tokens[start].attrs["id"]): self._part(tokens[start + 3 : end])
            for start, end in zip(at, ends, strict=True)
        }

    def _part(self, tokens: Sequence[Token]) -> Markup:
        """Render tokens; links within the page become links to the page."""
        html = self.reader.renderer.render(tokens, self.reader.options, {})
        return Markup(html.replace('href="#', f'href="{self.address}#'))


def _mentions(tokens: Sequence[Token]) -> dict[str, str]:
    """Return for every word in code font the first heading with a paragraph that has it."""
    mentions: dict[str, str] = {}
    anchor = ""
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            anchor = str(opening.attrs["id"])
        if opening.type == "paragraph_open":
            for child in inline.children or []:
                if child.type == "code_inline":
                    mentions.setdefault(child.content, anchor)
    return mentions


def slug(text: str) -> str:
    """Return the anchor that documents use for a heading."""
    return re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-")


def _headings(tokens: Sequence[Token]) -> list[Heading]:
    """Return all headings; set anchors: a ruling's number or a slug, with a suffix if repeated."""
    headings, seen = [], Counter[str]()
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            text = _plain(inline)
            ruling = RULING.match(text)
            plain = ruling[0] if ruling else slug(text)
            seen[plain] += 1
            anchor = plain if seen[plain] == 1 else f"{plain}-{seen[plain] - 1}"
            opening.attrSet("id", anchor)
            headings.append(Heading(int(opening.tag[1]), anchor, text))
    return headings


def _plain(inline: Token) -> str:
    return "".join(child.content for child in inline.children or [])


def _fix_links(tokens: Sequence[Token], anchors: dict[str, str]) -> None:
    """Point links to pages of the site, and turn inline alignment styles into classes."""
    for token in tokens:
        if "style" in token.attrs:
            token.attrSet("class", str(token.attrs.pop("style")).rpartition(":")[2])
        for child in token.children or []:
            if child.type == "link_open":
                child.attrSet("href", _href(str(child.attrs["href"]), anchors))


def _remove_empty_heads(tokens: list[Token]) -> None:
    """Remove empty table heads, and turn empty header cells into plain cells."""
    at = 0
    while at < len(tokens):
        if tokens[at].type == "thead_open":
            end = next(n for n in range(at, len(tokens)) if tokens[n].type == "thead_close")
            if not any(token.content for token in tokens[at:end]):
                del tokens[at : end + 1]
        at += 1
    for opening, inline, closing in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if opening.type == "th_open" and not inline.content:
            opening.tag = closing.tag = "td"


def _open_table(*_: object) -> str:
    """Return the tags that open a wide table, which scrolls by itself, also with the keyboard."""
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
    """Return the first sentence of a rules page."""
    for opening, inline in pairwise(tokens):
        if opening.type == "paragraph_open":
            text = re.sub(r"\s+", " ", inline.content).replace("*", "").replace("`", "")
            return re.split(r"(?<=\.) ", text)[0]
    return ""
