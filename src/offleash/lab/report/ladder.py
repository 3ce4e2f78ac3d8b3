"""The report of a ladder: how strong bots are, and who beats whom."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import altair as alt

from offleash.lab.finished_run import FinishedRun
from offleash.lab.report import estimates, theme
from offleash.lab.report.differences import cell, ends_text, interval_of, signed_text
from offleash.lab.report.facts import (
    and_text,
    colophon,
    game_title,
    rules_text,
    unfinished_text,
)
from offleash.lab.report.forest import Look, Row, forest
from offleash.lab.report.numbers import number, percent
from offleash.lab.report.parts import Answer, Cell, Chart, Part, Report, Section, Table
from offleash.lab.statistics import Interval

Summary = Mapping[str, Any]
SURE = 0.975  # of the draws, from which on one is above the next
CELL = 40  # height
NARROW = 32  # a column in which letters are small
ROOMY = 8  # bots, up to which names stand above the columns
READABLE = 20  # bots, up to which there are numbers in the cells


def build(loaded: FinishedRun) -> Report:
    """The report of a ladder that has ended."""
    return report_of(loaded.summary)


def report_of(summary: Summary) -> Report:
    """From the summary alone."""
    sections = [
        Section("In short", answers(summary), lead(summary)),
        Section("Ratings", [_ratings(summary), _rating_table(summary)], fitted(summary)),
        Section("Who beats whom", [_matrix(summary), _score_table(summary)]),
    ]
    return Report(title(summary), sections, subtitle(summary), colophon(summary))


def title(summary: Summary) -> str:
    """`Uri-Nation: a ladder of six bots`."""
    return f"{game_title(summary)}: a ladder of {len(summary['bots'])} bots"


def subtitle(summary: Summary) -> str:
    """How much was played."""
    told = [f"{summary['games']:,} games, every bot against every other", rules_text(summary)]
    return "; ".join(text for text in told if text)


def lead(summary: Summary) -> str:
    """The order in words, and where it is not sure."""
    rows = summary["ratings"]
    order = rows[0]["bot"]
    for better, row in pairwise(rows):
        sure = better.get("above_next")
        sign = ">" if sure is not None and sure >= SURE else "≥"
        order += f" {sign} {row['bot']}"
    said = f"From the best to the weakest: {order}."
    if "≥" in order:
        said += " After ≥ the order of the two is not sure."
    return f"{said} {unfinished_text(summary['unfinished'])}".strip()


def answers(summary: Summary) -> list[Part]:
    """The best, how far the last is behind, and the closest neighbours."""
    rows, cells = summary["ratings"], _cells(summary)
    best, last = rows[0], rows[-1]
    found: list[Part] = [_rated(f"`{best['bot']}` is the best of {len(rows)} bots.", best)]
    found.append(_rated(f"`{last['bot']}` is the weakest.", last))
    score = cells[best["bot"], last["bot"]]
    said = f"of their games `{best['bot']}` wins against `{last['bot']}`, ties shared."
    ends = estimates.ends(score, is_share=True)
    found.append(Answer(said, estimates.shown(score, True), f"95 % interval {ends}" * bool(ends)))
    close = [(a, b) for a, b in pairwise(rows) if "above_next" in a]
    if len(close) > 1:
        above, below = min(close, key=lambda pair: pair[0]["above_next"])
        said = f"so sure is it that `{above['bot']}` is above `{below['bot']}`, the closest pair."
        found.append(Answer(said, percent(above["above_next"]), "of all redrawn ratings"))
    return found


def _rated(said: str, row: Mapping[str, Any]) -> Answer:
    rating = _rating(row)
    ends = ends_text(rating, is_share=False)
    return Answer(said, f"{signed_text(rating, False)} points", f"95 % interval {ends}")


def _rating(row: Mapping[str, Any]) -> Interval:
    return interval_of(row["rating"], (row["low"], row["high"]))


def fitted(summary: Summary) -> str:
    """How ratings came about."""
    zero = f"`{summary['anchor']}` is 0" if summary["anchor"] else "the mean of all is 0"
    told = (
        f"Ratings are {summary['scale']}; {zero}. All games are fitted at once, so their order "
        f"does not matter: a bot wins in proportion to its strength, and ties are shared. The "
        f"prior is weak: {summary['prior']}. Intervals come from drawing whole blocks again."
    )
    for better, worse in pairwise(summary["groups"]):
        told += (
            f" {_named(worse)} won no game against {_named(better, 'or')}, so how far apart they "
            "are is little more than the prior's word."
        )
    return told


def _named(bots: Sequence[str], word: str = "and") -> str:
    names = and_text([f"`{bot}`" for bot in bots])
    return names if word == "and" else names.replace(" and ", f" {word} ")


# Pictures


def _ratings(summary: Summary) -> Chart:
    rows = [Row(row["bot"], _rating(row)) for row in summary["ratings"]]
    zero = summary["anchor"] or "the mean of all bots"
    caption = (
        f"The best first, with 95 % intervals; the dashed line is {zero}. 100 points more are "
        "odds of 1.8 to 1, 400 points of 10 to 1."
    )
    look = Look("points", reference=0.0)
    return forest("How strong the bots are", rows, look, caption, "ratings")


def _matrix(summary: Summary) -> Chart:
    """Rows and columns in the order of the ratings; above many columns stand places alone."""
    names = [row["bot"] for row in summary["ratings"]]
    places = {name: str(place) for place, name in enumerate(names, 1)}
    numbered = len(names) > ROOMY or max(map(len, names)) > ROOMY
    values = [
        {
            "row": f"{places[row]}  {row}" if numbered else row,
            "column": places[column] if numbered else column,
            "against": column,
            "score": estimates.tidy(each.value),
            "shown": number(100 * each.value, 0),
            "told": estimates.told(each, is_share=True),
        }
        for (row, column), each in _cells(summary).items()
    ]
    columns = [places[name] if numbered else name for name in names]
    rows = [f"{places[name]}  {name}" if numbered else name for name in names]
    top = alt.Axis(orient="top", labelAngle=0, labelLimit=90, labelPadding=8, domain=False)
    base = alt.Chart(alt.Data(values=values)).encode(
        x=alt.X("column:N", sort=columns, scale=alt.Scale(domain=columns), axis=top, title=None),
        y=alt.Y("row:N", sort=rows, title=None),
        tooltip=[
            alt.Tooltip("row:N", title="bot"),
            alt.Tooltip("against:N"),
            alt.Tooltip("told:N", title="wins"),
        ],
    )
    scale = alt.Scale(**theme.ramp(theme.DIVERGING, 0, 1))
    tile = base.mark_rect(cornerRadius=3, stroke=theme.colour("surface"), strokeWidth=2)
    layers = [tile.encode(color=alt.Color("score:Q", scale=scale, legend=None))]
    if len(names) <= READABLE:
        size = alt.ExprRef(f"width < {NARROW * len(names)} ? 9 : 13")
        text = base.mark_text(color=theme.INK, fontSize=size, fontWeight=600)
        layers.append(text.encode(text="shown:N"))
    caption = (
        "Per cent of the games that the bot of the row won against that of the column, ties "
        "shared: orange is more than half, blue less. Where ratings tell all, every row gets "
        "bluer to the left and more orange to the right."
    )
    chart = alt.layer(*layers).properties(height=alt.Step(CELL))
    return Chart("Who beats whom", chart, caption, "wins")


def _cells(summary: Summary) -> dict[tuple[str, str], Interval]:
    order = [row["bot"] for row in summary["ratings"]]
    found = {
        (each["row"], each["column"]): interval_of(each["score"], (each["low"], each["high"]))
        for each in summary["matrix"]
    }
    return {(a, b): found[a, b] for a in order for b in order if (a, b) in found}


# Numbers


def _rating_table(summary: Summary) -> Table:
    rows: list[list[Cell]] = []
    for place, row in enumerate(summary["ratings"], 1):
        rating = _rating(row)
        told = cell(rating, is_share=False)
        sure = percent(row["above_next"]) if "above_next" in row else ""
        rows.append([f"{place}", row["bot"], told, sure])
    return Table(["", "bot", "rating", "above the next"], rows, "Ratings with 95 % intervals")


def _score_table(summary: Summary) -> Table:
    names = [row["bot"] for row in summary["ratings"]]
    cells = _cells(summary)
    rows: list[list[Cell]] = [
        [row, *(estimates.cell(cells[row, c], True) if (row, c) in cells else None for c in names)]
        for row in names
    ]
    return Table(["against", *names], rows, "Share of the games won, with 95 % intervals")
