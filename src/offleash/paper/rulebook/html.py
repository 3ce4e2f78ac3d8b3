"""The book as one HTML file: nothing in it is loaded from anywhere."""

import re
from html import escape
from importlib.resources import files

from offleash.core.rulebook import Chapter, Example, Grid, Paragraph, Part, Points
from offleash.lab.report.pictures import inline_svg
from offleash.paper.rulebook.book import Book, Shown

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def html_of(book: Book) -> str:
    """The whole page."""
    style = files("offleash.paper.rulebook").joinpath("book.css").read_text("utf-8")
    page = _Page(book)
    body = "\n".join(page.chapter(each) for each in book.chapters)
    title = escape(book.title)
    notes = "".join(f'<p class="notes">{_words(each)}</p>' for each in book.paragraphs_of_notes)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>{title}: the rules</title>
<style>{style}</style>
</head>
<body>
<header>
<p class="kind">The rules</p>
<h1>{title}</h1>
<p class="tagline">{_words(book.subtitle)}</p>
{notes}
<figure class="cover">{page.picture(book.cover)}</figure>
{page.contents()}
</header>
<main>
{body}
<section class="summary" id="summary">
<h2>{escape(book.summary.title)}</h2>
{page.parts(book.summary)}
</section>
</main>
</body>
</html>
"""


class _Page:
    """Writes the parts of one book; counts its pictures, whose ids must differ."""

    def __init__(self, book: Book) -> None:
        self.book, self.pictures = book, 0

    def contents(self) -> str:
        rows = [
            f'<li><a href="#{_anchor(each.title)}">{escape(each.title)}</a></li>'
            for each in self.book.chapters
        ]
        last = f'<li><a href="#summary">{escape(self.book.summary.title)}</a></li>'
        return f'<nav aria-label="Contents"><ol>{"".join(rows)}{last}</ol></nav>'

    def chapter(self, chapter: Chapter) -> str:
        title = escape(chapter.title)
        head = f'<section id="{_anchor(chapter.title)}"><h2>{title}</h2>'
        return f"{head}\n{self.parts(chapter)}</section>"

    def parts(self, chapter: Chapter) -> str:
        return "\n".join(self.part(part) for part in chapter.parts)

    def part(self, part: Part) -> str:
        if isinstance(part, Paragraph):
            return f"<p>{_words(part.text)}</p>"
        if isinstance(part, Points):
            kind = "ol" if part.numbered else "ul"
            return f"<{kind}>{''.join(f'<li>{_words(item)}</li>' for item in part.items)}</{kind}>"
        if isinstance(part, Grid):
            return _table(part)
        assert isinstance(part, Example)
        return self.example(self.book.examples[part.name])

    def example(self, shown: Shown) -> str:
        plays = "".join(f"<code>{escape(play)}</code>" for play in shown.plays)
        after = f"<div><p>after</p>{self.picture(shown.after)}</div>" if shown.after else ""
        before = f"<div>{'<p>before</p>' if after else ''}{self.picture(shown.before)}</div>"
        told = f'<p class="plays">{plays}</p>' if plays else ""
        return (
            '<figure class="example">'
            f"<figcaption><b>Example.</b> {escape(shown.name)}.</figcaption>"
            f'{told}<div class="pictures">{before}{after}</div></figure>'
        )

    def picture(self, svg: str) -> str:
        self.pictures += 1
        return inline_svg(svg, f"p{self.pictures}-")


def _table(part: Grid) -> str:
    head = "".join(f'<th scope="col">{_words(word)}</th>' for word in part.head)
    rows = "".join(
        f"<tr>{''.join(f'<td>{_words(cell)}</td>' for cell in row)}</tr>" for row in part.rows
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<div class="table">{table}</div>'


def _words(text: str) -> str:
    """A text with its strong words."""
    return re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(text))


def _anchor(title: str) -> str:
    return re.sub(r"[^a-z]+", "-", title.lower()).strip("-")
