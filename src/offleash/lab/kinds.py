"""The kinds of experiments: what each makes of its blocks.

A kind is a module with `conduct(run, told)`, which plays as many blocks as its question needs and
says what came of them: plain data, fit for a JSON file.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from offleash.core.errors import OffleashError
from offleash.lab.run import Run, Told

KINDS = {"simulate": "offleash.lab.simulate"}


def conduct(run: Run, told: Told | None = None) -> Mapping[str, Any]:
    """Plays an experiment to its end, unless it has been, and says what it came to."""
    kind = run.experiment.plan.kind
    if kind not in KINDS:
        raise OffleashError(f"there is no experiment {kind!r}; there is {', '.join(KINDS)}")
    try:
        if run.summary is not None:
            return run.summary
        return run.finish(import_module(KINDS[kind]).conduct(run, told))
    finally:
        run.close()
