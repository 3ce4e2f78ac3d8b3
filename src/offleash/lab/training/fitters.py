"""Fits networks to targets, on the cores of this machine or on a GPU."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.engine.batch import cores
from offleash.lab.libraries import require
from offleash.lab.training.network import INPUT_SCALE, FloatNetwork, Floats, layers_of
from offleash.tools.errors import OffleashError

CPU, GPU = "cpu", "gpu"
PLACES = (CPU, GPU)
PART = 1024  # samples of a step that one thread takes

Samples = NDArray[np.uint8]
Picks = NDArray[np.int64]


class Fitter:
    """Steps towards targets; threads share the samples of a step.

    One thread computes each part of a step, so that any number of them comes to the same.
    """

    def __init__(self, threads: int | None = None) -> None:
        require("training", "threadpoolctl")
        from threadpoolctl import ThreadpoolController

        self._pool, self._libraries = ThreadPoolExecutor(threads or cores()), ThreadpoolController()
        self._samples: Sequence[Any] = ()
        self._targets: Sequence[Any] = ()

    @contextmanager
    def using(self, samples: Sequence[Samples], targets: Sequence[Floats]) -> Iterator[None]:
        """Let steps within this block pick from these samples."""
        self._samples, self._targets = samples, targets
        with self._libraries.limit(limits=1, user_api="blas"):  # no threads of its own
            yield
        self._samples = self._targets = ()

    def fit(self, network: FloatNetwork, recording: int, picks: Picks, rate: float) -> float:
        """Take one step towards the targets of picked samples; return the cross entropy."""
        slopes, loss = self.slopes(network, recording, picks)
        network.step(slopes / np.float32(len(picks)), rate)
        return loss / len(picks)

    def slopes(self, network: FloatNetwork, recording: int, picks: Picks) -> tuple[Floats, float]:
        """Return the cross entropy's slopes, summed over picked samples; and the cross entropy."""
        samples, targets = self._samples[recording], self._targets[recording]

        def slopes_of(lo: int) -> tuple[Floats, float]:
            rows = picks[lo : lo + PART]
            return network.slopes(samples[rows], targets[rows])

        parts = list(self._pool.map(slopes_of, range(0, len(picks), PART)))
        return np.sum([part for part, _ in parts], axis=0), sum(loss for _, loss in parts)


class GpuFitter(Fitter):
    """The same steps on a GPU, up to rounding: ten times as fast."""

    def __init__(self, threads: int | None = None, device: str = "cuda") -> None:
        super().__init__(threads)
        require("--fit-on gpu", "torch", extra="torch")
        import torch

        self._torch, self._device = torch, device
        if device == "cuda" and not torch.cuda.is_available():
            raise OffleashError("PyTorch finds no GPU: leave out --fit-on gpu")

    @contextmanager
    def using(self, samples: Sequence[Samples], targets: Sequence[Floats]) -> Iterator[None]:
        """Copy the samples to the GPU."""
        copies = [[self._tensor(array) for array in arrays] for arrays in (samples, targets)]
        with super().using(*copies):
            yield

    def _tensor(self, array: NDArray[Any]) -> Any:
        return self._torch.from_numpy(array).to(self._device)

    def slopes(self, network: FloatNetwork, recording: int, picks: Picks) -> tuple[Floats, float]:
        """Return the slopes, by PyTorch."""
        relu, entropy = self._torch.relu, self._torch.nn.functional.binary_cross_entropy_with_logits
        rows, numbers = self._tensor(picks), self._tensor(network.numbers).requires_grad_()
        values = self._samples[recording][rows].float() * float(INPUT_SCALE)
        first, second, last = layers_of(numbers, network.sizes)
        values = relu(values @ first[:-1] + first[-1])
        values = relu(values @ second[:-1] + second[-1])
        logits = (values @ last[:-1] + last[-1])[:, 0]
        loss = entropy(logits, self._targets[recording][rows], reduction="sum")
        loss.backward()
        return numbers.grad.cpu().numpy(), float(loss.detach())


def check_place(place: str) -> None:
    """Raise OffleashError if networks can't be fitted at such a place."""
    if place not in PLACES:
        raise OffleashError(f"--fit-on must be one of {', '.join(PLACES)}, not {place!r}")


def make_fitter(place: str, threads: int | None = None) -> Fitter:
    """Return the fitter of a place. Raise OffleashError if this machine lacks what it needs."""
    return GpuFitter(threads) if place == GPU else Fitter(threads)
