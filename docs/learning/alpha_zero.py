"""AlphaZero in little: a tree search over a whole batch teaches the network that guides it.

Dömidög for two, with open hands: `python alpha_zero.py [ROUNDS [GAMES [SIMULATIONS]]]`
"""

import sys

import numpy as np

import offleash

GAME, RULES = offleash.load_game("domidog"), {"options": {"face_up": True}, "skip_forced": True}
LOW, HIGH = (getattr(GAME.learning.encoding, name).astype(float) for name in ("low", "high"))
WHERE, UNITS, ACTIONS = np.arange(-1, 7), 64, GAME.rules.action_count


class Network:
    """A value for the seat to move, and a score for every action, from one hidden layer."""

    def __init__(self, rng):
        shapes = (len(LOW) + 44 * len(WHERE), UNITS), (UNITS, 1), (UNITS, ACTIONS)
        self.weights = [rng.normal(0, shape[0] ** -0.5, shape) for shape in shapes]
        self.drift = [(np.zeros(shape), np.zeros(shape)) for shape in shapes]

    def __call__(self, seen):
        places = seen[:, [*range(36), *range(252, 260)]]  # of tiles; ends, breeds there, counts
        flags = (places[:, :, None] == WHERE).reshape(len(seen), -1)
        inputs = np.concatenate([(seen - LOW) / (HIGH - LOW), flags], axis=1)
        hidden = np.tanh(inputs @ self.weights[0])
        return inputs, hidden, 1 / (1 + np.exp(-(hidden @ self.weights[1])[:, 0]))

    def chances(self, hidden, legal):
        scores = np.exp(np.clip(hidden @ self.weights[2][:, legal], -30, 30))
        return scores / scores.sum()

    def learn(self, seen, legal, visits, won, rate=0.002):
        """Take a step (Adam) towards who won and how often the search tried each action."""
        inputs, hidden, values = self(np.array(seen))
        error = values - won
        slopes = error[:, None] * self.weights[1].T
        steps = [inputs, hidden.T @ error[:, None], np.zeros_like(self.weights[2])]
        for row, (actions, share) in enumerate(zip(legal, visits, strict=True)):
            wrong = self.chances(hidden[row], actions) - share
            slopes[row] += self.weights[2][:, actions] @ wrong
            steps[2][:, actions] += np.outer(hidden[row], wrong)
        steps[0] = inputs.T @ (slopes * (1 - hidden**2))
        for weights, step, (mean, square) in zip(self.weights, steps, self.drift, strict=True):
            mean += 0.1 * (step / len(seen) - mean)
            square += 0.01 * ((step / len(seen)) ** 2 - square)
            weights -= rate * mean / (square**0.5 + 1e-6)


def search(env, look, network, simulations):
    """Return, for each game, how often each legal action was tried; `look` tries them."""
    tree, roots, places = {}, [state.tobytes() for state in env.states], np.arange(env.games)
    for _ in range(simulations):
        look.set_state(places, env.state(places), check=False)  # with luck of its own
        trails, going = [[] for _ in places], np.flatnonzero(env.actors >= 0)
        while going.size:
            _, hidden, values = network(look.observations)
            moves, onward = look.legal_actions[:, 0].copy(), []
            for place in going:
                key, seat = look.states[place].tobytes(), look.actors[place]
                if seat >= 0 and key in tree:
                    legal, chances, tries, wins = tree[key]
                    means = np.where(tries > 0, wins / np.maximum(tries, 1), 0.5)
                    pick = (means + chances * (1 + tries.sum()) ** 0.5 / (1 + tries)).argmax()
                    trails[place].append((key, pick, seat))
                    moves[place] = legal[pick]
                    onward.append(place)
                    continue
                first = look.rewards[place, 0]  # what seat 0 wins, or may win
                if seat >= 0:
                    legal = look.legal_actions[place, : look.legal_counts[place]].copy()
                    chances = network.chances(hidden[place], legal)
                    tree[key] = legal, chances, np.zeros(len(legal)), np.zeros(len(legal))
                    first = values[place] if seat == 0 else 1 - values[place]
                for key, pick, mover in trails[place]:
                    tree[key][2][pick] += 1
                    tree[key][3][pick] += first if mover == 0 else 1 - first
            going = np.array(onward, int)
            if going.size:
                look.step(moves)
    return [tree[key][2] if key in tree else np.zeros(1) for key in roots]


def play(env, look, network, simulations, rng, record=None):
    """Play all games to their ends; return what each seat won."""
    won, owners = np.zeros_like(env.rewards), []
    while (places := np.flatnonzero(env.actors >= 0)).size:
        counts, moves = search(env, look, network, simulations), env.legal_actions[:, 0].copy()
        for place in places:
            legal = env.legal_actions[place, : env.legal_counts[place]]
            shares = counts[place] / counts[place].sum()
            pick = shares.argmax() if record is None else rng.choice(len(legal), p=shares)
            moves[place] = legal[pick]
            if record is not None:
                record.append((env.observations[place], legal.copy(), shares))
                owners.append((place, env.actors[place]))
        won += env.step(moves).rewards
    return won if record is None else [won[owner] for owner in owners]


def main(rounds=30, games=128, simulations=24):
    """Let the agent play itself and learn, and measure it in between."""
    rng = np.random.default_rng(1)
    network = Network(rng)
    own, look, test = (
        offleash.vector(GAME, games, auto_reset=False, seats=seats, **RULES)
        for seats in ("agent", "agent", "agent,greedy")
    )
    look.reset(seed=0)
    test.reset(seed=2)
    start = test.snapshot()
    for number in range(rounds + 1):
        if number % 10 == 0:
            test.restore(start)  # the same games each time
            share = play(test, look, network, simulations, rng)[:, 0].mean()
            print(f"after {number} rounds: wins {share:.0%} against greedy", flush=True)
        record = []
        own.reset(seed=10 + number)
        won = np.array(play(own, look, network, simulations, rng, record))
        for _ in range(8):
            for part in np.array_split(rng.permutation(len(won)), max(1, len(won) // 128)):
                network.learn(*zip(*(record[i] for i in part), strict=True), won[part])


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
