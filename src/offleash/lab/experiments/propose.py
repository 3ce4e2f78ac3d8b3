"""Proposals: better rules than today's, searched for, validated on fresh luck, and written down.

Five stages follow each other. *Screening* changes one option at a time and ranks all options by
what they do to the measures of the goals. The *search* changes the options that matter, starting
from today's rules. If there are slow bots, the *refinement* plays the best rule sets and steps
around them with quick forms of these bots too. The *shortlist* plays the best on fresh luck, with
all bots. The *validation* plays the best of these and today's rules on luck by which nothing was
selected. Rules that break the game are left out everywhere. So are changes of the best that have
no effect; of rule sets that play exactly alike, the smallest is left.

Every rule set is saved once it has been played. A resumed run makes the same choices from the saved
rule sets, so it continues exactly as if it had never stopped.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from offleash.bots.kinds import GREEDY, SEARCH, bot_names, find, list_players
from offleash.bots.lineup import default_bot
from offleash.contract import MAIN, MEAN, Game, Label, Records
from offleash.contract.bots import weights
from offleash.contract.options import NumberOption, NumbersOption, WordOption, format_setting
from offleash.lab.experiments.flaws import flaw_labels
from offleash.lab.experiments.goals import FAIRNESS, FEW_CHANGES, goal_labels, parse_goals
from offleash.lab.experiments.proposals import Validation, broken_to_json, screening_to_json
from offleash.lab.experiments.refinement import refine
from offleash.lab.experiments.rule_search import Space, Surrogate, screen, search
from offleash.lab.experiments.rule_sets import Changes, Comparison, RuleSet, RuleSetPlayer, Stage
from offleash.lab.experiments.simulate import summary_head
from offleash.lab.experiments.trimming import Trimming, Twins
from offleash.lab.experiments.tune import tuning_space
from offleash.lab.figures.accounts import MeasureAccount
from offleash.lab.plans.plan import (
    RANGES,
    TEXTS,
    WHOLE,
    Arm,
    Plan,
    check_games,
    check_goal,
    fresh_seed,
    make_arm,
    make_plan,
)
from offleash.lab.questions.field import check_bounds, own_fields
from offleash.lab.questions.propose import Propose
from offleash.lab.runs.experiment import Experiment, Work
from offleash.lab.runs.run import Run, ShardCallback
from offleash.tools.errors import OffleashError
from offleash.tools.files import write_text

KIND = "propose"
# How many rule sets and games each stage has
COUNTS = {name: f.default for name, f in own_fields(Propose).items() if f.type is int}
SLOW_TRIALS = "slow_trials"
TRIMMING = 0.25  # rule sets to find changes without effect, as a part of those of the search
SPARE = 2  # rule sets in the shortlist that are not validated
REFINING = 0.3  # of the slow games of the validation
QUICK = 12  # playouts of searching bots in the refinement
MOST_VALUES = 8  # of an option without recommended values, to try them all
NEAR = 2  # how far from today's value the number of an archetype is tried
MOST_GROUPS = 6  # of bots
SEARCHING = f"{SEARCH.name}:32"
PROPOSALS = "proposals"  # the folder of rules files
SCREENING, SEARCHES, REFINEMENT = "screening", "search", "refinement"
SHORTLIST, VALIDATION = "shortlist", "validation"


# The plan


def propose_plan(
    game: Game,
    options: Records,
    bots: Sequence[str] = (),
    over: Sequence[str] = (),
    goals: Sequence[str] = (),
    games: int = Propose.games,
    seed: int = 0,
    seatings: str | None = None,
    **counts: int,
) -> Plan:
    """Return the plan of a search for better rules; what is left out is the game's own.

    Each text in `bots` names the bots of all seats. `counts` may set those in `COUNTS`. Raises
    OffleashError if something is wrong.
    """
    over, goals = over or default_ranges(game, options), goals or default_goals(game)
    groups = {} if bots else default_groups(game, options)
    space = tuning_space(game, options, over)
    texts = [goal.text for goal in parse_goals(goals)]
    arms = _own_groups(game, options, bots)
    arms += [make_arm(game, name, options, names) for name, names in groups.items()]
    arms.sort(key=lambda arm: is_slow(game, arm.lineups[0]))  # the slow ones last
    goal = {"over": space, "goals": texts, **COUNTS, **counts}
    return make_plan(game, arms, games, seed, seatings, KIND, goal)


def default_goals(game: Game) -> list[str]:
    """Return default goals: fairness, the length that the box promises, and few changes."""
    group = ":archetype" if "archetypes" in game.lab.seating.moves else ""
    length = [game.lab.length_goal] if game.lab.length_goal else []
    return [f"{FAIRNESS}{group}", *length, FEW_CHANGES]


def default_ranges(game: Game, options: Records) -> list[str]:
    """Return every option that is a rule, with the values worth trying.

    Not boards, decks and who plays. Numbers of archetypes are tried one by one.
    """
    texts = []
    for option in game.rules.options:
        if isinstance(option, NumbersOption) and set(option.labels) == set(game.bots.models):
            parts = (f"{option.name}.{label}" for label in option.labels)
            texts += [f"{part}={_nearby(game, options, part, option.element)}" for part in parts]
        elif isinstance(option, NumbersOption) and option.swept:
            texts.append(option.name)
        elif isinstance(option, WordOption | NumberOption) and len(option.sweep) > 1:
            if _changes_seats(game, options, option):
                continue
            is_listed = option.swept or len(option.sweep) <= MOST_VALUES
            values = "" if is_listed else f"={_nearby(game, options, option.name, option)}"
            texts.append(option.name + values)
    return texts


def _nearby(game: Game, options: Records, name: str, option: Any) -> str:
    """Return the values near today's: `4..8`."""
    text = format_setting(game.rules.options, options, name)
    today = int(text) if text.lstrip("-").isdigit() else option.low
    reach = NEAR * option.step
    return f"{max(option.low, today - reach)}..{min(option.high, today + reach)}"


