"""The report of a ladder: how strong bots are, and which beats which."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import altair as alt

from offleash.lab.report import estimates, facts
from offleash.lab.report.charts import theme
from offleash.lab.report.charts.forest import ForestAxis, ForestRow, forest
from offleash.lab.report.charts.pieces import hints
from offleash.lab.report.differences import (
    difference_cell,
    format_signed,
    format_signed_ends,
    read_interval,
)
from offleash.lab.report.numbers import number, percent
from offleash.lab.report.parts import Answer, Cell, Chart, DataTable, Part, Report, Section
from offleash.lab.statistics.intervals import Interval
from offleash.tools.prose import join_and, join_or

Summary = Mapping[str, Any]
SURE = 0.975  # share of the draws from which a bot counts as above the next
CELL = 40  # height
NARROW = 32  # width of a column that needs small letters
ROOMY = 8  # bots, up to which the columns have names
READABLE = 20  # bots, up to which the cells have numbers


def report_from_summary(summary: Summary) -> Report:
    """Build the report from the summary."""
    sections = [
        Section("In short", _answers(summary), _lead(summary)),
        Section("Ratings", [_ratings(summary), _rating_table(summary)], _method(summary)),
        Section("Who beats whom", [_matrix(summary), _score_table(summary)]),
    ]
    title = f"{facts.game_title(summary)}: a ladder of {len(summary['bots'])} bots"
    games = f"{summary['games']:,} games, every bot against every other"
    return facts.make_report(summary, title, sections, games, facts.rules_text(summary))


def _lead(summary: Summary) -> str:
    """Return the order in words, and where it is uncertain."""
    rows = summary["ratings"]
    order = rows[0]["bot"]
    for better, row in pairwise(rows):
        sure = better.get("above_next")
        sign = ">" if sure is not None and sure >= SURE else "≥"
        order += f" {sign} {row['bot']}"
    text = f"From strongest to weakest: {order}."
    if "≥" in order:
        text += " Where it says ≥, the order of the two is uncertain."
    return f"{text} {facts.unfinished_text(summary['unfinished'])}".strip()


def _answers(summary: Summary) -> list[Part]:
    """Return the best, how far the last is behind, and the closest neighbours."""
    rows, cells = summary["ratings"], _cells(summary)
    best, last = rows[0], rows[-1]
    parts: list[Part] = [_rating_answer(f"`{best['bot']}` is the best of {len(rows)} bots.", best)]
    parts.append(_rating_answer(f"`{last['bot']}` is the weakest.", last))
    score = cells[best["bot"], last["bot"]]
    headline = f"`{best['bot']}` wins this share of its games against `{last['bot']}`, ties shared."
    parts.append(estimates.estimate_answer(headline, score, is_share=True))
    close = [(a, b) for a, b in pairwise(rows) if "above_next" in a]
    if len(close) > 1:
        above, below = min(close, key=lambda pair: pair[0]["above_next"])
        headline = f"put `{above['bot']}` above `{below['bot']}`, the closest pair."
        parts.append(Answer(headline, percent(above["above_next"]), "of all resampled ratings"))
    return parts


def _rating_answer(headline: str, row: Mapping[str, Any]) -> Answer:
    rating = _rating(row)
    ends = format_signed_ends(rating, is_share=False)
    return Answer(headline, f"{format_signed(rating, False)} points", f"95 % interval {ends}")


def _rating(row: Mapping[str, Any]) -> Interval:
    return read_interval(row["rating"], (row["low"], row["high"]))


def _method(summary: Summary) -> str:
    """Explain how the ratings were fitted."""
    zero = f"`{summary['anchor']}` is 0" if summary["anchor"] else "the mean of all is 0"
    text = (
        f"Ratings are {summary['scale'].partition(':')[0]}; {zero}. All games are fitted at once, "
        "so their order does not matter. Bots win in proportion to their strengths, and ties are "
        f"shared. There is a weak prior: {summary['prior']}. Intervals come from resampling "
        "whole blocks."
    )
    for better, worse in pairwise(summary["groups"]):
        losers, winners = join_and(_in_code(worse)), join_or(_in_code(better))
        text += (
            f" {losers} won no game against {winners}, so the distance between them rests mostly "
            "on the prior."
        )
    return text


def _in_code(bots: Sequence[str]) -> list[str]:
    return [f"`{bot}`" for bot in bots]


# Pictures


def _ratings(summary: Summary) -> Chart:
    rows = [ForestRow(row["bot"], _rating(row)) for row in summary["ratings"]]
    zero = summary["anchor"] or "the mean of all bots"
    caption = (
        f"Best first, with 95 % intervals; the dashed line is {zero}. A lead of 100 points means "
        "odds of 1.8 to 1, a lead of 400 points 10 to 1."
    )
    axis = ForestAxis("points", reference=0.0)
    return forest("How strong the bots are", rows, axis, caption, "ratings")


def _matrix(summary: Summary) -> Chart:
    """Return rows and columns in the order of the ratings; many columns are numbered, not named."""
    names = [row["bot"] for row in summary["ratings"]]
    places = {name: str(place) for place, name in enumerate(names, 1)}
    numbered = len(names) > ROOMY or max(map(len, names)) > ROOMY
    values = [
        {
            "row": f"{places[row]}  {row}" if numbered else row,
            "column": places[column] if numbered else column,
            "against": column,
            "score": estimates.tidy(score.value),
            "label": number(100 * score.value, 0),
            "estimate": estimates.format_estimate(score, is_share=True),
        }
        for (row, column), score in _cells(summary).items()
    ]
    columns = [places[name] if numbered else name for name in names]
    rows = [f"{places[name]}  {name}" if numbered else name for name in names]
    top = alt.Axis(orient="top", labelAngle=0, labelLimit=90, labelPadding=8, domain=False)
    base = alt.Chart(alt.Data(values=values)).encode(
        x=alt.X("column:N", sort=columns, scale=alt.Scale(domain=columns), axis=top, title=None),
        y=alt.Y("row:N", sort=rows, title=None),
        tooltip=hints({"row:N": "bot", "against:N": "against", "estimate:N": "wins"}),
    )
    scale = alt.Scale(**theme.ramp(theme.DIVERGING, 0, 1))
    tile = base.mark_rect(cornerRadius=3, stroke=theme.colour("surface"), strokeWidth=2)
    layers = [tile.encode(color=alt.Color("score:Q", scale=scale, legend=None))]
    if len(names) <= READABLE:
        size = alt.ExprRef(f"width < {NARROW * len(names)} ? 9 : 13")
        text = base.mark_text(color=theme.INK, fontSize=size, fontWeight=600)
        layers.append(text.encode(text=alt.Text("label:N")))
    caption = (
        "Per cent of the games that the bot in the row won against the bot in the column, ties "
        "shared: orange is more than half, blue less. If the ratings explain everything, every "
        "row turns bluer to the left and more orange to the right."
    )
    chart = alt.layer(*layers).properties(height=alt.Step(CELL))
    return Chart("Games won, row against column", chart, caption, "wins")


def _cells(summary: Summary) -> dict[tuple[str, str], Interval]:
    order = [row["bot"] for row in summary["ratings"]]
    scores = {
        (cell["row"], cell["column"]): read_interval(cell["score"], (cell["low"], cell["high"]))
        for cell in summary["matrix"]
    }
    return {(a, b): scores[a, b] for a in order for b in order if (a, b) in scores}


# Numbers


def _rating_table(summary: Summary) -> DataTable:
    rows: list[list[Cell]] = []
    for place, row in enumerate(summary["ratings"], 1):
        value = difference_cell(_rating(row), is_share=False)
        sure = percent(row["above_next"]) if "above_next" in row else ""
        rows.append([f"{place}", row["bot"], value, sure])
    return DataTable(["", "bot", "rating", "above the next"], rows, "Ratings with 95 % intervals")


def _score_table(summary: Summary) -> DataTable:
    names = [row["bot"] for row in summary["ratings"]]
    cells = _cells(summary)
    rows: list[list[Cell]] = [
        [
            row,
            *(
                estimates.estimate_cell(cells[row, c], True) if (row, c) in cells else None
                for c in names
            ),
        ]
        for row in names
    ]
    return DataTable(["against", *names], rows, "Share of the games won, with 95 % intervals")
