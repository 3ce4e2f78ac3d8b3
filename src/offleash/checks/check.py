"""A check: what it promises, how it finds a breach, and faults that it must find."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from offleash.checks.subject import Subject

MOST_BREACHES = 3  # of one check are reported

Breaches = Iterator[str]  # a sentence each


def no_plants(subject: Subject) -> dict[str, Subject]:
    """Return no faults: for a check of which nothing can be wrong in this game."""
    return {}


@dataclass(frozen=True)
class Check:
    """One promise that every game has to keep."""

    area: str  # "rules", "views", "texts", …
    promise: str  # "legal actions are listed once, in order"
    breaches: Callable[[Subject], Breaches]
    # faults by what they do, each as a subject that has it; a game can lack what they need
    plants: Callable[[Subject], dict[str, Subject]] = no_plants
    concerns: Callable[[Subject], bool] = lambda subject: True  # whether it has anything to check


@dataclass(frozen=True)
class Outcome:
    """What a check said of a game."""

    check: Check
    breaches: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()  # planted faults that it did not find
    planted: int = 0  # how many were planted
    is_skipped: bool = False  # it does not concern this game

    @property
    def has_passed(self) -> bool:
        return not self.breaches and not self.missed


def run_check(check: Check, subject: Subject, planted: bool = False) -> Outcome:
    """Examine a game, and with `planted` prove that each planted fault would be found."""
    try:
        if not check.concerns(subject):
            return Outcome(check, is_skipped=True)
    except Exception as error:
        return Outcome(check, (f"{type(error).__name__}: {error}",))
    breaches = tuple(islice(guarded(check, subject), MOST_BREACHES))
    faults = check.plants(subject) if planted and not breaches else {}
    missed = [words for words, faulty in faults.items() if not any(guarded(check, faulty))]
    return Outcome(check, breaches, tuple(missed), len(faults))


def guarded(check: Check, subject: Subject) -> Breaches:
    """Yield the breaches; an error that a game raises is one as well."""
    try:
        yield from check.breaches(subject)
    except Exception as error:
        yield f"{type(error).__name__}: {error}"
