"""With which bots rules meet their goals, and where bots disagree: sentences for designers.

All of it is read from the summary of a search for better rules.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from offleash.lab.experiments.goals import AT_MOST, FAIRNESS, MET_KINDS, TARGET
from offleash.tools.prose import capitalise, count_of, join_and

FAIR = 0.06  # the largest distance from an equal share of the wins that is fair enough
ENOUGH = 5  # rule sets tried for each option, before a search is a verdict
ROUNDING = 0.0005  # a distance that is printed as 6.0 points is fair

Data = Mapping[str, Any]


def agreement(summary: Data, rules: Data) -> list[str]:
    """Return sentences: with which bots rules meet each goal, and where the bots disagree."""
    sentences = [_goal_sentence(goal, values) for goal, values in _values(summary, rules)]
    return [*sentences, *_disagreements(summary, rules)]


def conclusion(summary: Data) -> str:
    """Return which proposals meet all goals with all bots, or why none; empty without any."""
    proposals = summary["proposals"]
    if not proposals or not any(True for _ in _values(summary, summary["today"])):
        return ""
    bots = " with all bots" if len(summary["bots"]) > 1 else ""
    full = [str(row["number"]) for row in proposals if _meets_all(summary, row)]
    if full:
        verb, noun = ("meet", "Proposals") if len(full) > 1 else ("meets", "Proposal")
        return f"{noun} {join_and(full)} {verb} all goals{bots}."
    nearest = proposals[0]
    reasons = " ".join(agreement(summary, nearest))
    text = (
        f"No proposal meets all goals{bots}. Proposal {nearest['number']} comes closest. {reasons}"
    )
    if any(_disagreements(summary, nearest)):
        text += " While bots disagree so much, rules that are fair for some are unfair for others."
    return text


def not_better_text(summary: Data) -> str:
    """Return what it means that no rule set beat today's: none does, or few were tried."""
    tried, varied = len(summary["trials"]), len(summary["over"])
    text = f"None of the {count_of(tried, 'rule set')} tried is clearly better than today's rules"
    if tried < ENOUGH * varied:
        return (
            f"{text}. That is no verdict: with {count_of(varied, 'option')} to change, the search "
            f"has not looked long enough. Give it at least {_enough(summary):,} (--trials), or "
            "more time (--minutes)."
        )
    return f"{text} with all bots on fresh luck; it is unlikely that another one is."


def reach_text(summary: Data) -> str:
    """Return whether any rule set met all goals in the search, and which goals are in the way."""
    counts, goals = summary.get("reach"), summary["goals"]
    if not counts or not counts["goals"]:
        return ""
    tried, names = count_of(counts["tried"], "rule set"), [goal["text"] for goal in goals]
    if counts["all"]:
        verb = "meets" if counts["all"] == 1 else "meet"
        return f"{counts['all']:,} of {tried} {verb} all goals in the games of the search."
    sentences = [f"None of the {tried} that the search tried meets all goals."]
    never = [names[i] for i, met in zip(counts["goals"], counts["met"], strict=True) if not met]
    if never:
        sentences.append(f"None meets {join_and(never)}.")
    for a, b in counts["apart"]:
        sentences.append(f"{names[a]} and {names[b]} are each met by some, but together by none.")
    if counts["tried"] < ENOUGH * len(summary["over"]):
        sentences.append(
            f"This is no proof that there is none: with {count_of(len(summary['over']), 'option')} "
            f"to change, the search has not looked long enough before {_enough(summary):,} of them."
        )
    return " ".join(sentences)


def _enough(summary: Data) -> int:
    """Return how many rule sets are enough for a verdict."""
    return ENOUGH * len(summary["over"])


def trade_rows(summary: Data) -> list[tuple[str, str, str, str]]:
    """Return for each number of changes: how far the best rule set is, what it lacks, what it is.

    Only sizes at which the distance falls are worth a row.
    """
    rows, nearest, goals = [], float("inf"), summary["goals"]
    for row in summary.get("trade", ()):
        if row["distance"] >= nearest:
            continue
        nearest = row["distance"]
        lacks = ", ".join(goals[i]["text"] for i in row["missed"]) or "nothing"
        changes = "; ".join(f"{part['text']}: {part['change']}" for part in row["described"])
        rows.append((f"{row['changes']}", f"{nearest:.2f}", lacks, changes or "today's rules"))
    return rows


