"""Checks of what a seat may know: nothing hidden shows, and blanks are filled lawfully.

A *twin* of a position, for a seat, is another position that this seat can't tell from it.
"""

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from offleash.checks.check import Breaches, Check
from offleash.checks.sampling import (
    OTHERS,
    applied,
    choices,
    numbers,
    planned,
    scores,
    view_of,
    viewers,
)
from offleash.checks.subject import Subject, blanked
from offleash.compiler.rules.random import seed_streams
from offleash.compiler.seeds import streams
from offleash.contract import Game, Records
from offleash.contract.encoding import Observation
from offleash.contract.rules.actors import NOBODY, OVER, UNSEEN

PICTURE_INTERVAL = 9  # drawing is slow: one case in so many, which still takes every viewer in turn
SLOW_INTERVAL = 7  # of other checks that need not look at every case
STEPS = 12  # actions that are played from a twin
SKIPPED = 4  # every case asks of one action in so many, and all cases together of all

Look = Callable[[Game, Records, Records, int], dict[str, Any]]


def is_secretive(subject: Subject) -> bool:
    """Return whether the game hides something."""
    return bool(subject.secrets)


# What tells positions apart


def appearances(game: Game, states: Records, options: Records, seat: int) -> dict[str, Any]:
    """Return what a seat learns of a position, or what a bot in its place goes by."""
    view = view_of(game, states, options, seat)
    observation = game.notation.observe(states, options, seat)
    acts = seat != NOBODY and game.rules.actor(states[0]) == seat
    legal = choices(game, states, options) if acts else []
    array = observation.array
    by_name = {
        "view": view.tobytes(),
        "observed text": observation.text,
        "observed array": (array.dtype, array.shape, array.tobytes()),
        "legal actions": legal,
        "scores": scores(game, states, options, legal),
        "plan": planned(game, states, options).tobytes() if acts else b"",
    }
    if acts:
        by_name["plan of the view"] = planned(game, view, options).tobytes()
        by_name["legal actions of the view"] = choices(game, view, options)
        by_name["scores of the view"] = scores(game, view, options, legal)
    return by_name


def pictures(game: Game, states: Records, options: Records, seat: int) -> dict[str, Any]:
    """Return what a seat sees; a picture of the whole record must not show more either."""
    view = view_of(game, states, options, seat)
    acts = seat != NOBODY and game.rules.actor(states[0]) == seat
    legal = choices(game, states, options) if acts else []
    return {
        "picture of the view": game.pictures.draw(view, options, seat),
        "picture of the record": game.pictures.draw(states, options, seat),
        "targets": game.pictures.targets(view, options, seat, legal),
        "targets in the picture": game.pictures.draw_targets(states, options, seat, legal),
        "terminal drawing": game.pictures.draw_text(view, options, seat),
    }


def leaks(
    game: Game, states: Records, twin: Records, options: Records, seat: int, look: Look
) -> list[str]:
    """Return what tells two positions apart that should look alike."""
    one, two = (look(game, position, options, seat) for position in (states, twin))
    return [name for name in one if one[name] != two[name]]


def twin_breaches(subject: Subject, look: Look = appearances, every: int = 1) -> Breaches:
    """Compare each position with its twins."""
    for options, states, seat, twin in subject.cases()[::every]:
        if names := leaks(subject.game, states, twin, options, seat, look):
            text = subject.game.notation.format_position(twin, options)
            where = subject.describe(states, options, seat)
            yield f"{', '.join(names)}: tells {where} from {text}"


def picture_breaches(subject: Subject) -> Breaches:
    """Compare the pictures of some positions with those of their twins."""
    return twin_breaches(subject, pictures, PICTURE_INTERVAL)


def _plant_leaks(subject: Subject) -> dict[str, Subject]:
    game = subject.game
    if not subject.secrets:
        return {}

    def more_text(states: Records, options: Records, seat: int) -> Observation:
        observation = game.notation.observe(states, options, seat)
        whole = game.notation.format_position(states, options)
        return Observation(lambda: observation.text + whole, observation.array)

    def more_numbers(states: Records, options: Records, seat: int) -> Observation:
        observation = game.notation.observe(states, options, seat)
        peeked = np.frombuffer(states.tobytes(), np.uint8).astype(np.int32)
        return Observation(observation.make_text, np.concatenate([observation.array, peeked]))

    def score(state: Any, options: Any, work: Any, plan: Any, action: int, weights: Any) -> int:
        peeked = hash(state.tobytes())
        return int(game.bots.score(state, options, work, plan, action, weights)) + peeked

    def prepare(state: Any, options: Any, work: Any, plan: Any, weights: Any) -> None:
        plan[plan.dtype.names[0]] = hash(state.tobytes()) % 1000

    forgotten = {
        f"`hide` forgets the field {field}": subject.planted(hide=forgetful(game, field))
        for field in subject.secrets
    }
    faults = {
        "an observation says more": subject.planted(observe=more_text),
        "an observation has more numbers": subject.planted(observe=more_numbers),
    }
    if any_acting(subject):
        faults["a score looks at hidden things"] = subject.planted(score=score)
        if game.rules.plan.names:
            faults["a plan looks at hidden things"] = subject.planted(prepare=prepare)
    return {**forgotten, **faults}


