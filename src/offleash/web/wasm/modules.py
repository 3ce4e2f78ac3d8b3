"""The WebAssembly modules of a game: one for its rules, and one for each set of bots that plays.

A released wheel ships them; without it, or with other rules, they are built.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from offleash.bots.kinds import BotKind, find, kinds
from offleash.bots.lineup import FALLBACK_BOT, policy, shared_bots
from offleash.compiler import wasm
from offleash.compiler.rules import random as random_rules
from offleash.contract import Game
from offleash.engine.batch import Policy, new_desk, playout_kernels
from offleash.tools.errors import OffleashError
from offleash.web.wasm.game_files import Json, read_shipped

RULES = "rules"  # the name of the module without bots
RULE_NAMES = (
    *("setup", "actor", "legal_actions", "chance_outcomes", "stream", "apply", "returns"),
    *("hide", "seats", "side"),
)
LUCK_NAMES = ("seed_streams", "pick")  # which a page needs to draw as a batch does
OF_FILE = ("file", "sha256")  # what a description says of a module's file


@dataclass(frozen=True)
class Module:
    """One module: its code, and what a page needs to know to call it."""

    name: str
    code: bytes
    facts: Json  # its kernels with their arguments, and the buffers of a thread


def rules_module(game: Game) -> Module:
    """Return the module that plays one position: rules, luck, and what a seat knows as numbers."""
    if module := shipped_module(game, RULES):
        return module
    kernels = {name: getattr(game.rules, name) for name in RULE_NAMES}
    kernels |= {name: getattr(random_rules, name) for name in LUCK_NAMES}
    if game.learning.encode is not None:
        kernels["encode"] = game.learning.encode
    if game.learning.write_action is not None:
        kernels["write_action"] = game.learning.write_action
    return Module(RULES, _build(game, kernels), {"kernels": _kernels(game, kernels)})


def bot_sets(game: Game, also: Sequence[str] = ()) -> list[list[str]]:
    """Return bots for each module that a game has by default, and for one with further bots.

    Random bots alone have a module of their own: they draw even for forced moves. Sets of the same
    kinds share a module.
    """
    shared = list(shared_bots(game))
    by_kinds: dict[tuple[str, ...], list[str]] = {}
    for names in ([FALLBACK_BOT], shared[:2], shared, [*shared[:2], *also]):
        by_kinds.setdefault(tuple(chosen_kinds(game, names)), []).extend(names)
    return [list(dict.fromkeys(names)) for names in by_kinds.values()]


def play_module(game: Game, names: Sequence[str]) -> Module:
    """Return the module that plays whole games, and single decisions, with bots of these kinds."""
    chooses = chosen_kinds(game, names)
    if module := shipped_module(game, "-".join(chooses)):
        return module
    players = policy(game, names[:1], also_compiled=names)
    kernels = play_kernels(game, players)
    facts = {
        "kernels": _kernels(game, kernels),
        "kinds": chooses,
        "buffers": _buffers(game, players),
    }
    return Module("-".join(chooses), _build(game, kernels), facts)


def shipped_module(game: Game, name: str) -> Module | None:
    """Return a module that came with the package, unless it was built from other rules."""
    try:
        shipped = read_shipped(game)
    except OffleashError:
        return None
    facts = dict(shipped.description["modules"].get(name, {}))
    if not facts:
        return None
    file, _ = (facts.pop(key) for key in OF_FILE)
    return Module(name, shipped.code[file], facts)


def play_kernels(game: Game, players: Policy) -> Mapping[str, Callable[..., Any]]:
    """Return the kernels of a module with bots."""
    return {"play_games": playout_kernels(game, players).play_games, "choose": players.choose}


def chosen_kinds(game: Game, names: Sequence[str]) -> list[str]:
    """Return what chooses for these bots, in the order of their policy: see `lineup.policy`."""
    named = {find(game, name)[0].name for name in names}
    every = [choosing(kind) for kind in kinds(game).values() if kind.name in named]
    return list(dict.fromkeys(every))


def choosing(kind: BotKind) -> str:
    """Return the name of what chooses for a kind: personas are greedy with other numbers."""
    is_ours = kind.template.startswith("offleash.bots.templates.")
    return kind.choose.removeprefix("choose_") if is_ours else kind.name


def _build(game: Game, kernels: Mapping[str, Callable[..., Any]]) -> bytes:
    return wasm.build(kernels, game.rules.rule.folder)


def _kernels(game: Game, kernels: Mapping[str, Callable[..., Any]]) -> Json:
    """Return the arguments of each kernel: name, form, type, dimensions."""
    return {
        name: [
            [one.name, one.form, type_name(game, one.item), one.dimensions]
            for one in wasm.arguments_of(kernel)
        ]
        for name, kernel in kernels.items()
    }


def records_of(game: Game) -> dict[str, np.dtype[Any]]:
    """Return the record types of a game by name."""
    rules = game.rules
    names = ("work", "tally", "plan", "sums")
    every = {"state": rules.record, "options": rules.options_record}
    return every | {name: getattr(rules, name) for name in names}


def type_name(game: Game, kind: np.dtype[Any]) -> str:
    """Return the name of a record or number type, as descriptions have it."""
    if kind.names is None:
        return kind.name
    for name, record in records_of(game).items():
        if layout(record) == layout(kind):
            return name
    return f"bytes:{kind.itemsize}"  # a bot's notes, which nobody reads


def layout(record: np.dtype[Any]) -> Json:
    """Return the fields of a record: type, offset, shape."""
    fields: Mapping[str, Any] = record.fields or {}
    return {
        name: [fields[name][0].base.name, fields[name][1], list(fields[name][0].shape)]
        for name in record.names or ()
    }


def _buffers(game: Game, players: Policy) -> Json:
    """Return what a thread needs: type and shape of each buffer, or whose memory it is."""
    buffers: Json = {}
    owners: dict[int, str] = {}

    def add(name: str, value: Any) -> None:
        if isinstance(value, tuple):
            for field, inner in zip(value._fields, value, strict=True):  # type: ignore[attr-defined]
                add(f"{name}.{field}", inner)
            return
        owner = owners.setdefault(value.ctypes.data, name)
        fact = {"type": type_name(game, value.dtype), "shape": list(value.shape)}
        buffers[name] = fact if owner == name else {**fact, "within": owner}

    add("desk", new_desk(game, players, 1))
    buffers["desk.ledger"]["shape"] = ["variants"]
    return buffers