def _changes_seats(game: Game, options: Records, option: WordOption | NumberOption) -> bool:
    """Return whether a value of the option changes how many play."""
    changed, seats = options.copy(), game.seat_count(options)
    for value in option.sweep:
        changed[option.name][0] = value
        if game.seat_count(changed) != seats:
            return True
    return False


def _own_groups(game: Game, options: Records, bots: Sequence[str]) -> list[Arm]:
    """Return an arm for each group of bots that is named, called after the bots in it."""
    named = [make_arm(game, "", options, [names]) for names in bots]
    arms = [replace(arm, name=_group_name(game, arm.lineups[0])) for arm in named]
    if len({arm.name for arm in arms}) < len(arms):
        arms = [replace(arm, name=list_players(game, arm.lineups[0])) for arm in named]
    return arms


def _group_name(game: Game, names: Sequence[str]) -> str:
    """Return `Greedy bot`, or `Yapper bot and 3 others`."""
    first, *others = dict.fromkeys(names)
    return list_players(game, [first]) + (f" and {len(others)} others" if others else "")


def default_groups(game: Game, options: Records) -> dict[str, list[str]]:
    """Return groups of persona, trained, greedy and searching bots, as far as the game has them.

    Different styles of play guard against rules that suit only one of them.
    """
    seats, known = game.seat_count(options), bot_names(game)
    plain = [default_bot(game, options, seat) for seat in range(seats)]
    personas = [name.partition(":")[2] for name in plain]
    groups = {"persona bots" if any(personas) else "greedy bots": plain}
    trained = [f"{weights.TUNED}:{name}" if name else weights.TUNED for name in personas]
    if set(trained) <= set(known):
        groups["trained bots"] = trained
    groups["greedy bots"] = [GREEDY.name] * seats
    if SEARCH.can_play(game):
        groups["searching bots"] = [SEARCHING] * seats
    return groups


def is_slow(game: Game, names: Sequence[str]) -> bool:
    """Return whether one of the bots needs long for a decision."""
    kinds = [find(game, name)[0] for name in names]
    return any(kind.is_slow or kind.factory is not None for kind in kinds)


def _quick_bots(plan: Plan) -> dict[str, str]:
    """Return the same searching bots with few playouts, where one of them has all seats."""
    bots = {lineup[0] for arm in plan.arms for lineup in arm.lineups if len(set(lineup)) == 1}
    kinds = ((bot, *bot.split(":")) for bot in bots if bot.count(":") == 1)
    return {
        bot: f"{kind}:{QUICK}"
        for bot, kind, playouts in kinds
        if kind == SEARCH.name and playouts.isdigit() and int(playouts) > QUICK
    }


# Checks


