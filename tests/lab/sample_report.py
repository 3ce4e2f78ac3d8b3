"""A report with every kind of part and every kind of picture, of made-up numbers."""

import math
from pathlib import Path

import altair as alt
import polars as pl

from offleash.lab.report.charts import theme
from offleash.lab.report.numbers import percent, signed, span
from offleash.lab.report.parts import (
    Answer,
    Chart,
    DataTable,
    Download,
    Estimate,
    Report,
    Section,
    SvgImage,
    Text,
)

DOGS = ("Bruiser", "Scrapper", "Diplomat", "Yapper")
ENDINGS = ("ten territories", "last dog standing", "thirty rounds")
BOARD = Path(__file__).parents[2] / "docs" / "uri-nation.svg"
NASTY = 'a </script><script>console.error("out")</script> & <b>bold</b> "quoted"'

STORY = f"offleash transcript 1\n{NASTY}\nö → ∞\n"


def forest() -> alt.LayerChart:
    rows = pl.DataFrame(
        {
            "measure": ["rounds", "the leader's share", "crossings", "home visits", "lead changes"],
            "effect": [1.8, -0.4, 0.1, 0.9, -1.2],
            "low": [1.1, -1.0, -0.5, 0.2, -1.9],
            "high": [2.5, 0.2, 0.7, 1.6, -0.5],
        }
    )
    base = alt.Chart(rows).encode(y=alt.Y("measure", sort=None, title=None))
    zero = alt.Chart().mark_rule(strokeDash=[4, 3]).encode(x=alt.datum(0))
    line = base.mark_rule(strokeWidth=2.5, color=theme.colour("blue")).encode(
        x=alt.X("low", title="difference, in standard deviations"), x2="high"
    )
    return alt.layer(zero, line, base.mark_point(size=110).encode(x="effect"), data=rows)


def curves() -> alt.Chart:
    rows = pl.DataFrame(
        [
            {"rounds": r, "share": 1 / (1 + math.exp(-(r - 17 - 2 * k) / 3)), "rules": name}
            for k, name in enumerate(("1.2", "1.4"))
            for r in range(5, 31)
        ]
    )
    scale = alt.Scale(**theme.scale(["1.2", "1.4"]))
    selection = alt.selection_point(fields=["rules"], bind="legend")
    return (
        alt.Chart(rows)
        .mark_line(interpolate="step-after")
        .encode(
            x=alt.X("rounds", title="rounds played"),
            y=alt.Y("share", title="games over", axis=alt.Axis(format=theme.PERCENT)),
            color=alt.Color("rules", scale=scale),
            opacity=alt.when(selection).then(alt.value(1)).otherwise(alt.value(0.2)),
        )
        .add_params(selection)
    )


def endings() -> alt.Chart:
    rows = pl.DataFrame(
        [
            {"round": r, "share": (k + 1) / 6 * (1 - math.exp(-r / (8 + 4 * k))), "by": name}
            for k, name in enumerate(ENDINGS)
            for r in range(31)
        ]
    )
    return (
        alt.Chart(rows)
        .mark_area()
        .encode(
            x="round",
            y=alt.Y("share", title="of all games", axis=alt.Axis(format=theme.PERCENT)),
            color=alt.Color("by", scale=alt.Scale(**theme.scale(ENDINGS)), sort=list(ENDINGS)),
            order=alt.Order("by", sort="descending"),
        )
    )


def band() -> alt.LayerChart:
    rows = pl.DataFrame(
        [
            {"grit": g, "rounds": 20 + 6 / g, "low": 19 + 5 / g, "high": 21 + 7 / g}
            for g in range(3, 9)
        ]
    )
    base = alt.Chart(rows).encode(x=alt.X("grit:Q", title="Grit to challenge"))
    shade = base.mark_area(opacity=0.2).encode(
        y=alt.Y("low", title="rounds", scale=alt.Scale(zero=False)), y2="high"
    )
    return shade + base.mark_line(point=True).encode(y="rounds")


def matrix() -> alt.LayerChart:
    rows = pl.DataFrame(
        [
            {"bot": a, "against": b, "won": 0.5 + 0.13 * (j - i)}
            for i, a in enumerate(DOGS)
            for j, b in enumerate(DOGS)
            if i != j
        ]
    )
    base = alt.Chart(rows).encode(
        x=alt.X("against", sort=None, axis=alt.Axis(orient="top", labelAngle=0), title=None),
        y=alt.Y("bot", sort=None, title=None),
    )
    scale = alt.Scale(**theme.ramp(theme.DIVERGING, 0, 1))
    cells = base.mark_rect().encode(
        color=alt.Color("won", scale=scale, legend=None),
        tooltip=["bot", "against", alt.Tooltip("won", format=".1%")],
    )
    texts = base.mark_text(color=theme.INK).encode(text=alt.Text("won", format=theme.PERCENT))
    return (cells + texts).properties(height=220)


