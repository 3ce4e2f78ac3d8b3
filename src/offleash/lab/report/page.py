"""The page of a report: one HTML file that loads nothing, the same bytes for the same report."""

import base64
import hashlib
from collections.abc import Sequence
from importlib import resources

from offleash.lab.report.charts import theme
from offleash.lab.report.charts.vega_lite import page_config, vega_bundle
from offleash.lab.report.markup import Markup, data_script, escape, render_inline
from offleash.lab.report.parts import Report, charts, slugs

SERIF = "'Iowan Old Style', Charter, 'Palatino Linotype', Palatino, Georgia, serif"
MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace"
SHADE = ("rgba(60, 50, 30, 0.16)", "rgba(0, 0, 0, 0.55)")
MIN_SECTIONS_LISTED = 4  # fewer need no table of contents


def html(report: Report) -> str:
    """Return the whole page. A page without charts has no chart library."""
    scripts = [vega_bundle()] if any(charts(report)) else []
    scripts.append(_file("page.js"))
    head = [
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_policy(scripts)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f"<title>{escape(report.title)}</title>",
        f"<style>\n{_variables()}{_file('page.css')}</style>",
    ]
    body = ['<div class="sheet">', *_body(report), "</div>"]
    lines = ["<!DOCTYPE html>", '<html lang="en">', "<head>", *head, "</head>", "<body>", *body]
    lines += [f"<script>{script}</script>" for script in scripts]
    return "\n".join([*lines, "</body>", "</html>", ""])


def _body(report: Report) -> list[str]:
    places = [f"section-{slug}" for slug in slugs([section.heading for section in report.sections])]
    markup = Markup(slug for slug, _ in charts(report))
    body = ["<header>", f"<h1>{render_inline(report.title)}</h1>"]
    if report.subtitle:
        body.append(f'<p class="subtitle">{render_inline(report.subtitle)}</p>')
    body += [*_contents(report, places), "</header>", "<main>"]
    for section, place in zip(report.sections, places, strict=True):
        body.append(markup.section(section, place))
    body.append("</main>")
    if report.colophon:
        body.append(f"<footer><p>{render_inline(report.colophon)}</p></footer>")
    return [*body, data_script(_settings(), id="settings")]


def _contents(report: Report, places: Sequence[str]) -> list[str]:
    if len(places) < MIN_SECTIONS_LISTED:
        return []
    links = [
        f'<li><a href="#{place}">{render_inline(section.heading)}</a></li>'
        for section, place in zip(report.sections, places, strict=True)
    ]
    return ['<nav aria-label="Contents"><ol>', *links, "</ol></nav>"]


def _settings() -> dict[str, object]:
    """Return settings for drawing charts without evaluating strings, which the policy forbids."""
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
    """Return a policy that lets only these scripts run, by their digests, and loads nothing."""
    digests = [hashlib.sha256(script.encode()).digest() for script in scripts]
    allowed = " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _variables() -> str:
    """Return the colours as CSS variables: light, dark if the reader prefers it, light on paper."""
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
