"""Plays the plans of the findings with bots of several strengths: `make findings`.

A plan that is finished is not played again. A result is plain data without a date, so that anybody
who plays the plans gets the same files. Slow bots play only what the answers claim, and the learned
player only where it matters most, since they take hours.
"""

import argparse
import hashlib
import json
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from offleash.lab.experiments import kinds
from offleash.lab.experiments.plan_files import PlanFile
from offleash.lab.plans.plan import Plan, arm_names, arm_options
from offleash.lab.questions.question import ACCOUNTS
from offleash.lab.runs.experiment import Experiment, Shard
from offleash.lab.runs.run import Run
from offleash.tools.errors import OffleashError
from offleash.tools.files import write_text

ROOT = Path(__file__).parent
PLANS, RESULTS, QUESTIONS = ROOT / "plans", ROOT / "results", ROOT / "questions.toml"
RUNS = ROOT.parent / "out" / "findings"

# Who plays, by strength; a plan's own bots are its personas
PERSONAS, LEARNED, SEARCH = "personas", "learned", "search"
STRENGTHS = {PERSONAS: "", LEARNED: "learned", SEARCH: "search:8"}

# Rules on several boards: the learned player, which is slow, plays the candidates only
CHECKS = {"boards-1.2": [PERSONAS, SEARCH], "boards-identical": [PERSONAS, SEARCH]}

POINT_KEYS = ("name", "values", "games", "figures", "intervals", "differences")

Result = dict[str, Any]
ShardsByArm = dict[str, list[Shard]]  # what an arm has played, in whichever plan


def plan_names() -> list[str]:
    """Return all plans, in order."""
    return sorted(path.stem for path in PLANS.glob("*.toml"))


@cache
def read_questions() -> list[tuple[str, list[Mapping[str, Any]]]]:
    """Return the chapters of the page, each with its questions."""
    chapters = []
    for part in QUESTIONS.read_text(encoding="utf-8").split("[[chapter]]")[1:]:
        data = tomllib.loads(f"[[chapter]]{part}")
        chapters.append((data["chapter"][0]["title"], data["question"]))
    return chapters


def question_of(name: str) -> Mapping[str, Any]:
    """Return the question that a plan answers; empty if it checks candidates."""
    return next((q for _, part in read_questions() for q in part if q["plan"] == name), {})


def experiment_of(name: str, strength: str = PERSONAS, games: int | None = None) -> Experiment:
    """Return a plan's experiment; with other bots or fewer games, only what its answer claims."""
    changes: dict[str, Any] = {"seats": STRENGTHS[strength]} if STRENGTHS[strength] else {}
    changes["record"] = ACCOUNTS
    if games is not None:
        changes["games"] = games
    plan = PlanFile(PLANS / f"{name}.toml", changes=changes).plan()
    is_whole = strength == PERSONAS and games is None
    claims = () if is_whole else question_of(name).get("says", ())
    return Experiment(_with_points(plan, [claim["point"] for claim in claims]))


def _with_points(plan: Plan, points: Sequence[str]) -> Plan:
    """Return a sweep with today's rules and these points only; without points, all of it.

    Raises KeyError if the plan has no such point.
    """
    if plan.kind != "sweep" or not points:
        return plan
    ((name, values),) = plan.goal["over"].items()
    shown = arm_names(plan)  # own boards and decks by their titles
    if missing := set(points) - set(shown):
        raise KeyError(f"a sweep over {name} has no point {', '.join(sorted(missing))}")
    places = [
        place
        for place, arm in enumerate(plan.arms)
        if shown[place] in points or arm.name == plan.goal["base"]
    ]
    over = {name: [values[place] for place in places]}
    arms = tuple(plan.arms[place] for place in places)
    return replace(plan, arms=arms, goal={**plan.goal, "over": over})


def strengths_of(name: str) -> list[str]:
    """Return the strengths at which a plan is played."""
    if name in CHECKS:
        return CHECKS[name]
    question = question_of(name)
    is_learned = not question or question.get("learned", False)
    return [strength for strength in STRENGTHS if strength != LEARNED or is_learned]


def play(
    experiment: Experiment, out: Path | None = None, shards: ShardsByArm | None = None
) -> Result:
    """Play an experiment, or go on with it, and return what the page needs.

    Most plans have today's rules for an arm, with the same luck: those are played once.
    """
    kinds.check(experiment)
    run, shards = Run(experiment, None, out), {} if shards is None else shards
    arms = {arm: _identity(experiment, arm) for arm in range(len(experiment.plan.arms))}
    for arm, identity in arms.items():
        for shard in () if run.results.shards(arm) else shards.get(identity, ()):
            run.results.add(replace(shard, work=replace(shard.work, arm=arm)))
    summary = kinds.conduct(run)
    shards |= {identity: run.results.shards(arm) for arm, identity in arms.items()}
    head = {
        "kind": summary["kind"],
        "game": summary["game"],
        "seats": list(experiment.plan.arms[0].lineups[0]),
        "seed": summary["seed"],
        "blocks": summary["blocks"],
        "rules": _rules_digest(experiment),
        "digest": summary["digest"],
    }
    points = _compared(summary) if summary["kind"] == "compare" else _swept(summary)
    return {**head, **points}


