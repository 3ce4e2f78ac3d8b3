"""Findings that any game can have: reasons for its figures, in words and with their evidence.

A game adds those measures of `general_measures` that count what a finding is about. A finding is
reported only if its whole interval is beyond what is worth a word; its strength says how far the
end of the interval that is nearer to that is on the way to the largest effect there can be.
"""

from collections.abc import Mapping
from dataclasses import replace

from offleash.contract.lab.findings import Contrast, Evidence, Finding
from offleash.contract.lab.general_measures import (
    AHEAD,
    CHOICES,
    LEAD,
    LOSERS,
    NOT_AHEAD,
    PROGRESS,
    WINNERS,
)
from offleash.contract.lab.measures import Figure, Label
from offleash.tools.prose import join_and, join_or

HARDLY = 0.1  # a share below this is as good as nothing
POINTS = 0.05  # of wins: a smaller difference is not worth a word
RELATIVE = 0.05  # the same for two rates, as their difference over their sum: a tenth more
SAFE = 0.8  # a share of wins from which on a game is decided
MOST_LISTED = 3  # things in one sentence
NEVER, ALWAYS = "hardly ever", "nearly always"

Pairs = list[tuple[str, str]]  # keys of figures to compare


def general_findings(evidence: Evidence) -> list[Finding]:
    """Return all findings that the measures of the game allow."""
    findings = (winners_differ(evidence), lead_counts(evidence), decided_when(evidence))
    return [*filter(None, findings), *never_or_always(evidence)]


def percent(share: float) -> str:
    """Return `41.3 %`; without decimals only if it is nothing or everything."""
    return f"{100 * share:.0f} %" if share in (0, 1) else f"{100 * share:.1f} %"


def ends(low: float, high: float) -> str:
    """Return the ends of an interval of points: `(12.1 … 15.3)`."""
    return f"({100 * low:.1f} … {100 * high:.1f})".replace("-", "−")


def _pairs(evidence: Evidence, label: Label, twin: Label) -> Pairs:
    """Return the keys of a figure and of its twin, for each kind that has both."""
    columns = {figure.label.column: None for figure in evidence.figures.values()}
    pairs = ((replace(label, column=c).key, replace(twin, column=c).key) for c in columns)
    return [pair for pair in pairs if set(pair) <= evidence.figures.keys()]


# What winners do


def winners_differ(evidence: Evidence) -> Finding | None:
    """Return what winners do more or less often than losers of the same kind with the same luck."""
    labels = {
        f.label.name: f.label for f in evidence.figures.values() if f.label.heading == WINNERS
    }
    pairs = {n: _pairs(evidence, a, replace(a, heading=LOSERS)) for n, a in labels.items()}
    contrasts = {
        name: contrast
        for name, contrast in evidence.contrasts(pairs).items()
        if _relative_size(contrast) > RELATIVE
    }
    if not contrasts:
        return None
    names = sorted(contrasts, key=lambda name: -_relative_size(contrasts[name]))
    label = labels[names[0]]
    losers = f"losers of the same {label.group} with the same luck"
    listed = join_and(_more_or_fewer(name, contrasts[name]) for name in names[:MOST_LISTED])
    return Finding(
        f"Compared with {losers}, winners have {listed} {label.unit}.",
        (_relative_size(contrasts[names[0]]) - RELATIVE) / (1 - RELATIVE),
        f"What winners have more or less of than {losers}",
        {name: [_change(label, contrasts[name])] for name in names},
        paragraph="The chart shows the difference in per cent of what losers have. These things go "
        "with winning; some of them may be a result of being ahead.",
    )


def _relative_size(contrast: Contrast) -> float:
    """Return how large a difference is at least, over the sum of both; below 0 if it is unclear."""
    total = abs(contrast.one) + abs(contrast.other)
    return max(contrast.low, -contrast.high) / total if total else -1.0


def _more_or_fewer(name: str, contrast: Contrast) -> str:
    word = "more" if contrast.one > contrast.other else "fewer"
    decimals = 2 if max(contrast.one, contrast.other) >= 0.1 else 3
    return f"{word} {name} ({contrast.one:.{decimals}f} against {contrast.other:.{decimals}f})"


def _change(label: Label, contrast: Contrast) -> Figure:
    """Return the difference in per cent of what the others have."""
    of = abs(contrast.other) or contrast.one
    value, low, high = contrast.one - contrast.other, contrast.low, contrast.high
    return Figure(replace(label, unit="% more"), *(100 * end / of for end in (value, low, high)))


# What a lead is worth, and when it decides


