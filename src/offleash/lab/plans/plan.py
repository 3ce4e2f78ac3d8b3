"""A plan: everything that decides what an experiment plays, as data.

A plan is complete before any game is played: options are explicit, files they name are embedded as
texts, and bots are known. Two plans are equal if and only if their `identity` is.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from offleash.bots.lineup import refuse_timed, seat_names
from offleash.compiler.seeds import check_seed
from offleash.contract import Game, Records
from offleash.contract.option_texts import file_name, store_text, stored_text
from offleash.contract.options import DIGEST, name_values
from offleash.contract.text.wording import Wording
from offleash.lab.questions.question import RECORDS, SEATINGS
from offleash.tools.errors import OffleashError, quote
from offleash.tools.toml import format_settings

FORMAT = 1  # version of the serialised form
SIMULATE = "simulate"
MOST_GAMES = 1_000_000_000  # per arm
HEAD = "# `offleash run` plays this plan again; with the folder of its run it goes on there.\n"
# A shape is a type, a list with the shape of every item, or a dictionary with that of its values.
TEXT, WHOLE, NUMBER, TEXTS, RANGES = str, int, (int, float), [str], {"": [str]}


@dataclass(frozen=True)
class Arm:
    """One variant in an experiment: a preset with changed options, and the players."""

    name: str
    options: Mapping[str, str]  # that differ from the preset, as text
    lineups: tuple[tuple[str, ...], ...]  # one or more, each with a bot for every seat
    preset: str = ""


@dataclass(frozen=True)
class Plan:
    """An experiment. `games` is per arm, a maximum for kinds that may stop early."""

    game: str
    arms: tuple[Arm, ...]
    games: int
    seed: int = 0
    seatings: str = "fixed"
    kind: str = SIMULATE
    goal: Mapping[str, Any] = field(default_factory=dict)  # settings of this kind of experiment
    texts: Mapping[str, str] = field(default_factory=dict)  # of files, by `@` and their digest
    record: str = RECORDS[0]

    @property
    def identity(self) -> dict[str, Any]:
        """The plan as plain data, to store, send and compare."""
        return {"format": FORMAT, **json.loads(json.dumps(asdict(self)))}

    @property
    def digest(self) -> str:
        """A short digest of the identity."""
        text = json.dumps(self.identity, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def plan_from(identity: Mapping[str, Any]) -> Plan:
    """Return the plan with this identity and register its texts. Raise OffleashError if invalid."""
    if identity.get("format") != FORMAT:
        raise OffleashError(
            "the plan was written by another version of the lab: play it in a new folder"
        )
    try:
        arms = tuple(_arm_from(arm) for arm in identity["arms"])
        plain = ("game", "games", "seed", "seatings", "kind", "record", "goal", "texts")
        named = {name: identity[name] for name in plain}
        for text in identity["texts"].values():
            store_text(text)
        words = (named[name] for name in ("game", "seatings", "kind", "record"))
        _refuse_odd(bool(arms) and isinstance(named["goal"], dict), *words)
    except (KeyError, TypeError, AttributeError, ValueError):
        raise OffleashError("the plan has been changed and can't be read") from None
    check_games(named["games"])
    check_seed(named["seed"])
    return Plan(arms=arms, **named)


def _arm_from(arm: Mapping[str, Any]) -> Arm:
    lineups, options = tuple(tuple(names) for names in arm["lineups"]), dict(arm["options"])
    names = (name for names in lineups for name in names)
    _refuse_odd(bool(lineups), arm["name"], arm["preset"], *options, *options.values(), *names)
    return Arm(arm["name"], options, lineups, arm["preset"])


def _refuse_odd(is_whole: bool, *words: object) -> None:
    """Raise TypeError or ValueError if a stored plan has been edited and is invalid."""
    for word in words:
        if not isinstance(word, str):
            raise TypeError
        word.encode()  # raises UnicodeEncodeError for lone surrogates
    if not is_whole:
        raise ValueError


def make_arm(game: Game, name: str, options: Records, *lineups: Sequence[str]) -> Arm:
    """Return an arm with these options; a line-up names a bot for each seat, or one for all.

    With fewer seats than archetypes it may also name one for each archetype.
    """
    seats, most = game.seat_count(options), lineup_size(game, options)
    named = tuple(
        tuple(seat_names(game, ",".join(names), most if len(names) == most else seats))
        for names in lineups
    )
    refuse_timed(game, {name: None for names in named for name in names})
    return Arm(name, game.changes(options), named, game.base(options))


def lineup_size(game: Game, options: Records) -> int:
    """Return the most bots that a line-up can name: one per archetype, or else per seat."""
    sizes = [options[name].shape[1] for name in game.lab.seating.moves]
    return max(sizes, default=game.seat_count(options))


def make_plan(
    game: Game,
    arms: Sequence[Arm],
    games: int,
    seed: int = 0,
    seatings: str | None = None,
    kind: str = SIMULATE,
    goal: Mapping[str, Any] | None = None,
    record: str = RECORDS[0],
) -> Plan:
    """Return a complete plan, or raise OffleashError; `seatings` defaults to the usual one."""
    if not arms:
        raise OffleashError("a plan needs at least one arm")
    twice = [name for name, count in Counter(arm.name for arm in arms).items() if count > 1]
    if twice:
        raise OffleashError(f"two arms of the plan are called {sorted(twice)[0]!r}: rename one")
    seatings = _usual_seatings(game, arms) if seatings is None else seatings
    if seatings not in SEATINGS:
        listed = ", ".join(SEATINGS)
        raise OffleashError(f"there are no seatings {seatings!r}; choose one of {listed}")
    if seatings == "factorial" and game.lab.seating.places is None:
        raise OffleashError(
            f"{game.title} has no places that move, so it has no factorial seatings"
        )
    if record not in RECORDS:
        raise OffleashError(f"record can't be {record!r}; choose {' or '.join(RECORDS)}")
    check_games(games)
    texts = {text: content for arm in arms for text, content in _texts(game, arm).items()}
    plain = json.loads(json.dumps(dict(goal or {})))
    settled = (game.name, tuple(arms), games, check_seed(seed), seatings, kind, plain, texts)
    return Plan(*settled, record)


def fresh_seed(plan: Plan, part: str) -> int:
    """Return a seed for a part of an experiment, with luck that no other part has."""
    digest = hashlib.sha256(f"{part} {plan.seed}".encode()).digest()
    return int.from_bytes(digest[:7], "big")


def _usual_seatings(game: Game, arms: Sequence[Arm]) -> str:
    """Return the game's usual way; with fewer seats than archetypes, all subsets or the named one.

    Arms name a subset with the option, or with different bots for the seats.
    """
    seating = game.lab.seating
    is_named = []
    for arm in arms:
        options = arm_options(game, arm)
        most = lineup_size(game, options)
        if game.seat_count(options) < most:
            by_seat = any(len(set(names)) > 1 and len(names) < most for names in arm.lineups)
            is_named.append(by_seat or any(name in arm.options for name in seating.moves))
    return "subsets" if seating.usual == "all" and is_named and not any(is_named) else seating.usual


def check_games(games: object) -> int:
    """Return a valid number of games. Raise OffleashError if it is out of range."""
    count = check_seed(games, "the number of games")
    if not 1 <= count <= MOST_GAMES:
        raise OffleashError(
            f"the number of games is {count:,}; it must be from 1 to {MOST_GAMES:,}"
        )
    return count


def _texts(game: Game, arm: Arm) -> dict[str, str]:
    """Return the texts of an arm's own files, by the names that its options use."""
    files = game.file_options
    values = [value for name, value in arm.options.items() if name in files and value[:1] == "@"]
    return {value: stored_text(int(value[1:], 16)) or "" for value in values}