def check(experiment: Experiment) -> list[list[Label]]:
    """Return the measures of each goal. Raise OffleashError if a goal names an unknown one."""
    check_settings(experiment)
    goals = parse_goals(experiment.plan.goal["goals"])
    labels = experiment.labels(0)
    by_goal = [goal_labels(goal, labels) for goal in goals]
    for label in (label for of_goal in by_goal for label in of_goal):
        if label.extent != MEAN:
            raise OffleashError(f"{label.key!r} is not a mean over games, so it can't be a goal")
    account = _first_block(experiment)
    counted = dict(zip(account.means, account.of.sum(axis=0), strict=True))
    return [  # a seat that does not play has no share of the wins
        [label for label in labels if goal.kind != FAIRNESS or counted[label]]
        for goal, labels in zip(goals, by_goal, strict=True)
    ]


def _first_block(experiment: Experiment) -> MeasureAccount:
    """Return the measures in the games of one block."""
    return experiment.play(Work(0, 0, 1)).account


def check_settings(experiment: Experiment) -> None:
    """Raise OffleashError if goals, ranges or counts are invalid; plays nothing."""
    plan = experiment.plan
    counts = dict.fromkeys(COUNTS, WHOLE)
    late = {SLOW_TRIALS: counts.pop(SLOW_TRIALS)}  # older plans have none
    check_goal(plan, {"over": RANGES, "goals": TEXTS, **counts}, late)
    check_bounds(Propose, plan.goal)
    check_games(plan.goal["check_games"])
    check_games(plan.goal["slow_games"])
    if len(plan.arms) > MOST_GROUPS:
        raise OffleashError(f"{len(plan.arms)} groups of bots are too many: name {MOST_GROUPS}")
    if empty := [name for name, values in plan.goal["over"].items() if len(values) < 2]:
        raise OffleashError(f"the range of {empty[0]} has only one value: list at least two")
    goals = parse_goals(plan.goal["goals"])
    if all(goal.kind == FEW_CHANGES for goal in goals):
        raise OffleashError("goals must name a measure too: few-changes alone is met by no change")
    if any(goal.kind == FAIRNESS and goal.measure == "player" for goal in goals):
        raise OffleashError("goals can't have fairness:player, as several groups of bots play")


# Stages


