"""What a page is told about a game: records, options, presets, bots, and what its rules were."""

import base64
import gzip
import hashlib
from collections.abc import Iterable
from typing import Any

import numpy as np

from offleash.bots.kinds import find, kinds
from offleash.contract import Game, Records
from offleash.contract.learner_parts import LearnerParts
from offleash.contract.options import (
    FileOption,
    NumberOption,
    NumbersOption,
    Option,
    OrderOption,
    default_of,
)
from offleash.contract.rules.actors import CHANCE, NOBODY, OVER
from offleash.web.wasm.game_files import FORMAT, Json, rules_digest
from offleash.web.wasm.modules import Module, choosing, layout, records_of

TRIED_VALUES = 4  # of each option, to see whether tables depend on it


def describe(game: Game, modules: Iterable[Module], bots: Iterable[str]) -> Json:
    """Return the description of a game with its modules."""
    return {
        "format": FORMAT,
        "game": game.name,
        "title": game.title,
        "rulesVersion": game.rules_version,
        "digest": rules_digest(game),
        "actors": {"nobody": NOBODY, "chance": CHANCE, "over": OVER},
        "seats": list(game.rules.seat_names),
        "mostActions": game.rules.max_actions,
        "actions": game.rules.action_count,
        "observation": _encodings(game.learning),
        "records": {
            name: {"bytes": record.itemsize, "fields": layout(record)}
            for name, record in records_of(game).items()
        },
        "options": _options(game),
        "presets": {
            name: pack(game.options(name or None).tobytes()) for name in preset_names(game)
        },
        "bots": {name: bot_row(game, name) for name in _bot_names(game, bots)},
        "modules": {module.name: _module(game, module) for module in modules},
    }


def preset_names(game: Game) -> list[str]:
    """Return the presets of a game; one without a name if it has none."""
    return list(game.rules.presets) or [""]


def pack(data: bytes) -> str:
    """Return bytes as text, compressed: always the same for the same bytes."""
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


def _module(game: Game, module: Module) -> Json:
    sha = hashlib.sha256(module.code).hexdigest()
    return {"file": f"{game.name}-{module.name}.wasm", "sha256": sha, **module.facts}


def _encodings(learning: LearnerParts) -> Json:
    """Return how many numbers a seat's view and an action are, and what they are called."""
    parts = {"view": learning.encoding, "action": learning.action_encoding}
    return {
        name: {"size": part.size, "spans": [[s.name, s.size, s.meaning] for s in part.spans]}
        for name, part in parts.items()
    }


# Bots


def _bot_names(game: Game, bots: Iterable[str]) -> list[str]:
    """Return the names of all bots that these bots' kinds have, as far as they can be listed."""
    playing = {find(game, name)[0].name for name in bots}
    names = list(bots)
    for kind in kinds(game).values():
        if kind.name in playing or choosing(kind) in playing:
            names += kind.names(game)
            names += [f"{kind.name}:{argument}" for argument in kind.offered]
    return list(dict.fromkeys(names))


def bot_row(game: Game, name: str) -> Json:
    """Return what chooses for a bot, and its numbers, as a policy holds them."""
    kind, argument = find(game, name)
    return {"kind": choosing(kind), "row": [int(n) for n in kind.weights(game, argument)]}


# Options


def _options(game: Game) -> list[Json]:
    """Return every option: its place in the record, its values, and whether a page may set it."""
    derived = deciding_options(game)
    listed = []
    for option in game.rules.options:
        _, offset, shape = layout(game.rules.options_record)[option.name]
        listed.append(
            {
                "name": option.name,
                "text": option.text,
                "section": option.section,
                "offset": offset,
                "shape": shape,
                "default": np.asarray(_numbers(option)).tolist(),
                "isFixed": option.name in derived,
                **_values(option),
            }
        )
    return listed


def _numbers(option: Option) -> Any:
    """Return the default as numbers that JavaScript has: a file is known by its digest alone."""
    return 0 if isinstance(option, FileOption) else default_of(option)


def _values(option: Option) -> Json:
    """Return what an option takes."""
    if isinstance(option, NumbersOption):
        return {"labels": list(option.labels), **_values(option.element)}
    if isinstance(option, NumberOption):
        none = {"none": True} if option.or_none else {}
        return {"low": option.low, "high": option.high, "step": option.step, **none}
    if isinstance(option, OrderOption):
        return {"labels": list(option.labels), "words": list(option.words), "isOrder": True}
    return {"words": list(option.words)}


def deciding_options(game: Game) -> set[str]:
    """Return the options on which tables of the options record depend: Python alone fills them."""
    if game.rules.settle is None:
        return {option.name for option in game.rules.options if isinstance(option, FileOption)}
    return {
        option.name
        for option in game.rules.options
        if isinstance(option, FileOption)
        or any(_changes_others(game, name, option) for name in preset_names(game))
    }


def _changes_others(game: Game, preset: str, option: Option) -> bool:
    """Return whether a value of an option changes more of the record than its own field."""
    plain = game.options(preset or None)
    return any(
        _without(plain, option.name) != _without(changed(game, plain, option, value), option.name)
        for value in list(option.sweep)[:TRIED_VALUES]
    )


def changed(game: Game, options: Records, option: Option, value: Any) -> Records:
    """Return options with another stored value of one of them."""
    other = options.copy()
    other[option.name][0] = value
    game.settle_options(other)
    return other


def _without(options: Records, name: str) -> bytes:
    other = options.copy()
    other[name] = 0
    return other.tobytes()
