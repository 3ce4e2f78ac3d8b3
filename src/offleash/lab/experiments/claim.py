"""A claim: a bot wins more than a figure, tested block by block with rotated seats.

There are two forms. Either the value of a block is the bot's share of all wins in it; or another
bot plays the same blocks in the same places against the same opponents, and the block goes to the
bot with the larger share, half to each if they are equal.

The looks are fixed before the first game. The claim holds when the lower end of an interval that is
valid at all looks at once exceeds the figure; it fails when the upper end is below it. If neither
has happened when all blocks are played, the claim is undecided.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.contract import Game, Records
from offleash.lab.experiments.ladder import alternate, sides_of
from offleash.lab.figures.differences import interval_to_json, looks_to_json, wins_by_player
from offleash.lab.plans.plan import NUMBER, TEXT, TEXTS, Plan, check_goal, make_arm, make_plan
from offleash.lab.questions.question import ACCOUNTS
from offleash.lab.runs.experiment import WINS, Experiment
from offleash.lab.runs.run import Results, Run, ShardCallback
from offleash.lab.statistics.sequential import Look, Threshold, Verdict, schedule
from offleash.tools.errors import OffleashError
from offleash.tools.prose import count_of

KIND = "claim"
BLOCKS = 1024  # the default limit
MOST_BLOCKS = 2048  # above it accounts merge blocks, and the value of a single block is lost
FIRST_LOOK = 32  # blocks at the first look
ALL = "all"  # the column for all archetypes together

Numbers = NDArray[np.float64]


# The plan


def claim_plan(
    game: Game,
    options: Records,
    bot: str,
    above: float,
    against: Sequence[str] = (),
    among: Sequence[str] = (),
    than: str = "",
    games: int | None = None,
    seed: int = 0,
    seatings: str = "rotations",
    habit: Mapping[str, Any] | None = None,
    also: Sequence[Records] = (),
) -> Plan:
    """Return a plan to test that a bot wins more than a share or, with `than`, than another bot.

    Either it plays `against` opponents, each on half of the sides and then swapped; or it sits
    `among` others, a name for each seat, and takes every place in turn, or only that of `than`.
    Every block is also played under the options in `also`, with equal weight.
    """
    bot, than = bot.strip().lower(), than.strip().lower()
    against, among = ([name.strip().lower() for name in names] for names in (against, among))
    if bool(against) == bool(among):
        raise OffleashError(
            "a claim needs either against (the opponents) or among (the whole table)"
        )
    if bot in (than, *against, *among) or than in (bot, *against):
        raise OffleashError(f"{bot} can't be compared with itself")
    arms = []
    for number, rules in enumerate((options, *also)):
        for name in filter(None, (bot, than)):
            lineups = (
                [lineup for other in against for lineup in _split_sides(game, rules, name, other)]
                if against
                else _place_among(name, than, among)
            )
            title = f"{name}, {game.describe_options(rules)}" if number else name
            arms.append(make_arm(game, title, rules, *lineups))
    goal = {"bot": bot, "above": float(above), **({"than": than} if than else {})}
    goal |= dict(habit) if habit else {"record": WINS}
    plan = make_plan(game, arms, games or 1, seed, seatings, KIND, goal, ACCOUNTS)
    return plan if games else with_blocks(plan, BLOCKS, game)


def with_blocks(plan: Plan, blocks: int, game: Game | None = None) -> Plan:
    """Return the same plan with another number of blocks."""
    return replace(plan, games=blocks * max(Experiment(plan, game).games_per_block))


def _split_sides(game: Game, options: Records, bot: str, other: str) -> list[list[str]]:
    """Return line-ups with each bot on half of the sides, then swapped."""
    sides = sides_of(game, options)
    count = len(set(sides))
    if count % 2:
        raise OffleashError(
            f"{game.title} has {count} sides, which can't be split evenly: name the whole table "
            "with among"
        )
    return alternate((bot, other), sides)


def _place_among(bot: str, than: str, among: Sequence[str]) -> list[list[str]]:
    """Return line-ups with the bot in every place in turn, or only in that of `than`."""
    if than and than not in among:
        raise OffleashError(f"{than} is not at the table: {', '.join(among)}")
    places = [among.index(than)] if than else range(len(among))
    return [[*among[:place], bot, *among[place + 1 :]] for place in places]


# The answer


def check(experiment: Experiment) -> Threshold:
    """Return the test that a plan asks for. Raise OffleashError if it can't be made."""
    plan, goal = experiment.plan, experiment.plan.goal
    further = {"than": TEXT, "record": TEXT, "habit": TEXTS, "of": TEXT, "per": TEXT}
    check_goal(plan, {"bot": TEXT, "above": NUMBER}, further)
    names = bots_of(plan)
    if not plan.arms or len(plan.arms) % len(names):
        raise OffleashError(f"the claim is about {len(names)} bots, and has {len(plan.arms)} arms")
    for number, arm in enumerate(plan.arms):
        name = names[number % len(names)]
        if any(name not in lineup or set(lineup) == {name} for lineup in arm.lineups):
            raise OffleashError(f"{name} does not play with others in every line-up of the claim")
    if not 0 <= goal["above"] < 1:
        raise OffleashError(f"above is {goal['above']:g}; it must be a share from 0 to 1")
    if not 2 <= experiment.blocks <= MOST_BLOCKS:
        per_block = max(experiment.games_per_block)
        raise OffleashError(
            f"a claim has from 2 to {MOST_BLOCKS:,} blocks, here {2 * per_block:,} to "
            f"{MOST_BLOCKS * per_block:,} games, and the plan allows {plan.games:,}"
        )
    if ("habit" in goal) != ("of" in goal):
        raise OffleashError("a habit needs both habit (what is done) and of (who does it most)")
    if "habit" in goal:
        _refuse_uncounted(experiment)
    return Threshold(float(goal["above"]), schedule(experiment.blocks, FIRST_LOOK))


