"""The questions that plan files can ask: turns the sections of a file into a plan.

A section is plain data. If something is wrong with it, an OffleashError names the key; the code
that reads the file adds the line.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from offleash.contract import Game, Records
from offleash.lab.experiments import compare, sweep
from offleash.lab.experiments.claim import claim_plan
from offleash.lab.experiments.ladder import ladder_plan
from offleash.lab.experiments.propose import COUNTS, GAMES as PROPOSE_GAMES, propose_plan
from offleash.lab.experiments.tune import tune_goal
from offleash.lab.plans.plan import RECORDS, Arm, Plan, make_arm, make_plan
from offleash.lab.plans.ranges import parse_ranges
from offleash.lab.runs.experiment import SECONDS
from offleash.play.rules_files import resolve_files
from offleash.projects.project import options_from
from offleash.tools.errors import OffleashError, quote
from offleash.tools.prose import did_you_mean

Section = Mapping[str, Any]
GAMES = 1000  # the default
TRIALS = 60  # the default for tuning
RECOMMENDED = True  # in place of values: the option's recommended values
NOUNS: dict[type, str] = {
    str: "text in quotes",
    int: "a whole number",
    float: "a number",
    list: "a list of texts",
    dict: "a table",
}

T = TypeVar("T", str, int, float, list[str], dict[str, Any])


@dataclass(frozen=True)
class CommonSettings:
    """The settings that all kinds of experiment share."""

    path: Path  # of the file; other paths are relative to it
    options: Records  # the base rules, from preset, rules and settings
    preset: str | None = None
    rules: Path | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    seats: tuple[str, ...] = ("greedy",)  # the bots
    seatings: str | None = None
    seed: int = 0
    games: int | None = None
    record: str = RECORDS[0]

    def plan(
        self,
        game: Game,
        kind: str,
        arms: Sequence[Arm],
        games: int,
        goal: Mapping[str, Any] | None = None,
    ) -> Plan:
        """Return a plan with these arms; `games` is the default number of games."""
        count = self.games or games
        return make_plan(game, arms, count, self.seed, self.seatings, kind, goal)


def make_question_plan(kind: str, game: Game, common: CommonSettings, section: Section) -> Plan:
    """Return the plan for a question: `section` holds the table of its kind and related tables."""
    return replace(QUESTIONS[kind].plan(game, common, section), record=common.record)


def _simulate(game: Game, common: CommonSettings, section: Section) -> Plan:
    arm = make_arm(game, "", common.options, common.seats)
    seconds = _optional(section["simulate"], SECONDS, dict)
    return common.plan(game, "simulate", [arm], GAMES, {SECONDS: seconds} if seconds else {})


# Two arms


def _compare(game: Game, common: CommonSettings, section: Section) -> Plan:
    own = section["compare"]
    arms = [_side(game, common, name, section[name]) for name in ("a", "b")]
    measure, margin = _optional(own, "measure", str), _optional(own, "margin", float)
    precision = _optional(own, "precision", float)
    level = {"level": read_value(own, "level", float)} if "level" in own else {}
    goal = compare.goal_of(measure, margin, precision=precision, **level)
    return common.plan(game, "compare", arms, compare.GAMES, goal)


def _side(game: Game, common: CommonSettings, name: str, table: Section) -> Arm:
    """Return an arm of a comparison: it may change options, the preset, a rules file or bots."""
    changed = dict(table)
    preset, rules = _optional(changed, "preset", str), _optional(changed, "rules", str)
    bots = changed.pop("bots", None)
    if isinstance(changed.get("seats"), list) or str(changed.get("seats", 1))[:1].isalpha():
        bots = changed.pop("seats")  # a number is an option of the game, names are bots
    changes = {key: value for key, value in changed.items() if key not in ("preset", "rules")}
    file = common.rules if rules is None else common.path.parent / rules
    plain = options_from(
        game, common.preset if preset is None else preset, file, dict(common.settings)
    )
    options = game.options(
        game.base(plain) or None, game.changes(plain), resolve_files(common.path, game, changes)
    )
    return make_arm(game, name, options, common.seats if bots is None else bot_names(bots))


def bot_names(names: Any, key: str = "seats") -> tuple[str, ...]:
    """Return bots' names, given as a text with commas or as a list, or raise OffleashError."""
    if isinstance(names, str):
        return tuple(names.split(","))
    if isinstance(names, list | tuple) and names and all(isinstance(name, str) for name in names):
        return tuple(names)
    raise OffleashError(f"{key} must be names of bots, not {quote(names)}")


# Many arms


def _sweep(game: Game, common: CommonSettings, section: Section) -> Plan:
    own = section["sweep"]
    over = parse_ranges(game, _ranges(game, common, own.get("over")))
    sobol, measures = _optional(own, "sobol", int), _optional(own, "measures", list) or []
    arms, goal = sweep.plan_sweep(
        game, common.options, common.seats, over, sobol, common.seed, measures
    )
    return common.plan(game, "sweep", arms, sweep.SOBOL_GAMES if sobol else sweep.GAMES, goal)


def _tune(game: Game, common: CommonSettings, section: Section) -> Plan:
    own = section["tune"]
    over = _ranges(game, common, own.get("over"))
    goals = _optional(own, "goals", list) or []
    trials = read_value(own, "trials", int) if "trials" in own else TRIALS
    sampler = {"sampler": read_value(own, "sampler", str)} if "sampler" in own else {}
    goal = tune_goal(game, common.options, over, goals, trials, **sampler)
    arm = make_arm(game, "base", common.options, common.seats)
    return common.plan(game, "tune", [arm], GAMES, goal)


