"""Steps a second of CPU of all environments, peers in the same run: `make bench-adapters`.

Each figure is the best of several turns, one after another over everything that is measured, so
that all have the same share of a busy machine. Steps are counted inside `step`; choosing a random
legal action is not part of it.
"""

import argparse
import importlib
import time
from collections.abc import Callable

import numpy as np

import offleash
from bench import bare_kernel
from offleash.compiler.record import words
from offleash.compiler.rule import specialise
from offleash.compiler.seeds import streams
from offleash.games import registry

TURNS = 3
GOALS = {"dog": 2e6, "uri-nation": 3e6, "domidog": 5e5, "secret-mission": 5e5, "puppy-park": 5e5}
CONNECT_FOUR = "peer: PettingZoo connect_four_v3"
EARLIER = {  # list and encoding before arrays were copied (November 2026), times connect-four
    "dog": 2.45e6 / 7500,
    "uri-nation": 1.35e6 / 7500,
    "domidog": 0.78e6 / 7500,
    "secret-mission": 0.46e6 / 7500,
    "puppy-park": 0.58e6 / 7500,
}
EARLIER_SHARE = 0.97
LIST_ONLY_SHARE = 0.8  # of the bare kernel
COPIED = (256, 1024)  # games in a vector whose arrays are new in every step
COPY_SHARE = 0.85  # of `copy=False`
RULES = ("setup", "actor", "legal_actions", "chance_outcomes", "stream", "apply")

Measure = Callable[[float], float]  # for so many CPU seconds -> a rate


def bare(name: str) -> Measure:
    """Decisions a second of random games without anything around them."""
    game = registry.load(name)
    rules = {rule: getattr(game.rules, rule) for rule in RULES}
    kernel = specialise(game.rules.rule, bare_kernel, **rules).play_bare
    states, options = np.zeros(1, game.rules.record), game.options()
    buffers = (game.new_work(), game.new_out(), game.new_chances(), streams())

    def rate(seconds: float) -> float:
        start, decisions, seed = time.process_time(), 0, 0
        while time.process_time() - start < seconds:
            seed += 1
            decisions += kernel(states, words(states), options, *buffers, seed, 50)
        return decisions / (time.process_time() - start)

    rate(0.01)
    return rate


def vector(name: str, games: int, **settings: bool) -> Measure:
    """Decisions a second inside `step`, those that `skip_forced` plays included."""
    env = offleash.vector(name, games, **settings)
    rng = np.random.default_rng(1)
    env.reset(1)
    for _ in range(30):
        env.step(env.random_actions(rng))

    def rate(seconds: float) -> float:
        inside, decisions = 0.0, 0
        while inside < seconds:
            before, moves = env.decisions.copy(), env.random_actions(rng)
            start = time.process_time()
            env.step(moves)
            inside += time.process_time() - start
            decisions += int(np.where(env.dones, 1 + env.decisions, env.decisions - before).sum())
        return decisions / inside

    return rate


def pettingzoo(make: Callable[[], object]) -> Measure:
    """Steps a second of an AEC environment with `last` and `step`."""
    env, rng = make(), np.random.default_rng(1)

    def rate(seconds: float) -> float:
        inside, steps = 0.0, 0
        while inside < seconds:
            env.reset()
            for _ in env.agent_iter():
                start = time.process_time()
                observation, _, is_over, is_cut, _ = env.last()
                inside += time.process_time() - start
                if is_over or is_cut:
                    break
                action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
                start = time.process_time()
                env.step(action)
                inside += time.process_time() - start
                steps += 1
        return steps / inside

    return rate


def openspiel(name: str) -> Measure:
    """Nodes a second through Python, chance nodes included."""
    import pyspiel

    game, rng = pyspiel.load_game(name), np.random.default_rng(1)

    def rate(seconds: float) -> float:
        start, nodes = time.process_time(), 0
        while time.process_time() - start < seconds:
            state = game.new_initial_state()
            while not state.is_terminal() and time.process_time() - start < seconds:
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.random() * len(actions))])
                nodes += 1
        return nodes / (time.process_time() - start)

    return rate


def pgx(name: str, games: int = 1024) -> Measure:
    """Steps a second of CPU of Pgx, which starts threads of its own."""
    import jax
    import jax.numpy as jnp
    import pgx as peer

    env = peer.make(name)
    keys = jax.random.split(jax.random.PRNGKey(1), games)
    state = jax.jit(jax.vmap(env.init))(keys)

    @jax.jit
    def step(state, key):
        key, choice, luck = jax.random.split(key, 3)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        action = jax.random.categorical(choice, logits, axis=1)
        return jax.vmap(env.step)(state, action, jax.random.split(luck, games)), key

    where = [step(state, jax.random.PRNGKey(2))]
    jax.block_until_ready(where[0])

    def rate(seconds: float) -> float:
        start, steps = time.process_time(), 0
        while time.process_time() - start < seconds:
            where[0] = jax.block_until_ready(step(*where[0]))
            steps += games
        return steps / (time.process_time() - start)

    return rate


