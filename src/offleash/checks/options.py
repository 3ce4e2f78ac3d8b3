"""Checks of options, and of the sample of positions that all other checks look at."""

import random
from collections.abc import Iterator
from typing import Any

from offleash.checks.check import Breaches, Check
from offleash.checks.sampling import applied, choices, features, needed
from offleash.checks.subject import Subject
from offleash.contract import Game
from offleash.contract.options import Option
from offleash.tools.errors import BadNotation

STEPS = 40  # random actions that are played with each value of an option
MOST_VALUES = 6  # of one option
NO_VALUE = "no such value!"


def values_of(option: Option) -> list[Any]:
    """Return the default of an option, its limits and what is worth comparing, as text."""
    whole = getattr(option, "values", ())
    values = [option.default, *option.swept, *whole[:1], *whole[-1:]]
    texts = dict.fromkeys(v if isinstance(v, str) else option.format(v) for v in values)
    return list(texts)[:MOST_VALUES]


def option_breaches(subject: Subject) -> Breaches:
    """Each value of an option is read as it is written, and can be played."""
    game = subject.game
    for option in game.rules.options:
        for text in values_of(option):
            options = game.options(**{option.name: text})
            changes = game.changes(options)
            if game.options(**changes).tobytes() != options.tobytes():
                yield f"{option.name}={text} is written as {changes}, which is something else"
            if problem := first_problem(game, {option.name: text}):
                yield f"with {option.name}={text}, {problem}"
        try:
            game.options(**{option.name: NO_VALUE})
        except BadNotation:
            continue
        yield f"{option.name} takes the value {NO_VALUE!r}"
    for preset in game.rules.presets:
        if problem := first_problem(game, {}, preset):
            yield f"with the preset {preset}, {problem}"


def first_problem(game: Game, changes: dict[str, Any], preset: str | None = None) -> str:
    """Return what goes wrong in some random actions under these options, or nothing."""
    rng = random.Random(f"{preset} {changes}")
    try:
        options = game.options(preset, **changes)
        states = game.new_state(options)
        for _ in range(STEPS):
            if not (actions := choices(game, states, options)):
                break
            states = applied(game, states, options, rng.choice(actions))
    except Exception as error:
        return f"the game breaks: {type(error).__name__}: {error}"
    return ""


def _plant_options(subject: Subject) -> dict[str, Subject]:
    rules, usual = subject.game.rules, subject.game.options().tobytes()

    def setup(state: Any, options: Any) -> None:
        if options.tobytes() != usual:
            raise ValueError("nobody has tried these options")
        rules.setup(state, options)

    return {"other options than the default break the game": subject.planted(setup=setup)}


def has_options(subject: Subject) -> bool:
    """Return whether there is anything to choose."""
    return bool(subject.game.rules.options)


# The sample


def missing(subject: Subject, purpose: str) -> Iterator[str]:
    """Yield what a sample should show and does not."""
    game = subject.game
    seen: set[str] = set()
    for options, states in subject.positions(purpose):
        seen |= features(game, states, options, subject.secrets)
    yield from sorted(needed(game, subject.secrets) - seen)


def sample_breaches(subject: Subject) -> Breaches:
    """Look for every phase, seat and secret, and the end, in the sample."""
    for purpose in ("knowledge", "reasons"):
        for feature in missing(subject, purpose):
            yield f"no position that was sampled shows {feature}"


def _plant_sample(subject: Subject) -> dict[str, Subject]:
    words = subject.game.notation.field_words
    if "phase" not in words:
        return {}
    more = subject.planted(field_words={**words, "phase": (*words["phase"], "nap")})
    return {"a phase is never met": more}


CHECKS = (
    Check("options", "every option and preset can be set and played", option_breaches,
          _plant_options, has_options),
    Check("options", "the sample shows every phase, seat and secret, and the end", sample_breaches,
          _plant_sample),
)  # fmt: skip
