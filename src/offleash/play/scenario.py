"""Scenarios: examples in TOML files that a designer writes and the rules must satisfy."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from offleash.contract import Game, Records
from offleash.contract.rules.actors import CHANCE, OVER
from offleash.games import registry
from offleash.play.guide import check_guide, read_guide
from offleash.play.rules_files import resolve_files
from offleash.play.session import Session
from offleash.tools.errors import BadFile, IllegalAction, OffleashError
from offleash.tools.toml import read_toml


@dataclass
class ScenarioResult:
    """The result of one scenario: its checks and the differences found."""

    file: Path
    name: str
    line: int
    checks: int = 0
    differences: list[str] = field(default_factory=list)

    @property
    def has_passed(self) -> bool:
        return not self.differences


def run_file(path: Path) -> list[ScenarioResult]:
    """Run every scenario of a file, or a guide. If it is malformed, raise BadFile with the line."""
    if "step" in read_toml(path)[1]:
        guide = read_guide(path)
        check_guide(guide)
        return [ScenarioResult(path, guide.file.title, 1, len(guide.file.step))]
    game, tables = read_file(path)
    return [run_scenario(path, line, game, table)[0] for line, table in tables]


def read_file(path: Path) -> tuple[Game, list[tuple[int, Any]]]:
    """Return the game that a file is about, and its scenarios with their lines."""
    text, document = read_toml(path)
    heads = re.compile(r"\s*\[\[\s*scenario\s*\]\]\s*(#.*)?")
    lines = [n for n, line in enumerate(text.splitlines(), 1) if heads.fullmatch(line)]
    tables = document.get("scenario", [])
    if not isinstance(tables, list) or not tables:
        raise BadFile(path, None, "there is no [[scenario]] in it")
    if unknown := sorted(set(document) - {"game", "scenario"}):
        raise BadFile(path, None, f"the key {unknown[0]!r} is unknown: use only game and scenario")
    try:
        game = registry.load(_expect(document, "game", str, "the file"))
    except OffleashError as error:
        raise BadFile(path, None, str(error)) from None
    lines += [0] * len(tables)
    return game, list(zip(lines, tables, strict=False))


def _expect(table: Mapping[str, Any], key: str, kind: type, where: str, default: Any = ...) -> Any:
    value = table.get(key, default)
    if value is ...:
        raise OffleashError(f"{where} has no {key!r}")
    wrong = not isinstance(value, kind) or (kind is int and isinstance(value, bool))
    if value is not default and wrong:
        raise OffleashError(f"{key!r} of {where} must be a {KIND_NAMES[kind]}, not {value!r}")
    return value


KIND_NAMES = {str: "text", list: "list", dict: "table", int: "whole number"}
# For the rulebook: what a picture of the scenario shows and says (`paper.rulebook.examples`)
PICTURE_KEYS = {"caption", "show", "inset", "marks", "arrows"}
SCENARIO_KEYS = {"name", "ruling", "preset", "options", "position", "steps"} | PICTURE_KEYS


def run_scenario(
    path: Path, line: int, game: Game, table: Any, options: Records | None = None
) -> tuple[ScenarioResult, Session, Session]:
    """Run one scenario; return its result, the session at its start and at its end.

    Uses the scenario's own options unless others are passed. The first wrong action ends it. Raises
    BadFile if the scenario is malformed.
    """
    try:
        if not isinstance(table, dict):
            raise OffleashError("a scenario must be a [[scenario]] table")
        name = _expect(table, "name", str, "the scenario")
        if not name.strip() or not name.isprintable():
            raise OffleashError(f"{name!r} is not a scenario's name: it must be a line of text")
        where = f"scenario {name!r}"
        if unknown := sorted(set(table) - SCENARIO_KEYS):
            raise OffleashError(f"{where} has an unknown key {unknown[0]!r}")
        preset = _expect(table, "preset", str, where, None)
        settings = resolve_files(path, game, _expect(table, "options", dict, where, {}))
        rules = game.options(preset, **settings) if options is None else options
        position = _expect(table, "position", str, where, None)
        first, session = (Session(game, rules, position=position) for _ in range(2))
        steps = _expect(table, "steps", list, where)
        if not steps:
            raise OffleashError(f"{where} has no steps, so it tests nothing")
        result = ScenarioResult(path, name, line)
        _run_steps(session, steps, where, result)
        return result, first, session
    except OffleashError as error:
        raise BadFile(path, line or None, str(error)) from None


def _run_steps(session: Session, steps: list[Any], where: str, result: ScenarioResult) -> None:
    for number, step in enumerate(steps, 1):
        result.checks += 1
        differences = _run_step(session, step, f"step {number} of {where}")
        result.differences += [f"step {number}: {text}" for text in differences]
        if differences and "play" in step:
            break


def _run_step(session: Session, step: Any, where: str) -> list[str]:
    if not isinstance(step, dict):
        raise OffleashError(f"{where} must be a table such as {{ play = '…' }}")
    keys = [key for key in step if key in CHECKS]
    others = set(step) - set(CHECKS) - ({"because"} if "illegal" in step else set())
    if len(keys) != 1 or others:
        raise OffleashError(
            f"{where} must have exactly one of {', '.join(CHECKS)}, not {', '.join(step) or 'none'}"
        )
    return CHECKS[keys[0]](session, step, where)


def _texts(session: Session, step: Mapping[str, Any], key: str, where: str) -> list[str]:
    """Return the actions of a step in the game's own notation."""
    value = step[key]
    actions = value if isinstance(value, list) else [value]
    if not all(isinstance(action, str) for action in actions):
        raise OffleashError(f"{key!r} of {where} must be a list of actions in text")
    if not actions and key != "legal":
        raise OffleashError(f"{key!r} of {where} names no action, so it tests nothing")
    game, options = session.game, session.options
    return [
        game.notation.format_action(game.notation.parse_action(text, options), options)
        for text in actions
    ]


