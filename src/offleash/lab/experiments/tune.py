"""Tuning: which rules come nearest to several goals at once.

Optuna proposes rules, one set at a time; all sets are played with the same luck. Rules that are
proposed again are not played again. Every set is saved once it has been played. A resumed study
replays a new sampler with the same seed from the saved sets, so it continues exactly as if it had
never stopped.

The best of many sets look better than they are, because luck helped to pick them. So the unbeaten
sets and the base are played once more, with luck that the search did not have.
"""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from typing import Any

from offleash.contract import Game, Records
from offleash.contract.options import FileOption, OrderOption, format_setting
from offleash.lab.experiments.goals import (
    Goal,
    GoalValue,
    compromise,
    front,
    goal_value,
    parse_goals,
    refuse_unknown,
)
from offleash.lab.experiments.simulate import figures_to_json, summary_head
from offleash.lab.libraries import require
from offleash.lab.plans.plan import (
    RANGES,
    TEXT,
    TEXTS,
    WHOLE,
    Plan,
    arm_options,
    check_goal,
    fresh_seed,
    make_arm,
    make_plan,
)
from offleash.lab.plans.ranges import parse_ranges
from offleash.lab.questions.field import check_bounds
from offleash.lab.questions.tune import Tune
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.run import Run, ShardCallback
from offleash.tools.errors import BadFile, OffleashError
from offleash.tools.files import read_text, write_text

KIND = "tune"
TRIALS, CHECKS = "trials", "checks"  # folders: sets of the search, and sets on fresh luck
FIGURE_KEYS = ("figures", "intervals")  # keys of a trial's record that a summary leaves out
MOST_REPEATS = 500  # the study ends after this many repeated proposals in a row

Changes = Mapping[str, str]


@dataclass(frozen=True)
class TuningTrial:
    """One set of rules: its changes, and how near it comes to each goal."""

    number: int
    changes: Changes  # options that differ from the base
    goal_values: tuple[GoalValue, ...]
    record: Mapping[str, Any]  # the whole trial as plain data


def conduct(run: Run, on_progress: ShardCallback | None = None) -> dict[str, Any]:
    """Plays one rule set after another, up to the number of trials."""
    check(run.experiment)
    plan = run.experiment.plan
    goals = parse_goals(plan.goal["goals"])
    base = {name: values[0] for name, values in _space(plan).items()}
    trials: dict[tuple[str, ...], TuningTrial] = {}
    for proposal in _proposals(plan, goals, trials):
        values = tuple(proposal.values())
        if values not in trials:
            changes = {n: v for n, v in proposal.items() if v != base[n]}
            run.note(f"set {len(trials) + 1} of {plan.goal['trials']}")
            trials[values] = _load_or_play(run, goals, TRIALS, len(trials), changes, on_progress)
        if len(trials) == plan.goal["trials"]:
            break
    return _summary(run, goals, list(trials.values()), on_progress)


def most_games(experiment: Experiment) -> int:
    """Return the largest number of games: every rule set may be checked."""
    trials: int = experiment.plan.goal["trials"]
    return 2 * trials * experiment.blocks * sum(experiment.games_per_block)


def check(experiment: Experiment) -> None:
    """Raise OffleashError if Optuna is missing or a goal names an unknown measure."""
    require("tuning", "optuna")
    check_settings(experiment)
    refuse_unknown(parse_goals(experiment.plan.goal["goals"]), experiment.labels(0))


def check_settings(experiment: Experiment) -> None:
    """Raise OffleashError if goals or ranges are invalid; plays nothing."""
    needed = {"over": RANGES, "goals": TEXTS, "trials": WHOLE, "sampler": TEXT}
    check_goal(experiment.plan, needed, {})
    goal = experiment.plan.goal
    check_bounds(Tune, goal)
    if empty := [name for name, values in goal["over"].items() if not values]:
        raise OffleashError(f"the range of {empty[0]} is empty: list its values")
    parse_goals(goal["goals"])


# The sampler