def _rules_digest(experiment: Experiment) -> str:
    """Return a digest of every option of all arms, whatever the source code looks like."""
    game, sha = experiment.game, hashlib.sha256(experiment.game.rules_version.encode())
    for arm in experiment.plan.arms:
        options = arm_options(game, arm)
        values = {o.name: o.format(options[o.name][0]) for o in game.rules.options}
        sha.update(json.dumps(values, sort_keys=True).encode())
    return sha.hexdigest()


def _identity(experiment: Experiment, arm: int) -> str:
    """Return what decides the games of an arm, as text."""
    plan, own = experiment.plan, experiment.plan.arms[arm]
    rules = [plan.game, own.preset, sorted(own.options.items())]
    return json.dumps([*rules, own.lineups, plan.seatings, plan.seed, plan.games])


def _swept(summary: Mapping[str, Any]) -> Result:
    """Return the points of a sweep."""
    points = [{key: point[key] for key in POINT_KEYS} for point in summary["points"]]
    return {"base": summary["base"], "measures": summary["measures"], "points": points}


def _compared(summary: Mapping[str, Any]) -> Result:
    """Return both arms of a comparison, as the points of a sweep."""
    first = {
        **{key: summary[key] for key in ("measure", "unit", "is_share", "interval")},
        "values": summary["values"],
        "difference": summary["effect"],
        "p_holm": None,
    }
    rows = [first, *(row for row in summary["others"] if row["measure"] in summary["first"])]
    measures = [{key: row[key] for key in ("measure", "unit", "is_share")} for row in rows]
    points: list[Result] = []
    for place, name in enumerate("ab"):
        figures = {row["measure"]: row["values"][place] for row in rows}
        intervals = summary["arms"][place]["intervals"]
        differences = {
            row["measure"]: {key: row[key] for key in ("difference", "interval", "p_holm")}
            for row in rows
        }
        points.append(
            {
                "name": name,
                "values": summary["arms"][place]["chosen"],
                "games": summary["games"][place],
                "figures": figures,
                "intervals": {key: intervals[key] for key in figures if key in intervals},
                "differences": differences if place else {},
            }
        )
    return {"base": 0, "measures": measures, "points": points}


def write_result(name: str, strength: str, result: Result) -> Path:
    """Write a result; the same games give the same bytes."""
    path = RESULTS / strength / f"{name}.json"
    write_json(path, result)
    return path


def write_json(path: Path, result: Result) -> None:
    """Write a result with the digits that all processors share."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(rounded(result), indent=1, ensure_ascii=False, sort_keys=True)
    write_text(path, text + "\n")


def rounded(value: Any) -> Any:
    """Return the value with nine digits of each number: kinds of processors differ in the 17th."""
    if isinstance(value, float):
        return float(f"{value:.9g}")
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(item) for item in value]
    return value


def work(only: Sequence[str], strengths: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield names and strengths of what is to be played, the quick bots first."""
    for strength in strengths:
        for name in plan_names():
            if (not only or name in only) and strength in strengths_of(name):
                yield name, strength


def main() -> None:
    """Play what has no result yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--only", nargs="*", default=[], choices=plan_names(), metavar="PLAN", help="plans, by name"
    )
    parser.add_argument("--strength", nargs="*", default=list(STRENGTHS), choices=list(STRENGTHS))
    parser.add_argument("--again", action="store_true", help="play finished plans again")
    arguments = parser.parse_args()
    todo, shards = list(work(arguments.only, arguments.strength)), ShardsByArm()
    for number, (name, strength) in enumerate(todo, 1):
        path = RESULTS / strength / f"{name}.json"
        if path.exists() and not arguments.again:
            print(f"{number} of {len(todo)}: {name}, {strength}: played already", flush=True)
            continue
        start = time.perf_counter()
        experiment, out = experiment_of(name, strength), RUNS / strength / name
        write_result(name, strength, play(experiment, out, shards))
        print(
            f"{number} of {len(todo)}: {name}, {strength}: {time.perf_counter() - start:.0f} s",
            flush=True,
        )


def run(program: Callable[[], None]) -> None:
    """Run a program; an error becomes a line and exit status 2."""
    try:
        program()
    except OffleashError as error:
        print(error, file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    run(main)