def ledger() -> alt.Chart:
    rows = pl.DataFrame(
        [
            {"resource": r, "amount": (k + 2) * sign * (1 + m), "by": by}
            for k, r in enumerate(("Swagger", "Drive", "Grit", "Bond"))
            for m, (by, sign) in enumerate((("cards", 1), ("territory", 1), ("challenges", -1)))
        ]
    )
    return (
        alt.Chart(rows)
        .mark_bar()
        .encode(
            y=alt.Y("resource", sort=None, title=None),
            x=alt.X("amount", title="gained and spent a game"),
            color=alt.Color("by", sort=None),
        )
    )


def ridges() -> alt.FacetChart:
    rows = pl.DataFrame(
        [
            {"dog": dog, "visits": v, "share": math.exp(-((v - 2 - k) ** 2) / 3)}
            for k, dog in enumerate(DOGS)
            for v in range(10)
        ]
    )
    ridge = alt.Chart(rows).mark_area(interpolate="monotone", opacity=0.7)
    ridge = ridge.encode(x="visits", y=alt.Y("share", axis=None)).properties(height=46)
    return ridge.facet(
        row=alt.Row(
            "dog", title=None, sort=None, header=alt.Header(labelAngle=0, labelAlign="left")
        )
    )


def side_by_side() -> alt.HConcatChart:
    return curves().properties(height=160) | band().properties(height=160)


def win_rates() -> DataTable:
    columns = ["archetype", "games", "wins", "against 25 %", "rounds when it wins", "remark"]
    rows = []
    for k, dog in enumerate(DOGS):
        share = 0.22 + 0.02 * k
        wins = Estimate(percent(share), span(percent(share - 0.01), percent(share + 0.01)))
        change = Estimate(signed(2 * k - 3.0, 1), "± 0.4")
        rounds = Estimate(f"{17 + k}.2", span(f"{16 + k}.9", f"{17 + k}.5"))
        rows.append([dog, 5000 + 100 * k, wins, change, rounds, "wins late" if k else NASTY])
    return DataTable(columns, rows, "Win rates by archetype")


def answers() -> list[Answer]:
    interval = "95 % interval {}"
    return [
        Answer(
            "A game lasts about nineteen rounds.", "19.3 rounds", interval.format("19.1 – 19.5")
        ),
        Answer("Yapper wins most often.", percent(0.281), interval.format("27.2 – 29.0 %")),
        Answer("Four in five crossings are at intersections.", percent(0.8, 0)),
        Answer("Each dog leaves a third of its Grit unspent.", "−1.5", interval.format("± 0.1")),
        Answer("A dog comes home three times a game.", "3.2 visits", interval.format("3.1 – 3.3")),
    ]


def stories() -> list[Download]:
    long = "The longest game: thirty rounds, nine lead changes, Yapper wins by one."
    return [
        Download("longest.txt", STORY, long, "offleash replay longest.txt --step"),
        Download("median.txt", "offleash transcript 1\n", "The median game."),
    ]


def report() -> Report:
    board = BOARD.read_text(encoding="utf-8")
    length = [
        Chart("How long a game lasts", curves(), "Games that are over after so many rounds."),
        Chart("How games end", endings(), "What has ended a game by each round."),
        Text(["Rules `1.4` end games earlier than `1.2`.", NASTY]),
    ]
    changes = [
        Chart(
            "Swagger for 3 instead of 2", forest(), "Paired differences; left is less.", "swagger"
        ),
        Chart("Rounds by Grit threshold", band()),
        Chart("Resources by source and sink", ledger()),
    ]
    street = [
        SvgImage(board, "Elm Street in round nine.", "Where dogs walk"),
        SvgImage(board, "The same street once more."),
    ]
    sections = [
        Section("In short", answers(), "From 20,000 games, every archetype in every seat."),
        Section("Length", length),
        Section("Win rates", [win_rates(), Chart("Who beats whom", matrix(), NASTY)]),
        Section("What a change does", changes),
        Section("Home", [Chart("Home visits", ridges()), Chart("Both at once", side_by_side())]),
        Section("The street", street),
        Section("Stories", stories()),
    ]
    footer = "Made by Offleash: `offleash simulate uri-nation --games 20000 --report out`."
    return Report("Uri-Nation 1.4: how it plays", sections, f"20,000 games, {NASTY}", footer)
