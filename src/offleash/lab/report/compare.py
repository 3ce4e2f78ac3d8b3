"""The report of a comparison: whether b differs from a, and in what else it does."""

from collections.abc import Mapping, Sequence
from typing import Any

from offleash.lab.finished_run import FinishedRun
from offleash.lab.plan import EVERYTHING
from offleash.lab.report import estimates
from offleash.lab.report.differences import (
    DECIDES,
    DIFFERS,
    SAME,
    Difference,
    cell,
    ends_text,
    forest,
    interval_of,
    path,
    plain,
    signed_text,
)
from offleash.lab.report.facts import (
    changes_text,
    colophon,
    game_title,
    players_text,
    unfinished_text,
)
from offleash.lab.report.numbers import number
from offleash.lab.report.parts import Answer, Cell, Chart, Fold, Part, Report, Section, Table
from offleash.lab.report.sections.lengths import both_lengths
from offleash.lab.statistics import Interval

Summary = Mapping[str, Any]
MOST = 12  # measures in one forest, besides the one that decides
CLEAR = 1e-4  # a smaller p is not written out


def build(loaded: FinishedRun) -> Report:
    """The report of a comparison that has ended; where it kept no games, from figures alone."""
    if loaded.plan.record != EVERYTHING:
        return report_of(loaded.summary)
    names = [f"{arm['name']}: {_plain_changes(arm)}" for arm in loaded.summary["arms"]]
    return report_of(loaded.summary, [both_lengths(loaded, names)])


def _plain_changes(arm: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in arm["chosen"].items())


def report_of(summary: Summary, further: Sequence[Section] = ()) -> Report:
    """From the summary alone; further sections, made from tables, come before the last."""
    rows = differences(summary)
    sections = [
        Section("In short", answers(summary, rows), lead(summary, rows[0])),
        Section("The answer", [_path(summary)], method(summary)),
        Section("What else changes", _forests(summary, rows)),
        *further,
        Section("Every measure", _tables(summary), TABLES),
    ]
    kept = [section for section in sections if section.parts]
    return Report(title(summary), kept, subtitle(summary), colophon(summary))


def title(summary: Summary) -> str:
    """`Uri-Nation: swagger_per 2 or 3?`"""
    a, b = (arm["chosen"] for arm in summary["arms"])
    if len(a) == 1 and list(a) == list(b):
        ((name, first),) = a.items()
        return f"{game_title(summary)}: {name} {first} or {b[name]}?"
    return f"{game_title(summary)}: two variants compared"


def subtitle(summary: Summary) -> str:
    """Who the arms are and who played."""
    arms = [f"{arm['name']}: {changes_text(arm['chosen'])}" for arm in summary["arms"]]
    bots = list(dict.fromkeys(players_text(arm) for arm in summary["arms"]))
    told = [*arms, *(bots if len(bots) == 1 else ())]
    return f"{'; '.join(told)}; both on the same dice and cards."


def lead(summary: Summary, first: Difference) -> str:
    """The verdict with its effect, its interval and its cost."""
    unit = " points" if first.is_share else ""
    effect = signed_text(first.interval, first.is_share)
    ends = ends_text(first.interval, first.is_share)
    games = " and ".join(f"{count:,}" for count in dict.fromkeys(summary["games"]))
    told = f"b − a is {effect}{unit} ({ends}), after {games} games of each arm."
    lost = unfinished_text(sum(arm["unfinished"] for arm in summary["arms"]))
    return f"{verdict(summary, first)} {told} {lost}".strip()


def method(summary: Summary) -> str:
    """How it was found out."""
    level = number(100 * summary["level"])
    return (
        "Both arms play the same blocks with the same luck, so only the change can make a "
        "difference. The looks were fixed before the first game, and play stopped at the first "
        f"that gave a clear answer. The intervals of all looks together hold with {level} %, so "
        "stopping early is paid for."
    )


# The headline


def answers(summary: Summary, rows: Sequence[Difference]) -> list[Part]:
    """The verdict, both values, what it cost, and how much else differs."""
    first, others = rows[0], rows[1:]
    level = number(100 * summary["level"])
    unit = " points" if first.is_share else ""
    effect = Answer(
        f"is what b has more than a: {short_verdict(summary)}.",
        signed_text(first.interval, first.is_share) + unit,
        f"{level} % over all looks: {ends_text(first.interval, first.is_share)}",
    )
    found: list[Part] = [effect, *(_value(summary, arm) for arm in summary["arms"])]
    found.append(_cost(summary))
    if others:
        count = sum(row.kind == DIFFERS for row in others)
        which = f"of {len(others):,} other measures differ, after Holm's correction for so many."
        found.append(Answer(f"{_how_many(count)} {which}", f"{count:,} of {len(others):,}"))
    return found


def _how_many(count: int) -> str:
    return f"{count:,}" if count else "None"


def verdict(summary: Summary, first: Difference) -> str:
    """One sentence."""
    name, margin = f"“{first.measure}”", plain(summary["margin"], first.is_share)
    margin = f"the margin of {margin}{' points' if first.is_share else ''}"
    if not _is_decided(summary):
        more = f"play about {summary['more_games']:,} more games of each arm"
        return f"It is undecided whether {name} differs by more than {margin}: {more}."
    if summary["verdict"].startswith("differs"):
        way = "more" if first.interval.value > 0 else "less"
        return f"{name} differs: b has {way} than a, and by more than {margin}."
    return f"{name} does not differ by more than {margin}."


def short_verdict(summary: Summary) -> str:
    """What the test says, in its own words."""
    return f"it {summary['verdict']}" if _is_decided(summary) else str(summary["verdict"])


