"""Proposals: better rules than today's, searched for, validated on fresh luck, and written down.

Five stages follow each other. *Screening* changes one option at a time and ranks all options by
what they do to the measures of the goals. The *search* looks for the best rule sets with one
change, with two, and so on. If there are slow bots, the *refinement* plays the best rule sets and
steps around them with quick forms of these bots too. The *shortlist* plays the best of all and the
best with 1, 2, 3, 5 and 8 changes on fresh luck, with all bots. The *validation* plays the best of
these and today's rules on luck by which nothing was selected. Rules that break the game are left
out everywhere. So are changes of the best that no goal needs; of rule sets that play exactly
alike, the smallest is left.

Every rule set is saved once it has been played. A resumed run makes the same choices from the saved
rule sets, so it continues exactly as if it had never stopped.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from offleash.bots.kinds import GREEDY, SEARCH, bot_names, find, list_players
from offleash.bots.lineup import default_bot
from offleash.contract import MAIN, MEAN, Game, Label, Records
from offleash.contract.bots import weights
from offleash.contract.options import NumberOption, NumbersOption, WordOption, format_setting
from offleash.lab.experiments.budget import (
    SEARCH_ENDS,
    Groups,
    TimeBudget,
    forecast,
    read_budget,
    write_budget,
)
from offleash.lab.experiments.constraints import Constraints, without_kept
from offleash.lab.experiments.flaws import flaw_labels
from offleash.lab.experiments.goals import FAIRNESS, FEW_CHANGES, goal_labels, parse_goals
from offleash.lab.experiments.proposals import Validation, broken_to_json, screening_to_json
from offleash.lab.experiments.refinement import Model, refine
from offleash.lab.experiments.rule_search import Screening, Space, Surrogate, screen
from offleash.lab.experiments.rule_sets import Comparison, RuleSet, RuleSetPlayer, Stage
from offleash.lab.experiments.simulate import summary_head
from offleash.lab.experiments.stepwise import SearchTask, search
from offleash.lab.experiments.trade import so_far_text, trade_to_json, write_so_far
from offleash.lab.experiments.trimming import Trimming, Twins
from offleash.lab.experiments.tune import tuning_space
from offleash.lab.figures.accounts import MeasureAccount
from offleash.lab.plans.plan import (
    NUMBER,
    RANGES,
    TEXTS,
    WHOLE,
    Arm,
    Plan,
    arm_options,
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
from offleash.lab.statistics.distributions import Floats
from offleash.tools.errors import OffleashError
from offleash.tools.files import write_text

KIND = "propose"
# How many rule sets and games each stage has
COUNTS = {name: f.default for name, f in own_fields(Propose).items() if f.type is int}
SLOW_TRIALS = "slow_trials"
KEEP, MINUTES = "keep", "minutes"  # of the goal, where they are asked for
SIZES = (1, 2, 3, 5, 8)  # numbers of changes with which the best rule sets are proposed
MOST_UNBEATEN = 120  # of the best rule sets, of which those that nothing beats are marked
TRIMMING = 0.25  # rule sets to find changes without effect, as a part of those of the search
SPARE = 2  # rule sets in the shortlist that are not validated
REFINING = 0.3  # of the slow games of the validation
QUICK = 12  # playouts of searching bots in the refinement
MOST_VALUES = 8  # of an option without recommended values, to try them all
NEAR = 2  # how far from today's value the number of an archetype is tried
MOST_GROUPS = 6  # of bots
MOST_ARMS = 24  # groups of bots on all boards
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
    keep: Sequence[str] = (),
    also: Sequence[str] = (),
    minutes: float | None = None,
    **counts: int,
) -> Plan:
    """Return the plan of a search for better rules; what is left out is the game's own.

    Each text in `bots` names the bots of all seats, which also play with each change in `also`.
    `counts` may set those in `COUNTS`. Raises OffleashError if something is wrong.
    """
    constraints, goals = Constraints(game, options, keep), goals or default_goals(game)
    over = _open_ranges(constraints, over) or without_kept(
        default_ranges(game, options), constraints
    )
    groups = {} if bots else default_groups(game, options)
    space = tuning_space(game, options, over)
    texts = [goal.text for goal in parse_goals(goals)]
    arms = _own_groups(game, options, bots)
    arms += [make_arm(game, name, options, names) for name, names in groups.items()]
    arms.sort(key=lambda arm: is_slow(game, arm.lineups[0]))  # the slow ones last
    arms = [further for arm in arms for further in (arm, *_elsewhere(game, arm, also))]
    goal = {"over": space, "goals": texts, **COUNTS, **counts}
    goal |= {KEEP: list(keep)} if keep else {}
    goal |= {MINUTES: minutes} if minutes else {}
    return make_plan(game, arms, games, seed, seatings, KIND, goal)


def _open_ranges(constraints: Constraints, over: Sequence[str]) -> Sequence[str]:
    """Return the ranges that are named. Raise OffleashError if one must stay as it is."""
    if ranges := set(over) - set(without_kept(over, constraints)):
        name = min(ranges).partition("=")[0]
        raise OffleashError(f"{name} can't both be kept and be changed (--keep and --over)")
    return over


def _elsewhere(game: Game, arm: Arm, also: Sequence[str]) -> list[Arm]:
    """Return the same bots with each change in `also`, such as `board=nine-blocks`."""
    arms = []
    for text in also:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise OffleashError(f"--also changes an option, such as board=…, not {text!r}")
        options = arm_options(game, arm, {name: value})
        title = f"{arm.name}, {name}={value}"
        arms.append(replace(make_arm(game, title, options, *arm.lineups), name=title))
    return arms


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
    late = {SLOW_TRIALS: counts.pop(SLOW_TRIALS), KEEP: TEXTS, MINUTES: NUMBER}
    check_goal(plan, {"over": RANGES, "goals": TEXTS, **counts}, late)
    check_bounds(Propose, plan.goal)
    check_games(plan.goal["check_games"])
    check_games(plan.goal["slow_games"])
    groups = {arm.lineups for arm in plan.arms}
    if len(groups) > MOST_GROUPS:
        raise OffleashError(f"{len(groups)} groups of bots are too many: name {MOST_GROUPS}")
    if len(plan.arms) > MOST_ARMS:
        raise OffleashError(
            f"{len(plan.arms)} groups of bots on all boards are too many: {MOST_ARMS} at most"
        )
    check_constraints(experiment)
    if empty := [name for name, values in plan.goal["over"].items() if len(values) < 2]:
        raise OffleashError(f"the range of {empty[0]} has only one value: list at least two")
    goals = parse_goals(plan.goal["goals"])
    if all(goal.kind == FEW_CHANGES for goal in goals):
        raise OffleashError("goals must name a measure too: few-changes alone is met by no change")
    if any(goal.kind == FAIRNESS and goal.measure == "player" for goal in goals):
        raise OffleashError("goals can't have fairness:player, as several groups of bots play")


def check_constraints(experiment: Experiment) -> None:
    """Raise OffleashError if a constraint can't be met, as nothing that it is about may change."""
    plan, game = experiment.plan, experiment.game
    constraints = Constraints(game, arm_options(game, plan.arms[0]), plan.goal.get(KEEP, []))
    names = {name.partition(".")[0] for name in plan.goal["over"]}
    for text in constraints.broken({}):
        if not names & set(constraints.names):
            raise OffleashError(f"today's rules break {text!r}, and no option in it may change")


