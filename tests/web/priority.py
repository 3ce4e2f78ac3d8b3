"""Jobs at normal priority: next to processes that want every core, a niced one gets no time."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from offleash.web.jobs import Jobs
from tests.timeouts import TIMEOUT_S


@contextmanager
def unniced_jobs(*modules: Any) -> Iterator[None]:
    """These modules create their jobs without niceness, and with the tests' timeout."""

    def create(**settings: Any) -> Jobs:
        return Jobs(**{**settings, "seconds": TIMEOUT_S, "niceness": 0})

    with pytest.MonkeyPatch.context() as patch:
        for module in modules:
            patch.setattr(module, "Jobs", create)
        yield
