"""Writes docs/findings.md and its pictures from the questions and the results: `make pages`."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined

from findings.candidates import CandidateTables
from findings.figures import format_change, format_figure, is_clear, short_name, unit_of
from findings.play import LEARNED, PERSONAS, PLANS, RESULTS, ROOT, SEARCH, read_questions
from findings.variant_tables import read_tables
from offleash.lab.report.charts import theme
from offleash.lab.report.charts.forest import ForestAxis, ForestRow, grouped
from offleash.lab.report.charts.vega_lite import write_chart
from offleash.lab.statistics.intervals import Interval
from offleash.tools.files import write_text
from offleash.tools.prose import join_and

PAGE = ROOT.parent / "docs" / "findings.md"
SITE = ROOT.parent / "src" / "offleash" / "web"
SITE_PAGE, PICTURES = SITE / "pages" / "findings.md", SITE / "assets"
SITE_ASSETS, ASSETS = "../assets/", "../src/offleash/web/assets/"  # from each page
INTRODUCTION = ROOT / "introduction.md"
CANDIDATES = ROOT / "candidates.md"
BOTS_GUIDE = ROOT.parent / "docs" / "bots.md"  # has the claims about the strength of bots
VARIANTS = ROOT / "variants.md"
CONCLUSION = ROOT / "conclusion.md"
BOTS = {PERSONAS: "Personas", LEARNED: "Learned", SEARCH: "Search"}


def read_results(folder: Path = RESULTS) -> dict[str, dict[str, Any]]:
    """Return all results, by plan and by strength."""
    results: dict[str, dict[str, Any]] = {}
    for strength in BOTS:
        for path in sorted((folder / strength).glob("*.json")):
            data = json.loads(path.read_text(encoding="utf-8"))
            results.setdefault(path.stem, {})[strength] = data
    return results


@dataclass(frozen=True)
class Doubt:
    """A claim of an answer that bots of some strength do not show, or contradict."""

    claim: Mapping[str, Any]
    strength: str
    is_opposite: bool


@dataclass(frozen=True)
class Question:
    """A question of the designs with what was played for it, by strength of the bots."""

    fields: Mapping[str, Any]
    results: Mapping[str, Mapping[str, Any]]

    @property
    def plan(self) -> str:
        return str(self.fields["plan"])

    def measure(self, name: str) -> Mapping[str, Any]:
        """Return the measure whose name contains this text."""
        measures = self.results[PERSONAS]["measures"]
        matches = [m for m in measures if name == m["measure"]]
        matches = matches or [m for m in measures if name in m["measure"]]
        if len(matches) != 1:
            raise KeyError(f"{self.plan}: {name!r} fits {len(matches)} measures")
        match: Mapping[str, Any] = matches[0]
        return match

    def point(self, name: str, strength: str = PERSONAS) -> Mapping[str, Any]:
        """Return a point of the plan."""
        points = {point["name"]: point for point in self.results[strength]["points"]}
        return points[name]  # type: ignore[no-any-return]

    def value(self, measure: str, point: str, strength: str = PERSONAS) -> str:
        """Return a figure as text."""
        label = self.measure(measure)
        return format_figure(self.point(point, strength)["figures"][label["measure"]], label)

    def by(self, measure: str, point: str, strength: str = PERSONAS) -> str:
        """Return a difference from today's rules, with its interval."""
        label = self.measure(measure)
        change = self.point(point, strength)["differences"][label["measure"]]
        unit = unit_of(label)
        if None in change["interval"]:
            return f"{format_change(change['difference'], label)}{unit}"
        ends = " … ".join(format_change(end, label) for end in change["interval"])
        text = f"{format_change(change['difference'], label)}{unit}, {ends}"
        return text if is_clear(change) else f"{text}, which may be chance"

    @cached_property
    def answer(self) -> str:
        """The answer with its figures."""
        environment = Environment(undefined=StrictUndefined, autoescape=False)
        template = environment.from_string(self.fields["answer"])
        return template.render(value=self.value, change=self.change, by=self.by)

    def change(self, measure: str, point: str, strength: str = PERSONAS) -> str:
        """Return a difference with its interval in brackets."""
        first, _, rest = self.by(measure, point, strength).partition(", ")
        return f"{first} ({rest})" if rest else first

    def table(self) -> Iterator[str]:
        """Yield each point and measure, at every strength that was played."""
        names = [name for name in BOTS if name in self.results]
        yield f"| | | {' | '.join(map(self.bots, names))} |"
        yield f"|---|---|{'---|' * len(names)}"
        base = self.results[PERSONAS]["base"]
        for number, point in enumerate(self.results[PERSONAS]["points"]):
            text = self.fields["points"].get(point["name"], point["name"])
            for place, measure in enumerate(self.fields["measures"]):
                label = self.measure(measure)
                cells = [self._cell(label, point["name"], name, number == base) for name in names]
                title = text if place == 0 else ""
                yield f"| {title} | {short_name(label)} | {' | '.join(cells)} |"

    def _cell(self, label: Mapping[str, Any], point: str, strength: str, is_base: bool) -> str:
        points = {data["name"]: data for data in self.results[strength]["points"]}
        data, key = points.get(point), label["measure"]
        if data is None or key not in data["figures"]:  # slow bots do not play every point
            return "–"
        text = format_figure(data["figures"][key], label)
        change = data["differences"].get(key)
        if is_base or not change:
            return text
        mark = "\\*" if is_clear(change) else ""
        return f"{text} ({format_change(change['difference'], label)}{mark})"

    @property
    def doubts(self) -> list[Doubt]:
        """Where stronger bots do not show what the answer says."""
        return [
            Doubt(claim, strength, holds is False)
            for claim in self.fields["says"]
            for strength in self.results
            if strength != PERSONAS
            if (holds := self.holds(claim, strength)) is not True
        ]

    def holds(self, claim: Mapping[str, Any], strength: str) -> bool | None:
        """Return whether bots show what the answer says; None if the games leave it open."""
        change = self.point(claim["point"], strength)["differences"].get(claim["measure"])
        if change is None:
            return None
        low, high = change["interval"]
        if claim["direction"] == "same":
            margin = claim["margin"]
            if low is None or (-margin <= low and high <= margin):
                return True
            return False if low > margin or high < -margin else None
        if not is_clear(change):
            return None
        return bool((change["difference"] > 0) == (claim["direction"] == "more"))

    def agreement(self) -> str:
        """Return what stronger bots say about the answer, in words; empty if none have played."""
        stronger = [name for name in self.results if name != PERSONAS]
        if not stronger:
            return ""
        if not self.doubts:
            return f"{join_and(map(self.bots, self.results))} agree on this answer."
        texts = []
        for strength in stronger:
            own = [doubt for doubt in self.doubts if doubt.strength == strength]
            texts += [self._doubt(doubt) for doubt in own]
            if not own:
                texts.append(f"{self.bots(strength)} agrees on this answer.")
        return " ".join([*texts, self.fields.get("trust", "")]).strip()

    def _doubt(self, doubt: Doubt) -> str:
        claim = doubt.claim
        label = self.measure(claim["measure"])
        point = self.fields["points"].get(claim["point"], claim["point"])
        change = self.change(claim["measure"], claim["point"], doubt.strength)
        what = f"“{short_name(label)}” at “{point}”: {change}"
        if doubt.is_opposite:
            return f"**{self.bots(doubt.strength)} disagrees** on {what}."
        return f"{self.bots(doubt.strength)} leaves open {what}."

    def bots(self, strength: str) -> str:
        """Return who plays, as a heading; games without personas have greedy bots."""
        seats = self.results[strength]["seats"]
        return "Greedy" if set(seats) == {"greedy"} else BOTS[strength]

    def picture(self) -> Any:
        """Return the first measure at each point, by strength."""
        label = self.measure(self.fields["measures"][0])
        rows = []
        for name, result in self.results.items():
            for point in result["points"]:
                value = point["figures"].get(label["measure"])
                if value is None:
                    continue
                low, high = point["intervals"].get(label["measure"]) or (value, value)
                text = self.fields["points"].get(point["name"], point["name"])
                rows.append(ForestRow(text, Interval(value, low, high), self.bots(name)))
        series = theme.scale([self.bots(name) for name in BOTS if name in self.results])
        axis = ForestAxis(short_name(label), label["is_share"])
        return grouped(self.fields["title"], rows, series, axis, slug=self.plan)


