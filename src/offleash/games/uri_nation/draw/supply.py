"""How many disks, tokens and pegs to print: what games really need, from `data/supplies.toml`."""

from functools import cache
from pathlib import Path

import numpy as np

from offleash.contract import Records
from offleash.contract.options import changed_options, make_options
from offleash.contract.studio.supplies import Peaks, Supply, merged, read_supplies
from offleash.games.uri_nation.options import OPTION_LIST, OPTIONS, PRESETS
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.text.names import STOCK_NAMES

LARGE, SMALL = "large disks", "fortify tokens"
IRRELEVANT = {"seats", "homes"}  # there is a measurement for each number of seats
FILE = Path(__file__).parent.parent / "data" / "supplies.toml"


def in_play(states: Records, options: Records) -> Peaks:
    """Return the pieces on the table: tokens and pegs of all dogs together, disks of one colour."""
    counts = {
        name: states["bowl"][:, :, stock].sum(axis=1, dtype=np.int64)
        for stock, name in enumerate(STOCK_NAMES)
    }
    owned = states["owned"]
    places = np.arange(states["fort"].shape[1])
    holds = (owned[:, :, None] >> places) & 1  # games × seats × territories
    home_disks = states["home_disk"][:, None, :] == np.arange(R.SEATS)[:, None]
    marks = (states["marks"][:, None, :] >> np.arange(R.SEATS)[:, None]) & 1
    large = holds.sum(axis=2) + bool(options["home_challenge"][0]) * home_disks.sum(axis=2)
    small = (holds * states["fort"][:, None, :]).sum(axis=2) + marks.sum(axis=2)
    small = small + (home_disks * states["home_fort"][:, None, :]).sum(axis=2)
    return counts | {LARGE: large.max(axis=1), SMALL: small.max(axis=1)}


def supply_of(options: Records) -> Supply:
    """Return what games of these rules need; for other rules, the most that measured ones do."""
    seats = int(options["seats"][0])
    measured = [supply for supply in _measured() if supply.seats == seats]
    exact = (supply for supply in measured if _has_rules(options, supply.rules))
    return next(exact, None) or merged(measured)


@cache
def _measured() -> list[Supply]:
    return read_supplies(FILE)


def _has_rules(options: Records, preset: str) -> bool:
    """Return whether options are those of a preset, for any number of players."""
    plain = make_options(OPTION_LIST, OPTIONS, PRESETS[preset])
    return set(changed_options(OPTION_LIST, options, plain)) <= IRRELEVANT
