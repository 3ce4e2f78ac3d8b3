"""How a game feels: whether it stays open, who comes from behind, and how much luck decides."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from offleash.lab.feel import CLEARLY, SAFE, Curves, curves
from offleash.lab.report.estimates import cell, told
from offleash.lab.report.fan import fan
from offleash.lab.report.forest import Look, Row, forest
from offleash.lab.report.material import Material
from offleash.lab.report.numbers import percent
from offleash.lab.report.parts import Cell, Chart, Part, Section, Table, Text
from offleash.lab.report.sections.topics import races
from offleash.lab.statistics import Interval, Luck, bootstrap, luck_shares

RESAMPLES = 2000
HALF_TIME = 0.5
WHENCE = {
    "skill": "who plays",
    "seat": "the seat",
    "deal": "luck that falls to a seat",
    "rest": "everything else",
}
EXPLAINED = (
    f"A game is decided when the chance of its winner stays above {percent(SAFE, 0)}; a lead is "
    f"clear when it is {100 * CLEARLY:.0f} points or more."
)


@dataclass(frozen=True, eq=False)
class Feel:
    """Chances along some games, and where the spread of results comes from."""

    curves: Curves
    luck: Luck | None

    def mean(self, values: NDArray[np.generic]) -> Interval:
        """A mean over the games that were looked into; each is of a block of its own."""
        return bootstrap(np.mean, values.astype(float), seed=0, resamples=RESAMPLES).one()


def feel(material: Material) -> Feel:
    """Looks into some games of the run."""
    blocks = material.experiment.blocks
    looked = curves(material.experiment, material.arm, games=min(64, blocks))
    return Feel(looked, _luck(material))


def _luck(material: Material) -> Luck | None:
    """None where players can't be told from seats, or hardly any block was played."""
    if not material.has_games:
        return None
    cells = len(material.table.seatings)
    results = material.won.reshape(-1, cells, material.seat_count)
    try:
        return luck_shares(results, _players(material), seed=0, resamples=400)
    except ValueError:
        return None


def _players(material: Material) -> NDArray[np.int64]:
    """Seatings × seats: a number for each player, with all that moves along with it."""
    moved = [material.table.variants[name] for name in material.game.seating.moves]
    named = [
        (player, *(int(values[row, seat]) for values in moved))
        for row, each in enumerate(material.table.seatings)
        for seat, player in enumerate(each.players)
    ]
    known = {who: number for number, who in enumerate(dict.fromkeys(named))}
    found = np.array([known[who] for who in named], np.int64)
    return found.reshape(-1, material.seat_count)


def feeling(material: Material, found: Feel | None) -> Section:
    """The fan, what it says in numbers, the race and the share of luck."""
    parts: list[Part] = []
    lead = ""
    if found is None:
        parts.append(Text([_why_not(material)]))
    else:
        lead = _lead(found)
        parts += [_fan(found), _numbers(found), Text([EXPLAINED, *foregone(found.curves)])]
    parts += races(material)
    if found is not None:
        parts += _luck_parts(found)
    return Section("How does it feel?", parts, lead)


def _why_not(material: Material) -> str:
    """Why no game is looked into: thousands would be played, and again as they were."""
    if material.loaded.rules_changed and material.loaded.knows_bots:
        return "The rules have changed since, so these games can't be looked into."
    slow = material.loaded.experiment.slow if material.loaded.knows_bots else ()
    if slow and slow != material.loaded.experiment.guests:
        return f"{slow[0]} took part, so these games are not looked into: that takes long."
    return "A bot written in Python took part, so these games are not looked into: that takes long."


def _lead(found: Feel) -> str:
    half = told(found.mean(found.curves.half_time), is_share=True)
    decided = told(found.mean(found.curves.decided), is_share=True)
    return (
        f"Whose chance is best at half time wins {half} of the games. The winner is safe, with a "
        f"chance of {percent(SAFE, 0)} or more from there on, after {decided} of a game."
    )


def foregone(curves: Curves) -> list[str]:
    """A warning where going on tells nothing: most games repeat themselves before half time."""
    settled = float(np.median(curves.settled))
    if settled >= HALF_TIME:
        return []
    return [
        f"In most games all who went on after {percent(settled, 0)} of it or later ended alike. "
        "Either one side is that much better, or no luck is left by then and these bots do the "
        "same again: then the curve tells when luck ends, not when a game is decided."
    ]


def _fan(found: Feel) -> Chart:
    sides = found.curves.won.shape[1]
    games = len(found.curves.won)
    caption = (
        f"From {games} games. At each moment the same players went on many times with fresh luck; "
        "how often the later winner won is its chance. Wide at the end: games stay open."
    )
    return fan(
        "The chance of the side that is going to win",
        found.curves.of_winner,
        "of the game is over",
        "chance",
        1 / sides,
        caption,
        "winners-chance",
    )


def _numbers(found: Feel) -> Table:
    seen = found.curves
    rows: list[list[Cell]] = [
        ["whose chance is best at half time wins", cell(found.mean(seen.half_time), True)],
        ["of a game is over when it is decided", cell(found.mean(seen.decided), True)],
        ["clear lead changes a game", cell(found.mean(seen.lead_changes))],
        ["how far the winner is behind the leader, on average", cell(found.mean(seen.drama), True)],
    ]
    return Table(["", "mean"], rows, "Leads and decisions")


def _luck_parts(found: Feel) -> list[Part]:
    luck = found.luck
    if luck is None or np.isnan(luck.value).all():
        return []
    rows = [Row(WHENCE[name], luck.one(place)) for place, name in enumerate(WHENCE)]
    caption = (
        "Every block plays the same luck with all its seatings. What follows the player is who "
        "plays; what follows the seat in all blocks is the seat; what follows the seat within one "
        "block is luck that falls to it; the rest is decisions and later chance."
    )
    look = Look("share of the spread of results", is_share=True, zero=True)
    return [forest("What decides who wins", rows, look, caption, "luck")]
