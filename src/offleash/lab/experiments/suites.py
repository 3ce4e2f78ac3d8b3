"""Suites: tasks with fixed rules, opponents, luck and budgets, which any agent can be measured by.

`read_suite` reads one, `evaluate` plays an agent through it, and `differences` plays a result of
somebody else again. The metric of a task is the agent's share of all wins where it sits on half of
the sides: ½ is as strong as the opponent. The score of a suite is the mean over its tasks.
"""

import hashlib
import inspect
import json
import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.bots.kinds import find, is_python_bot, normalise_name, registered_kinds
from offleash.bots.python import bots as python_bots
from offleash.games import registry
from offleash.lab.experiments.ladder import alternate, sides_of
from offleash.lab.figures.differences import wins_by_player
from offleash.lab.plans.plan import Plan, make_arm, make_plan
from offleash.lab.questions.field import read_value, refuse_unknown
from offleash.lab.questions.question import ACCOUNTS
from offleash.lab.runs.experiment import WINS, Experiment
from offleash.lab.runs.folder import versions
from offleash.lab.runs.results import Results
from offleash.lab.statistics.intervals import share_interval
from offleash.projects.project import options_from
from offleash.tools.errors import BadFile, OffleashError, quote
from offleash.tools.prose import join_and
from offleash.tools.toml import read_toml

FOLDER = Path(__file__).parents[1] / "suites"
STANDARD = "standard-1"
FORMAT = 1  # of a result
EVEN = 0.5  # the share of an agent that is as strong as its opponent
MOST_BLOCKS = 2048  # above it accounts merge blocks
NAME = re.compile(r"[a-z0-9][a-z0-9.-]{0,99}")
NEEDED: dict[str, Any] = {"name": str, "game": str, "against": str, "blocks": int, "seed": int}
FURTHER: dict[str, Any] = {"preset": str, "options": dict}
VERSIONS = ("offleash", "numpy", "numba")
# Facts about a result that may differ where the games are the same.
NOT_PLAYED = ("played_by",)

Play = Callable[[Experiment], Results]


@dataclass(frozen=True)
class SuiteTask:
    """One game under fixed rules against one opponent."""

    name: str
    game: str
    against: str
    blocks: int
    seed: int
    preset: str | None = None
    options: Mapping[str, Any] | None = None

    def plan(self, agent: str) -> Plan:
        """Return what an agent plays. Raises OffleashError if it can't play this task."""
        game = registry.load(self.game)
        rules = options_from(game, self.preset, None, dict(self.options or {}))
        sides = sides_of(game, rules)
        if len(set(sides)) % 2:
            raise OffleashError(f"{game.title} has {len(set(sides))} sides: no half for the agent")
        arm = make_arm(game, self.name, rules, *alternate((agent, self.against), sides))
        how = (self.seed, "rotations", "simulate", {"record": WINS}, ACCOUNTS)
        per_block = max(Experiment(make_plan(game, [arm], 1, *how), game).games_per_block)
        return make_plan(game, [arm], self.blocks * per_block, *how)


@dataclass(frozen=True)
class Suite:
    """Named tasks, as a file has them."""

    name: str
    digest: str  # of the file
    tasks: tuple[SuiteTask, ...]

    def tasks_named(self, names: Collection[str]) -> list[SuiteTask]:
        """Return the tasks with these names, or whose names begin so; without names, all."""
        for name in names:
            if not any(task.name.startswith(name) for task in self.tasks):
                listed = join_and([task.name for task in self.tasks])
                raise OffleashError(f"{self.name} has no task {quote(name)}; it has {listed}")
        return [task for task in self.tasks if not names or task.name.startswith(tuple(names))]


