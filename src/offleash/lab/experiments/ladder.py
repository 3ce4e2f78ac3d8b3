"""The ladder: bots play each other, all pairings, and are rated in one batch.

An arm is a pairing: two bots alternate on the sides of the game, then swap. Every pairing plays the
same blocks, so all of them meet the same luck, and intervals resample whole blocks. Ratings do not
depend on the order of games.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations, permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.bots.kinds import find, normalise_name
from offleash.contract import Game, Records
from offleash.lab.figures.differences import number_to_json, wins_by_player
from offleash.lab.plans.plan import TEXT, TEXTS, Plan, arm_options, check_goal, make_arm, make_plan
from offleash.lab.runs.experiment import WINS, Experiment
from offleash.lab.runs.run import Results, Run, ShardCallback
from offleash.lab.statistics.intervals import percentile_ends, ratio_interval, unanimous_interval
from offleash.lab.statistics.ratings import PRIOR, Rankings, elo, rate
from offleash.tools.errors import OffleashError

KIND = "ladder"
MOST_BOTS = 64
RESAMPLES = 1000
SCALE = "in Elo points: 400 of them are odds of 10 to 1"
WEAK_PRIOR = f"strengths are normal around their mean with a deviation of {elo(PRIOR):.0f} points"

Numbers = NDArray[np.float64]


# The plan


def ladder_plan(
    game: Game,
    options: Records,
    bots: Sequence[str],
    games: int,
    seed: int = 0,
    seatings: str = "rotations",
    anchor: str = "",
) -> Plan:
    """Return a round robin, `games` per pairing; the anchor, or else the mean, is rated 0.

    If the number of sides is odd, a pairing has two arms: each bot has the extra side once.
    """
    names, sides = _checked(game, bots), sides_of(game, options)
    anchor = normalise_name(game, anchor)
    if anchor and anchor not in names:
        raise OffleashError(f"the anchor {anchor!r} is not one of the bots {', '.join(names)}")
    count = len(set(sides))
    if count < 2:
        raise OffleashError(f"all seats of {game.title} win together, so no bot can beat another")
    is_even = count % 2 == 0
    arms, pairs = [], []
    for a, b in combinations(range(len(names)), 2):
        for first, second in [(a, b)] if is_even else [(a, b), (b, a)]:
            pair = (names[first], names[second])
            lineups = alternate(pair, sides)[: 2 if is_even else 1]
            arms.append(make_arm(game, " against ".join(pair), options, *lineups))
            pairs.append({"bots": [first, second], "sides": [(count + 1) // 2, count // 2]})
    goal = {"bots": names, "pairings": pairs, "anchor": anchor, "record": WINS}
    return make_plan(game, arms, games if is_even else -(-games // 2), seed, seatings, KIND, goal)


def _checked(game: Game, bots: Sequence[str]) -> list[str]:
    names = sorted(normalise_name(game, name) for name in bots)  # in whatever order they are named
    for name in names:
        find(game, name)
    if twice := [name for name in names if names.count(name) > 1]:
        raise OffleashError(f"the bot {twice[0]} is named twice in the ladder")
    if len(names) < 2:
        raise OffleashError("a ladder needs at least two bots")
    if len(names) > MOST_BOTS:
        raise OffleashError(f"a ladder takes at most {MOST_BOTS} bots, not {len(names)}")
    return names


def sides_of(game: Game, options: Records) -> list[int]:
    """Return the side of each seat, numbered in order of appearance."""
    numbers = game.sides(options[0])
    order = list(dict.fromkeys(numbers))
    return [order.index(number) for number in numbers]


def alternate(pair: tuple[str, str], sides: Sequence[int]) -> list[list[str]]:
    """Return two line-ups in which two bots alternate on the sides, then swap."""
    return [[pair[(side + turn) % 2] for side in sides] for turn in (0, 1)]


# The result


def conduct(run: Run, on_progress: ShardCallback | None = None) -> dict[str, Any]:
    """Play every pairing, then rate all bots at once."""
    experiment = run.experiment
    plan, game = experiment.plan, experiment.game
    check(experiment)
    results = run.play(on_progress=on_progress)
    wins = wins_by_group(results)
    names, pairs = plan.goal["bots"], plan.goal["pairings"]
    cells = matrix(names, pairs, wins)
    return {
        "kind": plan.kind,
        "game": game.name,
        "rules": game.rules_version,
        "preset": plan.arms[0].preset,
        "options": dict(plan.arms[0].options),
        "seatings": plan.seatings,
        "seed": plan.seed,
        "games": sum(results.games(arm) for arm in range(len(plan.arms))),
        "blocks": experiment.blocks,
        "unfinished": sum(results.unfinished(arm) for arm in range(len(plan.arms))),
        "bots": names,
        "anchor": plan.goal["anchor"],
        "scale": SCALE,
        "prior": WEAK_PRIOR,
        "ratings": rate_bots(names, pairs, wins, plan.seed, plan.goal["anchor"]),
        "matrix": cells,
        "groups": unbeaten_groups(names, cells),
        "digest": results.digest(),
    }


def wins_by_group(results: Results) -> Numbers:
    """Return groups of blocks × arms × the two bots of the arm: games won, ties shared."""
    experiment = results.experiment
    starts = np.arange(0, experiment.blocks, experiment.group)
    sizes = np.minimum(starts + experiment.group, experiment.blocks) - starts
    wins = np.empty((len(starts), len(experiment.plan.arms), 2))
    for arm, per_block in enumerate(experiment.games_per_block):
        totals = wins_by_player(results.account(arm))
        assert totals.shape[1] == 2, "two bots play in every arm of a ladder"
        whole = totals.sum(axis=1, keepdims=True)
        shares = np.divide(totals, whole, out=np.full_like(totals, 0.5), where=whole > 0)
        wins[:, arm] = shares * (sizes * per_block)[:, None]
    return wins


def check(experiment: Experiment) -> None:
    """Raise OffleashError if two bots share a side, which would say nothing about either."""
    game, plan = experiment.game, experiment.plan
    _refuse_other_pairings(plan)
    sides = sides_of(game, arm_options(game, plan.arms[0]))
    for seating in experiment.arm_table(0).seatings:
        if len(set(zip(sides, seating.players, strict=True))) > len(set(sides)):
            raise OffleashError(
                f"seatings {plan.seatings!r} would put two bots on one side of {game.title}"
            )


def _refuse_other_pairings(plan: Plan) -> None:
    """Raise OffleashError if an arm is not the pairing that the goal lists."""
    needed = {"bots": TEXTS, "pairings": [{"": [int]}], "anchor": TEXT, "record": TEXT}
    check_goal(plan, needed, {})
    names, anchor = plan.goal["bots"], plan.goal["anchor"]
    if anchor and anchor not in names:
        raise OffleashError(f"the anchor {anchor!r} is not one of the bots {', '.join(names)}")
    planned = [
        {names[bot] for bot in pairing.get("bots", []) if 0 <= bot < len(names)}
        for pairing in plan.goal["pairings"]
        if len(pairing.get("sides", [])) == 2
    ]
    played = [{name for lineup in arm.lineups for name in lineup} for arm in plan.arms]
    if planned != played or any(len(pair) != 2 for pair in played):
        raise OffleashError("the pairings of the ladder do not match its arms")


def rate_bots(
    names: Sequence[str], pairs: Sequence[Mapping[str, Any]], wins: Numbers, seed: int, anchor: str
) -> list[dict[str, Any]]:
    """Return all bots, best first, with intervals from resampled blocks."""
    fitted = rate(as_rankings(len(names), pairs, wins), resamples=RESAMPLES, seed=seed)
    zero = [names.index(anchor)] if anchor else list(range(len(names)))
    value = elo(fitted.value - fitted.value[zero].mean())
    draws = elo(fitted.draws - fitted.draws[:, zero].mean(axis=1, keepdims=True))
    low, high = percentile_ends(draws) if len(draws) else (fitted.low, fitted.high)
    order = sorted(range(len(names)), key=lambda bot: (-value[bot], names[bot]))
    rows: list[dict[str, Any]] = []
    for bot, following in zip(order, [*order[1:], None], strict=True):
        row = {"bot": names[bot], "rating": float(value[bot])}
        row |= {"low": number_to_json(low[bot]), "high": number_to_json(high[bot])}
        if following is not None and len(draws):
            row["above_next"] = float((draws[:, bot] > draws[:, following]).mean())
            row["lead"] = _lead(value, draws, bot, following)
        rows.append(row)
    return rows


def _lead(value: Numbers, draws: Numbers, bot: int, following: int) -> dict[str, float]:
    """Return how far a bot is ahead of another, with a paired interval."""
    low, high = percentile_ends((draws[:, bot] - draws[:, following])[:, None])
    ahead = float(value[bot] - value[following])
    return {"rating": ahead, "low": float(low[0]), "high": float(high[0])}


def as_rankings(bots: int, pairs: Sequence[Mapping[str, Any]], wins: Numbers) -> Rankings:
    """Return the input of the fit: each arm has two outcomes, a choice between all its sides."""
    groups, arms = wins.shape[:2]
    sets, choices = np.zeros((arms, bots)), np.zeros((2 * arms, bots))
    for arm, pair in enumerate(pairs):
        sets[arm, pair["bots"]] = pair["sides"]
        choices[[2 * arm, 2 * arm + 1], pair["bots"]] = 1.0
    return Rankings(
        entrants=bots,
        blocks=groups,
        block=np.repeat(np.arange(groups), 2 * arms),
        pattern=np.tile(np.arange(2 * arms), groups),
        counts=wins.reshape(-1),
        selected=choices,
        sets=sets,
        set_pattern=np.arange(2 * arms),
        set_index=np.repeat(np.arange(arms), 2),
        set_weight=np.ones(2 * arms),
    )


def unbeaten_groups(names: Sequence[str], cells: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    """Return groups of bots, none of which lost a game to a later group.

    The distance between such groups depends on the prior: more games only push them apart.
    """
    won = {(cell["row"], cell["column"]) for cell in cells if cell["score"] > 0}
    reach = {name: _beaten_bots(name, names, won) for name in names}
    groups: dict[frozenset[str], list[str]] = {}
    for name in names:
        both = frozenset(other for other in reach[name] if name in reach[other])
        groups.setdefault(both, []).append(name)
    return sorted(groups.values(), key=lambda group: -len(reach[group[0]]))


def _beaten_bots(name: str, names: Sequence[str], won: Collection[tuple[str, str]]) -> set[str]:
    """Return the bot itself and all bots it has beaten, directly or through others."""
    beaten, waiting = {name}, [name]
    while waiting:
        winner = waiting.pop()
        new = {other for other in names if (winner, other) in won} - beaten
        beaten |= new
        waiting += sorted(new)
    return beaten


def matrix(
    names: Sequence[str], pairs: Sequence[Mapping[str, Any]], wins: Numbers
) -> list[dict[str, Any]]:
    """Return the score of each bot against each other: its share of the games, ties shared."""
    entries = []
    for row, column in permutations(range(len(names)), 2):
        arms = [arm for arm, pair in enumerate(pairs) if {row, column} == set(pair["bots"])]
        total = sum(wins[:, arm, pairs[arm]["bots"].index(row)] for arm in arms)
        of = wins[:, arms].sum(axis=(1, 2))
        score = ratio_interval(total, of, share=True).one()
        if score.value in (0, 1) and np.count_nonzero(of) > 1:  # won by one of them, always
            score = unanimous_interval(score.value, int(np.count_nonzero(of)))
        cell = {"row": names[row], "column": names[column], "games": round(float(of.sum()))}
        ends = {"low": number_to_json(score.low), "high": number_to_json(score.high)}
        entries.append({**cell, "score": score.value, **ends})
    return entries
