"""Imports every module of Offleash, then runs the command lines that stdin has as JSON.

It runs in another environment, all in one process, since each would import everything again.
Prints which modules miss what, and the status and the errors of each command line.
"""

import contextlib
import importlib
import io
import json
import pkgutil
import sys
from collections.abc import Iterable

import offleash
from offleash.cli import main
from offleash.tools.errors import OffleashError


def missing_modules(path: Iterable[str], prefix: str) -> dict[str, str | None]:
    """What each module that can't be imported lacks."""
    missing: dict[str, str | None] = {}
    for module in pkgutil.iter_modules(path, prefix):
        if ".templates." in module.name or module.name.endswith("__main__"):
            continue
        try:
            package = importlib.import_module(module.name)
        except ModuleNotFoundError as error:
            missing[module.name] = error.name
        except OffleashError as error:  # an adapter that says which extra it needs
            missing[module.name] = getattr(error.__context__, "name", str(error))
        else:
            missing |= missing_modules(getattr(package, "__path__", ()), f"{module.name}.")
    return missing


def run(line: str) -> tuple[object, str]:
    """The status of a command line, and what it prints to stderr."""
    sys.argv = ["offleash", *line.split()]
    errors = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(errors):
        try:
            main()
        except SystemExit as end:
            return end.code, errors.getvalue()
    raise AssertionError("main returned")


if __name__ == "__main__":
    lines = json.load(sys.stdin)
    report = {"missing": missing_modules(offleash.__path__, "offleash.")}
    print(json.dumps({**report, "results": {line: run(line) for line in lines}}))