def suite_names() -> list[str]:
    """Return the suites that are shipped."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def read_suite(name: str) -> Suite:
    """Return a suite: one that is shipped, or a TOML file. Raises OffleashError."""
    path = FOLDER / f"{name}.toml" if name in suite_names() else Path(name)
    if path.suffix != ".toml":
        shipped = join_and(suite_names())
        raise OffleashError(f"there is no suite {quote(name)}; there is {shipped}, or name a file")
    text, tables = read_toml(path)
    rows = tables.get("task")
    if [*tables] != ["task"] or not isinstance(rows, list) or not rows:
        raise BadFile(path, None, "a suite has nothing but [[task]], at least one")
    tasks = tuple(_task(path, number, row) for number, row in enumerate(rows, 1))
    names = [task.name for task in tasks]
    if len(set(names)) < len(names):
        raise BadFile(path, None, "two tasks have the same name")
    plain = "\n".join(text.splitlines())  # Git may write other ends of lines
    return Suite(path.stem, hashlib.sha256(plain.encode()).hexdigest(), tasks)


def _task(path: Path, number: int, row: Any) -> SuiteTask:
    try:
        if not isinstance(row, dict):
            raise OffleashError(f"[[task]] must be a table, not {quote(row)}")
        refuse_unknown(row, [*NEEDED, *FURTHER], "[[task]]")
        for key in NEEDED:
            if key not in row:
                raise OffleashError(f"[[task]] needs {key}")
        for key, value in row.items():
            read_value(key, value, {**NEEDED, **FURTHER}[key])
        if not NAME.fullmatch(row["name"]):
            raise OffleashError(f"the name {quote(row['name'])} may only have a-z, 0-9, . and -")
        if not 2 <= row["blocks"] <= MOST_BLOCKS:
            raise OffleashError(f"blocks is {row['blocks']}; it must be from 2 to {MOST_BLOCKS}")
    except OffleashError as error:
        raise BadFile(path, None, f"task {number}: {error}") from None
    return SuiteTask(**row)


# Playing


def evaluate(agent: str, suite: Suite, tasks: Sequence[SuiteTask], play: Play) -> dict[str, Any]:
    """Return the result of an agent as data that anybody can check: see `differences`.

    `play` plays all blocks of an experiment. Raises OffleashError before any game if the agent
    can't play one of the tasks.
    """
    for task in tasks:
        if not is_own_opponent(agent, task):
            task.plan(agent)
    rows = [_play_task(agent, task, play) for task in tasks]
    result = {
        "format": FORMAT,
        "suite": suite.name,
        "suite_digest": suite.digest,
        "agent": agent,
        "agent_code": code_of(agent, tasks),
        "is_whole": len(tasks) == len(suite.tasks),
        "tasks": rows,
        "score": score_of(rows),
        "versions": {name: versions()[name] for name in VERSIONS},
    }
    return {**result, "digest": digest_of(result)}


def is_own_opponent(agent: str, task: SuiteTask) -> bool:
    """Return whether the agent of a task is its opponent, so that nothing needs to be played."""
    game = registry.load(task.game)
    return normalise_name(game, agent) == normalise_name(game, task.against)


def _play_task(agent: str, task: SuiteTask, play: Play) -> dict[str, Any]:
    facts = {"name": task.name, "game": task.game}
    if is_own_opponent(agent, task):
        even = {"share": EVEN, "low": EVEN, "high": EVEN}
        return {**facts, **even, "blocks": 0, "games": 0, "forfeits": 0, "digest": ""}
    game = registry.load(task.game)
    experiment = Experiment(task.plan(agent), game)
    results = play(experiment)
    shares = _shares(results, normalise_name(game, agent), task.blocks)
    interval = share_interval(shares)
    low, high = (
        end if not math.isnan(end) else interval.value for end in (interval.low, interval.high)
    )
    return {
        **facts,
        "rules": game.rules_version,
        "plan": experiment.plan.digest,
        "played_by": experiment.rules_digest[:16],
        "share": interval.value,
        "low": low,
        "high": high,
        "blocks": task.blocks,
        "games": results.games(0),
        "unfinished": results.unfinished(0),
        "forfeits": int(results.forfeits(0).data.get("games", 0)),
        "digest": results.digest(),
    }


def _shares(results: Results, agent: str, blocks: int) -> NDArray[np.float64]:
    """Return the agent's share of all wins in each block."""
    totals = wins_by_player(results.account(0, blocks))
    place = list(results.experiment.arm_table(0).policy.players).index(agent)
    whole = totals.sum(axis=1)
    share = np.divide(totals[:, place], whole, out=np.full(len(whole), EVEN), where=whole > 0)
    return np.asarray(share)


