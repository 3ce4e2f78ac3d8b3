"""What a budget in minutes buys: the counts of a search, from how long games take here.

One block is timed with each group of bots before the search, and the counts are then fixed and
saved, so a run that goes on makes the same choices. The clock decides once more: a search that is
slower than was forecast ends early, and where is saved too.
"""

import json
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from offleash.lab.plans.plan import Plan
from offleash.lab.questions.question import MOST_TRIALS
from offleash.lab.runs.experiment import Experiment, Work
from offleash.lab.runs.run import Run
from offleash.tools.errors import BadFile
from offleash.tools.files import read_text, write_text
from offleash.tools.prose import count_of

FILE = "budget.json"
USED = 0.75  # of all threads' time, as generations end with some of them idle
SCREENING, REFINEMENT, CHECKS = 0.2, 0.15, 0.3  # of the time, at most; the rest is for the search
SEARCH_ENDS = 0.65  # of the time, at which the search stops whatever was forecast
FEWEST_TRIALS, FEWEST_SLOW = 8, 2
TIMED = 96  # games of quick bots that are timed
SLOWLY = 1.0  # seconds for a block that may have been spent on compiling


@dataclass(frozen=True)
class TimeBudget:
    """What so many minutes buy on this machine."""

    minutes: float
    threads: int
    seconds: Mapping[str, float]  # for a game of each group of bots, on one thread
    counts: Mapping[str, int]  # of the plan's goal
    games: int  # for each rule set of the search
    tried: int = 0  # rule sets after which the clock ended the search; 0 if it did not

    @property
    def text(self) -> str:
        """The forecast in words."""
        speed = self.threads / (sum(self.seconds.values()) / max(1, len(self.seconds)))
        return (
            f"{self.minutes:g} minutes on {count_of(self.threads, 'thread')} buy about "
            f"{self.counts['trials']:,} rule sets of {self.games:,} games with each group of quick "
            f"bots, and {self.counts['check_games']:,} games to check each proposal (about "
            f"{speed:,.0f} games a second)"
        )

    def to_json(self) -> dict[str, Any]:
        """Return the budget as plain data, with the forecast in words."""
        return {**asdict(self), "text": self.text}

    def plan(self, plan: Plan) -> Plan:
        """Return the plan with these counts."""
        return replace(plan, games=self.games, goal={**plan.goal, **self.counts})


def read_budget(folder: Path | None) -> TimeBudget | None:
    """Return the budget that a run has saved, if it has."""
    path = folder / FILE if folder else None
    if path is None or not path.exists():
        return None
    try:
        return TimeBudget(**json.loads(read_text(path)))
    except (ValueError, TypeError):
        raise BadFile(path, None, "it is not a budget: start in a new folder") from None


def write_budget(folder: Path | None, budget: TimeBudget) -> None:
    """Save a budget, if the run has a folder."""
    if folder:
        write_text(folder / FILE, json.dumps(asdict(budget)) + "\n")


def seconds_per_game(experiment: Experiment, threads: int) -> dict[str, float]:
    """Return how long a game of each group of bots takes one thread, while all are busy.

    Threads wait for each other in Python, so one that plays alone would promise too much.
    """
    seconds = {}
    for place, arm in enumerate(experiment.plan.arms):
        spent, size = _time_blocks(experiment, place, 1, 1), experiment.games_per_block[place]
        if spent > SLOWLY:  # which may have been compiling
            spent = min(spent, _time_blocks(experiment, place, 1, 1))
        blocks = 1 if spent > SLOWLY else max(1, min(TIMED // size, experiment.blocks))
        spent = _time_blocks(experiment, place, blocks, threads)
        seconds[arm.name] = max(spent, 1e-6) / (blocks * size)
    return seconds


def _time_blocks(experiment: Experiment, place: int, blocks: int, threads: int) -> float:
    """Return the seconds of so many blocks of an arm, played by every thread at once."""
    start, work = time.monotonic(), Work(place, 0, blocks)
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(experiment.play, [work] * threads))
    return time.monotonic() - start


def forecast(run: Run, minutes: float, groups: "Groups") -> TimeBudget:
    """Return what the minutes buy, judging by the time that games of today's rules take."""
    plan, count = run.experiment.plan, run.threads
    seconds = seconds_per_game(run.experiment, count)
    bought = _buy(plan, groups.costs(list(seconds.values())), USED * 60 * minutes * count)
    return TimeBudget(minutes, count, seconds, **bought)


@dataclass(frozen=True)
class Groups:
    """Which groups of bots play when, as places of the plan's arms."""

    screening: Sequence[int]
    fast: Sequence[int]
    slow: Sequence[int]
    quick: float  # the time of slow bots' quick forms, as a part of theirs
    block: int  # games of one block

    def costs(self, seconds: Sequence[float]) -> dict[str, float]:
        """Return the seconds that a game with every group of a kind takes one thread."""
        named = {"screening": self.screening, "fast": self.fast, "slow": self.slow}
        costs = {name: sum(seconds[i] for i in places) for name, places in named.items()}
        return {**costs, "quick": costs["slow"] * self.quick, "block": float(self.block)}


def _buy(plan: Plan, costs: Mapping[str, float], total: float) -> dict[str, Any]:
    """Return the counts that take so many seconds of all threads together."""
    goal, block = plan.goal, int(costs["block"])
    options, finalists = 1 + len(goal["over"]), int(goal["finalists"])
    screened = options * costs["screening"] / 2  # for a centre and one game per rule set
    games = int(min(plan.games, max(2 * block, SCREENING * total / max(screened, 1e-9))))
    games = max(block, games // block * block)
    centres = max(1, min(int(goal["centres"]), int(SCREENING * total / (screened * games))))
    spent = centres * screened * games
    checked = 1 + finalists + (3 + finalists) / 2  # rule sets with all games of a check
    share = CHECKS * total / (2 if costs["slow"] and costs["fast"] else 1)
    check = _afford(goal["check_games"], share, checked * costs["fast"], block)
    slow = _afford(goal["slow_games"], share, checked * costs["slow"], block)
    spent += checked * (check * costs["fast"] + slow * costs["slow"])
    slow_trials = int(goal["slow_trials"])
    if costs["slow"]:
        cost = games * costs["fast"] + 0.3 * slow * costs["quick"]
        slow_trials = max(FEWEST_SLOW, min(2 * slow_trials, int(REFINEMENT * total / cost)))
        spent += slow_trials * cost
    cost = 1.25 * games * (costs["fast"] or costs["slow"])
    trials = max(FEWEST_TRIALS, min(MOST_TRIALS, int((total - spent) / cost)))
    counts = {"trials": trials, "centres": centres, "check_games": check,
              "slow_games": slow, "slow_trials": slow_trials}  # fmt: skip
    return {"counts": counts, "games": games}


def _afford(usual: int, seconds: float, cost: float, block: int) -> int:
    """Return as many games as there is time for, but no more than usual and a block at least."""
    return int(min(usual, max(block, seconds / cost))) if cost else int(usual)
