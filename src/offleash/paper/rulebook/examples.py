"""Examples of a rulebook: scenarios that pass, drawn before and after, cropped and annotated.

Besides its steps, a scenario says what its pictures show, with places as the game's `locate` names
them:

- `caption`: what happens and why, in sentences that use the numbers of `marks`;
- `show`: places to crop the pictures to; without it they show everything;
- `inset`: a place that is shown below by itself, such as a bowl;
- `marks`: places that get the numbers 1, 2, … in the last picture, or a table of places with their
  numbers;
- `arrows`: pairs of places with an arrow from the first to the second.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, sin
from pathlib import Path
from typing import Any

from offleash.contract import Game, Records
from offleash.contract.rules.actors import NOBODY
from offleash.contract.text.rulebook import Rulebook, anchor_of
from offleash.games.shared.svg import bold, disc, group, moved, path, point, with_marks
from offleash.play.scenario import read_file, run_scenario
from offleash.play.session import Session
from offleash.tools.errors import BadFile, OffleashError

PURPLE, WHITE = "#6a1b9a", "#ffffff"
SCENE = {"board", "seats", "archetypes", "homes", "players", "starter", "loop_len"}
MARGIN = 0.5  # around the places of a crop, in the size of the smallest
LEAST_RADIUS = 16.0  # of a number in a picture that is not cropped
NARROWEST = 1.3  # width by height of a crop
VIEW_BOX = re.compile(r'viewBox="([^"]+)"')

Edges = tuple[float, float, float, float]  # left, top, right, bottom


@dataclass(frozen=True)
class View:
    """A picture, or the part of it within some edges."""

    svg: str
    edges: Edges | None = None

    @property
    def ratio(self) -> float:
        """Width by height; 0 for a whole picture."""
        if self.edges is None:
            return 0.0
        left, top, right, low = self.edges
        return (right - left) / (low - top)


@dataclass(frozen=True)
class PlayedExample:
    """An example that passed: what it says, and the pictures before and after."""

    name: str
    caption: str
    before: tuple[View, ...]
    after: tuple[View, ...]  # empty if nothing is played


def play_examples(
    game: Game, options: Records, rules: Rulebook
) -> tuple[dict[str, PlayedExample], list[str]]:
    """Play every example; return those that pass by the anchor of their name, and problems.

    An example that passes only with its own options is left out. One that fails with them, too, is
    a problem. Of several with one name, the first that passes is shown.
    """
    played: dict[str, PlayedExample] = {}
    problems: list[str] = []
    if rules.examples is None:
        return played, problems
    usual = usual_scene(game, options)
    for line, table in read_file(rules.examples)[1]:
        if (example := _play(rules.examples, line, game, table, options, usual)) is not None:
            played.setdefault(anchor_of(example.name), example)
            continue
        try:
            own = run_scenario(rules.examples, line, game, table)[0]
            problems += [f"example {own.name!r}: {text}" for text in own.differences[:1]]
        except BadFile as error:
            problems.append(str(error))
    return played, problems


def _play(
    file: Path, line: int, game: Game, table: Any, *variants: Records
) -> PlayedExample | None:
    """Return the example with the first of several options that it holds with, or None."""
    for options in variants:
        try:
            result, start, end = run_scenario(file, line, game, table, options)
        except BadFile:  # the board lacks a cell of the example
            continue
        if result.has_passed:
            return _Illustrator(table, start, end).example(result.name)
    return None


def usual_scene(game: Game, options: Records) -> Records:
    """Return these rules with the usual board and players, which can show every example.

    Own names stay, although the board stores them.
    """
    changes = {name: text for name, text in game.changes(options).items() if name not in SCENE}
    usual = game.options(game.base(options) or None, changes)
    own_names = game.studio.own_names
    return own_names.with_names_of(usual, options) if own_names else usual


class _Illustrator:
    """Draws one example as the player who acts first sees it."""

    def __init__(self, table: Mapping[str, Any], start: Session, end: Session) -> None:
        self.table, self.start, self.end = table, start, end
        self.seat = start.actor if start.actor >= 0 else NOBODY

    def example(self, name: str) -> PlayedExample:
        caption = " ".join(self.table.get("caption", "").split())
        is_played = bool(self.end.history)
        before = self.draw(self.start, "" if is_played else self.notes(self.start))
        after = self.draw(self.end, self.notes(self.end)) if is_played else ()
        return PlayedExample(name, caption, before, after)

    def draw(self, session: Session, notes: str) -> tuple[View, ...]:
        """Return the cropped picture, and the inset if there is one."""
        draw = session.game.pictures.draw
        svg = draw(session.view(self.seat), session.options, self.seat)
        svg = with_marks(svg, session.last_turn(self.seat) if session.history else "", notes)
        views = [View(svg, self.crop(svg))]
        if inset := self.table.get("inset"):
            views.append(View(svg, self.locate(session, inset)))
        return tuple(views)

    def locate(self, session: Session, place: str) -> Edges:
        find = session.game.pictures.locate
        if find is None:
            raise OffleashError(f"{session.game.title} can't show the place {place!r}")
        return find(session.view(self.seat), session.options, self.seat, place)

    def crop(self, svg: str) -> Edges | None:
        """Return what surrounds all places to show, where they are at the end."""
        edges = [self.locate(self.end, place) for place in self.table.get("show", ())]
        if not edges:
            return None
        sizes = [(right - left + low - top) / 2 for left, top, right, low in edges]
        gap = MARGIN * min(sizes)
        lefts, tops, rights, lows = zip(*edges, strict=True)
        top, low = min(tops) - gap, max(lows) + gap
        wider = max(0.0, NARROWEST * (low - top) - (max(rights) - min(lefts) + 2 * gap)) / 2
        return within(svg, (min(lefts) - gap - wider, top, max(rights) + gap + wider, low))

    def least_radius(self) -> float:
        """Return the radius of a number that can be read however large the crop is."""
        edges = [self.locate(self.end, place) for place in self.table.get("show", ())]
        if not edges:
            return LEAST_RADIUS
        lefts, tops, rights, lows = zip(*edges, strict=True)
        size = max(max(rights) - min(lefts), NARROWEST * (max(lows) - min(tops)))
        return float(min(LEAST_RADIUS, 0.03 * size))

    def notes(self, session: Session) -> str:
        """Return arrows, and numbers over them."""
        arrows = [
            _draw_arrow(*(self.locate(session, place) for place in pair))
            for pair in self.table.get("arrows", ())
        ]
        marks = [
            _draw_number(self.locate(session, place), number, self.least_radius())
            for place, number in numbered_places(self.table.get("marks", ()))
        ]
        return group(*arrows, *marks) if arrows or marks else ""


def within(svg: str, edges: Edges) -> Edges:
    """Return edges moved into the picture, or cut off where they are wider than it."""
    left, top, width, height = map(float, VIEW_BOX.findall(svg)[0].split())
    x, right = _moved_into(edges[0], edges[2], left, left + width)
    y, low = _moved_into(edges[1], edges[3], top, top + height)
    return x, y, right, low


def _moved_into(start: float, end: float, least: float, most: float) -> tuple[float, float]:
    shift = max(least - start, 0.0) + min(most - end, 0.0)
    return max(start + shift, least), min(end + shift, most)


def numbered_places(marks: Sequence[str] | Mapping[str, int]) -> list[tuple[str, int]]:
    """Return the places of `marks` with their numbers."""
    if isinstance(marks, Mapping):
        return list(marks.items())
    return [(place, number) for number, place in enumerate(marks, 1)]


def _draw_number(edges: Edges, number: int, least: float) -> str:
    """Return a number in the upper right corner of a place, with a radius of at least so much."""
    left, top, right, low = edges
    r = max(least, 0.21 * min(right - left, low - top, 90))
    x, y = right - 0.5 * r, top + 0.5 * r
    plate = disc(x, y, r, fill=PURPLE, stroke=WHITE, stroke_width=0.16 * r)
    return plate + bold(x, y, 1.25 * r, str(number), fill=WHITE, text_anchor="middle")


def _draw_arrow(start: Edges, end: Edges) -> str:
    """Return an arrow from the middle of a place to that of another."""
    (x, y), (to_x, to_y) = (((e[0] + e[2]) / 2, (e[1] + e[3]) / 2) for e in (start, end))
    angle, size = atan2(to_y - y, to_x - x), 0.5 * min(end[2] - end[0], end[3] - end[1])
    x, y = x + 0.4 * size * cos(angle), y + 0.4 * size * sin(angle)
    tip = to_x - 0.4 * size * cos(angle), to_y - 0.4 * size * sin(angle)
    line, head = f"M{point(x, y)} L{point(*tip)}", "M-0.55,-0.45 L0.35,0 L-0.55,0.45 Z"
    turned = f"{moved(*tip, degrees(angle))} scale({0.5 * size:.2f})"
    return "".join(
        path(line, fill="none", stroke=ink, stroke_width=0.5 * wide * size)
        + path(head, fill=ink, stroke=ink, stroke_width=wide, transform=turned)
        for ink, wide in ((WHITE, 0.34), (PURPLE, 0.16))
    )