def _proposals(
    plan: Plan, goals: Sequence[Goal], trials: Mapping[tuple[str, ...], TuningTrial]
) -> Iterator[dict[str, str]]:
    """Yield rules to play, the base first: all of them, or proposals of the sampler."""
    space = _space(plan)
    if math.prod(map(len, space.values())) <= plan.goal["trials"]:
        yield from (dict(zip(space, values, strict=True)) for values in product(*space.values()))
    else:
        yield from _ask_sampler(plan, goals, trials)


def _ask_sampler(
    plan: Plan, goals: Sequence[Goal], trials: Mapping[tuple[str, ...], TuningTrial]
) -> Iterator[dict[str, str]]:
    """Yield proposals of the sampler, which gets each result before the next proposal."""
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    up, down = optuna.study.StudyDirection.MAXIMIZE, optuna.study.StudyDirection.MINIMIZE
    directions = [up if goal.is_large else down for goal in goals]
    study = optuna.create_study(directions=directions, sampler=_sampler(plan))
    space = _space(plan)
    study.enqueue_trial({name: values[0] for name, values in space.items()})
    idle = 0
    while idle < MOST_REPEATS:
        trial, known = study.ask(), len(trials)
        proposal = {n: trial.suggest_categorical(n, v) for n, v in space.items()}
        yield proposal
        idle = idle + 1 if known == len(trials) else 0
        values = [value.value for value in trials[tuple(proposal.values())].goal_values]
        if values:
            study.tell(trial, values)
        else:
            study.tell(trial, state=optuna.trial.TrialState.FAIL)