def _is_decided(summary: Summary) -> bool:
    return not summary["verdict"].startswith("undecided")


def _value(summary: Summary, arm: Mapping[str, Any]) -> Answer:
    key, is_share = summary["measure"], summary["is_share"]
    found = _figure(arm, key)
    said = f"{key}, for {arm['name']} ({changes_text(arm['chosen'])})."
    ends = estimates.ends(found, is_share)
    return Answer(said, estimates.shown(found, is_share), f"95 % interval {ends}" if ends else "")


def _cost(summary: Summary) -> Answer:
    looks, possible = len(summary["looks"]), len(summary["possible_looks"])
    most = _games_at(summary, summary["possible_looks"][-1])
    said = f"games of each arm were enough; {most} were allowed."
    if not _is_decided(summary):
        said = "games of each arm were all that was allowed, and not enough."
    return Answer(said, f"{max(summary['games']):,}", f"look {looks} of {possible}")


def _games_at(summary: Summary, blocks: int) -> str:
    return f"{blocks * max(summary['games']) // summary['blocks']:,}"


# Pictures


def differences(summary: Summary) -> list[Difference]:
    """The measure that decides, then all others as they were counted."""
    error = 1 - summary["level"]
    first = Difference(
        summary["measure"],
        interval_of(summary["effect"], summary["interval"]),
        tuple(summary["values"]),
        summary["is_share"],
        DECIDES,
        summary["margin"],
    )
    others = [
        Difference(
            row["measure"],
            interval_of(row["difference"], row["interval"]),
            tuple(row["values"]),
            row["is_share"],
            DIFFERS if row["p_holm"] < error else SAME,
        )
        for row in summary["others"]
    ]
    return [first, *others]


def _path(summary: Summary) -> Chart:
    known = {
        look["blocks"]: interval_of(look["effect"], look["interval"]) for look in summary["looks"]
    }
    looks = [(_games_at(summary, n), known.get(n)) for n in summary["possible_looks"]]
    caption = (
        f"What is known about {summary['measure']} at each look. The yellow band is the margin: a "
        "line that leaves it altogether shows a difference that matters, one that lies within it "
        "shows that there is none. Looks that were not needed are empty."
    )
    is_share = summary["is_share"]
    return path("How the answer came about", looks, summary["margin"], is_share, caption)


def _forests(summary: Summary, rows: Sequence[Difference]) -> list[Part]:
    """One forest in points, for shares, and one in per cent of a; the clearest measures of each."""
    by_p = {row["measure"]: row["p"] for row in summary["others"]}
    found: list[Part] = []
    for is_share, name in ((True, "Shares"), (False, "Amounts")):
        own = [
            row for row in rows[1:] if row.is_share == is_share and estimates.has_ends(row.interval)
        ]
        own.sort(key=lambda row: (by_p[row.measure], -abs(row.interval.value * row.scale)))
        shown = [row for row in rows[:1] if row.is_share == is_share] + own[:MOST]
        if not own:
            continue
        caption = _forest_caption(len(own), is_share, has_first=rows[0] in shown)
        found.append(forest(f"{name} that change", shown, caption, name.lower()))
    return found


def _forest_caption(count: int, is_share: bool, has_first: bool) -> str:
    left = f"The clearest {MOST} of {count:,} measures, by size. " if count > MOST else ""
    scale = "points: from 25 % to 27 % is +2" if is_share else "per cent of what a has"
    first = " The red one decides, and the yellow band is its margin." if has_first else ""
    return (
        f"{left}Right of the dashed line b has more, left less, in {scale}. A line is the interval "
        "after the stop. Blue measures differ even if all measures are counted as tries (Holm), "
        f"grey ones need not.{first}"
    )


# Numbers


def _tables(summary: Summary) -> list[Part]:
    """A table for each heading; what is nought on both sides is left out."""
    first = {
        "measure": summary["measure"],
        "unit": summary["unit"],
        "is_share": summary["is_share"],
        "values": summary["values"],
        "difference": summary["effect"],
        "interval": summary["interval"],
    }
    groups: dict[str, list[list[Cell]]] = {}
    for row in [first, *summary["others"]]:
        heading, _, name = row["measure"].rpartition(": ")
        if any(row["values"]):
            groups.setdefault(heading, []).append(_line(summary, name, row))
    columns = ["", "unit", *(arm["name"] for arm in summary["arms"]), "b − a", "p (Holm)"]
    return [
        Fold(heading or "In general", [Table(columns, rows)]) for heading, rows in groups.items()
    ]


def _line(summary: Summary, name: str, row: Mapping[str, Any]) -> list[Cell]:
    key, is_share = row["measure"], row["is_share"]
    sides = [estimates.cell(_figure(arm, key), is_share) for arm in summary["arms"]]
    more = cell(interval_of(row["difference"], row["interval"]), is_share)
    p = p_text(row["p_holm"]) if "p_holm" in row else "decides"
    return [name, row["unit"], *sides, more, p]


def _figure(arm: Mapping[str, Any], key: str) -> Interval:
    return interval_of(arm["figures"][key], arm["intervals"].get(key, (None, None)))


def p_text(p: float | None) -> str:
    """`0.034`, or `< 0.0001`; nothing where there is none."""
    if p is None:
        return ""
    return f"< {CLEAR:.4f}" if p < CLEAR else f"{p:.2g}" if p < 0.1 else f"{p:.2f}"


TABLES = (
    "Both arms with their 95 % intervals, and b − a with the interval that holds after any stop; "
    "shares differ in points. Differences are paired, so they are surer than the two columns look. "
    "The last column is the p-value after Holm's correction. What is nought in both arms is left "
    "out."
)
