"""PPO in one file, for PyTorch: one seat of Uri-Nation learns against random bots.

`python ppo.py` trains for a minute, prints how often the agent wins, and writes `ppo.pt`; in the
same folder `ppo:Trained` is a bot. `--head flat` has an output for every action number, `listed`
scores the legal actions by what they are.
"""

import argparse
import time
from pathlib import Path

import gymnasium
import numpy as np
import torch
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from torch import nn

import offleash
import offleash.adapters.gymnasium  # registers the ids

GAME, SEAT = "uri-nation", 1
RULES = {"options": {"players": 2, "max_rounds": 8}}
FILE = Path(__file__).with_name("ppo.pt")
GAMES, STEPS, EPOCHS, BATCH = 64, 64, 4, 512
RATE, CLIP, LAMBDA, ENTROPY = 1e-3, 0.2, 0.95, 0.003
CATEGORIES, UNITS = 64, 64  # a number with at most so many values counts as a category


class Numbers(nn.Module):
    """Turn the numbers of an encoding into one vector: all scaled, and categories one-hot."""

    def __init__(self, encoding, units):
        super().__init__()
        low, span = torch.tensor(encoding.low), torch.tensor(encoding.high - encoding.low)
        few = (span > 1) & (span < CATEGORIES)  # of 0 and 1 the scaled number says all
        sizes = torch.where(few, span + 1, 0)
        self.register_buffer("low", low)
        self.register_buffer("span", span.clamp(min=1))
        self.register_buffer("few", few)
        self.register_buffer("starts", (sizes.cumsum(0) - sizes)[few])
        self.values = int(sizes.sum())
        self.layer = nn.Linear(len(low) + self.values, units)
        nn.init.normal_(self.layer.weight, std=len(low) ** -0.5)

    def forward(self, numbers):
        above = numbers - self.low
        values = torch.zeros(len(numbers), self.values)
        values.scatter_(1, above[:, self.few] + self.starts, 1.0)
        return self.layer(torch.cat([above / self.span, values], dim=1))


class Agent(nn.Module):
    """A value of what a seat sees, and a score for each of its actions."""

    def __init__(self, game, head):
        super().__init__()
        learning, self.head = game.learning, head
        self.seen = Numbers(learning.encoding, UNITS)
        self.body = nn.Sequential(nn.Tanh(), nn.Linear(UNITS, UNITS), nn.Tanh())
        self.value = nn.Linear(UNITS, 1)
        if head == "flat":
            self.scores = nn.Linear(UNITS, game.rules.action_count)
        else:
            self.actions = Numbers(learning.action_encoding, UNITS)
            self.state = nn.Linear(UNITS, UNITS)
            self.scores = nn.Sequential(nn.Tanh(), nn.Linear(UNITS, 1))

    def forward(self, seen, choice):
        """`choice` is a mask of all actions, or the listed ones of all games and their counts."""
        hidden = self.body(self.seen(seen))
        if self.head == "flat":
            scores = self.scores(hidden).masked_fill(~choice, -1e9)
        else:
            features, counts = choice
            states = self.state(hidden).repeat_interleave(counts, dim=0)
            is_listed = torch.arange(int(counts.max())) < counts[:, None]
            scores = torch.full(is_listed.shape, -1e9)
            scores[is_listed] = self.scores(self.actions(features) + states)[:, 0]
        return torch.distributions.Categorical(logits=scores), self.value(hidden)[:, 0]

    def choice(self, info):
        """Return what can be chosen, as tensors."""
        if self.head == "flat":
            return torch.tensor(info["action_mask"], dtype=torch.bool)
        features, counts = info["action_features"], info["legal_counts"]
        is_listed = np.arange(features.shape[1]) < counts[:, None]
        return torch.tensor(features[is_listed]), torch.tensor(counts)

    def numbers(self, picks, info):
        """Return the action numbers that picks stand for."""
        if self.head == "flat":
            return picks.numpy()
        return info["legal_actions"][np.arange(len(picks)), picks.numpy()]


def make(head, games=GAMES, name=GAME, seat=SEAT, rules=RULES, bots="random"):
    """Return many games as environments, wrapped to record episodes."""
    envs = gymnasium.make_vec(
        f"offleash/{name}-v1",
        num_envs=games,
        vectorization_mode="vector_entry_point",
        seat=seat,
        bots=bots,
        mask=head == "flat",
        actions=head == "listed",
        skip_forced=True,
        **rules,
    )
    return RecordEpisodeStatistics(envs)


def rollout(agent, envs, seen, info):
    """Play some steps in every game; return them, and what can be seen then."""
    steps = []
    for _ in range(STEPS):
        observed, choice = torch.tensor(seen), agent.choice(info)
        with torch.no_grad():
            chances, value = agent(observed, choice)
            picks = chances.sample()
        seen, rewards, ends, cuts, info = envs.step(agent.numbers(picks, info))
        over = torch.tensor(ends | cuts)  # the next game has begun in the same step
        reward = torch.tensor(rewards, dtype=torch.float32)
        steps.append((observed, choice, picks, chances.log_prob(picks), value, reward, over))
    return steps, seen, info