def arm_options(game: Game, arm: Arm, *changes: Mapping[str, Any]) -> Records:
    """Return the options of an arm, with further changes."""
    return game.options(arm.preset or None, arm.options, *changes)


# Files


def wording_of_plan(game: Game, plan: Plan) -> Wording | None:
    """Return the own names of the project that a plan plays; None if it has none, or several."""
    wordings = [game.wording(arm_options(game, arm)) for arm in plan.arms]
    by_names = {tuple(wording.names.items()): wording for wording in wordings if wording}
    return next(iter(by_names.values())) if len(by_names) == 1 else None


def file_names(plan: Plan) -> dict[str, str]:
    """Return the name of each file in a plan that is not shipped, by `@` and its digest."""
    over: Any = plan.goal.get("over", {})
    listed = [*over.items()] if _fits(over, RANGES) else []
    listed += [(name, [value]) for arm in plan.arms for name, value in arm.options.items()]
    values: dict[str, list[str]] = {}
    for option, texts in listed:
        values.setdefault(option, []).extend(texts)
    names = {text: name for item in values.items() for text, name in name_values(*item).items()}
    return {text: name for text, name in names.items() if text != name}


def with_names(data: Any, names: Mapping[str, str]) -> Any:
    """Return JSON data with the names of files instead of their digests."""
    if isinstance(data, str):
        return DIGEST.sub(lambda match: names.get(match[0], match[0]), data)
    if isinstance(data, Mapping):
        return {key: with_names(value, names) for key, value in data.items()}
    return [with_names(item, names) for item in data] if isinstance(data, list) else data


