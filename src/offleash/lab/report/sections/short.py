"""The answers in short, before everything else."""

import numpy as np

from offleash.core.game import Figure, Headline
from offleash.lab.report.estimates import ends, interval_of, rounded, told
from offleash.lab.report.material import Material
from offleash.lab.report.numbers import THIN
from offleash.lab.report.parts import Answer, Section
from offleash.lab.report.sections.feeling import Feel
from offleash.lab.statistics import Interval


def in_short(material: Material, found: Feel | None) -> Section:
    """The game's own headlines, or what can be said of every game."""
    hook = material.game.headlines
    own = [_answer(each) for each in hook(material.by_key)] if hook else []
    if not own:
        own = [*(_general(material) if material.has_games else []), *_open(found)]
    blocks = material.experiment.blocks
    lead = f"From {material.count:,} games in {blocks:,} blocks of the same luck."
    return Section("In short", own, lead)


def _answer(headline: Headline) -> Answer:
    figure = headline.figure
    sentence = "".join(
        part if isinstance(part, str) else _figure(part) for part in headline.sentence
    )
    return answer(interval_of(figure), sentence, headline.unit, figure.label.is_share)


def _figure(figure: Figure) -> str:
    return told(interval_of(figure), figure.label.is_share)


def answer(interval: Interval, sentence: str, unit: str = "", is_share: bool = False) -> Answer:
    """A number large, its interval below, and what it says."""
    space = THIN if unit.startswith("%") else " "
    value = f"{rounded(interval, is_share)}{space}{unit}".strip()
    between = ends(interval, is_share)
    return Answer(sentence, value, f"95 % interval {between}" if between else "")


def _general(material: Material) -> list[Answer]:
    """Length, choices and who wins, of any game."""
    games = material.games
    clock = "rounds" if "rounds" in games.columns else "length"
    unit = clock if clock == "rounds" else "actions"
    values = games[clock].to_numpy()
    low, high = (float(np.quantile(values, share, method="inverted_cdf")) for share in (0.05, 0.95))
    sentence = (
        f"A game lasts that long on average; nine in ten last {low:,.0f} to {high:,.0f} {unit}."
    )
    if values.min() == values.max():
        sentence = "Every game lasts exactly that long."
    found = [answer(material.mean(values), sentence, unit)]
    found += _winners(material)
    decisions = games["decisions"].to_numpy()
    choices = material.mean(games["choices"].to_numpy(), decisions)
    forced = material.mean(games["forced"].to_numpy(), decisions)
    sentence = (
        f"A game has {told(material.mean(decisions))} decisions; {told(forced, True)} of them "
        "leave no choice."
    )
    return [*found, answer(choices, sentence, "choices a decision")]


def _winners(material: Material) -> list[Answer]:
    main = material.main
    if main is None:
        return []
    shares = material.win_shares(main)
    best, worst = int(np.nanargmax(shares.value)), int(np.nanargmin(shares.value))
    low = told(shares.one(worst), is_share=True)
    sentence = (
        f"{main.levels[best]} wins most often, {main.levels[worst]} least, {low}; "
        f"{100 * material.even:.0f} % would be even."
    )
    return [answer(shares.one(best), sentence, is_share=True)]


def _open(found: Feel | None) -> list[Answer]:
    """Whether it is worth playing on."""
    if found is None:
        return []
    half = found.mean(found.curves.half_time)
    changes = told(found.mean(found.curves.lead_changes))
    sentence = (
        f"Who leads at half time wins that often. A clear lead changes hands {changes} times "
        "a game."
    )
    return [answer(half, sentence, is_share=True)]