def _refuse_uncounted(experiment: Experiment) -> None:
    """Raise OffleashError if the game does not count what the habit is measured by."""
    goal, known = experiment.plan.goal, {label.key for label in experiment.labels(0)}
    for key in (f"{name}, {goal['of']}" for name in _habit_measures(goal)):
        if key not in known:
            raise OffleashError(f"there is no measure {key!r} to measure a habit by")


def _habit_measures(goal: Mapping[str, Any]) -> list[str]:
    """Return the measures of a habit: what is done, and what it is divided by."""
    return [*goal["habit"], *([goal["per"]] if "per" in goal else [])]


def bots_of(plan: Plan) -> list[str]:
    """Return the bots that a claim is about; for each set of options, arms are in this order."""
    return [str(plan.goal[key]) for key in ("bot", "than") if key in plan.goal]


def conduct(run: Run, on_progress: ShardCallback | None = None) -> dict[str, Any]:
    """Play from look to look until the claim is decided or all blocks are played."""
    experiment, test = run.experiment, check(run.experiment)
    path: list[Look] = []
    for blocks in test.looks:
        results = run.play(blocks, on_progress)
        path.append(test.look(block_values(results, blocks)))
        run.note(format_look(path[-1]))
        if path[-1].verdict is not Verdict.UNDECIDED:
            break
    return _summary(experiment, test, path, results)


def block_values(results: Results, blocks: int) -> Numbers:
    """Return the value of each of the first blocks, from 0 to 1."""
    shares = shares_of_bots(results, blocks)
    if len(shares) == 1:
        return shares[0]
    return np.where(shares[0] == shares[1], 0.5, shares[0] > shares[1])


