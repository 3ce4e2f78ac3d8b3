"""Tokens and water: where they come from and go to, how much dogs hold, and what they lack."""

import numpy as np

from offleash.contract import FURTHER, RECORDED, Measure
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.text.figures import dogs as D
from offleash.games.uri_nation.text.names import STOCK_NAMES

HEADING = "Resources"
LISTED_ROUNDS = 10  # every so many-th round is printed, the others are recorded
AMOUNTS = (*map(str, range(R.HELD - 1)), f"{R.HELD - 1} or more")


def resources(dogs: D.Dogs) -> list[Measure]:
    """Return the ledger of all dogs and each archetype, and how much of their stocks they spent."""
    gained, spent = _by_purpose(dogs, "gained"), _by_purpose(dogs, "spent")
    left = np.einsum("csg,gsk->kcg", dogs.where, dogs.played.states["bowl"])
    all_spent = spent.sum(axis=0)
    had = left + all_spent
    ledger = {
        "at the start": had - gained.sum(axis=0),
        **{f"+ {name}": values for name, values in zip(D.SOURCE_NAMES, gained, strict=True)},
        **{f"- {name}": values for name, values in zip(D.SINK_NAMES, spent, strict=True)},
        "left at the end": left,
    }
    lines = _lines(dogs, ledger)
    for number, stock in enumerate(STOCK_NAMES):
        parts = D.columns(100 * all_spent[number], had[number])
        lines += D.row(HEADING, f"{stock} spent", parts, "% of what it had")
    return lines


def _lines(dogs: D.Dogs, ledger: dict[str, D.Numbers]) -> list[Measure]:
    """Return the lines of a ledger, stocks × columns × games each, one archetype after another."""
    lines, wasted = [], dogs.added(dogs.tally("wasted"))
    for number, name in enumerate(D.COLUMNS):
        count = dogs.counts[number]
        of, depth = ("", None) if name == "all" else (f" of the {name}", RECORDED)
        for line, values in ledger.items():
            parts = {
                stock: D.ColumnTotals(values[n, number], count)
                for n, stock in enumerate(STOCK_NAMES)
            }
            lines += D.row(HEADING + of, line, parts, group="stock", depth=depth)
        spilt = {STOCK_NAMES[R.WATER]: D.ColumnTotals(wasted[number], count)}
        lines += D.row(HEADING + of, "spilt at the cap", spilt, group="stock", depth=depth)
    return lines


def _by_purpose(dogs: D.Dogs, field: str) -> D.Numbers:
    """Return what was gained or spent: purposes × stocks × columns × games."""
    sums: D.Numbers = np.einsum("csg,gskn->nkcg", dogs.where, dogs.played.tallies[field])
    return sums


def bowls(dogs: D.Dogs) -> list[Measure]:
    """Return what dogs have to spend as their turns begin: on average, and how often how much."""
    began = {stock: dogs.tally("began_with", n) for n, stock in enumerate(STOCK_NAMES)}
    lines = D.rows("Held as turns begin", began, dogs.a_turn, D.PER_TURN)
    often, turns = np.einsum("gskn->kng", dogs.played.tallies["held"]), [dogs.turns[-1]] * R.HELD
    for number, stock in enumerate(STOCK_NAMES):
        parts = D.columns(often[number], turns, is_share=True, names=AMOUNTS)
        lines += D.row("Turns begun with", stock, parts, "% of the turns", "amount", RECORDED)
    return lines


def bowls_by_round(dogs: D.Dogs) -> list[Measure]:
    """Return what is in the bowls as rounds end, in the games that get to that round."""
    lines, unit = [], "per dog, in games that last so long"
    rounds = range(R.BOWL_STEP, R.BOWL_STEP * (R.BOWL_ROUNDS + 1), R.BOWL_STEP)
    counts = [dogs.counts * (dogs.played.states["rounds"] >= number) for number in rounds]
    # In one piece, as it is read row by row; zeros after the last round
    bowls = np.ascontiguousarray(dogs.played.tallies["bowls"].transpose(1, 3, 2, 0))
    for stock, name in enumerate(STOCK_NAMES):
        for place, number in enumerate(rounds):
            depth = RECORDED if number % LISTED_ROUNDS else FURTHER
            parts = D.columns(dogs.added(bowls[place, stock]), counts[place])
            lines += D.row(
                "Stocks by round", f"{name} after round {number}", parts, unit, depth=depth
            )
    return lines


def blocked(dogs: D.Dogs) -> list[Measure]:
    """Return turns in which something was at hand and one stock alone was missing for it."""
    lines = []
    for number, stock in enumerate(STOCK_NAMES):
        parts = dogs.a_turn(dogs.tally("blocked", number), is_share=True)
        lines += D.row("Blocked turns", f"for want of {stock}", parts, "% of its turns")
    return lines