def advantages(agent, steps, seen, info):
    """Return how much better each step did than expected (GAE, without a discount)."""
    with torch.no_grad():
        following = agent(torch.tensor(seen), agent.choice(info))[1]
    gains, gain = [], torch.zeros(len(following))
    for *_, value, reward, over in reversed(steps):
        goes_on = (~over).float()
        gain = reward + goes_on * following - value + LAMBDA * goes_on * gain
        following = value
        gains.append(gain)
    return torch.stack(gains[::-1])


def together(choices):
    """Join what could be chosen in several steps."""
    if isinstance(choices[0], torch.Tensor):
        return torch.cat(choices)
    features, counts = zip(*choices, strict=True)
    return torch.cat(features), torch.cat(counts)


def part_of(choice, places):
    """Return some rows of what could be chosen."""
    if isinstance(choice, torch.Tensor):
        return choice[places]
    features, counts = choice
    ends, chosen = counts.cumsum(0), counts[places]
    shifts = (ends[places] - chosen.cumsum(0)).repeat_interleave(chosen)
    return features[torch.arange(len(shifts)) + shifts], chosen


def learn(agent, optimiser, steps, gains):
    """Make what did better than expected more likely, in small steps."""
    seen, picks, before, values = (torch.cat([s[i] for s in steps]) for i in (0, 2, 3, 4))
    choices, gains = together([s[1] for s in steps]), gains.flatten()
    aims = gains + values
    for _ in range(EPOCHS):
        for places in torch.randperm(len(seen)).split(BATCH):
            chances, value = agent(seen[places], part_of(choices, places))
            ratio = (chances.log_prob(picks[places]) - before[places]).exp()
            gain = gains[places]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            gained = torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            loss = -gained + 0.5 * (value - aims[places]).square().mean()
            loss = loss - ENTROPY * chances.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimiser.step()


def measure(agent, envs, games, seed=1_000_000):
    """Return the rewards of the first games of a seed that nothing was learned from."""
    seen, info = envs.reset(seed=seed)
    rewards = []
    while len(rewards) < games:
        with torch.no_grad():
            chances, _ = agent(torch.tensor(seen), agent.choice(info))
        seen, won, ends, cuts, info = envs.step(agent.numbers(chances.sample(), info))
        if (ends | cuts).any():  # what the wrapper recorded is what the step said
            assert (info["episode"]["r"] == won)[ends | cuts].all()
            rewards += won[ends | cuts].tolist()
    return np.array(rewards[:games])


class Trained:
    """The agent, as a bot wherever bots are named."""

    def __init__(self, game, options):
        self.game, self.options = game, options
        self.agent = Agent(game, "listed")
        self.agent.load_state_dict(torch.load(FILE, weights_only=True))

    def choose(self, view, legal):
        """Play the action that the network likes best."""
        features = np.zeros((len(legal), self.game.learning.action_encoding.size), np.int32)
        for row, action in zip(features, legal, strict=True):
            self.game.learning.write_action(view.record[0], self.options[0], view.seat, action, row)
        choice = torch.tensor(features), torch.tensor([len(legal)])
        with torch.no_grad():
            chances, _ = self.agent(torch.tensor(view.array)[None], choice)
        return legal[int(chances.probs.argmax())]


def train(head="listed", seconds=60.0, seed=1, report=None, **game):
    """Train for so many seconds of computing, or until `report`, which gets each round, says so."""
    torch.manual_seed(seed)
    envs = make(head, **game)
    agent = Agent(offleash.load_game(game.get("name", GAME)), head)
    optimiser = torch.optim.Adam(agent.parameters(), RATE, fused=True)
    seen, info = envs.reset(seed=seed)
    start = time.process_time()
    while time.process_time() - start < seconds:
        steps, seen, info = rollout(agent, envs, seen, info)
        learn(agent, optimiser, steps, advantages(agent, steps, seen, info))
        if report and report(time.process_time() - start, steps):
            break
    return agent


def main():
    """Train an agent, measure it before and after, and keep its weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--head", choices=("listed", "flat"), default="listed")
    parser.add_argument("--seconds", type=float, default=60.0, help="of computing")
    parser.add_argument("--games", type=int, default=1000, help="to measure it")
    settings = parser.parse_args()
    torch.set_num_threads(1)
    envs = make(settings.head)
    untrained = Agent(offleash.load_game(GAME), settings.head)
    for title in ("untrained", "trained"):
        agent = untrained if title == "untrained" else train(settings.head, settings.seconds)
        rewards = measure(agent, envs, settings.games)
        error = 1.96 * rewards.std() / len(rewards) ** 0.5
        print(f"{title}: wins {rewards.mean():.1%} ± {error:.1%} against random", flush=True)
    if settings.head == "listed":
        torch.save(agent.state_dict(), FILE)


if __name__ == "__main__":
    main()
