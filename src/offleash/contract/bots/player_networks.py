"""Networks that play: from what a seat knows and what an action is, how good the action is.

A player network reads a game's `encode` and `write_action`. Each of their numbers turns on one
column of a table of weights, so that whole numbers are added up and hardly multiplied. Its file is
a NumPy archive (`.npz`): `about` is a text in JSON with the versions of both encodings and the
provenance, and each network has ten arrays, such as `1.4.first` and `1.4.first_bias`.
"""

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.contract.bots.judges import REQUIRED, read_archive
from offleash.contract.encoding import Encoding, Span
from offleash.tools.errors import BadFile

FORMAT, KIND = 1, "player"
NO_SHIFT = -1  # of an input that is a number, and not one bit of it

# What a network may have at most: the workspace of bots has room for that.
MOST_NUMBERS, MOST_ACTION_NUMBERS, MOST_WIDTH = 1024, 32, 256

# Numbers with few values have a column for each of them; so have few numbers with more values.
FEW_VALUES, FEW_NUMBERS, MORE_VALUES = 16, 16, 300
ACTION_VALUES = 512
# Of other numbers, neighbours share columns: the further from 0, the more of them.
STEPS = (0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512, 1024, 4096)

Whole = NDArray[Any]

WEIGHTS = ("first", "second", "mix", "action", "last", "score")  # 16-bit
BIASES = ("first_bias", "second_bias", "mix_bias", "last_bias")  # 32-bit
# As `templates.player_network` reads them.
ORDER = (
    *("first", "first_bias", "second", "second_bias", "mix", "mix_bias"),
    *("action", "last", "last_bias", "score"),
)


@dataclass(frozen=True)
class InputLayout:
    """Which columns the numbers of an encoding turn on.

    An input is a number or one bit of it. A number less its least value has a place in `table`,
    from `starts` on, that says which of the columns from `bases` on is turned on; a bit turns on
    its only column if it is 1.
    """

    numbers: NDArray[np.int64]  # of each input, which number
    shifts: NDArray[np.int64]  # and which of its bits, or NO_SHIFT
    lows: NDArray[np.int64]
    starts: NDArray[np.int64]
    bases: NDArray[np.int64]
    table: NDArray[np.int64]
    columns: int

    @cached_property
    def rows(self) -> NDArray[np.int64]:
        """Inputs × (number, bit, least value, place in the table, first column)."""
        return np.stack([self.numbers, self.shifts, self.lows, self.starts, self.bases], axis=1)


def observation_layout(encoding: Encoding) -> InputLayout:
    """Return the layout of what a seat knows."""
    return _layout(encoding, False)


def action_layout(encoding: Encoding) -> InputLayout:
    """Return the layout of what an action is: nearly every value has a column."""
    return _layout(encoding, True)


@lru_cache
def _layout(encoding: Encoding, is_action: bool) -> InputLayout:
    inputs, tables, place, number, column = [], [], 0, 0, 0
    for span in encoding.spans:
        values = span.high - span.low + 1
        bits = _bits(span)
        shared = _columns_of_values(span, is_action)
        for _ in range(span.size):
            if bits and not is_action:
                inputs += [(number, bit, 0, 0, column + bit) for bit in range(bits)]
                column += bits
            else:
                inputs.append((number, NO_SHIFT, span.low, place, column))
                column += int(shared[-1]) + 1
            number += 1
        if is_action or not bits:
            tables.append(shared)
            place += values
    numbers, shifts, lows, starts, bases = np.array(inputs, np.int64).reshape(-1, 5).T
    whole = (numbers, shifts, lows, starts, bases)
    return InputLayout(*whole, np.concatenate([np.zeros(0, np.int64), *tables]), column)


def _bits(span: Span) -> int:
    """Return how many bits the numbers of a span have, if they take all values of so many bits."""
    values = span.high + 1
    is_whole = span.low == 0 and values & (values - 1) == 0
    return values.bit_length() - 1 if is_whole and values > FEW_VALUES else 0


def _columns_of_values(span: Span, is_action: bool) -> NDArray[np.int64]:
    """Return which column each value turns on, counted from the first one of its number."""
    values = np.arange(span.low, span.high + 1)
    is_few = span.size <= FEW_NUMBERS and len(values) <= MORE_VALUES
    if len(values) <= (ACTION_VALUES if is_action else FEW_VALUES) or (is_few and not is_action):
        return np.asarray(values - span.low, np.int64)
    steps = np.array([*(-step for step in STEPS[:0:-1]), *STEPS])
    groups = np.searchsorted(steps, values, side="right")
    return np.asarray(groups - groups[0], np.int64)


