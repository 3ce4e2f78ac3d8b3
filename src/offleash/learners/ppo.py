"""Steps of PPO: what went better than expected becomes likelier, a little at a time."""

import torch
from torch import Tensor

from offleash.learners.network import LearningNetwork
from offleash.learners.rollouts import Samples, by_decision, spread

EPOCHS = 2
CLIP = 0.2
ENTROPY = 0.004
LONGEST_SLOPE = 1.0
AVERAGE = 0.999  # of the network that is exported: what it keeps at each step


def learn(
    network: LearningNetwork,
    optimiser: torch.optim.Optimizer,
    average: LearningNetwork,
    samples: Samples,
    size: int,
    luck: torch.Generator,
) -> dict[str, float]:
    """Take steps on all decisions, twice, in parts of about `size`; return what they came to."""
    starts = samples.counts.cumsum(0) - samples.counts
    own = samples.is_own.nonzero()[:, 0]
    targets = samples.gains + samples.values
    gains = samples.gains - samples.gains[own].mean()
    parts = max(1, len(own) // size)
    gains = gains / (gains[own].std() + 1e-6)
    totals = torch.zeros(3, device=gains.device)
    for _ in range(EPOCHS):
        order = own[torch.randperm(len(own), generator=luck, device=own.device)]
        for picked in order.tensor_split(parts):
            counts = samples.counts[picked]
            owners, orders = spread(counts)
            actions = samples.actions[starts[picked][owners] + orders]
            scores, values = network(samples.positions[picked], actions, owners, counts)
            logs = torch.log_softmax(by_decision(scores, owners, orders, counts), dim=1)
            taken = logs.gather(1, samples.picks[picked][:, None])[:, 0]
            push = _clipped(taken - samples.chances[picked], gains[picked])
            entropy = -(logs.exp() * logs.clamp(min=-50)).sum(dim=1).mean()
            error = (values - targets[picked]).square().mean()
            loss = -push - ENTROPY * entropy + error
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), LONGEST_SLOPE)
            optimiser.step()
            blend(average, network, AVERAGE)
            with torch.no_grad():
                totals += torch.stack([push, entropy, error])
    push, entropy, error = (totals / (EPOCHS * parts)).tolist()
    return {"push": push, "entropy": entropy, "error": error, "decisions": float(len(own))}


def _clipped(change: Tensor, gains: Tensor) -> Tensor:
    ratio = change.exp()
    return torch.min(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains).mean()


@torch.no_grad()  # type: ignore[untyped-decorator, unused-ignore]
def blend(average: LearningNetwork, network: LearningNetwork, share: float) -> None:
    """Move the average of a network towards what it is now."""
    ours, theirs = list(average.parameters()), list(network.parameters())
    torch._foreach_lerp_(ours, theirs, 1 - share)
