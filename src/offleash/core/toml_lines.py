"""TOML that a person wrote, changed line by line: what is not changed stays as it was written."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from offleash.core.errors import BadNotation
from offleash.core.toml import settings

HEADER = re.compile(r"\s*\[")
SETTING = re.compile(r"([^=]*=\s*)")
TOKEN = re.compile(  # texts and comments whole, so that no sign inside them counts
    r'"""(?:[^\\]|\\.)*?"{3,5}'
    r"|'{3}.*?'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*|[\[\]{}\n]|[^\[\]{}\n\"'#]+|.",
    re.DOTALL,
)


@dataclass(frozen=True)
class Statement:
    """A few lines that are one statement, or one line of none."""

    text: str
    key: str = ""  # the first name that it sets; empty for a blank line and for a comment
    is_header: bool = False
    is_top: bool = True  # it stands before every table


def statements(text: str) -> list[Statement]:
    """A text taken apart; put together it is the same."""
    found: list[Statement] = []
    table = ""
    for made in _pieces(text):
        try:
            key = next(iter(tomllib.loads(made)), "")
        except tomllib.TOMLDecodeError:
            raise BadNotation("this is not TOML that can be changed line by line") from None
        is_header = bool(HEADER.match(made)) and bool(key)
        if is_header:
            table = key
        found.append(Statement(made, (key and table) or key, is_header, not table))
    return found


def _pieces(text: str) -> Iterator[str]:
    """Lines, those together that are one statement: an open bracket goes on on the next line."""
    begun = depth = 0
    for token in TOKEN.finditer(text):
        depth += (token[0] in "[{") - (token[0] in "]}")
        if token[0] == "\n" and depth <= 0:
            yield text[begun : token.end()]
            begun, depth = token.end(), 0
    if begun < len(text):
        yield text[begun:]


def with_settings(text: str, changes: Mapping[str, Any]) -> str:
    """A text in which some names at the top have other values; None takes a name away."""
    wanted = {**tomllib.loads(text), **changes}
    for key, value in changes.items():
        text = _with_one(statements(text), key, value)
    if tomllib.loads(text) != {key: value for key, value in wanted.items() if value is not None}:
        raise BadNotation(f"{', '.join(changes)} can't be changed in the way this is written")
    return text


def _with_one(found: list[Statement], key: str, value: Any) -> str:
    mine = [n for n, each in enumerate(found) if each.key == key]
    if value is None:
        return "".join(_without(found, mine))
    (line,) = settings({key: value})
    if len(mine) == 1 and found[mine[0]].is_top:
        new = _rewritten(found[mine[0]].text, key, line)
        return "".join([*_texts(found[: mine[0]]), new, *_texts(found[mine[0] + 1 :])])
    at = mine[0] if mine and found[mine[0]].is_top else _end_of_top(found)
    before = "".join(_without(found[:at], [n for n in mine if n < at]))
    after = "".join(_without(found[at:], [n - at for n in mine if n >= at]))
    return before + ("\n" if before and not before.endswith("\n") else "") + line + after


def _texts(found: list[Statement]) -> list[str]:
    return [each.text for each in found]


def _without(found: list[Statement], gone: list[int]) -> Iterator[str]:
    """What is left; lines with a remark of somebody's behind them stay as a remark."""
    for n, each in enumerate(found):
        if n not in gone:
            yield each.text
        elif _remark(each.text):
            yield "".join(f"# {line}\n" for line in each.text.rstrip("\n").split("\n"))


def _remark(statement: str) -> str:
    """What follows its value: blanks and a comment, or nothing."""
    last = [token for token in TOKEN.finditer(statement) if token[0] != "\n"][-1:]
    if not last or not last[0][0].startswith("#"):
        return ""
    begun = statement[: last[0].start()]
    return statement[len(begun.rstrip()) :].rstrip("\n")


def _rewritten(old: str, key: str, line: str) -> str:
    """A statement with another value: its blanks and its remark stay."""
    begun = SETTING.match(old)
    is_plain = begun is not None and re.sub(r"[\s\"'=]", "", begun[1]) == key
    if begun is None or not is_plain:
        return line
    value = line.partition(" = ")[2].rstrip("\n")
    return f"{begun[1]}{value}{_remark(old)}\n"


def _end_of_top(found: list[Statement]) -> int:
    """Where a new line goes: after the last one before the tables, and above their comments."""
    top = [n for n, each in enumerate(found) if each.is_top]
    set_here = [n for n in top if found[n].key]
    if set_here:
        return set_here[-1] + 1
    end = len(top)
    while end < len(found) and end and found[end - 1].text.strip():
        end -= 1
    return end
