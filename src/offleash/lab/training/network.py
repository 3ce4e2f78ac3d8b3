"""A small network in floating point, trained with Adam: what becomes a judge of whole numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.bots.templates.learned import FEATURE_BITS, SUM_BITS, UNIT_BITS, WEIGHT_BITS
from offleash.contract.bots.judges import Network

Floats = NDArray[np.float32]

BETAS = (0.9, 0.999)
EPSILON = 1e-8
WEIGHT_SCALE = 1 << WEIGHT_BITS
BIAS_SCALES = (1 << (FEATURE_BITS + WEIGHT_BITS), 1 << SUM_BITS, 1 << SUM_BITS)
INPUT_SCALE = np.float32(1 / (1 << FEATURE_BITS))


@dataclass
class FloatNetwork:
    """The weights and biases of two hidden layers and a sum, and the moments that Adam needs."""

    sizes: tuple[int, int, int]  # inputs, and units of the hidden layers
    numbers: Floats  # in a row: the weights and the biases of each layer
    mean: Floats
    square: Floats
    steps: int = 0

    @property
    def weights(self) -> list[Floats]:
        """The weights of each layer, by input and output."""
        return [layer[:-1] for layer in layers_of(self.numbers, self.sizes)]

    @property
    def biases(self) -> list[Floats]:
        """The biases of each layer."""
        return [layer[-1] for layer in layers_of(self.numbers, self.sizes)]

    def copy(self) -> "FloatNetwork":
        """Return a copy of the network, to be changed."""
        arrays = (self.numbers.copy(), self.mean.copy(), self.square.copy())
        return FloatNetwork(self.sizes, *arrays, self.steps)

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """Return all numbers by name, for a file."""
        return {name: np.asarray(value) for name, value in vars(self).items()}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> "FloatNetwork":
        """Return the network that `to_arrays` gave. Raise KeyError if a part is missing."""
        inputs, first, second = map(int, arrays["sizes"])
        numbers, mean, square = (arrays[name] for name in ("numbers", "mean", "square"))
        return cls((inputs, first, second), numbers, mean, square, int(arrays["steps"]))

    def chances(self, samples: NDArray[np.uint8], rows: int = 1 << 14) -> Floats:
        """Return what the network says of samples: chances to win."""
        parts = [self.logits(samples[i : i + rows]) for i in range(0, len(samples), rows)]
        return _sigmoid(np.concatenate([np.zeros(0, np.float32), *parts]))

    def logits(self, samples: NDArray[np.uint8]) -> Floats:
        """Return the chances as log odds."""
        return self._forward(samples)[-1]

    def _forward(self, samples: NDArray[np.uint8]) -> tuple[Floats, Floats, Floats, Floats]:
        """Return the inputs, the hidden units, and the last sum."""
        weights, biases = self.weights, self.biases
        inputs = samples.astype(np.float32) * INPUT_SCALE
        first = np.maximum(inputs @ weights[0] + biases[0], 0)
        second = np.maximum(first @ weights[1] + biases[1], 0)
        return inputs, first, second, (second @ weights[2] + biases[2])[:, 0]

    def slopes(self, samples: NDArray[np.uint8], targets: Floats) -> tuple[Floats, float]:
        """Return how samples' cross entropy changes with each number, and the cross entropy."""
        inputs, first, second, logits = self._forward(samples)
        chances = _sigmoid(logits)
        error = (chances - targets)[:, None]
        back_second = (error @ self.weights[2].T) * (second > 0)
        back_first = (back_second @ self.weights[1].T) * (first > 0)
        slopes = np.empty_like(self.numbers)
        values, errors = (inputs, first, second), (back_first, back_second, error)
        layers = layers_of(slopes, self.sizes)
        for layer, value, back in zip(layers, values, errors, strict=True):
            layer[:-1], layer[-1] = value.T @ back, back.sum(axis=0)
        sure = np.clip(chances, 1e-6, 1 - 1e-6)
        loss = -(targets * np.log(sure) + (1 - targets) * np.log(1 - sure)).sum(dtype=np.float64)
        return slopes, float(loss)

    def step(self, slopes: Floats, rate: float) -> None:
        """Take one step of Adam down the slopes."""
        self.steps += 1
        one, two = BETAS
        self.mean += np.float32(1 - one) * (slopes - self.mean)
        self.square += np.float32(1 - two) * (slopes * slopes - self.square)
        scale = np.float32(rate * (1 - two**self.steps) ** 0.5 / (1 - one**self.steps))
        self.numbers -= scale * self.mean / (np.sqrt(self.square) + np.float32(EPSILON))

    def whole(self) -> Network:
        """Return the network in whole numbers, as `templates.learned` computes with them."""
        weights = [_rounded(part, WEIGHT_SCALE, np.int16) for part in self.weights]
        pairs = zip(self.biases, BIAS_SCALES, strict=True)
        return Network(weights, [_rounded(part, scale, np.int32) for part, scale in pairs])


assert UNIT_BITS + WEIGHT_BITS == SUM_BITS


def float_network(whole: Network) -> FloatNetwork:
    """Return the network that has these whole numbers, to be trained further."""
    network = random_network(whole.sizes, np.random.default_rng(0))
    for part, numbers in zip(network.weights, whole.weights, strict=True):
        part[:] = numbers / np.float32(WEIGHT_SCALE)
    for part, biases, scale in zip(network.biases, whole.biases, BIAS_SCALES, strict=True):
        part[:] = biases / np.float32(scale)
    return network


def layers_of(numbers: Any, sizes: tuple[int, int, int]) -> list[Any]:
    """Return the numbers of each layer, by input and output; the last row has the biases."""
    inputs, first, second = sizes
    shapes = [(inputs + 1, first), (first + 1, second), (second + 1, 1)]
    layers, start = [], 0
    for rows, columns in shapes:
        layers.append(numbers[start : start + rows * columns].reshape(rows, columns))
        start += rows * columns
    return layers


def random_network(sizes: tuple[int, int, int], rng: np.random.Generator) -> FloatNetwork:
    """Return a network that knows nothing: small random weights."""
    inputs, first, second = sizes
    count = (inputs + 1) * first + (first + 1) * second + second + 1
    numbers = np.zeros(count, np.float32)
    network = FloatNetwork(sizes, numbers, np.zeros_like(numbers), np.zeros_like(numbers))
    for part in network.weights:
        part[:] = rng.standard_normal(part.shape) * (2 / len(part)) ** 0.5
    return network


def _rounded(part: Floats, scale: int, kind: type[np.signedinteger]) -> NDArray[np.signedinteger]:
    limits = np.iinfo(kind)
    return np.clip(np.rint(part.astype(np.float64) * scale), limits.min, limits.max).astype(kind)


def _sigmoid(logits: Floats) -> Floats:
    return (1 / (1 + np.exp(-np.clip(logits, -30, 30)))).astype(np.float32)
