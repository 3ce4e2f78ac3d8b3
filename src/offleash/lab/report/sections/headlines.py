"""The headlines, which open the report."""

import numpy as np

from offleash.contract import Headline
from offleash.lab.report.arm_data import ArmData
from offleash.lab.report.estimates import (
    figure_interval,
    format_estimate,
    format_figure,
    format_interval,
    format_rounded,
)
from offleash.lab.report.numbers import THIN
from offleash.lab.report.parts import Answer, Section
from offleash.lab.report.sections.feel import FeelAnalysis
from offleash.lab.statistics.intervals import Interval, caution

SIGNIFICANCE = 0.05


def headlines_section(data: ArmData, feel: FeelAnalysis | None) -> Section:
    """Return the game's own headlines, or general ones."""
    hook = data.game.lab.headlines
    answers = [_answer(headline) for headline in hook(data.by_key)] if hook else []
    if not answers:
        answers = [*(_general(data) if data.has_games else []), *_half_time(feel)]
    blocks = data.experiment.blocks
    lead = f"From {data.count:,} games in {blocks:,} blocks; the games of a block share their luck."
    if data.count == blocks:
        lead = f"From {data.count:,} games, each with its own luck."
    return Section("In short", answers, f"{lead} {caution(blocks)}".strip())


def _answer(headline: Headline) -> Answer:
    figure = headline.figure
    parts = (part if isinstance(part, str) else format_figure(part) for part in headline.sentence)
    sentence = "".join(parts)
    return answer(figure_interval(figure), sentence, headline.unit, figure.label.is_share)


def answer(interval: Interval, sentence: str, unit: str = "", is_share: bool = False) -> Answer:
    """Return an answer with a large number, its interval and a sentence."""
    space = THIN if unit.startswith("%") else " "
    value = f"{format_rounded(interval, is_share)}{space}{unit}".strip()
    return Answer(sentence, value, format_interval(interval, is_share))


def _general(data: ArmData) -> list[Answer]:
    """Return length, winners and choices, for any game."""
    games, unit = data.games, data.clock_unit
    values = games[data.clock].to_numpy()
    low, high = (float(np.quantile(values, share, method="inverted_cdf")) for share in (0.05, 0.95))
    sentence = f"The average length of a game; nine in ten last {low:,.0f} to {high:,.0f} {unit}."
    if values.min() == values.max():
        sentence = "Every game has exactly this length."
    answers = [answer(data.mean(values), sentence, unit)]
    answers += _winners(data)
    decisions = games["decisions"].to_numpy()
    choices = data.mean(games["choices"].to_numpy(), decisions)
    forced = data.mean(games["forced"].to_numpy(), decisions)
    sentence = (
        f"A game has {format_estimate(data.mean(decisions))} decisions; "
        f"{format_estimate(forced, True)} of them leave no choice."
    )
    return [*answers, answer(choices, sentence, "choices per decision")]


def _winners(data: ArmData) -> list[Answer]:
    main = data.main_factor
    if main is None:
        return []
    (best, high), (worst, low) = data.extreme_levels(main)
    other = format_estimate(low, True)
    sentence = f"{best} wins most often; {worst} wins least often, at {other}"
    if len(main.levels) == 2:
        sentence = f"{best} wins this share of the games, {worst} {other}"
    sentence += "." if data.win_test(main) < SIGNIFICANCE else ". The difference may be chance."
    sentence += f" An equal share would be {100 * data.equal_share:.0f}\u202f%."
    return [answer(high, sentence, is_share=True)]


def _half_time(feel: FeelAnalysis | None) -> list[Answer]:
    """Return how often the leader at half time wins."""
    if feel is None:
        return []
    half = feel.mean(feel.curves.half_time)
    changes = format_estimate(feel.mean(feel.curves.lead_changes))
    sentence = (
        f"How often the leader at half time wins. A clear lead changes hands {changes} times "
        "per game."
    )
    return [answer(half, sentence, is_share=True)]