def _ladder(game: Game, common: CommonSettings, section: Section) -> Plan:
    own = section["ladder"]
    if "bots" not in own:
        raise OffleashError("a ladder needs bots, a list of the bots to rate")
    bots, anchor = bot_names(own["bots"], "bots"), _optional(own, "anchor", str) or ""
    how = (common.games or GAMES, common.seed, common.seatings or "rotations")
    return ladder_plan(game, common.options, bots, *how, anchor)


def _claim(game: Game, common: CommonSettings, section: Section) -> Plan:
    own = section["claim"]
    for key in ("bot", "above"):
        if key not in own:
            raise OffleashError(f"a claim needs {key}")
    names: dict[str, Any] = {
        key: bot_names(own[key], key) for key in ("against", "among") if key in own
    }
    habit: dict[str, Any] = {key: read_value(own, key, str) for key in ("of", "per") if key in own}
    habit |= {"habit": read_value(own, "habit", list)} if "habit" in own else {}
    return claim_plan(
        game,
        common.options,
        read_value(own, "bot", str),
        read_value(own, "above", float),
        **names,
        than=_optional(own, "than", str) or "",
        games=common.games,
        seed=common.seed,
        seatings=common.seatings or "rotations",
        habit=habit,
    )


def _propose(game: Game, common: CommonSettings, section: Section) -> Plan:
    own = section.get("propose", {})
    over = _ranges(game, common, own["over"]) if "over" in own else ()
    counts = {key: read_value(own, key, int) for key in COUNTS if key in own}
    return propose_plan(
        game,
        common.options,
        _optional(own, "bots", list) or (),
        over,
        _optional(own, "goals", list) or (),
        common.games or PROPOSE_GAMES,
        common.seed,
        common.seatings,
        **counts,
    )


def _ranges(game: Game, common: CommonSettings, over: Any) -> list[str]:
    """Return options with their values in command-line notation: `rounds=10,20`."""
    if isinstance(over, list) and all(isinstance(text, str) for text in over):
        return over
    if not isinstance(over, Mapping):
        raise OffleashError(
            "over must name options with their values, such as over = {rounds = [10, 20]}"
        )
    lists = {option.name for option in game.rules.options if option.has_commas}
    texts = []
    for name, values in over.items():
        if isinstance(values, list):
            values = [resolve_files(common.path, game, {name: value})[name] for value in values]
        texts.append(_range(name, values, "/" if name in lists else ","))
    return texts


def _range(name: str, values: Any, between: str) -> str:
    if values is RECOMMENDED:
        return name
    if isinstance(values, list):
        if not values:
            raise OffleashError(f"the range of {name} is empty: list its values")
        return f"{name}={between.join(_format_value(value) for value in values)}"
    if isinstance(values, str):
        return f"{name}={values}"
    raise OffleashError(f'{name} must have a list of values, "2..6", or true, not {quote(values)}')


def _format_value(value: Any) -> str:
    """Return a value in command-line notation."""
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


# Values


def read_value(section: Section, key: str, kind: type[T]) -> T:
    """Return the value of a key (text, number, list of texts or table), or raise OffleashError."""
    value = section[key]
    kinds = (int, float) if kind is float else kind
    is_texts = not isinstance(value, list) or all(isinstance(text, str) for text in value)
    if not isinstance(value, kinds) or isinstance(value, bool) or not is_texts:
        raise OffleashError(f"{key} must be {NOUNS[kind]}, not {quote(value)}")
    return kind(section[key])


def _optional(section: Section, key: str, kind: type[T]) -> T | None:
    """Return the value of an optional key."""
    return read_value(section, key, kind) if key in section else None


# All kinds


@dataclass(frozen=True)
class QuestionKind:
    """How a plan file describes a kind of experiment."""

    plan: Callable[[Game, CommonSettings, Section], Plan]
    keys: tuple[str, ...] = ()  # of the table named like the kind
    tables: tuple[str, ...] = ()  # further tables, with options of the game
    seated: bool = True  # whether the file names bots for the seats


QUESTIONS = {
    "simulate": QuestionKind(_simulate, (SECONDS,)),
    "compare": QuestionKind(_compare, ("measure", "margin", "level", "precision"), ("a", "b")),
    "sweep": QuestionKind(_sweep, ("over", "sobol", "measures")),
    "tune": QuestionKind(_tune, ("over", "goals", "trials", "sampler")),
    "ladder": QuestionKind(_ladder, ("bots", "anchor"), seated=False),
    "propose": QuestionKind(_propose, ("over", "goals", "bots", *COUNTS), seated=False),
    "claim": QuestionKind(
        _claim, ("bot", "above", "against", "among", "than", "habit", "of", "per"), seated=False
    ),
}


def refuse_unknown(section: Section, known: Sequence[str], where: str) -> None:
    """Raise OffleashError if a section has an unknown key, with a hint for typos."""
    for key in section:
        if key not in known:
            hint = did_you_mean(key, known)
            takes = f"; it takes {', '.join(known)}" if known else ""
            raise OffleashError(f"{where} has no key {key!r}{hint}{takes}")
