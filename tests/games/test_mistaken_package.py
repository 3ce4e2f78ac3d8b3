"""A game of a package with a mistake: a sentence says which, and no traceback reaches anybody."""

import sys
import types

import pytest

from offleash.contract.options import options_record, whole
from offleash.games import registry
from offleash.tools.errors import OffleashError
from tests.processes import run_program


class MistakenImport:
    """Finds the module of a game that has an option named `size`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def find_spec(self, name, path=None, target=None):
        from importlib.machinery import ModuleSpec

        return ModuleSpec(name, self) if name == self.name else None

    def create_module(self, spec):
        return types.ModuleType(spec.name)

    def exec_module(self, module):
        options_record([whole("size", 2, 2, 4, "how large it is")])


def test_an_option_named_size_is_one_sentence(monkeypatch):
    row = registry.Row("broken", "Broken", "2", "a mistake", package="broken_game")
    monkeypatch.setitem(registry.ROWS, "broken", row)
    monkeypatch.setattr(sys, "meta_path", [MistakenImport("broken_game"), *sys.meta_path])
    with pytest.raises(OffleashError, match=r"the game broken can't be loaded: .*'size'"):
        registry.load("broken")


def test_the_command_says_so_with_status_2(tmp_path):
    written = run_program("offleash.cli", "new-game", "kibble", "--out", str(tmp_path / "kibble"))
    folder = next(tmp_path.rglob("pyproject.toml")).parent if written.returncode == 0 else tmp_path
    options = next(folder.rglob("options.py"))
    text = options.read_text(encoding="utf-8")
    options.write_text(
        text.replace(
            "OPTION_LIST = (", 'OPTION_LIST = (\n    whole("size", 2, 2, 4, "how large"),'
        ),
        encoding="utf-8",
    )
    checked = run_program("offleash.cli", "check", str(folder))
    assert checked.returncode == 2 and "Traceback" not in checked.stderr
    assert "'size'" in checked.stderr
