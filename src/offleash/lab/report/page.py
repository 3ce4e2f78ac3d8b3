"""The page of a report: one HTML file that loads nothing, the same bytes for the same report."""

import base64
import hashlib
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from offleash.core.files import write_text
from offleash.lab.report import theme
from offleash.lab.report.charts import bundle, page_config
from offleash.lab.report.markup import Markup, data_script, escaped, inline
from offleash.lab.report.parts import Report, charts, slugs

SERIF = "'Iowan Old Style', Charter, 'Palatino Linotype', Palatino, Georgia, serif"
MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace"
SHADE = ("rgba(60, 50, 30, 0.16)", "rgba(0, 0, 0, 0.55)")
FEWEST_LISTED = 4  # sections, from which on there is a list of them


def write_report(report: Report, path: str | Path) -> None:
    """Writes the page to a file."""
    write_text(path, html(report))


def html(report: Report) -> str:
    """The whole page. One without a chart carries no chart library."""
    scripts = [bundle()] if any(charts(report)) else []
    scripts.append(_file("page.js"))
    head = [
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_policy(scripts)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{escaped(report.title)}</title>",
        f"<style>\n{_variables()}{_file('page.css')}</style>",
    ]
    body = ['<div class="sheet">', *_body(report), "</div>"]
    lines = ["<!DOCTYPE html>", '<html lang="en">', "<head>", *head, "</head>", "<body>", *body]
    lines += [f"<script>{script}</script>" for script in scripts]
    return "\n".join([*lines, "</body>", "</html>", ""])


def _body(report: Report) -> list[str]:
    places = [f"section-{slug}" for slug in slugs([each.heading for each in report.sections])]
    markup = Markup(slug for slug, _ in charts(report))
    body = ["<header>", f"<h1>{inline(report.title)}</h1>"]
    if report.subtitle:
        body.append(f'<p class="subtitle">{inline(report.subtitle)}</p>')
    body += [*_contents(report, places), "</header>", "<main>"]
    for section, place in zip(report.sections, places, strict=True):
        body.append(markup.section(section, place))
    body.append("</main>")
    if report.colophon:
        body.append(f"<footer><p>{inline(report.colophon)}</p></footer>")
    return [*body, data_script(_settings(), id="settings")]


def _contents(report: Report, places: Sequence[str]) -> list[str]:
    if len(places) < FEWEST_LISTED:
        return []
    links = [
        f'<li><a href="#{place}">{inline(section.heading)}</a></li>'
        for section, place in zip(report.sections, places, strict=True)
    ]
    return ['<nav aria-label="Contents"><ol>', *links, "</ol></nav>"]


def _settings() -> dict[str, object]:
    """How charts are drawn: without evaluating code from strings, which the policy forbids."""
    return {
        "mode": "vega-lite",
        "renderer": "svg",
        "actions": False,
        "ast": True,
        "defaultStyle": False,
        "tooltip": {"disableDefaultStyle": True},
        "formatLocale": theme.LOCALE,
        "config": page_config(),
    }


def _policy(scripts: Sequence[str]) -> str:
    """Only these scripts may run, by their digests; nothing is loaded from anywhere."""
    digests = [hashlib.sha256(script.encode()).digest() for script in scripts]
    allowed = " ".join(f"'sha256-{base64.b64encode(each).decode()}'" for each in digests)
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _variables() -> str:
    """The colours as variables: light, dark where the reader wants it, light on paper."""
    light, dark = (
        "".join(f"--{name}:{pair[scheme]};" for name, pair in theme.COLOURS.items())
        + f"--shade:{SHADE[scheme]};"
        for scheme in (0, 1)
    )
    fonts = f"--sans:{theme.FONT};--serif:{SERIF};--mono:{MONO};"
    return (
        f":root{{{fonts}{light}}}\n"
        f"@media screen and (prefers-color-scheme: dark){{:root{{{dark}}}}}\n"
        "@media print{:root{--ground:#ffffff;}}\n"
    )


def _file(name: str) -> str:
    return (resources.files("offleash.lab.report") / name).read_text(encoding="utf-8")