def score_of(rows: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """Return the mean share over tasks, whose luck is independent, with its 95 % interval."""
    count = len(rows)
    mean = sum(row["share"] for row in rows) / count
    below, above = (
        math.sqrt(sum((row[end] - row["share"]) ** 2 for row in rows)) / count
        for end in ("low", "high")
    )
    return {"share": mean, "low": max(0.0, mean - below), "high": min(1.0, mean + above)}


def code_of(agent: str, tasks: Sequence[SuiteTask]) -> str:
    """Return a digest of what the agent is: the file of a Python bot, or its kinds and weights."""
    sha = hashlib.sha256()
    for name in dict.fromkeys(task.game for task in tasks):
        game = registry.load(name)
        if is_python_bot(game, agent):
            sha.update(_source_of(agent))
            break
        kind, argument = find(game, normalise_name(game, agent))
        sha.update(f"{name} {kind.name} {list(kind.weights(game, argument))}".encode())
    return sha.hexdigest()


def _source_of(agent: str) -> bytes:
    """Return the text of the file that has a Python bot, with plain ends of lines."""
    file = inspect.getsourcefile(python_bots.load(agent)) if agent in registered_kinds else None
    return b"\n".join(Path(file).read_bytes().splitlines()) if file else b""


# Files


def digest_of(result: Mapping[str, Any]) -> str:
    """Return a digest of a result, which shows that a file was changed by accident."""
    facts = {key: value for key, value in result.items() if key not in ("digest", "versions")}
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def format_result(result: Mapping[str, Any]) -> str:
    """Return a result as the text of its file."""
    return f"{json.dumps(result, indent=1, ensure_ascii=False)}\n"


def read_result(path: Path) -> dict[str, Any]:
    """Return a result from its file. Raises BadFile if it is damaged or no result at all."""
    try:
        result = json.loads(path.read_text(encoding="utf-8"))
        is_whole = result["format"] == FORMAT and isinstance(result["agent"], str)
        words = [result["suite"], *(row["name"] for row in result["tasks"])]
        is_whole = is_whole and all(isinstance(word, str) for word in words)
    except OSError as error:
        raise BadFile(path, None, f"it can't be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        is_whole = False
    if not is_whole:
        raise BadFile(path, None, "it is not the result of `offleash evaluate`")
    if result.get("digest") != digest_of(result):
        raise BadFile(path, None, "it was changed: its digest is another")
    return dict(result)


def suite_of(result: Mapping[str, Any], path: Path, named: str | None = None) -> Suite:
    """Return the suite of a result. Raises BadFile if its tasks are not what they were."""
    suite = read_suite(named or result["suite"])
    if suite.digest != result.get("suite_digest"):
        raise BadFile(path, None, f"it was played with another suite called {suite.name}")
    return suite


def differences(result: Mapping[str, Any], again: Mapping[str, Any]) -> list[str]:
    """Return in what a result differs from the same tasks played again; no lines if in nothing."""
    lines = []
    if result["agent_code"] != again["agent_code"]:
        lines.append(f"{result['agent']} is not the agent it was: its code or its weights differ")
    for row, other in zip(result["tasks"], again["tasks"], strict=True):
        keys = [key for key in {**row, **other} if key not in NOT_PLAYED]
        names = [key for key in keys if row.get(key) != other.get(key)]
        if names:
            text = ", ".join(f"{key} {row.get(key)}, now {other.get(key)}" for key in names)
            newer = row.get("played_by") != other.get("played_by")
            why = "; rules, bots or counting have changed since" if newer else ""
            lines.append(f"{row['name']}: {text}{why}")
    if not lines and result["score"] != again["score"]:
        lines.append(f"the score is {again['score']['share']}, not {result['score']['share']}")
    return lines
