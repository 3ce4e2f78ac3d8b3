"""How a game feels: whether it stays open, who comes from behind, and how much luck decides."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from offleash.lab.report.arm_data import ArmData
from offleash.lab.report.charts.fan import fan
from offleash.lab.report.charts.forest import ForestAxis, ForestRow, forest
from offleash.lab.report.estimates import estimate_cell, format_estimate
from offleash.lab.report.numbers import percent
from offleash.lab.report.parts import Cell, Chart, DataTable, Part, Section, Text
from offleash.lab.report.sections.topics import round_charts
from offleash.lab.report.winning_chances import CLEARLY, GAMES, SAFE, Curves, curves
from offleash.lab.statistics.intervals import Interval, bootstrap
from offleash.lab.statistics.luck import Luck, luck_shares

RESAMPLES = 2000
HALF_TIME = 0.5
LUCK_SOURCES = {
    "skill": "who plays",
    "seat": "the seat",
    "deal": "luck dealt to a seat",
    "rest": "everything else",
}
DEFINITIONS = (
    f"A game is decided when its winner's chance stays above {percent(SAFE, 0)}; a lead is "
    f"clear when it is {100 * CLEARLY:.0f} points or more."
)


@dataclass(frozen=True, eq=False)
class FeelAnalysis:
    """Win chances during some games, and where the variance of results comes from."""

    curves: Curves
    luck: Luck | None

    def mean(self, values: NDArray[np.generic]) -> Interval:
        """Return a mean over the analysed games, each of which is from a different block."""
        return bootstrap(np.mean, values.astype(float), seed=0, resamples=RESAMPLES).one()


def analyse_feel(data: ArmData) -> FeelAnalysis:
    """Analyse some games of the run."""
    games = min(GAMES, data.experiment.blocks)
    return FeelAnalysis(curves(data.experiment, data.arm, games), _luck(data))


def _luck(data: ArmData) -> Luck | None:
    """Return the variance components; None if players and seats coincide or blocks are too few."""
    if not data.has_games:
        return None
    cells = len(data.table.seatings)
    results = data.wins.reshape(-1, cells, data.seat_count)
    try:
        return luck_shares(results, _players(data), seed=0, resamples=400)
    except ValueError:
        return None


def _players(data: ArmData) -> NDArray[np.int64]:
    """Return seatings × seats: a number for each player, together with all that moves with it."""
    moved = [data.table.variants[name] for name in data.game.lab.seating.moves]
    identities = [
        (player, *(int(values[row, seat]) for values in moved))
        for row, cell in enumerate(data.table.seatings)
        for seat, player in enumerate(cell.players)
    ]
    numbers = {identity: n for n, identity in enumerate(dict.fromkeys(identities))}
    players = np.array([numbers[identity] for identity in identities], np.int64)
    return players.reshape(-1, data.seat_count)


def feel_section(data: ArmData, feel: FeelAnalysis | None) -> Section:
    """Return the fan chart, its key figures, the charts by round and the share of luck."""
    if feel is None:
        why = Text([_why_not_analysed(data)])
        return Section("How does it feel?", [why, *round_charts(data)])
    notes = Text([DEFINITIONS, *foregone_warning(feel.curves)])
    parts: list[Part] = [_fan(feel), _numbers(feel), notes, *round_charts(data), *_luck_parts(feel)]
    return Section("How does it feel?", parts, _lead(feel))


def _why_not_analysed(data: ArmData) -> str:
    """Explain why no game is analysed: that means playing thousands under the same rules."""
    if data.loaded.rules_changed and data.loaded.knows_bots:
        return "The rules have changed since this run, so its games can't be analysed."
    slow = data.loaded.experiment.slow if data.loaded.knows_bots else ()
    if slow and slow != data.loaded.experiment.guests:
        return f"{slow[0]} took part, so analysing these games would take too long."
    return "A bot written in Python took part, so analysing these games would take too long."


def _lead(feel: FeelAnalysis) -> str:
    half = format_estimate(feel.mean(feel.curves.half_time), is_share=True)
    decided = format_estimate(feel.mean(feel.curves.decided), is_share=True)
    return (
        f"The side with the best chance at half time wins {half} of the games. On average, a game "
        f"is decided after {decided} of its length."
    )


def foregone_warning(curves: Curves) -> list[str]:
    """Return a warning if continuations are all alike before half time in most games."""
    settled = float(np.median(curves.settled))
    if settled >= HALF_TIME:
        return []
    return [
        f"In most games, all continuations after {percent(settled, 0)} of the game or later ended "
        "the same way. Either one side is much stronger, or no luck is left by then and these "
        "bots repeat their moves; in that case the curve shows when luck ends, not when a game is "
        "decided."
    ]


def _fan(feel: FeelAnalysis) -> Chart:
    sides = feel.curves.won.shape[1]
    games = len(feel.curves.won)
    caption = (
        f"From {games} games. At each moment the same bots played on many times with fresh luck; "
        "the share of these games that the eventual winner won is its chance. If the fan is "
        "still wide near the end, games stay open."
    )
    return fan(
        "The eventual winner's chance",
        feel.curves.of_winner,
        "share of the game played",
        "chance",
        1 / sides,
        caption,
        "winners-chance",
    )


def _numbers(feel: FeelAnalysis) -> DataTable:
    curves = feel.curves
    rows: list[list[Cell]] = [
        [text, estimate_cell(feel.mean(values), is_share)]
        for text, values, is_share in (
            ("games won by the favourite at half time", curves.half_time, True),
            ("share of a game played when it is decided", curves.decided, True),
            ("clear lead changes per game", curves.lead_changes, False),
            ("how far the winner's chance is below the leader's, on average", curves.drama, True),
        )
    ]
    return DataTable(["", "mean"], rows, "Leads and decisions")


def _luck_parts(feel: FeelAnalysis) -> list[Part]:
    luck = feel.luck
    if luck is None or np.isnan(luck.value).all():
        return []
    rows = [
        ForestRow(LUCK_SOURCES[name], luck.one(place)) for place, name in enumerate(LUCK_SOURCES)
    ]
    caption = (
        "Every block plays the same luck in all its seatings. A result that follows the player "
        "from seat to seat is due to who plays; one that stays with the seat in all blocks is due "
        "to the seat; one that stays with it within a block is luck dealt to that seat. The rest "
        "is decisions and later chance."
    )
    axis = ForestAxis("share of the variance of results", is_share=True, zero=True)
    return [forest("What decides who wins", rows, axis, caption, "luck")]