def any_acting(subject: Subject) -> bool:
    """Return whether a seat that is to act has a secret kept from it."""
    return any(
        seat != NOBODY
        and seat == subject.game.rules.actor(states[0])
        and states.tobytes() != twin.tobytes()
        for _, states, seat, twin in subject.cases()
    )


def forgetful(game: Game, field: str) -> Callable[..., None]:
    """Return a `hide` that forgets one field."""

    def hide(state: Any, options: Any, seat: int) -> None:
        before = state[field].copy()
        game.rules.hide(state, options, seat)
        state[field] = before

    return hide


def _plant_pictures(subject: Subject) -> dict[str, Subject]:
    game = subject.game
    cases = subject.cases()[::PICTURE_INTERVAL]
    if not any(states.tobytes() != twin.tobytes() for _, states, _, twin in cases):
        return {}

    def draw(states: Records, options: Records, seat: int) -> str:
        return game.pictures.draw(states, options, seat) + f"<!-- {states.tobytes().hex()} -->"

    return {"a picture holds the whole record": subject.planted(draw=draw)}


def view_breaches(subject: Subject) -> Breaches:
    """Compare what a seat learns of a position with what it learns of its own view."""
    game = subject.game
    for options, states, seat, _ in subject.views():
        by_name = appearances(game, states, options, seat)
        names = [
            name
            for name in ("legal actions", "scores", "plan")
            if by_name.get(f"{name} of the view", by_name[name]) != by_name[name]
        ]
        view = view_of(game, states, options, seat)
        observation = game.notation.observe(view, options, seat)
        if observation.text != by_name["observed text"]:
            names.append("observed text")
        if observation.array.tobytes() != by_name["observed array"][2]:
            names.append("observed array")
        if names:
            where = subject.describe(states, options, seat)
            yield f"{', '.join(names)} of the view differ from those of {where}"


def _plant_peeking(subject: Subject) -> dict[str, Subject]:
    if not subject.secrets:
        return {}
    return {
        words: fault for words, fault in _plant_leaks(subject).items() if "observation" in words
    }


def hide_breaches(subject: Subject) -> Breaches:
    """Hide twice; and look at what is hidden."""
    game = subject.game
    hidden = {name for options, states, _, _ in subject.views()
              for name in blanked(game, states, options)}  # fmt: skip
    if hidden != {*subject.secrets}:
        yield f"hidden are {sorted(hidden)}, secret are {sorted(subject.secrets)}"
    for options, states, seat, _ in subject.views():
        view = view_of(game, states, options, seat)
        if view_of(game, view, options, seat).tobytes() != view.tobytes():
            yield f"hiding twice changes {subject.describe(states, options, seat)}"


def _plant_hide(subject: Subject) -> dict[str, Subject]:
    game = subject.game
    field = (*subject.secrets, *(game.rules.record.names or ()))[0]

    def hide(state: Any, options: Any, seat: int) -> None:
        game.rules.hide(state, options, seat)
        state[field] = state[field] ^ 1

    return {f"hiding twice brings {field} back": subject.planted(hide=hide)}


# Filling the blanks


def fill_breaches(subject: Subject) -> Breaches:
    """Fill blanks: the view stays, and the position is whole and can be played on."""
    game, rng = subject.game, random.Random(f"playing on in {subject.game.name}")
    for number, (options, states, seat, _) in enumerate(subject.cases()):
        view = view_of(game, states, options, seat)
        twin = filled_twice(game, view, options, seat)
        where = f"filling the blanks of {subject.describe(states, options, seat)}"
        if twin is None:
            yield f"{where} has two results, or touches the streams of other chance"
            continue
        if not game.notation.is_whole(twin):
            yield f"{where} leaves something unknown"
            continue
        if view_of(game, twin, options, seat).tobytes() != view.tobytes():
            yield f"{where} changes the view"
        if game.rules.actor(twin[0]) != game.rules.actor(states[0]):
            yield f"{where} changes who is to act"
        if bool(choices(game, twin, options)) != (game.rules.actor(twin[0]) != OVER):
            yield f"{where} leaves nothing to do"
        for _ in range(STEPS if number % SLOW_INTERVAL == 0 else 0):
            if not (actions := choices(game, twin, options)):
                break
            twin = applied(game, twin, options, rng.choice(actions))
        text = game.notation.format_position(twin, options)
        if game.notation.parse_position(text, options).tobytes() != twin.tobytes():
            yield f"{where} leads to {text}, which is read otherwise"


