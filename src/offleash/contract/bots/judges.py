"""Files of learned judges: networks in whole numbers, and where they come from.

A judge is a NumPy archive (`.npz`). `about` is a text in JSON with the names of the features and
the provenance; each network has six arrays, such as `1.4.first` and `1.4.first_bias`.
"""

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.tools.errors import BadFile
from offleash.tools.files import read_bytes

LEARNED = "learned"  # the judge that a game's learned player has by default
FORMAT = 1
SUFFIX = ".npz"
MOST_UNITS = 64  # of a hidden layer
LAYERS = ("first", "second", "last")
REQUIRED = ("command", "seed", "games", "result", "rules", "date")


@dataclass(frozen=True)
class Network:
    """Two hidden layers and a sum: weights as 16-bit, biases as 32-bit whole numbers."""

    weights: Sequence[NDArray[np.int16]]  # inputs × first, first × second, second × 1
    biases: Sequence[NDArray[np.int32]]

    @property
    def sizes(self) -> tuple[int, int, int]:
        """How many inputs it has, and how many units in each hidden layer."""
        first, second, _ = self.weights
        return len(first), len(second), second.shape[1]

    def numbers(self) -> NDArray[np.int64]:
        """Return all numbers in a row, as `templates.learned` reads them."""
        pairs = zip(self.weights, self.biases, strict=True)
        return np.concatenate([part.ravel() for pair in pairs for part in pair]).astype(np.int64)


@dataclass(frozen=True)
class Judge:
    """The networks of a judge by name, and where they come from."""

    networks: Mapping[str, Network]
    features: str  # a digest of their names, in order
    provenance: Mapping[str, Any]  # by network


def features_digest(names: Sequence[str]) -> str:
    """Return a short digest of the features that a judge was trained on."""
    return sha256("\n".join(names).encode()).hexdigest()[:16]


def read_judge(path: str | Path, features: Sequence[str]) -> Judge:
    """Read a judge; raise BadFile if it is damaged, or made for other features."""
    damaged = BadFile(path, None, "it is not a judge, or it is damaged")
    archive = read_archive(path, damaged)
    try:
        about = json.loads(str(archive["about"]))
        if about["format"] != FORMAT:
            raise BadFile(
                path, None, f"it has format {about['format']}, not {FORMAT}: train it again"
            )
        networks = {name: _network(archive, name) for name in dict(about["networks"])}
        judge = Judge(networks, about["features"], about["networks"])
    except (KeyError, TypeError, ValueError, RecursionError):
        raise damaged from None
    if not networks:
        raise BadFile(path, None, "it has no network")
    for name, network in networks.items():
        if problem := _problem(network, judge.provenance[name], len(features)):
            raise BadFile(path, None, f"network {name!r} {problem}")
    if len({network.sizes for network in networks.values()}) > 1:
        raise BadFile(path, None, "its networks are of different sizes")
    if judge.features != features_digest(features):
        raise BadFile(path, None, "it was trained on other features: train it again")
    return judge


def read_archive(path: str | Path, damaged: BadFile) -> dict[str, NDArray[Any]]:
    """Return the arrays of a NumPy archive by name, or raise `damaged` if it is not one."""
    data = read_bytes(path)
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            return dict(archive)
    except Exception:  # a damaged archive fails in a dozen ways, some of them of zlib
        raise damaged from None


def _network(archive: Mapping[str, Any], name: str) -> Network:
    weights = [archive[f"{name}.{layer}"] for layer in LAYERS]
    biases = [archive[f"{name}.{layer}_bias"] for layer in LAYERS]
    return Network(weights, biases)


def _problem(network: Network, provenance: Any, inputs: int) -> str:
    """Return what is wrong with a network; empty if nothing is."""
    arrays: list[NDArray[Any]] = [*network.weights, *network.biases]
    shapes = [part.shape for part in arrays]
    if [len(shape) for shape in shapes] != [2, 2, 2, 1, 1, 1]:
        return "has arrays of other dimensions than a network"
    (_, a), (b, c), (d, e), *rest = shapes
    if (a, c, 1) != (b, d, e) or [(a,), (c,), (1,)] != rest:
        return "has layers that do not fit together"
    if network.sizes[0] != inputs:
        return f"has {network.sizes[0]} inputs where the game has {inputs} features"
    if min(a, c) == 0:
        return "has a hidden layer without units"
    if max(a, c) > MOST_UNITS:
        return f"has a hidden layer of {max(a, c)} units; at most {MOST_UNITS} fit"
    kinds = {part.dtype for part in network.weights}, {part.dtype for part in network.biases}
    if kinds != ({np.dtype(np.int16)}, {np.dtype(np.int32)}):
        return "has numbers of other types than 16-bit weights and 32-bit biases"
    about = provenance if isinstance(provenance, dict) else {}
    missing = [key for key in REQUIRED if key not in about]
    return f"lacks {missing[0]!r} in its provenance" if missing else ""


def format_judge(judge: Judge) -> bytes:
    """Return the contents of a judge's file: the same judge gives the same bytes."""
    arrays: dict[str, Any] = {}
    for name, network in judge.networks.items():
        for layer, weights, biases in zip(LAYERS, network.weights, network.biases, strict=True):
            arrays[f"{name}.{layer}"], arrays[f"{name}.{layer}_bias"] = weights, biases
    about = {"format": FORMAT, "features": judge.features, "networks": dict(judge.provenance)}
    buffer = io.BytesIO()
    np.savez_compressed(buffer, about=np.array(json.dumps(about, indent=1)), **arrays)
    return buffer.getvalue()
