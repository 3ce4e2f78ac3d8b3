"""A small network in floating point, trained with Adam: what becomes a judge of whole numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.bots.templates.learned import FEATURE_BITS, SUM_BITS, UNIT_BITS, WEIGHT_BITS
from offleash.core.judges import Network

Floats = NDArray[np.float32]

BETAS = (0.9, 0.999)
EPSILON = 1e-8
INPUT_SCALE = np.float32(1 / (1 << FEATURE_BITS))


@dataclass
class FloatNetwork:
    """Weights and biases of two hidden layers and a sum, and the moments that Adam needs."""

    weights: list[Floats]
    biases: list[Floats]
    steps: int = 0
    moments: list[tuple[Floats, Floats]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.moments = self.moments or [
            (np.zeros_like(part), np.zeros_like(part)) for part in self.parts
        ]

    def copy(self) -> "FloatNetwork":
        """The same network, to be changed."""
        moments = [(mean.copy(), square.copy()) for mean, square in self.moments]
        weights, biases = [w.copy() for w in self.weights], [b.copy() for b in self.biases]
        return FloatNetwork(weights, biases, self.steps, moments)

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """All numbers by name, for a file."""
        arrays: dict[str, NDArray[Any]] = {"steps": np.array(self.steps)}
        for number, (part, pair) in enumerate(zip(self.parts, self.moments, strict=True)):
            arrays |= {f"part{number}": part, f"mean{number}": pair[0], f"square{number}": pair[1]}
        return arrays

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> "FloatNetwork":
        """The network that `to_arrays` gave. Raises KeyError if a part is missing."""
        parts = [arrays[f"part{number}"] for number in range(6)]
        moments = [(arrays[f"mean{n}"], arrays[f"square{n}"]) for n in range(6)]
        return cls(parts[:3], parts[3:], int(arrays["steps"]), moments)

    @property
    def parts(self) -> list[Floats]:
        return [*self.weights, *self.biases]

    def logits(self, samples: NDArray[np.uint8]) -> Floats:
        """What the network says of samples: log odds."""
        return self._forward(samples)[-1]

    def chances(self, samples: NDArray[np.uint8], rows: int = 1 << 16) -> Floats:
        """Chances to win."""
        parts = [self.logits(samples[i : i + rows]) for i in range(0, len(samples), rows)]
        return _sigmoid(np.concatenate(parts)) if parts else np.zeros(0, np.float32)

    def _forward(self, samples: NDArray[np.uint8]) -> tuple[Floats, Floats, Floats, Floats]:
        inputs = samples.astype(np.float32) * INPUT_SCALE
        first = np.maximum(inputs @ self.weights[0] + self.biases[0], 0)
        second = np.maximum(first @ self.weights[1] + self.biases[1], 0)
        last = (second @ self.weights[2] + self.biases[2])[:, 0]
        return inputs, first, second, last

    def fit(self, samples: NDArray[np.uint8], targets: Floats, rate: float) -> float:
        """One step of Adam on the cross entropy; returns it."""
        inputs, first, second, last = self._forward(samples)
        chances = _sigmoid(last)
        error = ((chances - targets) / np.float32(len(samples)))[:, None]
        back_second = (error @ self.weights[2].T) * (second > 0)
        back_first = (back_second @ self.weights[1].T) * (first > 0)
        slopes = [inputs.T @ back_first, first.T @ back_second, second.T @ error]
        slopes += [back_first.sum(axis=0), back_second.sum(axis=0), error.sum(axis=0)]
        self._step(slopes, rate)
        sure = np.clip(chances, 1e-6, 1 - 1e-6)
        return float(-(targets * np.log(sure) + (1 - targets) * np.log(1 - sure)).mean())

    def _step(self, slopes: Sequence[Floats], rate: float) -> None:
        self.steps += 1
        one, two = BETAS
        scale = np.float32(rate * (1 - two**self.steps) ** 0.5 / (1 - one**self.steps))
        for part, slope, (mean, square) in zip(self.parts, slopes, self.moments, strict=True):
            mean += np.float32(1 - one) * (slope - mean)
            square += np.float32(1 - two) * (slope * slope - square)
            part -= scale * mean / (np.sqrt(square) + np.float32(EPSILON))

    def whole(self) -> Network:
        """The same in whole numbers, as `templates.learned` computes with them."""
        scale, units = 1 << WEIGHT_BITS, 1 << SUM_BITS
        bias_scales = (1 << (FEATURE_BITS + WEIGHT_BITS), units, units)
        weights = [_rounded(part, scale, np.int16) for part in self.weights]
        pairs = zip(self.biases, bias_scales, strict=True)
        return Network(weights, [_rounded(part, size, np.int32) for part, size in pairs])


assert UNIT_BITS + WEIGHT_BITS == SUM_BITS


def random_network(sizes: tuple[int, int, int], rng: np.random.Generator) -> FloatNetwork:
    """A network that knows nothing: small random weights."""
    shapes = [(sizes[0], sizes[1]), (sizes[1], sizes[2]), (sizes[2], 1)]
    weights = [
        (rng.standard_normal(shape) * (2 / shape[0]) ** 0.5).astype(np.float32) for shape in shapes
    ]
    return FloatNetwork(weights, [np.zeros(shape[1], np.float32) for shape in shapes])


def _rounded(part: Floats, scale: int, kind: type[np.signedinteger]) -> NDArray[np.signedinteger]:
    limits = np.iinfo(kind)
    return np.clip(np.rint(part.astype(np.float64) * scale), limits.min, limits.max).astype(kind)


def _sigmoid(logits: Floats) -> Floats:
    return (1 / (1 + np.exp(-np.clip(logits, -30, 30)))).astype(np.float32)
