"""Guests are admitted for one test, not for those after it."""

import pytest

from offleash.bots import kinds


@pytest.fixture
def admit(monkeypatch):
    monkeypatch.setattr(kinds, "guest_kinds", {})
    return kinds.admit