def broken_text(summary: Data) -> str:
    """Return how many rule sets were left out because they break the game, with an example."""
    broken = summary.get("broken") or {"count": 0}
    if not broken["count"]:
        return ""
    example = broken["examples"][0]
    changes = "; ".join(f"{row['text']}: {row['change']}" for row in example["described"])
    count = count_of(broken["count"], "rule set was", "rule sets were")
    return (
        f"{capitalise(count)} left out for breaking the game, such as “{changes}”: "
        f"{example['flaw']}."
    )


def met_text(goal: Data, value: Data) -> str:
    """Return `within 9..18` for a target that is met without doubt, otherwise empty."""
    ends = [value[end] for end in ("value", "low", "high")]
    if goal["kind"] not in MET_KINDS or ends != [0, 0, 0]:
        return ""
    return _target_words(goal)


def _values(summary: Data, rules: Data) -> Iterator[tuple[Data, dict[str, Data]]]:
    """Yield the goals that can be met, with their values by bots."""
    for place, goal in enumerate(summary["goals"]):
        if goal["kind"] in (FAIRNESS, *MET_KINDS):
            names = [bots["name"] for bots in summary["bots"]]
            yield goal, {name: rules["validated"][name][place] for name in names}


def _is_met(goal: Data, value: Data) -> bool:
    return bool(value["value"] <= (_fair_gap(goal) + ROUNDING if goal["kind"] == FAIRNESS else 0))


def _fair_gap(goal: Data) -> float:
    """Return the largest gap that is fair: that of the goal, or the usual one."""
    return float(goal["target"] or FAIR)


def _meets_all(summary: Data, rules: Data) -> bool:
    return all(
        _is_met(goal, value)
        for goal, values in _values(summary, rules)
        for value in values.values()
    )


def _goal_sentence(goal: Data, values: Mapping[str, Data]) -> str:
    met = [bots for bots, value in values.items() if _is_met(goal, value)]
    missed = {bots: value for bots, value in values.items() if bots not in met}
    is_fair = goal["kind"] == FAIRNESS
    name = goal["measure"] or "seat"
    target = (
        f"every {name} within {100 * _fair_gap(goal):g} points of an equal share"
        if is_fair
        else f"{goal['measure']} {_target_words(goal)}"
    )
    head = f"{'Fair' if is_fair else 'On target'} with"
    if not missed:
        return f"{head} {'all bots' if len(met) > 1 else join_and(met)}: {target}."
    distances = join_and(f"{_distance(goal, value)} with {b}" for b, value in missed.items())
    if met:
        return f"{head} {join_and(met)} ({target}), but off by {distances}."
    if is_fair:
        return f"Not fair with any bots: the worst {name} is off by {distances}."
    return f"Off target with all bots: {goal['measure']} is off by {distances}."


def _distance(goal: Data, value: Data) -> str:
    if goal["kind"] == FAIRNESS:
        return f"{100 * value['value']:.1f} points"
    return f"{100 * value['value']:.1f} points" if value["is_share"] else f"{value['value']:,.2f}"


def _target_words(goal: Data) -> str:
    """Return `within 9..18`, `exactly 20` or `at most 15 %`."""
    if goal["kind"] == TARGET:
        return f"within {_band(goal)}" if "upper" in goal else f"exactly {_band(goal)}"
    number = goal["text"].rpartition("=")[2].strip().replace("%", " %")
    return f"{'at most' if goal['kind'] == AT_MOST else 'at least'} {number}"


def _band(goal: Data) -> str:
    upper = f"..{goal['upper']:g}" if "upper" in goal else ""
    return f"{goal['target']:g}{upper}"


def _disagreements(summary: Data, rules: Data) -> Iterator[str]:
    """Yield the share of wins on which bots clearly differ most, for each goal of fairness."""
    for goal, keys in zip(summary["goals"], summary["goal_measures"], strict=True):
        if goal["kind"] != FAIRNESS:
            continue
        pairs = []
        for key in keys:
            names = [bots["name"] for bots in summary["bots"]]
            shares = {name: rules["measures"][name][key] for name in names}
            least, most = (pick(shares, key=lambda b: shares[b]["value"]) for pick in (min, max))
            pairs.append((shares[most]["value"] - shares[least]["value"], key, most, least, shares))
        gap, key, most, least, shares = max(pairs, key=lambda pair: pair[0])
        ends = shares[least]["interval"][1], shares[most]["interval"][0]
        if gap > FAIR and None not in ends and ends[0] < ends[1]:
            winner = key.rpartition(": ")[2].rpartition(", ")[2]
            yield (
                f"Bots disagree most about {winner}, who wins "
                f"{100 * shares[most]['value']:.0f} % with {most} and "
                f"{100 * shares[least]['value']:.0f} % with {least}."
            )