def filled_twice(game: Game, view: Records, options: Records, seat: int) -> Records | None:
    """Return a view with its blanks filled, or nothing if that can't be repeated."""
    results, rng = [], streams()
    for _ in range(2):
        seed_streams(rng, 5, 0)
        before, full = rng.copy(), view.copy()
        game.rules.resample(full[0], options[0], game.new_work()[0], seat, rng, 3)
        if not (np.delete(rng, 3) == np.delete(before, 3)).all():
            return None
        results.append(full)
    return results[0] if results[0].tobytes() == results[1].tobytes() else None


def _plant_fill(subject: Subject) -> dict[str, Subject]:
    game, count = subject.game, iter(range(1 << 30))
    if not subject.secrets:
        return {}

    def unfilled(*arguments: Any) -> None:
        """Leave the blanks."""

    def moody(state: Any, options: Any, work: Any, seat: int, rng: Any, stream: int) -> None:
        game.rules.resample(state, options, work, seat, rng, next(count) % 2)

    return {
        "blanks stay blank": subject.planted(resample=unfilled),
        "blanks are filled from another stream": subject.planted(resample=moody),
    }


# Seeing what others do


def seen_breaches(subject: Subject) -> Breaches:
    """Look at actions: each is seen whole or not at all, and by its own seat always."""
    game = subject.game
    for options, states in subject.positions("knowledge"):
        actor, actions = game.rules.actor(states[0]), choices(game, states, options)
        after = [applied(game, states, options, action) for action in actions]
        for seat in viewers(game, options):
            where = subject.describe(states, options, seat)
            sights = {a: int(game.rules.seen(states[0], options[0], a, seat)) for a in actions}
            if any(sight not in (action, UNSEEN) for action, sight in sights.items()):
                yield f"an action is seen as another one in {where}"
            if seat == actor >= 0 and any(action != sight for action, sight in sights.items()):
                yield f"a seat does not see its own action in {where}"
            if telltale(game, options, seat, actions, after, sights):
                yield f"what is seen of an action says more than the view after it in {where}"
    yield from twin_sight_breaches(subject)


def telltale(
    game: Game,
    options: Records,
    seat: int,
    actions: list[int],
    after: list[Records],
    sights: dict[int, int],
) -> bool:
    """Whether actions are told apart whose results differ, but not for this seat."""
    groups: dict[bytes, list[tuple[int, bytes]]] = {}
    for action, result in zip(actions, after, strict=True):
        view = view_of(game, result, options, seat).tobytes()
        groups.setdefault(view, []).append((action, result.tobytes()))
    return any(
        len({result for _, result in group}) > 1 and {sights[a] for a, _ in group} != {UNSEEN}
        for group in groups.values()
    )


def twin_sight_breaches(subject: Subject) -> Breaches:
    """Compare what is seen of an action with what twins see of it."""
    game, rng = subject.game, random.Random(7)
    for number, (options, states, seat, twin) in enumerate(subject.cases()[::SLOW_INTERVAL]):
        if game.rules.actor(states[0]) == OVER:
            continue
        sample = numbers(game, choices(game, states, options), rng, OTHERS // 20)
        for action in sample[number % SKIPPED :: SKIPPED]:
            one, two = (game.rules.seen(s[0], options[0], action, seat) for s in (states, twin))
            if one != two:
                where = subject.describe(states, options, seat)
                yield f"action {action} is seen otherwise than in a twin of {where}"


def _plant_seen(subject: Subject) -> dict[str, Subject]:
    faults = {"an action is seen as another": lambda state, options, action, seat: action + 1}
    if any_unseen(subject):
        faults["everybody sees every action"] = lambda state, options, action, seat: action
    return {words: subject.planted(seen=fault) for words, fault in faults.items()}


def any_unseen(subject: Subject) -> bool:
    """Return whether some action of the sample is hidden from somebody."""
    game = subject.game
    return any(
        game.rules.seen(states[0], options[0], action, seat) == UNSEEN
        for options, states in subject.positions("knowledge")
        for action in choices(game, states, options)
        for seat in viewers(game, options)
    )


CHECKS = (
    Check("views", "positions that a seat can't tell apart look alike to it", twin_breaches,
          _plant_leaks),
    Check("views", "pictures show no more than a seat may see", picture_breaches, _plant_pictures),
    Check("views", "a view is enough to decide and to observe", view_breaches, _plant_peeking),
    Check("views", "hiding twice changes nothing", hide_breaches, _plant_hide),
    Check("views", "filled blanks make a whole position with the same view", fill_breaches,
          _plant_fill),
    Check("views", "an action is seen whole or not at all", seen_breaches, _plant_seen),
)  # fmt: skip