def stages_of(experiment: Experiment) -> dict[str, Stage]:
    """Return the stages in their order. Slow bots don't play in the first two."""
    plan, game, goal = experiment.plan, experiment.game, experiment.plan.goal
    slow = [is_slow(game, arm.lineups[0]) for arm in plan.arms]
    is_fast = [all(slow) or not is_late for is_late in slow]
    fast = tuple(plan.games * is_on for is_on in is_fast)
    short = [-(-(goal["check_games"] if is_on else goal["slow_games"]) // 2) for is_on in is_fast]
    last = [goal["check_games"] if is_on else goal["slow_games"] for is_on in is_fast]
    few = [plan.games if is_on else math.ceil(REFINING * goal["slow_games"]) for is_on in is_fast]
    points = goal["centres"] * (1 + len(goal["over"]))
    first = (-(-plan.games // 2), *(0 for _ in plan.arms[1:]))
    refined = goal.get(SLOW_TRIALS, COUNTS[SLOW_TRIALS]) * (not all(is_fast))
    shortlisted, finalists = goal["finalists"] + SPARE, goal["finalists"]
    stages = [
        Stage(SCREENING, plan.seed, first, points),
        Stage(SEARCHES, plan.seed, fast, goal["trials"] + int(TRIMMING * goal["trials"])),
        Stage(REFINEMENT, fresh_seed(plan, REFINEMENT), tuple(few), refined, _quick_bots(plan)),
        Stage(SHORTLIST, fresh_seed(plan, SHORTLIST), tuple(short), 1 + shortlisted),
        Stage(VALIDATION, fresh_seed(plan, VALIDATION), tuple(last), 1 + finalists),
    ]
    return {stage.name: stage for stage in stages if stage.total}


def most_games(experiment: Experiment) -> int:
    """Return the largest number of games that all stages together can play."""
    per_block = experiment.games_per_block
    return sum(
        stage.total * -(-games // size) * size
        for stage in stages_of(experiment).values()
        for games, size in zip(stage.games, per_block, strict=True)
    )


def conduct(run: Run, on_progress: ShardCallback | None = None) -> dict[str, Any]:
    """Play all stages; write the rules files of the proposals."""
    labels, plan, stages = check(run.experiment), run.experiment.plan, stages_of(run.experiment)
    goals, count = parse_goals(plan.goal["goals"]), plan.goal["finalists"]
    known, comparison = _first_block(run.experiment).means, Comparison(goals)
    player = RuleSetPlayer(run, goals, labels, on_progress, flaw_labels(known))
    space: Space = dict(sorted(plan.goal["over"].items()))
    screening = screen(player, stages[SCREENING], space, labels, plan.goal["centres"])
    part, rates = screening.important(space)
    surrogate = Surrogate(part, goals, labels)
    for centre, *changed in screening.centres:
        for rules in changed:
            surrogate.add(rules, centre)
    trials = search(player, stages[SEARCHES], part, rates, surrogate, plan.goal["trials"])
    unbeaten = comparison.front([trial for trial in trials if trial.is_sound])
    twins = Twins(space, list(dict.fromkeys(label for of_goal in labels for label in of_goal)))
    candidates = twins.distinct(unbeaten, trials[0])
    steps = [a for a in candidates if comparison.improves(a, trials[0])]
    ranked = comparison.leaders(steps or candidates, trials[0])
    refined: list[RuleSet] = []
    if REFINEMENT in stages:
        refined = refine(player, stages[REFINEMENT], part, rates, surrogate, comparison, trials)
        ranked = twins.distinct([a for a in refined if a.is_sound], refined[0])
    trimming = Trimming(player, stages[SEARCHES], twins, trials)
    best = _select(trimming.trim(ranked, count + SPARE), steps, count + SPARE)
    picks = trimming.trim(best, count + SPARE)
    short = [player.play(stages[SHORTLIST], i, c) for i, c in enumerate(_with_base(picks))]
    sound = twins.distinct([a for a in short[1:] if a.is_sound], short[0])
    steps = [a for a in sound if comparison.improves(a, short[0])]
    finalists = _select(comparison.leaders(steps or sound, short[0]), steps, count)
    further = [label for label in known if label.depth == MAIN]
    finals = [
        player.play(stages[VALIDATION], number, changes, further)
        for number, changes in enumerate(_with_base(finalists))
    ]
    tested = _with_refined(trials, refined)
    validation = Validation(run.experiment, goals, labels, further, tested, short, finals)
    summary = validation.summary()
    if run.out:
        files = [item for proposal in summary["proposals"] for item in proposal["files"].items()]
        for name, text in files:
            write_text(run.out / PROPOSALS / name, text)
    return {
        **summary_head(run.experiment),
        "goals": [goal.to_json() for goal in goals],
        "goal_measures": [[label.key for label in of_goal] for of_goal in labels],
        "over": plan.goal["over"],
        "games": player.games,
        "unfinished": player.unfinished,
        "stages": {stage.name: list(stage.games) for stage in stages.values()},
        "screening": screening_to_json(run.experiment, screening, labels, part),
        "front": [trial.number for trial in unbeaten],
        "refined": len(refined),
        "broken": broken_to_json(run.experiment, screening, [*tested, *short, *finals]),
        **summary,
    }


def _with_base(sets: Sequence[RuleSet]) -> list[Changes]:
    """Return the changes of rule sets, after those of the base, which has none."""
    return [{}, *(rules.changes for rules in sets)]


def _with_refined(trials: Sequence[RuleSet], refined: Sequence[RuleSet]) -> list[RuleSet]:
    """Return the trials of the search, then what only the refinement tried, with the same bots."""
    before, bots = [trial.changes for trial in trials], trials[0].costs
    fresh = [rules for rules in refined if rules.changes not in before]
    costs = [{name: rows for name, rows in a.costs.items() if name in bots} for a in fresh]
    numbered = enumerate(zip(fresh, costs, strict=True), len(trials))
    return [*trials, *(replace(a, number=number, costs=own) for number, (a, own) in numbered)]


def _select(ranked: Sequence[RuleSet], steps: Sequence[RuleSet], count: int) -> list[RuleSet]:
    """Return the first of ranked rule sets, and last the smallest step that clearly improves."""
    best = list(ranked[:count])
    others = [a for a in steps if a.changes not in [b.changes for b in best[:-1]]]
    if len(best) == count > 1 and others:
        best[-1] = min(others, key=lambda a: len(a.changes))
    return best
