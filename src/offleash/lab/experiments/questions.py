"""From a question to its plan: one checked setup, and a function for each kind.

If something is wrong, an OffleashError names the key; code that reads a file adds the line.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from offleash.contract import Game, Records
from offleash.lab.experiments import compare, sweep
from offleash.lab.experiments.claim import claim_plan
from offleash.lab.experiments.ladder import ladder_plan
from offleash.lab.experiments.propose import COUNTS, propose_plan
from offleash.lab.experiments.tune import tune_goal
from offleash.lab.plans.plan import Arm, Plan, make_arm, make_plan
from offleash.lab.plans.ranges import parse_ranges
from offleash.lab.questions.claim import Claim
from offleash.lab.questions.compare import Compare
from offleash.lab.questions.field import (
    Changes,
    Lineups,
    QuestionField,
    Ranges,
    Seats,
    Texts,
    bot_names,
    fields_of,
    read_value,
)
from offleash.lab.questions.ladder import Ladder
from offleash.lab.questions.propose import Propose
from offleash.lab.questions.question import Question
from offleash.lab.questions.questions import KINDS
from offleash.lab.questions.simulate import Simulate
from offleash.lab.questions.sweep import GRID_GAMES, SOBOL_GAMES, Sweep
from offleash.lab.questions.tune import Tune
from offleash.lab.runs.experiment import SECONDS
from offleash.play.rules_files import resolve_files
from offleash.projects.project import options_from
from offleash.tools.errors import OffleashError, quote

Values = Mapping[str, Any]
RECOMMENDED = True  # in place of values: the option's recommended values
Q = TypeVar("Q", bound=Question)
WITHOUT: dict[Any, Any] = {Changes: {}, Ranges: None, Texts: ()}  # what a missing value stands for


@dataclass(frozen=True)
class Setup:
    """What a question is about: a game under its base rules. Paths are relative to a file."""

    game: Game
    preset: str | None = None
    rules: Path | None = None
    settings: Mapping[str, Any] | None = None
    path: Path = Path("here")  # need not exist

    @cached_property
    def options(self) -> Records:
        """The base rules: a preset, changed by a rules file, changed by single options."""
        return options_from(self.game, self.preset, self.rules, dict(self.settings or {}))

    def changed(self, table: Values) -> Records:
        """Return the options of an arm that changes the preset, the rules file or options."""
        preset, rules = (_text(table, key) for key in ("preset", "rules"))
        other = replace(
            self,
            preset=self.preset if preset is None else preset,
            rules=self.rules if rules is None else self.path.parent / rules,
        )
        changes = {key: value for key, value in table.items() if key not in ("preset", "rules")}
        base = self.game.base(other.options) or None
        resolved = resolve_files(self.path, self.game, changes)
        return self.game.options(base, self.game.changes(other.options), resolved)


def make_plan_of(kind: str, setup: Setup, values: Values) -> Plan:
    """Return the plan of a question with these values, each checked. Raises OffleashError."""
    question: Any = make_question(KINDS[kind], setup.game, values)
    plan = PLANS[kind](question, setup)
    return replace(plan, record=question.record)


def make_question(question: type[Q], game: Game, values: Values) -> Q:
    """Return a question with these values. Raises OffleashError if one is missing or wrong."""
    fields = fields_of(question)
    read = {name: fields[name].read(value) for name, value in values.items()}
    for name in fields.keys() - {"game", *read}:
        read[name] = _value_without(question.kind, fields[name])
    return question(game, **read)


def _value_without(kind: str, field: QuestionField) -> Any:
    """Return the value of a field that is not named. Raises OffleashError if it must be."""
    if not field.is_required:
        return field.read(field.default) if field.default else field.default
    if field.type not in WITHOUT:
        raise OffleashError(f"a {kind} needs {field.name}, {field.spec.help}")
    return WITHOUT[field.type]


def with_own_bots(
    question: type[Question], values: Values, register: Callable[[Any], Any]
) -> dict[str, Any]:
    """Return the values with what `register` returns in place of everything that names bots."""
    fields, changed = fields_of(question), dict(values)
    for name, value in values.items():
        if fields[name].type == Seats or name == "anchor":
            changed[name] = register(value)
        elif fields[name].type == Lineups:
            changed[name] = [register(names) for names in fields[name].read(value)]
        elif fields[name].type == Changes and isinstance(value, Mapping) and "bots" in value:
            changed[name] = {**value, "bots": register(value["bots"])}
    return changed


# Plans


def _simulate(question: Simulate, setup: Setup) -> Plan:
    arm = make_arm(setup.game, "", setup.options, question.seats)
    goal = {SECONDS: dict(question.seconds)} if question.seconds else {}
    return _plan(question, setup, [arm], goal)


def _compare(question: Compare, setup: Setup) -> Plan:
    sides = {"a": question.a, "b": question.b}
    arms = [_side(question, setup, name, changes) for name, changes in sides.items()]
    goal = compare.goal_of(question.measure, question.margin, question.level, question.precision)
    return _plan(question, setup, arms, goal)


def _side(question: Compare, setup: Setup, name: str, changes: Any) -> Arm:
    """One arm of a comparison: it may change options, the preset, a rules file or the bots."""
    changed = dict(changes)
    bots = changed.pop("bots", None)
    if isinstance(changed.get("seats"), list) or str(changed.get("seats", 1))[:1].isalpha():
        bots = changed.pop("seats")  # a number is an option of the game, names are bots
    names = question.seats if bots is None else bot_names(bots)
    return make_arm(setup.game, name, setup.changed(changed), names)


def _sweep(question: Sweep, setup: Setup) -> Plan:
    over = parse_ranges(setup.game, _ranges(setup, question.over))
    arms, goal = sweep.plan_sweep(
        setup.game,
        setup.options,
        question.seats,
        over,
        question.sobol,
        question.seed,
        question.measures,
    )
    games = question.games or (SOBOL_GAMES if question.sobol else GRID_GAMES)
    return _plan(replace(question, games=games), setup, arms, goal)


def _tune(question: Tune, setup: Setup) -> Plan:
    over = _ranges(setup, question.over)
    rest = (question.goals, question.trials, question.sampler)
    goal = tune_goal(setup.game, setup.options, over, *rest)
    arm = make_arm(setup.game, "base", setup.options, question.seats)
    return _plan(question, setup, [arm], goal)


def _propose(question: Propose, setup: Setup) -> Plan:
    over = _ranges(setup, question.over) if question.over else ()
    how = (question.goals, question.games, question.seed, question.seatings)
    counts = {name: getattr(question, name) for name in COUNTS}
    also = {"keep": _texts(question.keep), "also": _texts(question.also)}
    rest = {**also, "minutes": question.minutes, **counts}
    return propose_plan(setup.game, setup.options, question.bots, over, *how, **rest)


def _texts(texts: Texts) -> list[str]:
    return [texts] if isinstance(texts, str) else list(texts)


def _ladder(question: Ladder, setup: Setup) -> Plan:
    how = (question.games, question.seed, question.seatings or "rotations")
    return ladder_plan(setup.game, setup.options, question.bots, *how, question.anchor)


def _claim(question: Claim, setup: Setup) -> Plan:
    habit: dict[str, Any] = {"habit": question.habit, "of": question.of, "per": question.per}
    return claim_plan(
        setup.game,
        setup.options,
        question.bot,
        question.above,
        question.against,
        question.among,
        question.than,
        question.games,
        question.seed,
        question.seatings or "rotations",
        {key: value for key, value in habit.items() if value},
    )


def _plan(question: Any, setup: Setup, arms: Sequence[Arm], goal: Values) -> Plan:
    how = (question.games, question.seed, question.seatings, question.kind, goal)
    return make_plan(setup.game, arms, *how)


PLANS: dict[str, Callable[[Any, Setup], Plan]] = {
    "simulate": _simulate,
    "compare": _compare,
    "sweep": _sweep,
    "tune": _tune,
    "propose": _propose,
    "ladder": _ladder,
    "claim": _claim,
}


# Ranges


def _ranges(setup: Setup, over: Any) -> list[str]:
    """Options with their values in command-line notation: `rounds=10,20`."""
    if isinstance(over, str):
        return [over]
    if isinstance(over, list | tuple) and all(isinstance(text, str) for text in over):
        return list(over)
    if not isinstance(over, Mapping):
        raise OffleashError(
            "over must name options with their values, such as over = {rounds = [10, 20]}"
        )
    lists = {option.name for option in setup.game.rules.options if option.has_commas}
    texts = []
    for name, listed in over.items():
        values = listed
        if isinstance(values, Iterable) and not isinstance(values, str):
            values = [_resolve(setup, name, value) for value in values]
        texts.append(_range(name, values, "/" if name in lists else ","))
    return texts


def _resolve(setup: Setup, name: str, value: Any) -> Any:
    return resolve_files(setup.path, setup.game, {name: value})[name]


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


def _text(table: Values, key: str) -> str | None:
    return read_value(key, table[key], str) if key in table else None