def _play(session: Session, step: Mapping[str, Any], where: str) -> list[str]:
    try:
        session.play(*_texts(session, step, "play", where))
    except IllegalAction as error:
        return [str(error)]
    return []


def _legal(session: Session, step: Mapping[str, Any], where: str) -> list[str]:
    expected, legal = set(_texts(session, step, "legal", where)), set(session.legal)
    missing = [f"'{action}' should be legal" for action in sorted(expected - legal)]
    return missing + [f"'{action}' should not be legal" for action in sorted(legal - expected)]


def _includes(session: Session, step: Mapping[str, Any], where: str) -> list[str]:
    expected = set(_texts(session, step, "includes", where))
    return [f"'{action}' should be legal" for action in sorted(expected - set(session.legal))]


def _excludes(session: Session, step: Mapping[str, Any], where: str) -> list[str]:
    excluded = set(_texts(session, step, "excludes", where))
    return [f"'{action}' should not be legal" for action in sorted(excluded & set(session.legal))]


def _illegal(session: Session, step: Mapping[str, Any], where: str) -> list[str]:
    because = _expect(step, "because", str, where, "")
    before = session.state.tobytes()
    (action,) = _texts(session, {"illegal": _expect(step, "illegal", str, where)}, "illegal", where)
    try:
        session.play(action)
    except IllegalAction as error:
        if session.state.tobytes() != before:
            return [f"'{action}' was refused but changed the position"]
        wrong = because.lower() not in error.reason.lower()
        return [f"'{action}' is illegal because {error.reason!r}, not {because!r}"] * wrong
    session.undo()
    return [f"'{action}' is legal"]


def _position(session: Session, step: Mapping[str, Any], where: str) -> list[str]:
    text = _expect(step, "position", str, where)
    return session.game.notation.position_differs(text, session.state, session.options)


def _fields(session: Session, step: Mapping[str, Any], where: str) -> list[str]:
    expected = _expect(step, "fields", dict, where)
    if not expected:
        raise OffleashError(f"'fields' of {where} names no field, so it tests nothing")
    actual = {name: _field(session, name, where) for name in expected}
    return [f"{k} is {actual[k]!r}, not {v!r}" for k, v in expected.items() if actual[k] != v]


def _field(session: Session, name: str, where: str) -> Any:
    """Return a field of the record by name and indexes, or one that every game has."""
    if name == "over":
        return session.over
    if name == "returns":
        return session.returns
    if name == "actor":
        return {CHANCE: "chance", OVER: "over"}.get(session.actor, session.actor)
    match = re.fullmatch(r"(\w+)((?:\[[0-9]{1,9}\])*)", name)
    if not match or match[1] not in (session.game.rules.record.names or ()):
        raise OffleashError(
            f"{where} asks for {name!r}, which is not a field of {session.game.title}"
        )
    value = session.state[match[1]][0]
    try:
        for index in re.findall("[0-9]+", match[2]):
            value = value[int(index)]
        words = session.game.notation.field_words.get(match[1])
        return words[int(value)] if words else value.tolist()
    except IndexError:
        raise OffleashError(f"{where} asks for {name!r}, but there is no such index") from None


def _outcomes(session: Session, step: Mapping[str, Any], where: str) -> list[str]:
    expected = _expect(step, "outcomes", dict, where)
    offer = session.game.lab.outcomes
    if offer is None:
        raise OffleashError(f"{where}: {session.game.title} has no outcomes")
    which = _expect(expected, offer.noun, str, where)
    seat = _expect(expected, "seat", int, where, 0)
    count = _expect(expected, "count", int, where, None)
    listed = _expect(expected, "boards", list, where, None)
    if unknown := sorted(set(expected) - {offer.noun, "seat", "count", "boards"}):
        raise OffleashError(f"{where} has an unknown key {unknown[0]!r} in outcomes")
    if not all(isinstance(board, str) for board in listed or []):
        raise OffleashError(f"'boards' of {where} must be a list of boards in text")
    boards = offer.boards(session.state, session.options, which, seat)
    differences = []
    if count is not None and count != len(boards):
        differences.append(f"{which} leads to {len(boards)} boards, not {count}")
    if listed is not None:
        game, options = session.game, session.options
        parsed = [game.notation.read_board(text, options) for text in listed]
        due = {game.notation.format_board(states, options) for states in parsed}
        differences += [f"{which} should lead to {board}" for board in sorted(due - set(boards))]
        excess = sorted(set(boards) - due)
        differences += [f"{which} should not lead to {board}" for board in excess]
    if count is None and listed is None:
        raise OffleashError(f"{where} must expect a count or boards")
    return differences


CHECKS: dict[str, Callable[[Session, Mapping[str, Any], str], list[str]]] = {
    "play": _play,
    "legal": _legal,
    "includes": _includes,
    "excludes": _excludes,
    "illegal": _illegal,
    "position": _position,
    "fields": _fields,
    "outcomes": _outcomes,
}
