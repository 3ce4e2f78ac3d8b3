"""Checks of pictures and targets: one target for each legal action, in the bare picture."""

import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from offleash.checks.check import Breaches, Check
from offleash.checks.sampling import choices, view_of
from offleash.checks.subject import Subject
from offleash.contract import Records
from offleash.contract.rules.actors import EVERYBODY
from offleash.contract.text.pictures import Target
from offleash.games.shared.svg import with_marks

PICTURES = 20  # drawing is slow: so many positions, or a few more
ROUTES = 5  # of each position
COLUMNS = 60  # of a terminal

Decision = tuple[Records, Records, int, list[int]]  # options, view, seat, legal actions


def decisions(subject: Subject) -> Iterator[Decision]:
    """Yield positions in which a seat is to act, with its view and its legal actions."""
    game = subject.game
    pairs = subject.positions("reasons")
    cases = [pair for pair in pairs if game.rules.actor(pair[1][0]) >= 0]
    for options, states in cases[:: max(1, len(cases) // PICTURES)]:
        seat = int(game.rules.actor(states[0]))
        view = view_of(game, states, options, seat)
        yield options, view, seat, choices(game, states, options)


def ids_in(elements: str) -> set[str | None]:
    """Return the ids of SVG elements."""
    return {element.get("id") for element in ET.fromstring(f"<g>{elements}</g>").iter()}


def target_breaches(subject: Subject) -> Breaches:
    """Targets are the legal actions and point into the picture; clicks tell them apart.

    The last click may be the action's own button, which is one of the marks.
    """
    game = subject.game
    for options, view, seat, legal in decisions(subject):
        where = subject.describe(view, options, seat)
        targets = game.pictures.targets(view, options, seat, legal)
        ids = ids_in(game.pictures.draw(view, options, seat))
        buttons = ids_in(game.pictures.draw_targets(view, options, seat, legal))
        if [target.action for target in targets] != legal:
            yield f"the targets are not the legal actions, in order, in {where}"
        for target in targets:
            text = game.notation.format_action(target.action, options)
            button = {f"target-{target.action}"} & buttons & {*target.clicks[-1:]}
            if target.text != text or not target.label.strip():
                yield f"the target of {text} says {target.text!r}, {target.label!r} in {where}"
            if not target.clicks or not {*target.clicks} <= ids | button:
                yield f"the clicks {target.clicks} of {text} are not in the picture of {where}"
        for one, other in pairwise(sorted(target.clicks for target in targets)):
            if other[: len(one)] == one:
                yield f"the clicks {one} are those of two actions in {where}"


def _plant_targets(subject: Subject) -> dict[str, Subject]:
    game = subject.game

    def draw_fault(change: object) -> Subject:
        def targets(
            states: Records, options: Records, seat: int, legal: Sequence[int]
        ) -> list[Target]:
            whole = game.pictures.targets(states, options, seat, legal)
            return change(whole)  # type: ignore[operator, no-any-return]

        return subject.planted(targets=targets)

    return {
        "an action has no target": draw_fault(lambda targets: targets[1:]),
        "a click is not in the picture": draw_fault(
            lambda targets: [replace(t, clicks=("nowhere",)) for t in targets]
        ),
        "a target has no clicks": draw_fault(
            lambda targets: [replace(t, clicks=()) for t in targets]
        ),
        "two actions have the same clicks": draw_fault(
            lambda targets: [replace(t, clicks=targets[0].clicks) for t in targets]
        ),
    }


def mark_breaches(subject: Subject) -> Breaches:
    """Picture and marks are one document, in which no id occurs twice."""
    game = subject.game
    for options, view, seat, legal in decisions(subject):
        where = subject.describe(view, options, seat)
        marks = game.pictures.draw_targets(view, options, seat, legal)
        last = game.pictures.draw_last(view, options, seat, legal[:1])
        whole = ET.fromstring(with_marks(game.pictures.draw(view, options, seat), last, marks))
        ids = [element.get("id") for element in whole.iter() if element.get("id")]
        if len(ids) != len(set(ids)):
            twice = next(name for name in ids if ids.count(name) > 1)
            yield f"the picture has two elements {twice!r} in {where}"
        text, is_usual = game.pictures.draw_text(view, options, seat), not game.changes(options)
        if is_usual and max(map(len, text.plain.splitlines()), default=0) > COLUMNS:
            yield f"the terminal form is wider than {COLUMNS} columns in {where}"
    for options, states in subject.positions("reasons")[-1:]:
        ET.fromstring(game.pictures.draw(states, options, EVERYBODY))


def _plant_marks(subject: Subject) -> dict[str, Subject]:
    game = subject.game

    def broken(states: Records, options: Records, seat: int) -> str:
        return game.pictures.draw(states, options, seat).replace("</svg>", "<g></svg>")

    def doubled(states: Records, options: Records, seat: int, legal: Sequence[int]) -> str:
        return 2 * (game.pictures.draw_targets(states, options, seat, legal) or '<g id="x"/>')

    return {
        "a picture is no XML": subject.planted(draw=broken),
        "marks have an id twice": subject.planted(draw_targets=doubled),
    }


def has_routes(subject: Subject) -> bool:
    """Return whether one gesture can select several actions."""
    return subject.game.pictures.routes is not None


def route_breaches(subject: Subject) -> Breaches:
    """Every action is legal after the one before it; only the choice of a way is off the board."""
    game = subject.game
    draw_routes = game.pictures.routes
    assert draw_routes is not None
    for options, view, seat, legal in decisions(subject):
        routes = draw_routes(view, options, seat, legal)
        ids = ids_in(game.pictures.draw(view, options, seat)) if routes else set()
        where = subject.describe(view, options, seat)
        for route in routes[:: max(1, len(routes) // ROUTES)]:
            on_board = [element for element in route.clicks if not element.startswith("way-")]
            if not on_board or not {*on_board, *route.passes} <= ids:
                yield f"the route {route.clicks} is not in the picture of {where}"
            elif route.passes[-1] != on_board[-1]:
                yield f"the route {route.clicks} does not end where it passes last, in {where}"
            states = view.copy()
            for action in route.actions:
                if action not in choices(game, states, options):
                    yield f"action {action} of the route {route.clicks} is illegal in {where}"
                    break
                work, tally = game.new_work(), game.new_tally()
                game.rules.apply(states[0], options[0], work[0], action, tally[0])
        if len({route.clicks for route in routes}) != len(routes):
            yield f"two routes have the same clicks in {where}"


def _plant_routes(subject: Subject) -> dict[str, Subject]:
    game = subject.game
    draw_routes = game.pictures.routes
    assert draw_routes is not None

    def routes(states: Records, options: Records, seat: int, legal: Sequence[int]) -> object:
        whole = draw_routes(states, options, seat, legal)
        return [replace(route, passes=("nowhere",)) for route in whole]

    return {"a route passes what is not there": subject.planted(routes=routes)}


CHECKS = (
    Check("pictures", "each legal action has one target in the picture", target_breaches,
          _plant_targets),
    Check("pictures", "pictures and marks are valid, and no id occurs twice", mark_breaches,
          _plant_marks),
    Check("pictures", "routes can be clicked and played", route_breaches, _plant_routes,
          has_routes),
)  # fmt: skip