def lead_counts(evidence: Evidence) -> Finding | None:
    """Return what a lead is worth among equals, or that it is worth hardly anything."""
    leads = [f.label for f in evidence.figures.values() if f.label.name == AHEAD]
    label = next((label for label in leads if label.heading == LEAD), None)
    pairs = _pairs(evidence, label, replace(label, name=NOT_AHEAD)) if label else []
    contrast = evidence.contrasts({AHEAD: pairs}).get(AHEAD)
    if label is None or contrast is None:
        return None
    low, high = contrast.low, contrast.high
    least, most = max(low, -high), max(-low, high)
    if least <= POINTS <= most:
        return None
    points = f"{100 * abs(contrast.one - contrast.other):.0f} points {ends(low, high)}"
    worth = f"is worth {points}" if low > 0 else f"costs {points}"
    if most < POINTS:
        worth = f"is worth next to nothing {ends(low, high)}"
    figures = [[evidence.figures[key] for key in pair] for pair in pairs]
    return Finding(
        f"At equal strength, a lead at half time {worth}: the same {label.group} with the same "
        f"luck wins {percent(contrast.one)} when it is ahead and {percent(contrast.other)} when "
        "it is not.",
        1 - most / POINTS if most < POINTS else (least - POINTS) / (1 - POINTS),
        f"Games won by each {label.group} when it is ahead at half time, and when it is not",
        {pair[0].label.column: pair for pair in figures},
        ("ahead", "not ahead"),
        f"A strong {label.group} leads more often and wins more often anyway, so each is compared "
        "only with itself, block by block.",
    )


def decided_when(evidence: Evidence) -> Finding | None:
    """Return the share of a game from which on the leader is safe; or that none ever is."""
    figures = [f for f in evidence.figures.values() if f.label.group == PROGRESS]
    unsafe = [place for place, figure in enumerate(figures) if not figure.low >= SAFE]
    safe_from = unsafe[-1] + 1 if unsafe else 0
    if safe_from < len(figures):
        first = figures[safe_from]
        sentence = (
            f"Games are decided after {first.label.column} of their length: only from then on "
            f"does the player who is ahead alone win more than {100 * SAFE:.0f} % of the games, at "
            f"first {percent(first.value)} {ends(first.low, first.high)}."
        )
        strength = 1 - safe_from / len(figures)
    elif figures and figures[-1].high < SAFE:
        last = figures[-1]
        sentence = (
            f"Games stay open to the end: after {last.label.column} of their length, the player "
            f"who is ahead alone wins only {percent(last.value)} of the games "
            f"{ends(last.low, last.high)}."
        )
        strength = (SAFE - last.high) / SAFE
    else:
        return None
    rows = {f"after {figure.label.column}": [figure] for figure in figures}
    return Finding(sentence, strength, "Games won by the player who is ahead alone", rows)


# What is always or never chosen


def never_or_always(evidence: Evidence) -> list[Finding]:
    """Return actions that are hardly ever taken when legal, and those that nearly always are."""
    shares = {f.label.name: f for f in evidence.figures.values() if f.label.heading == CHOICES}
    never = {name: f for name, f in shares.items() if f.high < HARDLY}
    always = {name: f for name, f in shares.items() if f.low > 1 - HARDLY}
    cases = {name: evidence.cases(f.label.key) for name, f in shares.items()}
    choices = sum(f.value * cases[name] for name, f in shares.items())
    return [
        _habit(habit, often, cases, choices)
        for habit, often in ((never, NEVER), (always, ALWAYS))
        if habit
    ]


def _habit(
    shares: Mapping[str, Figure], often: str, cases: Mapping[str, float], choices: float
) -> Finding:
    """Return one finding about all of these actions, as strong as the share of choices it decides.

    `cases` are how often each action was legal, of all choices. What is always done surprises less
    than what never is.
    """
    is_never = often == NEVER
    names = sorted(shares, key=lambda name: shares[name].value, reverse=not is_never)
    listed = [f"{n} ({percent(shares[n].value)} of {cases[n]:,.0f} times)" for n in names]
    join = join_or if is_never else join_and
    first, others = listed[:MOST_LISTED], listed[MOST_LISTED:]
    strengths = []
    for name, share in shares.items():
        room = share.high if is_never else 1 - share.low
        strengths.append((1 - room / HARDLY) * min(1.0, cases[name] / max(choices, 1.0)))
    return Finding(
        f"When there is a choice, bots {often} {join(first)}.",
        max(strengths) * (1.0 if is_never else 0.5),
        f"What bots {often} do when it is legal",
        {name: [shares[name]] for name in names},
        paragraph=f"They also {often} {join(others)}." if others else "",
    )
