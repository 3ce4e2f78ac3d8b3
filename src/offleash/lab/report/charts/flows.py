"""Stocks by source and sink: what comes in to the right, what goes out to the left."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt

from offleash.lab.report.charts import theme
from offleash.lab.report.charts.pieces import colours_by_kind, hints
from offleash.lab.report.estimates import format_estimate, format_value, tidy
from offleash.lab.report.parts import Chart
from offleash.lab.statistics.intervals import Interval

IN, OUT, START, LEFT = "comes in", "goes out", "there at the start", "left at the end"
COLOURS = {IN: "blue", OUT: "red", START: "sky", LEFT: "grey"}
BAR = 24  # height of a row
ROOM = 0.15  # of the axis, for numbers at both ends
FEW = 0.05  # amounts from here on need only one decimal


@dataclass(frozen=True)
class Flow:
    """How much of a stock comes from a source, or goes into a sink."""

    stock: str
    purpose: str
    way: str  # IN, OUT, START or LEFT
    amount: Interval


def flow_chart(
    title: str, entries: Sequence[Flow], axis: str, caption: str = "", slug: str = ""
) -> Chart:
    """Return one panel for each stock, with a bar for each of its sources and sinks."""
    stocks = list(dict.fromkeys(flow.stock for flow in entries))
    colours = colours_by_kind(COLOURS, (flow.way for flow in entries))
    reach = {
        sign: max((f.amount.value for f in entries if _sign(f) == sign), default=0.0)
        for sign in (-1, 1)
    }
    room = ROOM * (reach[1] + reach[-1])
    scale = alt.Scale(domain=[tidy(-reach[-1] - room), tidy(reach[1] + room)], nice=False)
    panels = []
    for stock in stocks:
        flows = [flow for flow in entries if flow.stock == stock]
        panels.append(_panel(stock, flows, scale, colours, axis * (stock == stocks[-1])))
    return Chart(title, alt.vconcat(*panels, spacing=16), caption, slug)


def _panel(
    stock: str, entries: Sequence[Flow], scale: alt.Scale, colours: alt.Scale, axis: str
) -> Any:
    base = alt.Chart(alt.Data(values=[_values(flow) for flow in entries])).encode(
        y=alt.Y("purpose:N", sort=None, title=None, axis=alt.Axis(labelLimit=110, minExtent=96)),
        tooltip=hints({"stock:N": "", "purpose:N": "", "estimate:N": "way"}),
    )
    lines = alt.Axis(labelExpr="abs(datum.value)") if axis else alt.Axis(labels=False, domain=False)
    x = alt.X("amount:Q", title=axis or None, axis=lines, scale=scale)
    legend = alt.Legend(offset=10)
    bars = base.mark_bar(height={"band": 0.66}).encode(
        x=x, color=alt.Color("way:N", scale=colours, legend=legend)
    )
    spread = base.mark_rule(strokeWidth=1.5, color=theme.colour("ink"), opacity=0.6)
    text = base.encode(text=alt.Text("label:N"))
    right = text.mark_text(align="left", dx=5, fontSize=11).encode(x=alt.X("high:Q"))
    left = text.mark_text(align="right", dx=-5, fontSize=11).encode(x=alt.X("low:Q"))
    texts = (right.transform_filter("datum.sign == 1"), left.transform_filter("datum.sign == -1"))
    layers = alt.layer(bars, spread.encode(x=alt.X("low:Q"), x2=alt.X2("high:Q")), *texts)
    return layers.properties(height=alt.Step(BAR), title=alt.Title(stock, fontSize=12, offset=6))


def _sign(flow: Flow) -> int:
    return -1 if flow.way in (OUT, LEFT) else 1


def _values(flow: Flow) -> dict[str, object]:
    sign, amount = _sign(flow), flow.amount
    low, high = sorted(sign * end for end in (amount.low, amount.high))
    value = tidy(sign * amount.value)
    return {
        "stock": flow.stock,
        "purpose": flow.purpose,
        "way": flow.way,
        "sign": sign,
        "amount": value,
        "low": value if tidy(low) is None else tidy(low),
        "high": value if tidy(high) is None else tidy(high),
        "label": format_value(amount, digits=1 if amount.value >= FEW else None),
        "estimate": f"{flow.way}: {format_estimate(amount)}",
    }
