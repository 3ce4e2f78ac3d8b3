"""Bots that users write in Python: any object with `choose(view, legal) -> action`.

`mypackage.mymodule:MyBot` names one. Loading it runs its code, so only names from the command line
are loaded: see `kinds.register_bot`.
"""

import importlib
import inspect
import os
import re
import sys
import traceback
from collections.abc import Callable, Mapping
from typing import Any

from offleash.bots.python.time_limit import Overtime
from offleash.contract import Game, Records
from offleash.tools.errors import OffleashError, quote

# module:Class, the module with dots
CLASS_NAME = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")
CONSTRUCTOR_ARGUMENTS = ("game", "options", "seat")  # parameters that a bot may have


class BotModuleNotFound(OffleashError):
    """There is no such module: most likely a typing error."""


BotFactory = Callable[[Game, Records, int], Any]


def is_class_name(name: str) -> bool:
    """Return whether a name looks like `module:Class`; a persona's does too."""
    return CLASS_NAME.fullmatch(name) is not None


def load(name: str) -> Any:
    """Import `module:Class`; modules in the current folder come last.

    Raises BotModuleNotFound if there is no such module, OffleashError if it can't be loaded.
    """
    module, _, attribute = name.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        loaded = importlib.import_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        if isinstance(error, ModuleNotFoundError) and _is_part(error.name, module):
            hint = f"; write {name.replace('.py:', ':')}" if module.endswith(".py") else ""
            raise BotModuleNotFound(
                f"there is no bot {name!r}, and no module {error.name!r} in the current folder or "
                f"among Python's packages{hint}"
            ) from None
        raise OffleashError(f"{name} can't be loaded: it {describe_error(error)}") from None
    if not hasattr(loaded, attribute):
        where = getattr(loaded, "__file__", None) or module
        raise OffleashError(f"{name} can't be loaded: there is no {attribute} in {where}")
    return getattr(loaded, attribute)


def _is_part(missing: str | None, module: str) -> bool:
    """Return whether the missing module is the bot's own, or a package that contains it."""
    return missing is not None and f"{module}.".startswith(f"{missing}.")


def bot_factory(name: str, bot: Any) -> BotFactory:
    """Construct a class for each game, or share an object; raise OffleashError if neither works."""
    if not callable(getattr(bot, "choose", None)):
        raise OffleashError(f"{name} is not a bot: it has no choose(view, legal)")
    if not isinstance(bot, type):
        return lambda game, options, seat: bot
    parameters = _constructor_arguments(bot)
    if parameters is None:
        raise OffleashError(
            f"{name} can't be constructed: its constructor may only take "
            + ", ".join(CONSTRUCTOR_ARGUMENTS)
        )
    return lambda game, options, seat: bot(
        **{
            key: value
            for key, value in zip(CONSTRUCTOR_ARGUMENTS, (game, options, seat), strict=True)
            if key in parameters
        }
    )


def _constructor_arguments(bot: type) -> set[str] | None:
    """Return the parameters of a bot's constructor, or None if it requires others."""
    try:
        parameters: Mapping[str, inspect.Parameter] = inspect.signature(bot).parameters
    except (TypeError, ValueError):  # a class written in C may have no signature
        return set()
    open_ended = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    names = {
        name
        for name, p in parameters.items()
        if p.kind not in open_ended and (p.default is p.empty or name in CONSTRUCTOR_ARGUMENTS)
    }
    has_unnamed = any(p.kind is p.POSITIONAL_ONLY for p in parameters.values())
    return names if names <= set(CONSTRUCTOR_ARGUMENTS) and not has_unnamed else None


def title_of(bot: Any) -> str:
    """Return the first line of its docstring."""
    text = inspect.getdoc(bot if isinstance(bot, type) else type(bot)) or ""
    return text.partition("\n")[0].strip() or "written in Python"


def describe_error(error: BaseException) -> str:
    """Return the error and the line that raised it, to follow the word "it"."""
    message = " ".join(f"{type(error).__name__}: {_text(error)}".split()).rstrip(": ")
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "importlib" not in f.filename]
    user_frames = [frame for frame in frames if not _is_ours(frame.filename)]
    if isinstance(error, SyntaxError) and error.filename:
        where = f" ({os.path.basename(error.filename)}, line {error.lineno})"
        return f"raised {type(error).__name__}: {error.msg}{where}"
    if not user_frames:
        return f"raised {message}"
    last = user_frames[-1]
    return f"raised {message} ({os.path.basename(last.filename)}, line {last.lineno})"


def _text(error: BaseException) -> str:
    """Return the message of an error, even if its `__str__` fails."""
    try:
        text = str(error)
    except Overtime:
        raise
    except BaseException:
        return "no message that can be read"
    return text if len(text) <= 200 else f"{text[:199]}…"


def _is_ours(file: str) -> bool:
    """Return whether a line of code belongs to Offleash."""
    home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return os.path.abspath(file).startswith(home + os.sep)


def describe_answer(answer: object) -> str:
    """Return what a bot returned, to follow the word "it"."""
    try:
        return f"answered {quote(answer)}"
    except Exception:
        return f"answered a {type(answer).__name__} that can't be shown"