# Stages


def first_bots(experiment: Experiment) -> list[int]:
    """Return the arms of the first group of bots, on all boards."""
    arms = experiment.plan.arms
    return [place for place, arm in enumerate(arms) if arm.lineups == arms[0].lineups]


def _bots_by_stage(experiment: Experiment) -> Groups:
    """Return which groups of bots play when, for a forecast."""
    plan, game = experiment.plan, experiment.game
    slow = [i for i, arm in enumerate(plan.arms) if is_slow(game, arm.lineups[0])]
    fast = [i for i in range(len(plan.arms)) if i not in slow] or slow
    quick = [QUICK / int(name.rpartition(":")[2]) for name in _quick_bots(plan)]
    parts = (first_bots(experiment), fast, [i for i in slow if i not in fast])
    return Groups(*parts, max(quick, default=1.0), max(experiment.games_per_block))


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
    screened = first_bots(experiment)
    first = tuple(-(-plan.games // 2) * (i in screened) for i in range(len(plan.arms)))
    late = tuple(i for i, is_quick in enumerate(is_fast) if not is_quick)
    refined = goal.get(SLOW_TRIALS, COUNTS[SLOW_TRIALS]) * (not all(is_fast))
    shortlisted, finalists = goal["finalists"] + SPARE, goal["finalists"]
    stages = [
        Stage(SCREENING, plan.seed, first, points),
        Stage(SEARCHES, plan.seed, fast, goal["trials"] + int(TRIMMING * goal["trials"])),
        Stage(REFINEMENT, fresh_seed(plan, REFINEMENT), tuple(few), refined, _quick_bots(plan)),
        Stage(SHORTLIST, fresh_seed(plan, SHORTLIST), tuple(short), 1 + shortlisted),
        Stage(VALIDATION, fresh_seed(plan, VALIDATION), tuple(last), 1 + finalists),
    ]
    return {stage.name: replace(stage, slow=late) for stage in stages if stage.total}


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
    search = Search.of(run, on_progress)
    screening = search.screen()
    part, rates = search.restrict(screening)
    trials = search.try_rule_sets(part, rates, search.surrogate(screening, part))
    short = search.shorten()
    finals, validation = search.validate(short)
    summary = validation.summary()
    if run.out:
        files = [item for proposal in summary["proposals"] for item in proposal["files"].items()]
        for name, text in files:
            write_text(run.out / PROPOSALS / name, text)
    player, goals, labels = search.player, search.goals, search.labels
    return {
        **summary_head(run.experiment),
        "goals": [goal.to_json() for goal in goals],
        "goal_measures": [[label.key for label in of_goal] for of_goal in labels],
        "over": run.experiment.plan.goal["over"],
        "keep": search.constraints.texts,
        "games": player.games,
        "unfinished": player.unfinished,
        "stages": {stage.name: list(stage.games) for stage in search.stages.values()},
        "screening": screening_to_json(run.experiment, screening, labels, part),
        "front": [trial.number for trial in search.unbeaten],
        "refined": len(search.refined),
        "broken": broken_to_json(run.experiment, screening, [*trials, *short, *finals]),
        **trade_to_json(run.experiment, search.comparison, search.tested()),
        **({"budget": search.budget.to_json()} if search.budget else {}),
        **summary,
    }


class Search:
    """A search for better rules, stage by stage."""

    def __init__(
        self,
        run: Run,
        experiment: Experiment,
        labels: list[list[Label]],
        on_progress: ShardCallback | None,
        budget: TimeBudget | None,
    ) -> None:
        """Set up the search; `experiment` has the counts that the budget buys."""
        plan, game = experiment.plan, experiment.game
        self.run, self.budget, self.labels, self._start = run, budget, labels, time.monotonic()
        self.goals, self.count = parse_goals(plan.goal["goals"]), plan.goal["finalists"]
        self.known, self.comparison = _first_block(experiment).means, Comparison(self.goals)
        flaws = flaw_labels(self.known)
        self.player = RuleSetPlayer(run, self.goals, labels, on_progress, flaws)
        self.stages, self.plan = stages_of(experiment), plan
        base = arm_options(game, plan.arms[0])
        self.constraints = Constraints(game, base, plan.goal.get(KEEP, []))
        self.space: Space = dict(sorted(plan.goal["over"].items()))
        self.trials: list[RuleSet] = []
        self.refined: list[RuleSet] = []
        self.unbeaten: list[RuleSet] = []

    @classmethod
    def of(cls, run: Run, on_progress: ShardCallback | None) -> "Search":
        """Return the search of a run, after finding out what its minutes buy, if it has some."""
        labels, experiment = check(run.experiment), run.experiment
        minutes, budget = experiment.plan.goal.get(MINUTES), read_budget(run.out)
        if minutes and budget is None:
            run.note("finding out how fast games are")
            budget = forecast(run, minutes, _bots_by_stage(experiment))
            write_budget(run.out, budget)
        if budget:
            experiment = Experiment(budget.plan(experiment.plan), experiment.game)
            run.on_total(most_games(experiment))
            run.note(budget.text)
        return cls(run, experiment, labels, on_progress, budget)

    # Stages

    def screen(self) -> Screening:
        """Change one option at a time, to see which ones matter."""
        stage, centres = self.stages[SCREENING], self.plan.goal["centres"]
        return screen(self.player, stage, self.space, self.labels, centres)

    def restrict(self, screening: Screening) -> tuple[Space, Floats]:
        """Return the options to search, with how often to change each: those that matter.

        Options that constraints speak of are among them, as what they do may need each other.
        """
        part, rates = screening.important(self.space)
        tied = [name for name in self.space if name.partition(".")[0] in self.constraints.names]
        added = {name: self.space[name] for name in tied if name not in part}
        weights = np.concatenate([rates, np.full(len(added), rates.min(initial=1.0))])
        return {**part, **added}, weights / weights.sum()

    def surrogate(self, screening: Screening, part: Space) -> Surrogate:
        """Return a model that has learned from the screening."""
        surrogate = Surrogate(part, self.goals, self.labels)
        for centre, *changed in screening.centres:
            for rules in changed:
                surrogate.add(rules, centre)
        return surrogate

    def try_rule_sets(self, part: Space, rates: Floats, surrogate: Surrogate) -> list[RuleSet]:
        """Search, and try the best with slow bots; return what the search tried, the base first."""
        stage, most = self.stages[SEARCHES], self.plan.goal["trials"]
        if self.budget and self.budget.tried:
            most = self.budget.tried
        model = Model(part, rates, surrogate, self.comparison, self.constraints)
        self.trials = search(SearchTask(self.player, stage, model, self._after), most)
        base, sound = self.trials[0], [trial for trial in self.trials if trial.is_sound]
        best = self.comparison.leaders(sound, base)[:MOST_UNBEATEN]
        self.unbeaten = self.comparison.front(best)
        if REFINEMENT in self.stages:
            stage, starts = self.stages[REFINEMENT], self.select(sound, base, self.count + SPARE)
            self.refined = refine(self.player, stage, model, self.trials, starts)
        return self.trials

    def _after(self, sets: Sequence[RuleSet]) -> bool:
        """Say how the search stands; return whether the time for it is over."""
        best = self._sizes(sets)
        self.run.answer_so_far = so_far_text(self.comparison, sets, best)
        if self.run.out:
            write_so_far(self.run, self.run.answer_so_far, best)
        if not self.budget or self.budget.tried:
            return False
        is_late = time.monotonic() - self._start > SEARCH_ENDS * 60 * self.budget.minutes
        if is_late:
            self.budget = replace(self.budget, tried=len(sets))
            write_budget(self.run.out, self.budget)
        return is_late

    def _sizes(self, sets: Sequence[RuleSet]) -> list[RuleSet]:
        """Return the best rule sets so far with few and with many changes, the smallest first."""
        best = self.select([a for a in sets if a.is_sound], sets[0], len(SIZES) + 1)
        by_size = {len(a.changes): a for a in reversed(best)}  # the best of a size is the first
        return [by_size[size] for size in sorted(by_size)]

    def select(self, sets: Sequence[RuleSet], base: RuleSet, count: int) -> list[RuleSet]:
        """Return the best rule set of all, the best with 1, 2, 3, 5 and 8 changes, and further."""
        ranked = [a for a in self.comparison.leaders(sets, base) if a.changes]
        ranked = [a for a in ranked if self.constraints.allow(a.changes)]
        few = [next((a for a in ranked if len(a.changes) <= size), None) for size in SIZES]
        picks = [a for a in (*ranked[:1], *few, *ranked) if a]
        return list({id(a): a for a in picks}.values())[:count]

    def shorten(self) -> list[RuleSet]:
        """Play the best rule sets, without changes they don't need, on fresh luck with all bots."""
        twins, trials, count = self._twins(), self.trials, self.count + SPARE
        ranked = [a for a in self.refined if a.is_sound] or [a for a in trials if a.is_sound]
        base = self.refined[0] if self.refined else trials[0]
        picks = self.select(twins.distinct(ranked, base), base, count)
        stage = self.stages[SEARCHES]
        trimming = Trimming(self.player, stage, twins, trials, self.comparison, self.constraints)
        best = trimming.trim(picks, count)
        changes = list({tuple(sorted(a.changes.items())): a.changes for a in best}.values())
        return self.player.play_all(self.stages[SHORTLIST], 0, [{}, *changes])

    def validate(self, short: Sequence[RuleSet]) -> tuple[list[RuleSet], Validation]:
        """Play the best of the shortlist on luck by which nothing was selected."""
        sound = self._twins().distinct([a for a in short[1:] if a.is_sound], short[0])
        picks = self.select(sound, short[0], self.count)
        further = [label for label in self.known if label.depth == MAIN]
        changes = [{}, *(rules.changes for rules in picks)]
        finals = self.player.play_all(self.stages[VALIDATION], 0, changes, further)
        parts = (self.goals, self.labels, further, self.tested(), short, finals)
        return finals, Validation(self.run.experiment, *parts)

    def _twins(self) -> Twins:
        labels = dict.fromkeys(label for of_goal in self.labels for label in of_goal)
        return Twins(self.space, list(labels))

    def tested(self) -> list[RuleSet]:
        """Return all rule sets of the search, and what only the refinement tried."""
        return _with_refined(self.trials, self.refined)


def _with_refined(trials: Sequence[RuleSet], refined: Sequence[RuleSet]) -> list[RuleSet]:
    """Return the trials of the search, then what only the refinement tried, with the same bots."""
    before, bots = [trial.changes for trial in trials], trials[0].costs
    fresh = [rules for rules in refined if rules.changes not in before]
    costs = [{name: rows for name, rows in a.costs.items() if name in bots} for a in fresh]
    numbered = enumerate(zip(fresh, costs, strict=True), len(trials))
    return [*trials, *(replace(a, number=number, costs=own) for number, (a, own) in numbered)]
