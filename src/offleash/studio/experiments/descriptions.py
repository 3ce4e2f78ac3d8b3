"""The question and the verdict of a run, in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from offleash.bots.kinds import display_name
from offleash.contract.options import describe_setting
from offleash.games import registry
from offleash.lab.plans.plan import Arm, Plan, file_names, with_names, wording_of_plan
from offleash.studio.experiments.option_rows import option_words
from offleash.tools.prose import join_and, to_sentence

MAX_NAMED = 4  # options or bots that are listed by name


def question_of(plan: Plan) -> str:
    """Return the question that a plan asks, in one line."""
    question = QUESTIONS.get(plan.kind, _simulate)(plan)
    wording = wording_of_plan(registry.load(plan.game), plan)
    return wording.text(question) if wording else question


def _rules(plan: Plan) -> str:
    return f"{registry.load(plan.game).title} {plan.arms[0].preset}".strip()


def _simulate(plan: Plan) -> str:
    options = with_names(plan.arms[0].options, file_names(plan))
    changes = f" with {_options(options)}" if options else ""
    return f"How does {_rules(plan)} play{changes}?"


def _compare(plan: Plan) -> str:
    a, b = plan.arms[:2] if len(plan.arms) > 1 else (plan.arms[0], plan.arms[0])
    first, second = _describe_arms(a, b, file_names(plan))
    measure = plan.goal.get("measure")
    about = f"for “{measure}”, " if measure else ""
    return f"{_rules(plan)}: {about}does {second} differ from {first}?"


def _describe_arms(a: Arm, b: Arm, files: Mapping[str, str]) -> tuple[str, str]:
    """Describe two arms by what differs between them; `files` has the names of files."""
    texts = []
    for arm, other in ((a, b), (b, a)):
        differs = {
            name: with_names(arm.options.get(name, "default"), files)
            for name in {**arm.options, **other.options}
            if arm.options.get(name) != other.options.get(name)
        }
        words = [_options(differs)] if differs else []
        words += [f"rules {arm.preset}"] if arm.preset != other.preset else []
        words += [_bots(arm.lineups[0])] if arm.lineups != other.lineups else []
        texts.append(" and ".join(words) or arm.name)
    return texts[0], texts[1]


def _sweep(plan: Plan) -> str:
    over = [option_words(name) for name in plan.goal.get("over", ())]
    return f"{_rules(plan)}: what do values of {_join(over)} do?"


def _tune(plan: Plan) -> str:
    over = [option_words(name) for name in plan.goal.get("over", ())]
    goals = list(plan.goal.get("goals", ()))
    return f"{_rules(plan)}: which {_join(over)} come closest to {_join(goals)}?"


def _propose(plan: Plan) -> str:
    goals = list(plan.goal.get("goals", ()))
    return f"{_rules(plan)}: which rules would be better for {_join(goals)}?"


def _ladder(plan: Plan) -> str:
    bots = [display_name(bot) for bot in plan.goal.get("bots", ())]
    return f"{_rules(plan)}: how strong are {_join(bots)}?"


def _claim(plan: Plan) -> str:
    bot = display_name(plan.goal["bot"]) if "bot" in plan.goal else "a bot"
    return f"{_rules(plan)}: does {bot} win as often as claimed?"


QUESTIONS = {
    "compare": _compare,
    "sweep": _sweep,
    "tune": _tune,
    "propose": _propose,
    "ladder": _ladder,
    "claim": _claim,
}


def _options(options: Mapping[str, str]) -> str:
    words = {option_words(name): value for name, value in options.items()}
    settings = [describe_setting(name, value, " = ") for name, value in words.items()]
    return _join([f"its {text}" if text.startswith("own ") else text for text in settings])


def _bots(names: Sequence[str]) -> str:
    bots = [display_name(name) for name in names]
    return bots[0] if len(set(bots)) == 1 else ", ".join(bots)


def _join(names: Sequence[str]) -> str:
    if len(names) > MAX_NAMED:
        return f"{', '.join(names[: MAX_NAMED - 1])} and {len(names) - MAX_NAMED + 1} more"
    return join_and(names) or "nothing"


# Verdicts


def verdict_of(summary: Mapping[str, Any]) -> str:
    """Return a sentence about a finished run; empty if it has no single answer."""
    describe = VERDICTS.get(str(summary.get("kind")))
    text = describe(summary) if describe else ""
    return to_sentence(text.replace(" -", " −").replace("(-", "(−"))


def _compare_verdict(summary: Mapping[str, Any]) -> str:
    from offleash.lab.experiments.compare import sentence

    scale, unit = (100, " points") if summary["is_share"] else (1, "")
    ends = [None if end is None else scale * end for end in summary["interval"]]
    low, high = ("?" if end is None else f"{end:+,.2f}" for end in ends)
    effect = f"{scale * summary['effect']:+,.2f}{unit} ({low} … {high})"
    return f"{summary['measure']}: b − a is {effect}; it {_as_clause(sentence(summary))}"


def _as_clause(verdict: str) -> str:
    return verdict if verdict.startswith(("differs", "does")) else f"is {verdict}"


def _sweep_verdict(summary: Mapping[str, Any]) -> str:
    rows = [
        (difference["p_holm"], point["name"], key)
        for point in summary["points"]
        for key, difference in point["differences"].items()
        if difference["p_holm"] is not None and difference["p_holm"] < 0.05
    ]
    count = f"{len(summary['points'])} points, {summary['games']:,} games"
    if not rows:
        return f"{count}; none differs clearly from the base"
    _, name, key = min(rows)
    return f"{count}; {len(rows)} clear differences from the base, the clearest at {name} in {key}"


def _tune_verdict(summary: Mapping[str, Any]) -> str:
    trials = {trial["number"]: trial for trial in summary["trials"]}
    best = trials.get(summary["best"])
    if best is None:
        return "none of the rules tried can be played"
    changes = _options(best["changes"]) if best["changes"] else "no change at all"
    return f"of {len(trials)} rule sets the best compromise is {changes}"


def _propose_verdict(summary: Mapping[str, Any]) -> str:
    if summary["best"] is None:
        return "no rule set beats today's rules"
    best = next(row for row in summary["proposals"] if row["number"] == summary["best"])
    return f"proposal {best['number']} is {best['verdict']}: {_options(best['changes'])}"


def _ladder_verdict(summary: Mapping[str, Any]) -> str:
    rows = [f"{row['bot']} {row['rating']:+.0f}" for row in summary["ratings"]]
    return f"best first: {_join(rows)}"


def _claim_verdict(summary: Mapping[str, Any]) -> str:
    from offleash.lab.experiments.claim import sentence

    verdict = sentence(summary)
    return f"the claim {'is ' * verdict.startswith('not')}{verdict}"


VERDICTS = {
    "compare": _compare_verdict,
    "sweep": _sweep_verdict,
    "tune": _tune_verdict,
    "propose": _propose_verdict,
    "ladder": _ladder_verdict,
    "claim": _claim_verdict,
}
