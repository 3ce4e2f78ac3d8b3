"""Small rules with a cache of their own."""

import numpy as np
import pytest

from offleash.compiler import cache_files, machine, rule as compile
from offleash.compiler.record import record
from offleash.compiler.rule import Rules, specialise
from tests.compiler import small

COUNT = record(count=np.int64)


class SmallRules:
    """Rules as a new process finds them, and what was told while they were compiled."""

    def __init__(self, monkeypatch, folder):
        self.folder, self.notices = folder, []
        self._monkeypatch = monkeypatch
        monkeypatch.setenv("OFFLEASH_CACHE", str(folder))
        monkeypatch.setattr(cache_files, "full_folders", set())
        monkeypatch.setattr(machine, "announce", self.notices.append)

    def load(self):
        """The rules, of which nothing is loaded yet."""
        self.notices.clear()
        self._monkeypatch.setattr(compile, "_specialised", {})
        rules = Rules("offleash.compiler", state=COUNT, options=COUNT, work=COUNT, tally=COUNT)
        return specialise(rules, small)

    def files(self, kind):
        return sorted(self.folder.rglob(f"*.{kind}"))


@pytest.fixture
def small_rules(monkeypatch, tmp_path):
    if compile.MODE != "compiled":
        pytest.skip("nothing is compiled")
    return SmallRules(monkeypatch, tmp_path / "cache")


def raise_three(module):
    """What the rules are for: three numbers raised by one, and counted."""
    out, tally = np.array([1, 2, 3], np.int32), np.zeros(1, COUNT)
    return int(module.raise_all(out, tally[0])), int(tally["count"][0]), out.tolist()


RAISED = (9, 3, [2, 3, 4])
