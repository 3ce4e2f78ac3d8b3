"""Bots that anybody writes in Python: any object with `choose(view, legal) -> action`.

`mypackage.mymodule:MyBot` names one. Loading it runs its code, so that is done for a name from the
command line alone: see `kinds.admit`.
"""

import importlib
import inspect
import os
import re
import sys
import traceback
from collections.abc import Callable, Mapping
from typing import Any

from offleash.bots.patience import Overtime
from offleash.core.errors import OffleashError, shown
from offleash.core.game import Game, Records

NAME = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")  # module:Class, the module with dots
OFFERED = ("game", "options", "seat")  # what a constructor may ask for, by these names


class NoModule(OffleashError):
    """A name that nothing can be imported from: most likely a slip."""


Maker = Callable[[Game, Records, int], Any]


def is_code(name: str) -> bool:
    """Whether a name looks like `module:Class`; a persona's does too."""
    return NAME.fullmatch(name) is not None


def load(name: str) -> Any:
    """What `module:Class` names, imported; modules of the current folder come last."""
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
            raise NoModule(
                f"there is no bot {name!r}, and no module {error.name!r} in the current folder or "
                f"among Python's packages{hint}"
            ) from None
        raise OffleashError(f"{name} can't be loaded: it {raised(error)}") from None
    if not hasattr(loaded, attribute):
        where = getattr(loaded, "__file__", None) or module
        raise OffleashError(f"{name} can't be loaded: there is no {attribute} in {where}")
    return getattr(loaded, attribute)


def _is_part(missing: str | None, module: str) -> bool:
    """Whether what was not found is the module itself, or a package that it is in."""
    return missing is not None and f"{module}.".startswith(f"{missing}.")


def maker_of(name: str, bot: Any) -> Maker:
    """How a bot sits down at a seat: a class is made anew for each game, an object is shared."""
    if not callable(getattr(bot, "choose", None)):
        raise OffleashError(f"{name} is no bot: it has no choose(view, legal)")
    if not isinstance(bot, type):
        return lambda game, options, seat: bot
    wanted = _wanted(bot)
    if wanted is None:
        raise OffleashError(
            f"{name} can't be made: its constructor may ask for {', '.join(OFFERED)} and no more"
        )
    return lambda game, options, seat: bot(
        **{
            key: value
            for key, value in zip(OFFERED, (game, options, seat), strict=True)
            if key in wanted
        }
    )


def _wanted(bot: type) -> set[str] | None:
    """What a class asks for when it is made, or None where that is not at hand."""
    try:
        parameters: Mapping[str, inspect.Parameter] = inspect.signature(bot).parameters
    except (TypeError, ValueError):  # a class of C code may not say
        return set()
    open_ended = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    asked = {
        name
        for name, each in parameters.items()
        if each.kind not in open_ended and (each.default is each.empty or name in OFFERED)
    }
    unnamed = [each for each in parameters.values() if each.kind is each.POSITIONAL_ONLY]
    return asked if asked <= set(OFFERED) and not unnamed else None


def title_of(bot: Any) -> str:
    """The first line of what it says about itself."""
    text = inspect.getdoc(bot if isinstance(bot, type) else type(bot)) or ""
    return text.partition("\n")[0].strip() or "written in Python"


def raised(error: BaseException) -> str:
    """What went wrong in somebody's code, behind "it": the error, and the line that raised it."""
    told = " ".join(f"{type(error).__name__}: {_text(error)}".split()).rstrip(": ")
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "importlib" not in f.filename]
    own = [frame for frame in frames if not _is_ours(frame.filename)]
    if isinstance(error, SyntaxError) and error.filename:
        where = f" ({os.path.basename(error.filename)}, line {error.lineno})"
        return f"raised {type(error).__name__}: {error.msg}{where}"
    where = f" ({os.path.basename(own[-1].filename)}, line {own[-1].lineno})" if own else ""
    return f"raised {told}{where}"


def _text(error: BaseException) -> str:
    """Its message, even where that can't be made."""
    try:
        text = str(error)
    except Overtime:
        raise
    except BaseException:
        return "no message that can be read"
    return text if len(text) <= 200 else f"{text[:199]}…"


def _is_ours(file: str) -> bool:
    """Whether a line of code belongs to Offleash."""
    home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return os.path.abspath(file).startswith(home + os.sep)


def answered(answer: object) -> str:
    """What a bot gave back, behind "it"."""
    try:
        return f"answered {shown(answer)}"
    except Exception:
        return f"answered a {type(answer).__name__} that can't be shown"
