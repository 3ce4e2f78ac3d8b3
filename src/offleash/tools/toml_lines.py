"""Changes TOML line by line, so that the rest of the file stays as a person wrote it."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from offleash.tools.errors import BadNotation
from offleash.tools.toml import format_settings

HEADER = re.compile(r"\s*\[")
SETTING = re.compile(r"([^=]*=\s*)")
TOKEN = re.compile(  # strings and comments are single tokens
    r'"""(?:[^\\]|\\.)*?"{3,5}'
    r"|'{3}.*?'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*|[\[\]{}\n]|[^\[\]{}\n\"'#]+|.",
    re.DOTALL,
)


@dataclass(frozen=True)
class Statement:
    """The lines of one statement, or a blank line or comment."""

    text: str
    key: str = ""  # the first key that it sets; empty for a blank line or comment
    is_header: bool = False
    is_top: bool = True  # before the first table


def parse_statements(text: str) -> list[Statement]:
    """Split a text into statements; their texts together are the same text."""
    statements: list[Statement] = []
    table = ""
    for piece in _pieces(text):
        try:
            key = next(iter(tomllib.loads(piece)), "")
        except tomllib.TOMLDecodeError:
            raise BadNotation("this is not TOML that can be changed line by line") from None
        is_header = bool(HEADER.match(piece)) and bool(key)
        if is_header:
            table = key
        statements.append(Statement(piece, (key and table) or key, is_header, not table))
    return statements


def _pieces(text: str) -> Iterator[str]:
    """Yield the lines of the text, joined where brackets make several lines one statement."""
    start = depth = 0
    for token in TOKEN.finditer(text):
        depth += (token[0] in "[{") - (token[0] in "]}")
        if token[0] == "\n" and depth <= 0:
            yield text[start : token.end()]
            start, depth = token.end(), 0
    if start < len(text):
        yield text[start:]


def with_settings(text: str, changes: Mapping[str, Any]) -> str:
    """Return the text with other values of some top-level keys; None removes a key."""
    target = {**tomllib.loads(text), **changes}
    for key, value in changes.items():
        text = _with_one(parse_statements(text), key, value)
    if tomllib.loads(text) != {key: value for key, value in target.items() if value is not None}:
        raise BadNotation(f"{', '.join(changes)} can't be changed in this file: edit it by hand")
    return text


def _with_one(statements: list[Statement], key: str, value: Any) -> str:
    mine = [n for n, statement in enumerate(statements) if statement.key == key]
    if value is None:
        return "".join(_without(statements, mine))
    (line,) = format_settings({key: value})
    if len(mine) == 1 and statements[mine[0]].is_top:
        texts = [statement.text for statement in statements]
        texts[mine[0]] = _replace_value(texts[mine[0]], key, line)
        return "".join(texts)
    at = mine[0] if mine and statements[mine[0]].is_top else _end_of_top(statements)
    before = "".join(_without(statements[:at], [n for n in mine if n < at]))
    after = "".join(_without(statements[at:], [n - at for n in mine if n >= at]))
    return before + ("\n" if before and not before.endswith("\n") else "") + line + after


def _without(statements: list[Statement], removed: list[int]) -> Iterator[str]:
    """Yield the other statements; removed lines that end in a comment are commented out."""
    for n, statement in enumerate(statements):
        if n not in removed:
            yield statement.text
        elif _comment(statement.text):
            yield "".join(f"# {line}\n" for line in statement.text.rstrip("\n").split("\n"))


def _comment(statement: str) -> str:
    """Return the comment after the value, with the spaces before it; empty if there is none."""
    last = [token for token in TOKEN.finditer(statement) if token[0] != "\n"][-1:]
    if not last or not last[0][0].startswith("#"):
        return ""
    before = statement[: last[0].start()]
    return statement[len(before.rstrip()) :].rstrip("\n")


def _replace_value(old: str, key: str, line: str) -> str:
    """Return a statement with another value; its spaces and its comment stay."""
    start = SETTING.match(old)
    if start is None or re.sub(r"[\s\"'=]", "", start[1]) != key:
        return line
    value = line.partition(" = ")[2].rstrip("\n")
    return f"{start[1]}{value}{_comment(old)}\n"


def _end_of_top(statements: list[Statement]) -> int:
    """Return the place of a new line: after the last setting before tables and their comments."""
    top = [n for n, statement in enumerate(statements) if statement.is_top]
    if settings := [n for n in top if statements[n].key]:
        return settings[-1] + 1
    end = len(top)
    while end < len(statements) and end and statements[end - 1].text.strip():
        end -= 1
    return end
