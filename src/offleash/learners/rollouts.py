"""Games that a network plays in vectors, written down for it to learn from."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from offleash.adapters.vector import GameVector
from offleash.learners.network import LearningNetwork

TRACE = 0.95  # λ
PAST_GAMES = 5  # one game in so many has a past self on some seat
LOWEST = -1e9  # the score of what is no action


@dataclass
class Samples:
    """Decisions: what was seen, actions could be done, what was done and what came of it."""

    positions: Tensor  # decisions × columns that are on
    actions: Tensor  # actions of all decisions in a row × columns that are on
    counts: Tensor  # how many of those each decision has
    picks: Tensor  # which of them it was
    chances: Tensor  # log of its probability then
    values: Tensor  # what the network expected
    gains: Tensor  # how much better it went
    is_own: Tensor  # whether the network decided, and knows what came of it


def spread(counts: Tensor) -> tuple[Tensor, Tensor]:
    """Return for all actions in a row whose they are, and the how-manieth of its own."""
    total = int(counts.sum())
    rows = torch.arange(len(counts), device=counts.device)
    owners = torch.repeat_interleave(rows, counts, output_size=total)
    firsts = counts.cumsum(0) - counts
    return owners, torch.arange(total, device=counts.device) - firsts[owners]


def by_decision(scores: Tensor, owners: Tensor, orders: Tensor, counts: Tensor) -> Tensor:
    """Return scores as decisions × most actions."""
    most = int(counts.max()) if len(counts) else 1
    table = scores.new_full((len(counts), most), LOWEST)
    return table.index_put((owners, orders), scores)


class TensorTable:
    """The games of one vector, whose arrays are tensors here."""

    def __init__(self, vector: GameVector, device: str) -> None:
        self.vector, self.device, self.finished = vector, device, 0  # games to their ends

    def read(self, name: str) -> Tensor:
        """Return an array of the vector as a tensor that shares its memory."""
        return torch.as_tensor(getattr(self.vector, name), device=self.device)

    def look(self, network: LearningNetwork) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return what is seen, all actions in a row, their counts, and who decides.

        Positions and actions are columns that the network's inputs turn on.
        """
        counts = self.read("legal_counts").long().clone()
        owners, orders = spread(counts)
        actions = network.action_columns.find(self.read("action_features")[owners, orders])
        positions = network.position_columns.find(self.read("observations"))
        return positions, actions, counts, self.read("actors").long().clone()

    def step(self, orders: Tensor) -> tuple[Tensor, Tensor]:
        """Play the actions of these orders; return which games ended, and what seats won."""
        rows = torch.arange(len(orders), device=self.device)
        actions = self.read("legal_actions")[rows, orders].long()
        self.vector.step(actions if actions.is_cuda else actions.numpy(), check=False)
        dones = (self.read("dones") | self.read("truncations")).bool()
        return dones, self.read("rewards").float().clone()


def choose(
    network: LearningNetwork, look: tuple[Tensor, ...], luck: torch.Generator
) -> tuple[Tensor, Tensor, Tensor]:
    """Return a pick for each decision by its probability, the log of that, and the values."""
    positions, actions, counts, _ = look
    owners, orders = spread(counts)
    scores, values = network(positions, actions, owners, counts)
    logs = torch.log_softmax(by_decision(scores, owners, orders, counts), dim=1)
    noise = torch.rand(logs.shape, generator=luck, device=logs.device).clamp_(min=1e-20)
    picks = (logs - torch.log(-torch.log(noise))).argmax(dim=1)
    return picks, logs.gather(1, picks[:, None])[:, 0], values


@torch.no_grad()  # type: ignore[untyped-decorator, unused-ignore]
def roll_out(
    table: TensorTable,
    network: LearningNetwork,
    past: LearningNetwork | None,
    steps: int,
    number: int,
    luck: torch.Generator,
) -> Samples:
    """Play so many decisions in every game of a table; `number` says which seat the past takes."""
    columns: dict[str, list[Tensor]] = {name: [] for name in Samples.__dataclass_fields__}
    actors, ends, rewards = [], [], []
    games = table.vector.games
    rows = torch.arange(games, device=table.device)
    seats = torch.as_tensor(_seat_counts(table.vector), device=table.device)
    past_seats = torch.where(rows % PAST_GAMES == 0, (rows // PAST_GAMES + number) % seats, -1)
    for _ in range(steps):
        look = table.look(network)
        picks, chances, values = choose(network, look, luck)
        is_own = torch.ones_like(picks, dtype=torch.bool)
        if past is not None:
            is_own = look[3] != past_seats
            picks[~is_own] = choose(past, _part(look, ~is_own), luck)[0]
        dones, won = table.step(picks)
        parts = (*look[:3], picks, chances, values, values, is_own)
        for column, part in zip(columns.values(), parts, strict=True):
            column.append(part)
        actors.append(look[3])
        ends.append(dones)
        rewards.append(won)
    table.finished += int(torch.stack(ends).sum())
    last = table.look(network)
    outlook = choose(network, last, luck)[2]
    history = (torch.stack(actors), torch.stack(ends), torch.stack(rewards))
    values = torch.stack(columns["values"])
    gains, is_known = gains_of(*history, values, last[3], outlook)
    columns["gains"], columns["is_own"] = (
        list(gains),
        list(is_known & torch.stack(columns["is_own"])),
    )
    return Samples(*(torch.cat(column) for column in columns.values()))


def _part(look: tuple[Tensor, ...], choice: Tensor) -> tuple[Tensor, ...]:
    """Return what some of the games show."""
    seen, actions, counts, actors = look
    owners, _ = spread(counts)
    return seen[choice], actions[choice[owners]], counts[choice], actors[choice]


def _seat_counts(vector: GameVector) -> NDArray[np.int64]:
    """Return how many seats each game has."""
    options = vector.options
    counts = [vector.game.seat_count(options[i : i + 1]) for i in range(len(options))]
    return np.array(counts)[vector.rows]


def gains_of(
    actors: Tensor, ends: Tensor, rewards: Tensor, values: Tensor, mover: Tensor, outlook: Tensor
) -> tuple[Tensor, Tensor]:
    """Return how much better each decision went than expected, and where that is known.

    For each seat by itself: what follows a decision is the same seat's next one, or the end. The
    seat that decides next bootstraps from `outlook`; what followed for the others is not known yet.
    """
    steps, games, seats = rewards.shape
    after = torch.zeros(games, seats, device=values.device)
    following, known = torch.zeros_like(after), torch.zeros_like(after, dtype=torch.bool)
    gains, is_known = torch.zeros_like(values), torch.zeros_like(values, dtype=torch.bool)
    rows = torch.arange(games, device=values.device)
    after[rows, mover], known[rows, mover] = outlook, True
    for step in range(steps - 1, -1, -1):
        over, seat = ends[step][:, None], actors[step]
        after = torch.where(over, rewards[step], after)
        following = torch.where(over, 0.0, following)
        known = known | over
        change = after[rows, seat] - values[step]
        gains[step] = change + TRACE * following[rows, seat]
        is_known[step] = known[rows, seat]
        following[rows, seat] = torch.where(is_known[step], gains[step], 0.0)
        after[rows, seat], known[rows, seat] = values[step], True
    return gains, is_known


def join(parts: Sequence[Samples]) -> Samples:
    """Return the samples of several tables as one."""
    names: Any = Samples.__dataclass_fields__
    return Samples(*(torch.cat([getattr(part, name) for part in parts]) for name in names))