def questions() -> list[tuple[str, list[Question]]]:
    """Return the chapters with their questions and what was played for them."""
    results = read_results()
    return [
        (title, [Question(fields, results.get(fields["plan"], {})) for fields in listed])
        for title, listed in read_questions()
    ]


def learned_wins() -> str:
    """Return how often the learned player wins among three personas, from the claims about bots."""
    (row,) = re.findall(
        r"Uri-Nation 1\.2: `learned` among .*?\*\*([\d.]+) %\*\*", BOTS_GUIDE.read_text()
    )
    return f"{row}\u00a0%"


def picture_name(question: Question) -> str:
    """Return the file of a question's picture."""
    return f"findings-{question.plan}.svg"


def section(question: Question) -> Iterator[str]:
    """Yield one question as Markdown."""
    fields = question.fields
    games = {p["games"] for r in question.results.values() for p in r["points"]}
    yield f"### {fields['title']}\n"
    yield f"{question.answer}\n"
    yield from question.table()
    if fields["caveat"]:
        yield f"\n{fields['caveat']}"
    if agreement := question.agreement():
        yield f"\n*Stronger bots:* {agreement}"
    yield f"\n![{fields['title']}]({SITE_ASSETS}{picture_name(question)})\n"
    path = (PLANS / f"{question.plan}.toml").relative_to(ROOT.parent)
    yield f"{fields['source']}; {min(games):,} games per row: `offleash run {path}`\n"


def render() -> str:
    """Return the whole page."""
    chapters = questions()
    by_plan = {q.plan: q for _, part in chapters for q in part}
    environment = Environment(undefined=StrictUndefined, autoescape=False)
    functions = {
        "value": lambda plan, *rest: by_plan[plan].value(*rest),
        "by": lambda plan, *rest: by_plan[plan].by(*rest),
        "candidates": CandidateTables(read_results()),
        "learned_wins": learned_wins(),
    }
    texts = [
        environment.from_string(path.read_text(encoding="utf-8")).render(functions)
        for path in (INTRODUCTION, CANDIDATES, CONCLUSION, VARIANTS)
    ]
    lines = [texts[0].strip(), "", texts[1].strip(), ""]
    for title, part in chapters:
        lines += [f"## {title}", ""]
        for question in part:
            lines += list(section(question))
    lines += [
        "## Which rules of the other games change play",
        "",
        *texts[3].strip().split("\n"),
        "",
    ]
    for table in read_tables():
        lines += list(table.section())
    lines.append(texts[2].strip())
    return "\n".join(lines) + "\n"


def for_docs(text: str) -> str:
    """Return the page as a document: its pictures are those of the site."""
    return text.replace(f"]({SITE_ASSETS}", f"]({ASSETS}")


def main() -> None:
    """Write the page and its pictures."""
    text = render()
    write_text(SITE_PAGE, text)
    write_text(PAGE, for_docs(text))
    for _, part in questions():
        for question in part:
            write_chart(question.picture(), PICTURES / picture_name(question))


if __name__ == "__main__":
    main()
