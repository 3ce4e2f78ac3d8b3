"""The games here as subjects of checks: with the secrets and rare positions of their batteries."""

from functools import cache

from offleash.checks.subject import Case, Subject
from offleash.games import registry
from tests.battery import battery
from tests.variety import WALKS, lively, positions, rare_positions


@cache
def subject(name: str) -> Subject:
    """A game, and the same samples that other tests look at."""
    game = registry.load(name)
    samples = {purpose: positions(name, purpose) for purpose in ("knowledge", "reasons")}
    return Subject(
        game,
        battery(name).SECRETS,
        lively(game),
        rare_positions(game),
        walks=WALKS,
        samples=samples,
    )


SECRETIVE = [name for name in registry.ROWS if battery(name).SECRETS]


def telling_cases(name: str) -> list[Case]:
    """The cases in which a planted leak can show: the twin differs."""
    cases = [case for case in subject(name).cases() if case[1].tobytes() != case[3].tobytes()]
    assert cases, f"no sampled position of {name} could show a leak"
    return cases