def shares_of_bots(results: Results, blocks: int) -> list[Numbers]:
    """Return for each bot its share of wins in each block, averaged over all options."""
    arms, bots = range(len(results.experiment.plan.arms)), bots_of(results.experiment.plan)
    shares = [_shares(results, arm, bots[arm % len(bots)], blocks) for arm in arms]
    return [np.mean(shares[number :: len(bots)], axis=0) for number in range(len(bots))]


def _shares(results: Results, arm: int, bot: str, blocks: int) -> Numbers:
    """Return the share of all wins in each block that went to the bot."""
    totals = wins_by_player(results.account(arm, blocks))
    place = list(results.experiment.arm_table(arm).policy.players).index(bot)
    whole = totals.sum(axis=1)
    share = np.divide(totals[:, place], whole, out=np.zeros(len(whole)), where=whole > 0)
    return np.asarray(share)


def format_look(look: Look) -> str:
    """Return the state of the test as a short text."""
    value, low, high = (f"{100 * number:.1f}" for number in (look.effect, look.low, look.high))
    return f"{value} % ({low} … {high})"


def _summary(
    experiment: Experiment, test: Threshold, path: Sequence[Look], results: Results
) -> dict[str, Any]:
    plan, last = experiment.plan, path[-1]
    habit = _habit(plan.goal, results) if "habit" in plan.goal else None
    holds = last.verdict is Verdict.ABOVE and (habit is None or habit["holds"])
    return {
        "kind": plan.kind,
        "game": plan.game,
        "rules": experiment.game.rules_version,
        "preset": " and ".join(dict.fromkeys(arm.preset for arm in plan.arms)),
        "options": dict(plan.arms[0].options),
        "seatings": plan.seatings,
        "seed": plan.seed,
        "bot": plan.goal["bot"],
        "than": plan.goal.get("than"),
        "lineups": [list(lineup) for lineup in plan.arms[0].lineups],
        "above": test.figure,
        "level": test.level,
        "holds": holds,
        "verdict": str(last.verdict),
        "share": last.effect,
        "interval": interval_to_json(last.low, last.high),
        "corrected": test.corrected(block_values(results, last.blocks)),
        "shares": [float(shares.mean()) for shares in shares_of_bots(results, last.blocks)],
        "habit": habit,
        "blocks": last.blocks,
        "games": sum(results.games(arm) for arm in range(len(plan.arms))),
        "more_blocks": last.more,
        "looks": looks_to_json(path, "share"),
        "possible_looks": list(test.looks),
        "unfinished": sum(results.unfinished(arm) for arm in range(len(plan.arms))),
        "digest": results.digest(),
    }


def _habit(goal: Mapping[str, Any], results: Results) -> dict[str, Any]:
    """Return the rates of a habit: whether the archetype `of` shows it most at the bot's table."""
    figures = {figure.label.key: figure.value for figure in results.account(0).figures()}
    for key in (f"{name}, {goal['of']}" for name in _habit_measures(goal)):
        if key not in figures:
            raise OffleashError(f"no game has a value for {key!r}, so it can't show a habit")
    first = f"{goal['habit'][0]}, "
    rates = {}
    columns = {key.removeprefix(first) for key in figures if key.startswith(first)} - {ALL}
    for column in sorted(columns):
        of = figures[f"{goal['per']}, {column}"] if "per" in goal else 1.0
        rates[column] = sum(figures[f"{name}, {column}"] for name in goal["habit"]) / of
    return {
        "of": goal["of"],
        "rates": rates,
        "holds": max(rates, key=rates.__getitem__) == goal["of"],
    }


def sentence(summary: Mapping[str, Any]) -> str:
    """Return the verdict in words."""
    if summary["holds"]:
        return "holds"
    if summary["verdict"] == Verdict.ABOVE:
        return f"does not hold: {summary['habit']['of']} has lost its habit"
    if summary["verdict"] == Verdict.BELOW:
        return "does not hold"
    more = summary["more_blocks"]
    return f"not shown: about {count_of(more, 'more block')} would decide it"
