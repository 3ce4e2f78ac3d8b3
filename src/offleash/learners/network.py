"""The network that learns, in PyTorch, and its whole numbers. Only this room imports PyTorch."""

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from offleash.bots.templates.player_network import UNIT_BITS, WEIGHT_BITS
from offleash.contract import Game
from offleash.contract.bots.player_networks import (
    NO_SHIFT,
    WEIGHTS,
    InputLayout,
    WholeNetwork,
    action_layout,
    observation_layout,
)

UNITS = (256, 128, 64, 32)  # of the layers: two for the position, two for an action in it
VALUE_UNITS = 64

torch.set_float32_matmul_precision("high")


class InputColumns(nn.Module):  # type: ignore[misc, unused-ignore]
    """Turns the numbers of an encoding into columns of zeros and ones."""

    def __init__(self, layout: InputLayout) -> None:
        super().__init__()
        self.columns = layout.columns
        self.has_bits = bool((layout.shifts != NO_SHIFT).any())
        for name in ("numbers", "shifts", "lows", "starts", "bases", "table"):
            tensor = torch.from_numpy(getattr(layout, name).copy())
            self.register_buffer(name, tensor, persistent=False)

    def find(self, rows: Tensor) -> Tensor:
        """Return for each row which columns its inputs turn on; the one after the last: none."""
        values = rows[:, self.numbers].int()
        places = torch.where(self.shifts == NO_SHIFT, self.starts + values - self.lows, 0)
        columns = self.bases + self.table[places]
        if self.has_bits:
            is_off = (self.shifts != NO_SHIFT) & ((values >> self.shifts.clamp(min=0)) & 1 == 0)
            columns = torch.where(is_off, self.columns, columns)
        return columns.to(torch.int16)

    def forward(self, columns: Tensor, kind: torch.dtype) -> Tensor:
        """Return the columns of rows, as zeros and ones."""
        flags = torch.zeros(len(columns), self.columns + 1, dtype=kind, device=columns.device)
        return flags.scatter_(1, columns.long(), 1.0)[:, : self.columns]


class Repeat(torch.autograd.Function):  # type: ignore[misc, unused-ignore]
    """Rows repeated so many times each; slopes are summed in order, the same each time."""

    @staticmethod
    def forward(ctx: Any, rows: Tensor, owners: Tensor, counts: Tensor) -> Tensor:
        ctx.save_for_backward(counts)
        return rows[owners]

    @staticmethod
    def backward(ctx: Any, *slopes: Tensor) -> tuple[Tensor, None, None]:
        (counts,) = ctx.saved_tensors
        total = torch.segment_reduce(slopes[0].contiguous(), "sum", lengths=counts, axis=0)
        return total, None, None


class LearningNetwork(nn.Module):  # type: ignore[misc, unused-ignore]
    """Scores of listed actions, and the share that the seat to move will win."""

    def __init__(self, game: Game, units: tuple[int, int, int, int] = UNITS) -> None:
        super().__init__()
        learning = game.learning
        self.position_columns = InputColumns(observation_layout(learning.encoding))
        self.action_columns = InputColumns(action_layout(learning.action_encoding))
        first, second, mix, last = units
        self.first = nn.Linear(self.position_columns.columns, first)
        self.second = nn.Linear(first, second)
        self.mix = nn.Linear(second, mix)
        self.action = nn.Linear(self.action_columns.columns, mix, bias=False)
        self.last = nn.Linear(mix, last)
        self.score = nn.Linear(last, 1, bias=False)
        self.value_units = nn.Linear(second, VALUE_UNITS)
        self.value = nn.Linear(VALUE_UNITS, 1)
        with torch.no_grad():
            # about as many inputs are on as there are numbers, not as there are columns
            for layer, inputs in ((self.first, learning.encoding.size), (self.action, 8)):
                layer.weight.normal_(0, (1 / inputs) ** 0.5)
            self.score.weight.mul_(0.1)

    def forward(
        self, positions: Tensor, actions: Tensor, owners: Tensor, counts: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Return a score for each action, and a value for each position.

        `positions` and `actions` have columns as `InputColumns.find` gives them; `owners` says
        which position each action belongs to, `counts` how many each has.
        """
        kind = torch.bfloat16 if positions.is_cuda else torch.float32
        with torch.autocast("cuda", dtype=torch.bfloat16, enabled=positions.is_cuda):
            hidden = torch.relu(self.first(self.position_columns(positions, kind)))
            hidden = torch.relu(self.second(hidden))
            added = self.action(self.action_columns(actions, kind))
        hidden = hidden.float()
        values = self.value(torch.relu(self.value_units(hidden)))[:, 0]
        mixed = Repeat.apply(self.mix(hidden), owners, counts) + added.float()
        return self.score(torch.relu(self.last(torch.relu(mixed))))[:, 0], values

    def whole(self) -> WholeNetwork:
        """Return the network in whole numbers, as `templates.player_network` computes with it."""
        scale = 1 << WEIGHT_BITS
        arrays = {name: _rounded(getattr(self, name).weight.T, scale) for name in WEIGHTS}
        arrays["score"] = arrays["score"][:, 0]
        for name in ("first", "second", "mix", "last"):
            # biases have the unit of the sums: weights alone in the first layer
            size = scale if name == "first" else scale << UNIT_BITS
            arrays[f"{name}_bias"] = _rounded(getattr(self, name).bias, size, np.int32)
        return WholeNetwork(arrays)


def _rounded(part: Tensor, scale: int, kind: Any = np.int16) -> Any:
    numbers = np.rint(part.detach().double().cpu().numpy() * scale)
    limits = np.iinfo(kind)
    return np.ascontiguousarray(np.clip(numbers, limits.min, limits.max).astype(kind))
