"""Jinja templates that anybody may have written: without access to Python, and within limits.

What a template does costs steps: loops, calls, operators, filters and files, and all text that it
makes. So it ends within seconds, and needs little memory. Methods, filters and operators that make
something large from something small are missing or checked first.
"""

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any

from jinja2 import Template, nodes
from jinja2.filters import FILTERS
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace
from jinja2.visitor import NodeTransformer

from offleash.tools.errors import OffleashError

MOST_STEPS = 20_000_000  # of one text; a letter that is made counts as a step
ACTION_STEPS = 100  # of a loop's turn, a call, an operator, a filter or a file
MOST_SECONDS = 10
LONGEST_TEXT = 400_000  # characters, ten times a long rulebook
LONGEST_NUMBER = 4000  # bits
PLAIN_FORMAT = re.compile(r"(?:[^%]|%[sd%])*")  # without widths such as %1000000d
LOOP = "within_limits"  # the filter around what a loop goes through
FILTER_NAMES = (
    *("abs", "capitalize", "count", "d", "default", "dictsort", "first", "int", "items", "last"),
    *("length", "list", "lower", "map", "max", "min", "reject", "rejectattr", "reverse", "select"),
    *("selectattr", "sort", "title", "trim", "unique", "upper"),
)
TEXT_METHODS = {
    *("capitalize", "count", "endswith", "find", "index", "isalpha", "isdigit", "islower"),
    *("isupper", "lower", "lstrip", "partition", "removeprefix", "removesuffix", "rfind"),
    *("rpartition", "rsplit", "rstrip", "split", "splitlines", "startswith", "strip", "title"),
    *("upper",),
}
LIST_METHODS = {"count", "get", "index", "items", "keys", "values"}
LISTS = (list, tuple, dict, set, frozenset, range, Namespace)


class TemplateLimit(OffleashError):
    """A template needs more than it may."""


class _Budget:
    """What is left of the steps and the time of a template."""

    def __init__(self) -> None:
        self._steps, self._until = MOST_STEPS, time.monotonic() + MOST_SECONDS

    def spend(self, result: Any = None) -> None:
        """Count an action and the size of what it made. Raises TemplateLimit at the end."""
        self._steps -= ACTION_STEPS + (len(result) if isinstance(result, str | list | tuple) else 0)
        if self._steps < 0 or time.monotonic() > self._until:
            raise TemplateLimit(f"it takes too many steps, or over {MOST_SECONDS} seconds")


_budget: ContextVar[_Budget | None] = ContextVar("budget", default=None)


@contextmanager
def template_limits() -> Iterator[None]:
    """Let templates that are compiled and written in the block have one budget together."""
    token = _budget.set(_Budget())
    try:
        yield
    finally:
        _budget.reset(token)


def _spend(result: Any = None) -> Any:
    budget = _budget.get()
    assert budget is not None, "templates are written within `template_limits`"
    budget.spend(result)
    return result


def _require_length(length: int) -> None:
    if length > LONGEST_TEXT:
        raise TemplateLimit(f"a text or a list can have at most {LONGEST_TEXT:,} letters or parts")


class LimitedEnvironment(ImmutableSandboxedEnvironment):
    """Templates within limits. They are compiled and written within `template_limits`."""

    intercepted_binops = frozenset(("+", "*", "**", "%"))

    def __init__(self, **settings: Any) -> None:
        super().__init__(finalize=_printable, **settings)
        self.filters = {name: _counted(FILTERS[name]) for name in FILTER_NAMES}
        self.filters |= {"join": _join, "string": _to_text, LOOP: _turns}
        self.globals = {name: self.globals[name] for name in ("range", "dict", "namespace")}

    @staticmethod
    def concat(parts: Iterable[str]) -> str:
        """Join what was written; this replaces Jinja's own function."""
        pieces, length = [], 0
        for part in parts:
            pieces.append(part)
            length += len(part)
            _require_length(length)
        return str(_spend("".join(pieces)))

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree: nodes.Template = _Checks().visit(super()._parse(source, name, filename))
        return tree

    def _load_template(self, name: Any, globals: Any) -> Template:
        _spend()
        return super()._load_template(name, globals)

    def call(self, context: Context, /, function: Any, *arguments: Any, **named: Any) -> Any:
        """Call a function or a macro."""
        _spend()
        return _spend(super().call(context, function, *arguments, **named))

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Calculate, unless the result would be too large."""
        _check_operands(operator, left, right)
        return _spend(super().call_binop(context, operator, left, right))

    def wrap_str_format(self, value: Any) -> None:
        """Let `format` be a method like the others, which is not among the safe ones."""

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Return whether a template may use an attribute."""
        if isinstance(obj, str):
            return attr in TEXT_METHODS
        if isinstance(obj, int | float):
            return False
        if isinstance(obj, LISTS) and not isinstance(obj, Namespace) and callable(value):
            return attr in LIST_METHODS
        return super().is_safe_attribute(obj, attr, value)


class _Checks(NodeTransformer):
    """Counts the turns of loops, and makes `a ~ b` a filter, which has a limit."""

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        node.iter = self._filter(node.iter, LOOP)
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        return self._filter(nodes.List(node.nodes, lineno=node.lineno), "join")

    def _filter(self, node: Any, name: str) -> nodes.Filter:
        return nodes.Filter(node, name, [], [], None, None, lineno=node.lineno)


def _turns(values: Iterable[Any]) -> Iterator[Any]:
    for value in values:
        _spend()
        yield value


def _counted(function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def counted(*arguments: Any, **named: Any) -> Any:
        return _spend(function(*arguments, **named))

    return counted


def _printable(value: Any) -> Any:
    if isinstance(value, (*LISTS, Iterator)):
        raise TemplateLimit("a list can't be written as it is: use join")
    return value


def _to_text(value: Any) -> str:
    return str(_spend(str(_printable(value))))


def _join(values: Iterable[Any], between: str = "") -> str:
    texts = []
    length, gap = 0, _to_text(between)
    for value in values:
        texts.append(_to_text(value))
        length += len(texts[-1]) + len(gap)
        _require_length(length)
    return str(_spend(gap.join(texts)))


def _check_operands(operator: str, left: Any, right: Any) -> None:
    """Raise TemplateLimit if a result would be too large."""
    if operator == "+" and isinstance(left, Sized) and isinstance(right, Sized):
        _require_length(len(left) + len(right))
    if operator == "%" and isinstance(left, str):
        values = right.values() if isinstance(right, Mapping) else right
        texts = values if isinstance(right, tuple | Mapping) else (right,)
        if not PLAIN_FORMAT.fullmatch(left):
            raise TemplateLimit("only %s and %d can be used in a text with %")
        _require_length(len(left) + sum(len(_to_text(value)) for value in texts))
    if operator == "*":
        for value, times in ((left, right), (right, left)):
            if isinstance(value, Sized) and isinstance(times, int):
                _require_length(len(value) * max(times, 0))
    if operator in ("*", "**") and isinstance(left, int) and isinstance(right, int):
        bits = (left.bit_length(), right.bit_length())
        if (sum(bits) if operator == "*" else bits[0] * abs(right)) > LONGEST_NUMBER:
            raise TemplateLimit("a number is too large")
