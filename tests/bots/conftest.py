"""Python bots are registered for one test, not for those after it."""

import pytest

from offleash.bots import kinds


@pytest.fixture
def register_bot(monkeypatch):
    monkeypatch.setattr(kinds, "registered_kinds", {})
    return kinds.register_bot
