"""Reads TOML, with the lines of mistakes, and formats plain data as TOML."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from offleash.tools.errors import BadFile
from offleash.tools.files import read_text

BARE = re.compile(r"[A-Za-z0-9_-]+")
DEEPEST = 200  # parts of a key: the parser takes minutes for a few thousand
PART = r"""(?:"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'|[\w-]++)"""
DEEP_KEY = re.compile(rf"(?<![\w.-])(?:{PART}[ \t]*+\.[ \t]*+){{{DEEPEST}}}")
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def read_toml(path: Path) -> tuple[str, dict[str, Any]]:
    """Return the text of a file and its data. Raises BadFile with the line of a mistake."""
    text = read_text(path)
    return text, parse_toml(text, path)


def parse_toml(text: str, path: str | Path) -> dict[str, Any]:
    """Parse a text; `path` names it in errors. Raises BadFile."""
    if line := deep_key(text):
        raise BadFile(path, line, f"a key in it has more than {DEEPEST} parts")
    try:
        document = tomllib.loads(text)
        _refuse_huge_numbers(document)
        return document
    except RecursionError:
        raise BadFile(path, None, "it is nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"line ([0-9]{1,9})", str(error))
        line = int(where[1]) if where else max(1, len(text.splitlines()))
        raise BadFile(path, line, f"not valid TOML: {error}") from None
    except (ValueError, OverflowError):
        raise BadFile(path, None, "a number in it is too long, or a date is impossible") from None


def deep_key(text: str) -> int | None:
    """Return the line of a key with more than `DEEPEST` parts, if there is one."""
    match = DEEP_KEY.search(text)
    return text.count("\n", 0, match.start()) + 1 if match else None


def _refuse_huge_numbers(value: Any) -> None:
    """Refuse numbers beyond 64 bits: no setting takes one, and very long ones can't be printed."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            _refuse_huge_numbers(part)
    elif isinstance(value, int) and value.bit_length() > 64:
        raise OverflowError


def line_of(text: str, table: str, key: str = "") -> int | None:
    """Return the line of a key in a table such as `sweep.over`, or that of the table itself."""
    table = _plain(table)
    header_name, table_line, target = "", None, f"{table}.{_plain(key)}".strip(".")
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[\[?([^\[\]=]+)\]", line):
            name = header_name = _plain(header[1])
        elif setting := re.match(r"([^=#]+?)=", line):
            name = f"{header_name}.{_plain(setting[1])}".strip(".")
        else:
            continue
        if name == target:
            return number
        if table_line is None and table and f"{name}.".startswith(f"{table}."):
            table_line = number
    return table_line


def _plain(name: str) -> str:
    """Return a key without quotes and spaces."""
    return re.sub(r"[\s\"']", "", name)


# Writing


def format_settings(table: Mapping[str, Any]) -> Iterator[str]:
    """Return the lines of a table, `name = value`."""
    return (f"{_key(key)} = {_value(value)}\n" for key, value in table.items())


def _key(key: str) -> str:
    return key if BARE.fullmatch(key) else _text(key)


def _value(value: Any) -> str:
    """Format plain data; TOML has no value for None."""
    if isinstance(value, str):
        return _block(value) if "\n" in value else _text(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Mapping):
        inside = (f"{_key(key)} = {_value(item)}" for key, item in value.items())
        return f"{{{', '.join(inside)}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    raise TypeError(f"TOML has no value for {value!r}")


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _block(text: str) -> str:
    """Format a text of several lines as a literal string, if TOML can read that back."""
    is_plain = "'''" not in text and not text.endswith("'") and not CONTROL.search(text)
    return f"'''\n{text}'''" if is_plain else _text(text)
