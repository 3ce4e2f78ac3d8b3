import pytest

from offleash.games import registry
from tests.adapters.peers import TABLES, peer


@pytest.mark.parametrize(("ci", "outcome"), [("true", "Failed"), ("", "Skipped")])
def test_a_missing_peer_is_skipped_with_a_reason_and_fails_in_ci(monkeypatch, ci, outcome):
    monkeypatch.setenv("CI", ci)
    with pytest.raises(BaseException, match="no_such_peer is not installed") as problem:
        peer("no_such_peer")
    assert type(problem.value).__name__ == outcome


def test_adapters_are_tested_with_every_shipped_game():
    shipped = {name for name, row in registry.ROWS.items() if row.module.startswith("offleash.")}
    assert {name for name, _, _ in TABLES} == shipped