def arm_names(plan: Plan) -> list[str]:
    """Return the names of all arms for people, with names of files instead of their digests."""
    names = file_names(plan)
    return [str(with_names(arm.name, names)) for arm in plan.arms]


def name_files(summary: Mapping[str, Any], plan: Plan) -> dict[str, Any]:
    """Return a summary with the names of files, unless it has them; `files` has them by digest."""
    names = {} if "files" in summary else file_names(plan)
    if not names:
        return dict(summary)
    return {**with_names(summary, names), "files": {text[1:]: name for text, name in names.items()}}


def files_to_json(identity: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Return what the identity of a plan lacks of its files: their names, or even their texts."""
    texts, files = identity.get("texts", {}), dict[str, dict[str, str]]()
    words = json.dumps({key: value for key, value in identity.items() if key != "texts"})
    for text in dict.fromkeys(DIGEST.findall(words)):
        number = int(text[1:], 16)
        facts = {"name": file_name(number), "text": "" if text in texts else stored_text(number)}
        files[text] = {key: fact for key, fact in facts.items() if fact}
    return {text: facts for text, facts in files.items() if facts}


def store_files(identity: Mapping[str, Any], files: Mapping[str, Mapping[str, str]]) -> None:
    """Store the files of a plan, which `files_to_json` has written, with their names."""
    for text, facts in files.items():
        store_text(facts.get("text") or identity["texts"][text], str(facts.get("name", "")))


# Goals, which people may have edited


def check_goal(plan: Plan, needed: Mapping[str, Any], further: Mapping[str, Any]) -> None:
    """Raise OffleashError if a key of the goal is missing, unknown or of the wrong type."""
    for key in needed:
        if key not in plan.goal:
            raise OffleashError(f"the goal of a {plan.kind} needs {key}, which the plan lacks")
    for key, value in plan.goal.items():
        shape = {**needed, **further}.get(key)
        if shape is None:
            raise OffleashError(f"the goal of a {plan.kind} has no {key!r}")
        if not _fits(value, shape):
            raise OffleashError(f"{key} in the goal of a {plan.kind} can't be {quote(value)}")


def _fits(value: Any, shape: Any) -> bool:
    if isinstance(shape, list):
        return isinstance(value, list) and all(_fits(item, shape[0]) for item in value)
    if isinstance(shape, dict):
        (inside,) = shape.values()
        return isinstance(value, Mapping) and all(_fits(item, inside) for item in value.values())
    return isinstance(value, shape) and not isinstance(value, bool)


# As TOML that people can read and `offleash run` can play again


def format_plan(plan: Plan) -> str:
    """Format a plan with every arm in full; reading it gives the same plan."""
    keys = ("kind", "game", "games", "seed", "seatings", "record")
    head = {key: getattr(plan, key) for key in keys}
    parts = [HEAD, *format_settings(head)]
    if plan.goal:
        parts += ["\n[goal]\n", *format_settings(plan.goal)]
    for arm in plan.arms:
        parts += _arm(arm)
    files = files_to_json(plan.identity)
    texts = {text: facts["text"] for text, facts in files.items() if "text" in facts}
    names = {text: facts["name"] for text, facts in files.items() if "name" in facts}
    for table, entries in (("texts", {**plan.texts, **texts}), ("names", names)):
        parts += [f"\n[{table}]\n", *format_settings(entries)] if entries else []
    return "".join(parts)


def _arm(arm: Arm) -> Iterator[str]:
    yield "\n[[arms]]\n"
    preset = {"preset": arm.preset} if arm.preset else {}
    seats = [list(lineup) for lineup in arm.lineups]
    yield from format_settings({"name": arm.name, **preset, "seats": seats})
    if arm.options:
        yield "[arms.options]\n"
        yield from format_settings(arm.options)