def _sampler(plan: Plan) -> Any:
    from optuna import samplers

    if plan.goal["sampler"] == "tpe":
        return samplers.TPESampler(seed=plan.seed % 2**32)
    population = max(4, min(50, plan.goal["trials"] // 5))
    return samplers.NSGAIISampler(population_size=population, seed=plan.seed % 2**32)


# Trials


def _load_or_play(
    run: Run,
    goals: Sequence[Goal],
    folder: str,
    number: int,
    changes: Changes,
    on_progress: ShardCallback | None,
) -> TuningTrial:
    """Return the trial of one rule set: read from its file, or else played."""
    path = run.out / folder / f"{number:04}.json" if run.out else None
    if path and path.exists():
        return _read_trial(path, number, changes, len(goals))
    plan = run.experiment.plan
    seed = plan.seed if folder == TRIALS else fresh_seed(plan, folder)
    record = {
        "number": number,
        "changes": dict(changes),
        **_play_trial(run, goals, seed, changes, on_progress),
    }
    if path:
        write_text(path, json.dumps(record, indent=2, ensure_ascii=False) + "\n")
    return _from_record(record)


def _play_trial(
    run: Run, goals: Sequence[Goal], seed: int, changes: Changes, on_progress: ShardCallback | None
) -> dict[str, Any]:
    """Plays one rule set and returns its record."""
    plan, game = run.experiment.plan, run.experiment.game
    base = plan.arms[0]
    try:
        options = arm_options(game, base, changes)
        arm = make_arm(game, base.name, options, *(_short(names) for names in base.lineups))
    except OffleashError as error:
        return {"refused": str(error), "reached": []}
    trial = make_plan(game, [arm], plan.games, seed, plan.seatings)
    results = run.with_experiment(Experiment(trial, game)).play(on_progress=on_progress)
    account = results.account(0)
    figures = account.figures()
    by_label = {figure.label: figure for figure in figures}
    try:
        goal_values = [goal_value(goal, account.labels, by_label, len(changes)) for goal in goals]
    except OffleashError as error:  # such as wins of a seat that these rules do not have
        return {"refused": str(error), "reached": []}
    return {
        "reached": [asdict(value) for value in goal_values],
        "games": results.games(0),
        "unfinished": results.unfinished(0),
        **figures_to_json(figures),
        "digest": results.digest(),
    }


def _short(names: Sequence[str]) -> Sequence[str]:
    """One name if all bots are the same, as the number of seats may change; or all names."""
    return names[:1] if len(set(names)) == 1 else names


def _read_trial(path: Path, number: int, changes: Changes, goals: int) -> TuningTrial:
    try:
        record = json.loads(read_text(path))
        trial = _from_record(record)
    except (ValueError, KeyError, TypeError):
        raise BadFile(path, None, "it is not a trial of a study: start in a new folder") from None
    is_same = trial.number == number and trial.changes == changes
    if not is_same or len(trial.goal_values) not in (0, goals):
        raise OffleashError(
            f"{path} holds other rules than the sampler proposes now, perhaps because Optuna was "
            "updated: start in a new folder"
        )
    return trial


def _from_record(record: Mapping[str, Any]) -> TuningTrial:
    goal_values = tuple(GoalValue(**fields) for fields in record["reached"])
    return TuningTrial(record["number"], record["changes"], goal_values, record)


# The result


def _summary(
    run: Run,
    goals: Sequence[Goal],
    trials: Sequence[TuningTrial],
    on_progress: ShardCallback | None,
) -> dict[str, Any]:
    """All trials, the Pareto front with its checks, and the best compromise."""
    goal = run.experiment.plan.goal
    played = [trial for trial in trials if trial.goal_values]
    costs = [_costs(goals, trial) for trial in played]
    unbeaten = front(costs)
    best = played[compromise(costs, unbeaten)].number if unbeaten else None
    numbers = sorted({trials[0].number, *(played[i].number for i in unbeaten)} if played else ())
    checks = []
    for place, number in enumerate(numbers, 1):
        run.note(f"check {place} of {len(numbers)}, on fresh luck")
        checks.append(
            _load_or_play(run, goals, CHECKS, number, trials[number].changes, on_progress)
        )
    return {
        **summary_head(run.experiment),
        "sampler": goal["sampler"],
        "over": goal["over"],
        "goals": [goal.to_json() for goal in goals],
        "games": sum(trial.record["games"] for trial in played),
        "unfinished": sum(trial.record["unfinished"] for trial in played),
        **{
            name: [_without_figures(trial) for trial in part]
            for name, part in ((TRIALS, trials), (CHECKS, checks))
        },
        "front": [played[i].number for i in sorted(unbeaten, key=lambda i: costs[i])],
        "best": best,
    }


def _without_figures(trial: TuningTrial) -> dict[str, Any]:
    return {name: value for name, value in trial.record.items() if name not in FIGURE_KEYS}


def _costs(goals: Sequence[Goal], trial: TuningTrial) -> list[float]:
    """Return the distance from each goal; lower is better."""
    pairs = zip(goals, trial.goal_values, strict=True)
    return [-value.value if goal.is_large else value.value for goal, value in pairs]


# The space


def _space(plan: Plan) -> dict[str, list[str]]:
    """Return the values of each option, the base first; the order does not depend on files."""
    return dict(sorted(plan.goal["over"].items()))


def tuning_space(game: Game, options: Records, over: Sequence[str]) -> dict[str, list[str]]:
    """Return the values to try for each option and its base, or raise OffleashError."""
    option_list = {option.name: option for option in game.rules.options}
    space = {}
    for text, axis in zip(over, parse_ranges(game, over), strict=True):
        option = option_list.get(axis.name)
        if isinstance(option, OrderOption | FileOption) and not option.swept and "=" not in text:
            raise OffleashError(f"name the values to try for {axis.name}: --over {axis.name}=A,B")
        base = format_setting(game.rules.options, options, axis.name)
        space[axis.name] = list(dict.fromkeys((base, *axis.values)))
    if not space:
        raise OffleashError("name at least one option to change with --over NAME")
    return space


def tune_goal(
    game: Game,
    options: Records,
    over: Sequence[str],
    goals: Sequence[str],
    trials: int,
    sampler: str = Tune.sampler,
) -> dict[str, Any]:
    """Return the goal of a plan to tune rules. Raises OffleashError if it is invalid."""
    check_bounds(Tune, {"trials": trials, "sampler": sampler})
    texts = [goal.text for goal in parse_goals(goals)]
    space = tuning_space(game, options, over)
    return {"over": space, "goals": texts, "trials": trials, "sampler": sampler}
