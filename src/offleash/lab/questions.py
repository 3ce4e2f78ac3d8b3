"""What each kind of experiment asks, as plan files say it: a section of a file becomes a plan.

A section is plain data. What is wrong in it is told in a sentence that names the key; whoever read
the file adds the line.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

from offleash.core.errors import OffleashError, shown
from offleash.core.game import Game, Records
from offleash.core.options import Numbers, Order
from offleash.lab.plan import RECORDS, Arm, Plan, make_arm, make_plan
from offleash.play.chosen import options_from
from offleash.play.toml_files import beside

Section = Mapping[str, Any]
GAMES = 1000  # unless a plan or its kind says otherwise
TRIALS = 60  # of tuning, likewise
SWEPT = True  # in place of values: those that are worth trying


@dataclass(frozen=True)
class CommonSettings:
    """What all kinds of experiments share."""

    path: Path  # of the file: others are looked for beside it
    options: Records  # that everything builds on, made of the following
    preset: str | None = None
    rules: Path | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    seats: tuple[str, ...] = ("greedy",)  # who plays
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
        """A plan with these arms; `games` where the file does not say how many."""
        count = self.games or games
        return make_plan(game, arms, count, self.seed, self.seatings, kind, goal)


def make_question_plan(kind: str, game: Game, common: CommonSettings, section: Section) -> Plan:
    """The plan of a file: `section` has the table of its kind, and those that go with it."""
    return replace(QUESTIONS[kind].plan(game, common, section), record=common.record)


def _simulate(game: Game, common: CommonSettings, section: Section) -> Plan:
    arm = make_arm(game, "", common.options, common.seats)
    return common.plan(game, "simulate", [arm], GAMES)


# Two arms


def _compare(game: Game, common: CommonSettings, section: Section) -> Plan:
    from offleash.lab import compare

    own = section["compare"]
    arms = [_side(game, common, name, section[name]) for name in ("a", "b")]
    measure, margin = _optional(own, "measure", _text), _optional(own, "margin", _number)
    level = {"level": _number(own, "level")} if "level" in own else {}
    goal = compare.goal_of(measure, margin, **level)
    return common.plan(game, "compare", arms, compare.GAMES, goal)


def _side(game: Game, common: CommonSettings, name: str, table: Section) -> Arm:
    """An arm: what it changes, which may be the preset, a rules file or who plays."""
    changed = dict(table)
    preset, rules = _optional(changed, "preset", _text), _optional(changed, "rules", _text)
    bots = changed.pop("bots", None)
    if isinstance(changed.get("seats"), list) or str(changed.get("seats", 1))[:1].isalpha():
        bots = changed.pop("seats")  # how many is an option of a game, and names are who
    changes = {key: value for key, value in changed.items() if key not in ("preset", "rules")}
    file = common.rules if rules is None else common.path.parent / rules
    plain = options_from(
        game, common.preset if preset is None else preset, file, dict(common.settings)
    )
    options = game.options(
        game.base(plain) or None, game.changed(plain), beside(common.path, game, changes)
    )
    return make_arm(game, name, options, common.seats if bots is None else bot_names(bots))


def bot_names(names: Any, key: str = "seats") -> tuple[str, ...]:
    """Bots, as one text or a list of them."""
    if isinstance(names, str):
        return tuple(names.split(","))
    if isinstance(names, list | tuple) and names and all(isinstance(name, str) for name in names):
        return tuple(names)
    raise OffleashError(f"{key} must be names of bots, not {shown(names)}")


# Many arms


def _sweep(game: Game, common: CommonSettings, section: Section) -> Plan:
    from offleash.lab import sweep
    from offleash.lab.ranges import parse_ranges

    own = section["sweep"]
    over = parse_ranges(game, _ranges(game, common, own.get("over")))
    sobol, measures = _optional(own, "sobol", _whole), _optional(own, "measures", _texts) or []
    arms, goal = sweep.plan_sweep(
        game, common.options, common.seats, over, sobol, common.seed, measures
    )
    return common.plan(game, "sweep", arms, sweep.SOBOL_GAMES if sobol else sweep.GAMES, goal)


def _tune(game: Game, common: CommonSettings, section: Section) -> Plan:
    from offleash.lab.tune import tune_goal

    own = section["tune"]
    over = _ranges(game, common, own.get("over"))
    goals = _optional(own, "goals", _texts) or []
    trials = _whole(own, "trials") if "trials" in own else TRIALS
    sampler = {"sampler": _text(own, "sampler")} if "sampler" in own else {}
    goal = tune_goal(game, common.options, over, goals, trials, **sampler)
    arm = make_arm(game, "base", common.options, common.seats)
    return common.plan(game, "tune", [arm], GAMES, goal)


def _ladder(game: Game, common: CommonSettings, section: Section) -> Plan:
    from offleash.lab.ladder import ladder_plan

    own = section["ladder"]
    if "bots" not in own:
        raise OffleashError("a ladder needs bots, a list of the bots to rate")
    bots, anchor = bot_names(own["bots"], "bots"), _optional(own, "anchor", _text) or ""
    how = (common.games or GAMES, common.seed, common.seatings or "rotations")
    return ladder_plan(game, common.options, bots, *how, anchor)


def _claim(game: Game, common: CommonSettings, section: Section) -> Plan:
    from offleash.lab.claim import claim_plan

    own = section["claim"]
    for key in ("bot", "above"):
        if key not in own:
            raise OffleashError(f"a claim needs {key}")
    names: dict[str, Any] = {
        key: bot_names(own[key], key) for key in ("against", "among") if key in own
    }
    habit: dict[str, Any] = {key: _text(own, key) for key in ("of", "per") if key in own}
    habit |= {"habit": _texts(own, "habit")} if "habit" in own else {}
    return claim_plan(
        game,
        common.options,
        _text(own, "bot"),
        _number(own, "above"),
        **names,
        than=_optional(own, "than", _text) or "",
        games=common.games,
        seed=common.seed,
        seatings=common.seatings or "rotations",
        habit=habit,
    )


def _ranges(game: Game, common: CommonSettings, over: Any) -> list[str]:
    """Options with their values, as the command line writes them: `rounds=10,20`."""
    if isinstance(over, list) and all(isinstance(text, str) for text in over):
        return over
    if not isinstance(over, Mapping):
        raise OffleashError(
            "over must name options with their values, such as over = {rounds = [10, 20]}"
        )
    lists = {switch.name for switch in game.switches if isinstance(switch, Numbers | Order)}
    texts = []
    for name, values in over.items():
        if isinstance(values, list):
            values = [beside(common.path, game, {name: value})[name] for value in values]
        texts.append(_range(name, values, "/" if name in lists else ","))
    return texts


def _range(name: str, values: Any, between: str) -> str:
    if values is SWEPT:
        return name
    if isinstance(values, list):
        if not values:
            raise OffleashError(f"the range of {name} is empty")
        return f"{name}={between.join(_format_value(value) for value in values)}"
    if isinstance(values, str):
        return f"{name}={values}"
    raise OffleashError(f'{name} must have a list of values, "2..6", or true, not {shown(values)}')


def _format_value(value: Any) -> str:
    """A value as a person would write it on the command line."""
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


# Values


T = TypeVar("T")


def _optional(section: Section, key: str, read: Callable[[Section, str], T]) -> T | None:
    """The value of a key that may be left out."""
    return read(section, key) if key in section else None


def _text(section: Section, key: str) -> str:
    value = section[key]
    if not isinstance(value, str):
        raise OffleashError(f"{key} must be text in quotes, not {shown(value)}")
    return value


def _texts(section: Section, key: str) -> list[str]:
    value = section[key]
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise OffleashError(f"{key} must be a list of texts, not {shown(value)}")
    return value


def _whole(section: Section, key: str) -> int:
    value = section[key]
    if isinstance(value, bool) or not isinstance(value, int):
        raise OffleashError(f"{key} must be a whole number, not {shown(value)}")
    return value


def _number(section: Section, key: str) -> float:
    value = section[key]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise OffleashError(f"{key} must be a number, not {shown(value)}")
    return float(value)


# Which there are


@dataclass(frozen=True)
class QuestionKind:
    """How a kind of experiment stands in a file."""

    plan: Callable[[Game, CommonSettings, Section], Plan]
    keys: tuple[str, ...] = ()  # of the table that is called as the kind
    tables: tuple[str, ...] = ()  # that go with it, with options of the game
    seated: bool = True  # whether the file says who plays


QUESTIONS = {
    "simulate": QuestionKind(_simulate),
    "compare": QuestionKind(_compare, ("measure", "margin", "level"), ("a", "b")),
    "sweep": QuestionKind(_sweep, ("over", "sobol", "measures")),
    "tune": QuestionKind(_tune, ("over", "goals", "trials", "sampler")),
    "ladder": QuestionKind(_ladder, ("bots", "anchor"), seated=False),
    "claim": QuestionKind(
        _claim, ("bot", "above", "against", "among", "than", "habit", "of", "per"), seated=False
    ),
}


def refuse_unknown(section: Section, known: Sequence[str], where: str) -> None:
    """Keys that mean nothing are mistakes, most of them of spelling."""
    for key in section:
        if key not in known:
            near = get_close_matches(key, known, 1)
            hint = f", did you mean {near[0]}" if near else ""
            takes = f"; it takes {', '.join(known)}" if known else ""
            raise OffleashError(f"{where} has no key {key!r}{hint}{takes}")
