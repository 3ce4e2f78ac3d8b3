"""Stocks by source and sink: what comes in to the right, what goes out to the left."""

from collections.abc import Sequence
from dataclasses import dataclass

import altair as alt

from offleash.lab.report import theme
from offleash.lab.report.estimates import tidy, told
from offleash.lab.report.parts import Chart
from offleash.lab.statistics import Interval

IN, OUT, START, LEFT = "comes in", "goes out", "there at the start", "left at the end"
COLOURS = {IN: "blue", OUT: "red", START: "sky", LEFT: "grey"}
BAR = 24


@dataclass(frozen=True)
class Flow:
    """How much of a stock comes from a source, or goes into a sink."""

    stock: str
    purpose: str
    way: str  # one of the four
    amount: Interval


def flows(
    title: str, found: Sequence[Flow], axis: str, caption: str = "", slug: str = ""
) -> Chart:
    """A panel for each stock, a bar for each of its sources and sinks."""
    stocks = list(dict.fromkeys(flow.stock for flow in found))
    ways = [way for way in COLOURS if any(flow.way == way for flow in found)]
    scale = alt.Scale(domain=ways, range=[theme.colour(COLOURS[way]) for way in ways])
    base = alt.Chart().encode(
        y=alt.Y("purpose:N", sort=None, title=None, axis=alt.Axis(labelLimit=130)),
        tooltip=[
            alt.Tooltip("stock:N", title=" "),
            alt.Tooltip("purpose:N", title=" "),
            alt.Tooltip("told:N", title="way"),
        ],
    )
    x = alt.X("amount:Q", title=axis, axis=alt.Axis(format="~s"), scale=alt.Scale(padding=34))
    bars = base.mark_bar(height={"band": 0.66}).encode(
        x=x, color=alt.Color("way:N", scale=scale, sort=ways)
    )
    to_right = base.mark_text(align="left", dx=5, fontSize=11).encode(x="amount:Q", text="shown:N")
    to_left = base.mark_text(align="right", dx=-5, fontSize=11).encode(x="amount:Q", text="shown:N")
    panel = alt.layer(
        bars,
        to_right.transform_filter("datum.amount >= 0"),
        to_left.transform_filter("datum.amount < 0"),
    ).properties(height=alt.Step(BAR))
    header = alt.Header(labelOrient="top", labelAnchor="start", labelFontWeight=600, title=None)
    chart = panel.facet(
        row=alt.Row("stock:N", sort=stocks, header=header),
        data=alt.Data(values=[_values(flow) for flow in found]),
        spacing=14,
    ).resolve_scale(y="independent")
    return Chart(title, chart, caption, slug)


def _values(flow: Flow) -> dict[str, object]:
    sign = -1 if flow.way in (OUT, LEFT) else 1
    return {
        "stock": flow.stock,
        "purpose": flow.purpose,
        "way": flow.way,
        "amount": tidy(sign * flow.amount.value),
        "shown": f"{flow.amount.value:.1f}" if flow.amount.value >= 0.05 else "<0.05",
        "told": f"{flow.way}: {told(flow.amount)}",
    }