def connect_four() -> Measure:
    module = importlib.import_module("pettingzoo.classic.connect_four.connect_four")
    return pettingzoo(module.env)


def table_env(name: str) -> Measure:
    module = importlib.import_module("offleash.adapters.pettingzoo")
    return pettingzoo(lambda: module.env(name))


def spiel_game(name: str) -> Measure:
    module = importlib.import_module("offleash.adapters.openspiel")
    return openspiel(module.register(name))


def measures(names: list[str], games: int) -> dict[str, Callable[[], Measure]]:
    """Everything that is measured, by its label."""
    rows: dict[str, Callable[[], Measure]] = {}
    for name in names:
        rows[f"{name}: bare kernel"] = lambda name=name: bare(name)
        rows[f"{name}: list only"] = lambda name=name: vector(name, games, observe=False)
        rows[f"{name}: list and encoding"] = lambda name=name: vector(name, games)
        rows[f"{name}: the same, forced moves skipped"] = lambda name=name: vector(
            name, games, skip_forced=True
        )
        for count in COPIED:
            for copies in (True, False):
                rows[copy_label(name, count, copies)] = lambda name=name, count=count, c=copies: (
                    vector(name, count, copy=c)
                )
        rows[f"{name}: PettingZoo"] = lambda name=name: table_env(name)
        rows[f"{name}: OpenSpiel"] = lambda name=name: spiel_game(name)
    rows[CONNECT_FOUR] = connect_four
    rows["peer: OpenSpiel maedn through Python"] = lambda: openspiel("maedn")
    rows["peer: Pgx backgammon on the CPU"] = lambda: pgx("backgammon")
    return rows


def copy_label(name: str, games: int, copies: bool) -> str:
    return f"{name}: {games} games, copy={copies}"


def run(names: list[str], games: int, seconds: float) -> tuple[dict[str, float], list[str]]:
    """The best rate of each, and why a peer could not be measured."""
    ready, missing = {}, []
    for label, make in measures(names, games).items():
        try:
            ready[label] = make()
        except ImportError as error:
            missing.append(f"{label}: not measured, {error}")
    best = dict.fromkeys(ready, 0.0)
    for _ in range(TURNS):
        for label, rate in ready.items():
            best[label] = max(best[label], rate(seconds / TURNS))
    return best, missing


def verdicts(best: dict[str, float], name: str) -> list[str]:
    """Whether a game reaches its goals."""
    encoded = best[f"{name}: list and encoding"]
    times = encoded / best[CONNECT_FOUR] if CONNECT_FOUR in best else 0.0
    since = times / EARLIER[name]
    whole = max(encoded, best[f"{name}: the same, forced moves skipped"])
    share = best[f"{name}: list only"] / best[f"{name}: bare kernel"]
    words = {True: "reached", False: "missed"}
    copied = {
        count: best[copy_label(name, count, True)] / best[copy_label(name, count, False)]
        for count in COPIED
    }
    return [
        *(
            f"{name}: copy=True is {ratio:.2f} of copy=False with {count} games, goal "
            f"{COPY_SHARE}: {words[ratio >= COPY_SHARE]}"
            for count, ratio in copied.items()
        ),
        f"{name}: {whole:,.0f} of {GOALS[name]:,.0f} with encoding: {words[whole >= GOALS[name]]}",
        f"{name}: list and encoding is {times:.0f} × connect-four, {since:.2f} of what it was, "
        f"goal {EARLIER_SHARE}: {words[since >= EARLIER_SHARE]}",
        f"{name}: list only is {share:.2f} of the bare kernel, goal {LIST_ONLY_SHARE}: "
        f"{words[share >= LIST_ONLY_SHARE]}",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=512, help="in a vector")
    parser.add_argument("--seconds", type=float, default=3.0, help="of CPU for each figure")
    parser.add_argument("names", nargs="*", default=list(GOALS))
    settings = parser.parse_args()
    best, missing = run(settings.names, settings.games, settings.seconds)
    peers = [label for label in best if label.startswith("peer")]
    print("steps a second of CPU" + "".join(f"; times {label[6:]}" for label in peers))
    for label, rate in best.items():
        ratios = "".join(f"{rate / best[peer]:10,.1f}" for peer in peers)
        print(f"{label:50}{rate:12,.0f}{ratios}")
    print(*(line for name in settings.names for line in verdicts(best, name)), *missing, sep="\n")


if __name__ == "__main__":
    main()
