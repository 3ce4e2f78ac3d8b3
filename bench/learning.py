"""PPO that scores listed actions against PPO with an output for each: CPU seconds to a win share.

`python -m bench.learning` lets docs/learning/ppo.py learn Dömidög (5,294 decisions) against random
bots with both heads, and prints when the mean of the last games first exceeds each share. It needs
`offleash[torch,gymnasium]` and takes some minutes of computing.
"""

import argparse
import importlib.util
from collections import deque
from pathlib import Path

SCRIPT = Path(__file__).parents[1] / "docs" / "learning" / "ppo.py"
GAME = {"name": "domidog", "seat": 0, "rules": {}}
RECENT = 2000  # games that a share is the mean of
SHARES = (0.525, 0.55, 0.575, 0.6)  # random bots win half of the games


def load():
    """The example of the docs as a module."""
    spec = importlib.util.spec_from_file_location("ppo", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def learn(ppo, head, seconds, seed):
    """CPU seconds to each share, and the games and the share in the end."""
    recent, reached, games = deque(maxlen=RECENT), {}, [0]

    def report(spent, steps):
        for *_, reward, over in steps:
            recent.extend(reward[over].tolist())
            games[0] += int(over.sum())
        share = sum(recent) / max(1, len(recent))
        if len(recent) == RECENT:
            for aim in SHARES:
                if share > aim:
                    reached.setdefault(aim, spent)
        return len(reached) == len(SHARES)

    ppo.train(head, seconds, seed, report, **GAME)
    return reached, games[0], sum(recent) / len(recent)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--seconds", type=float, default=600.0, help="of CPU at most, for each head"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--heads", default="listed,flat")
    settings = parser.parse_args()
    ppo = load()
    ppo.torch.set_num_threads(1)
    spent = {}
    for head in settings.heads.split(","):
        spent[head], games, share = learn(ppo, head, settings.seconds, settings.seed)
        times = ", ".join(f"{aim:.1%} after {t:.0f} s" for aim, t in spent[head].items())
        print(f"{head}: {times or 'no share'}; {share:.1%} after {games:,} games", flush=True)
    for share in SHARES if len(spent) == 2 else ():
        if all(share in times for times in spent.values()):
            ratio = spent["flat"][share] / spent["listed"][share]
            print(f"{share:.1%}: listed is {ratio:.1f} × as fast")


if __name__ == "__main__":
    main()
