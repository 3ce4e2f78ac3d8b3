"""Plans written down as TOML that people can read and `offleash run` can play again."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from offleash.lab.plan import Arm, Plan

HEAD = "# `offleash run` plays this plan again; with the folder of its run it goes on there.\n"
BARE = re.compile(r"[A-Za-z0-9_-]+")
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def format_plan(plan: Plan) -> str:
    """A plan with every arm spelt out; reading it gives the same plan."""
    said = {
        "kind": plan.kind,
        "game": plan.game,
        "games": plan.games,
        "seed": plan.seed,
        "seatings": plan.seatings,
        "record": plan.record,
    }
    parts = [HEAD, *_settings(said)]
    if plan.goal:
        parts += ["\n[goal]\n", *_settings(plan.goal)]
    for arm in plan.arms:
        parts += _arm(arm)
    if plan.texts:
        parts += ["\n[texts]\n", *_settings(plan.texts)]
    return "".join(parts)


def _arm(arm: Arm) -> Iterator[str]:
    yield "\n[[arms]]\n"
    preset = {"preset": arm.preset} if arm.preset else {}
    yield from _settings({"name": arm.name, **preset, "seats": [list(s) for s in arm.lineups]})
    if arm.options:
        yield "[arms.options]\n"
        yield from _settings(arm.options)


def _settings(table: Mapping[str, Any]) -> Iterator[str]:
    return (f"{_key(key)} = {_value(value)}\n" for key, value in table.items())


def _key(key: str) -> str:
    return key if BARE.fullmatch(key) else _text(key)


def _value(value: Any) -> str:
    """Plain data as TOML writes it; there is no word for nothing."""
    if isinstance(value, str):
        return _block(value) if "\n" in value else _text(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Mapping):
        inside = (f"{_key(key)} = {_value(each)}" for key, each in value.items())
        return f"{{{', '.join(inside)}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    raise TypeError(f"a plan can't hold {value!r}")


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _block(text: str) -> str:
    """A text of several lines as it is, where that can be read back."""
    is_plain = "'''" not in text and not text.endswith("'") and not CONTROL.search(text)
    return f"'''\n{text}'''" if is_plain else _text(text)