@dataclass(frozen=True)
class WholeNetwork:
    """The numbers of one network by name."""

    arrays: Mapping[str, Whole]

    @property
    def sizes(self) -> tuple[int, int, int, int]:
        """The units of its four layers: two for the position, two for an action in it."""
        return tuple(len(self.arrays[name]) for name in BIASES)  # type: ignore[return-value]

    def numbers(self) -> NDArray[np.int64]:
        """Return all numbers in a row, as `templates.player_network` reads them."""
        return np.concatenate([self.arrays[name].ravel() for name in ORDER]).astype(np.int64)


@dataclass(frozen=True)
class PlayerNetwork:
    """The networks of a player by name, all of one size, and where they come from."""

    networks: Mapping[str, WholeNetwork]
    layouts: tuple[InputLayout, InputLayout] = field(repr=False)  # of observations and actions
    versions: tuple[int, int]  # of these encodings
    provenance: Mapping[str, Any]  # by network


def shapes_of(
    layouts: tuple[InputLayout, InputLayout], sizes: Sequence[int]
) -> dict[str, tuple[int, ...]]:
    """Return the shape of each array of a network with these units in its layers."""
    (seen, what), (first, second, mix, last) = layouts, sizes
    return {
        "first": (seen.columns, first),
        "second": (first, second),
        "mix": (second, mix),
        "action": (what.columns, mix),
        "last": (mix, last),
        "score": (last,),
        **dict(zip(BIASES, ((n,) for n in sizes), strict=True)),
    }


def read_player(path: str | Path, encodings: tuple[Encoding, Encoding]) -> PlayerNetwork:
    """Read a player network; raise BadFile if it is damaged, or made for other encodings."""
    damaged = BadFile(path, None, "it is not a player network, or it is damaged")
    archive = read_archive(path, damaged)
    try:
        about = json.loads(str(archive["about"]))
        if (about["kind"], about["format"]) != (KIND, FORMAT):
            raise BadFile(path, None, f"it is no player network of format {FORMAT}")
        versions, provenance = tuple(map(int, about["encodings"])), dict(about["networks"])
        networks = {
            name: WholeNetwork({part: archive[f"{name}.{part}"] for part in ORDER})
            for name in provenance
        }
    except (KeyError, TypeError, ValueError, RecursionError):
        raise damaged from None
    if versions != tuple(encoding.version for encoding in encodings):
        raise BadFile(path, None, "it was trained on another encoding: train it again")
    if not networks:
        raise BadFile(path, None, "it has no network")
    layouts = observation_layout(encodings[0]), action_layout(encodings[1])
    for name, network in networks.items():
        if problem := _problem(network, layouts, provenance[name]):
            raise BadFile(path, None, f"network {name!r} {problem}")
    if len({network.sizes for network in networks.values()}) > 1:
        raise BadFile(path, None, "its networks are of different sizes")
    return PlayerNetwork(networks, layouts, (versions[0], versions[1]), provenance)


def _problem(
    network: WholeNetwork, layouts: tuple[InputLayout, InputLayout], provenance: Any
) -> str:
    """Return what is wrong with a network; empty if nothing is."""
    arrays = network.arrays
    if any(arrays[name].ndim != 1 for name in BIASES):
        return "has biases that are not a row of numbers"
    if not all(1 <= size <= MOST_WIDTH for size in network.sizes):
        return f"has a layer with no unit, or more than {MOST_WIDTH}"
    for name, shape in shapes_of(layouts, network.sizes).items():
        if arrays[name].shape != shape:
            return f"has {name} of {arrays[name].shape} numbers where {shape} are needed"
        kind = np.int16 if name in WEIGHTS else np.int32
        if arrays[name].dtype != kind:
            return f"has {name} of other numbers than {np.dtype(kind)}"
    about = provenance if isinstance(provenance, dict) else {}
    missing = [key for key in REQUIRED if key not in about]
    return f"lacks {missing[0]!r} in its provenance" if missing else ""


def format_player(player: PlayerNetwork) -> bytes:
    """Return the contents of a player's file: the same player gives the same bytes."""
    arrays = {
        f"{name}.{part}": network.arrays[part]
        for name, network in player.networks.items()
        for part in ORDER
    }
    about = {
        "kind": KIND,
        "format": FORMAT,
        "encodings": list(player.versions),
        "networks": dict(player.provenance),
    }
    named: dict[str, Any] = {"about": np.array(json.dumps(about, indent=1)), **arrays}
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **named)
    return buffer.getvalue()
