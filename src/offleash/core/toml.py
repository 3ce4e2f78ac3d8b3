"""TOML: read with its mistakes told by the line, and plain data written so that it reads back."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from offleash.core.errors import BadFile
from offleash.core.files import read_text

BARE = re.compile(r"[A-Za-z0-9_-]+")
DEEPEST = 200  # parts of a key: the parser takes minutes over some thousands
PART = r"""(?:"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'|[\w-]++)"""
DEEP_KEY = re.compile(rf"(?<![\w.-])(?:{PART}[ \t]*+\.[ \t]*+){{{DEEPEST}}}")
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def read_toml(path: Path) -> tuple[str, dict[str, Any]]:
    """The text of a file and what it says; a mistake is told with its line."""
    text = read_text(path)
    return text, parse_toml(text, path)


def parse_toml(text: str, path: str | Path) -> dict[str, Any]:
    """What a text says; `path` is what to call it where there is a mistake."""
    if line := deep_key(text):
        raise BadFile(path, line, f"a key in it has more than {DEEPEST} parts")
    try:
        document = tomllib.loads(text)
        _refuse_huge_numbers(document)
        return document
    except RecursionError:
        raise BadFile(path, None, "it is nested too deep") from None
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"line ([0-9]{1,9})", str(error))
        line = int(where[1]) if where else max(1, len(text.splitlines()))
        raise BadFile(path, line, f"no valid TOML: {error}") from None
    except (ValueError, OverflowError):
        raise BadFile(path, None, "a number in it is too long, or a date impossible") from None


def deep_key(text: str) -> int | None:
    """The line of a key with more parts than anybody writes, where there is one."""
    found = DEEP_KEY.search(text)
    return text.count("\n", 0, found.start()) + 1 if found else None


def _refuse_huge_numbers(value: Any) -> None:
    """Numbers beyond 64 bits mean nothing here, and longer ones can't even be printed."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            _refuse_huge_numbers(part)
    elif isinstance(value, int) and value.bit_length() > 64:
        raise OverflowError


def line_in(text: str, table: str, key: str = "") -> int | None:
    """The line of a key in a table such as `sweep.over`, or that of the table itself."""
    table = _plain(table)
    here, of_table, wanted = "", None, f"{table}.{_plain(key)}".strip(".")
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[\[?([^\[\]=]+)\]", line):
            here = _plain(header[1])
            name = here
        elif setting := re.match(r"([^=#]+?)=", line):
            name = f"{here}.{_plain(setting[1])}".strip(".")
        else:
            continue
        if name == wanted:
            return number
        if of_table is None and table and f"{name}.".startswith(f"{table}."):
            of_table = number
    return of_table


def _plain(name: str) -> str:
    """A key without quotes and blanks."""
    return re.sub(r"[\s\"']", "", name)


# Writing


def settings(table: Mapping[str, Any]) -> Iterator[str]:
    """The lines of a table, `name = value`."""
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
    raise TypeError(f"TOML can't hold {value!r}")


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _block(text: str) -> str:
    """A text of several lines as it is, where that can be read back."""
    is_plain = "'''" not in text and not text.endswith("'") and not CONTROL.search(text)
    return f"'''\n{text}'''" if is_plain else _text(text)
