"""A board as a game describes it, and all that the contract wants of its pictures."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from offleash.contract import Records
from offleash.contract.game_rules import GameRules
from offleash.contract.rules.actors import CHANCE, EVERYBODY
from offleash.contract.studio.kit import Component, Kit, KitChoice
from offleash.contract.text.notation import Notation
from offleash.contract.text.pictures import Pictures, Target
from offleash.contract.text.plain import plain_pictures, view_of
from offleash.games.shared.board import kit, picture, terminal
from offleash.games.shared.board.layout import Place
from offleash.games.shared.board.scene import BoardScene, Piece
from offleash.tools.errors import BadNotation, quote

Placed = Iterable[tuple[str, Piece]]  # the name of a place, and a piece that lies there


@dataclass(frozen=True, kw_only=True)
class Board:
    """A board that a game describes by three functions; two of them receive a seat's view.

    `GAME` binds `pictures=BOARD.pictures()` and, to be printed, `StudioParts(kit=BOARD.kit)`.
    """

    rules: GameRules
    notation: Notation
    places: Callable[[Records], Sequence[Place]]  # (options)
    pieces: Callable[[Records, Records, int], Placed]  # (view, options, seat)
    # (view, options, action) -> the names of the places and pieces to click, in order; none: a
    # button. Without it: those that the text of the action names, such as `a2 a4`
    clicks: Callable[[Records, Records, int], Sequence[str]] | None = None
    # (options) -> how often the box has each piece. Without it: the pieces of the first position
    box: Callable[[Records], Mapping[Piece, int]] | None = None
    extras: Sequence[Component] = ()  # what else to print, such as dice

    def pictures(self, **own: Any) -> Pictures:
        """Return the pictures and targets of the board; `own` fields replace them."""
        names = ("draw", "draw_text", "targets", "draw_targets", "draw_last", "locate")
        functions = {name: getattr(self, name) for name in names}
        return plain_pictures(self.rules, self.notation, **{**functions, **own})

    def scene(self, states: Records, options: Records, seat: int) -> BoardScene:
        """Return what lies where, as a seat sees it."""
        view = view_of(self.rules, states, options, seat)
        return BoardScene(
            self.places(options), self.pieces(view, options, seat), self._headline(view)
        )

    def draw(self, states: Records, options: Records, seat: int) -> str:
        return picture.draw(self.scene(states, options, seat))

    def draw_text(self, states: Records, options: Records, seat: int) -> Any:
        return terminal.draw_text(self.scene(states, options, seat))

    def targets(
        self, states: Records, options: Records, seat: int, legal: Sequence[int]
    ) -> list[Target]:
        clicks = self._clicks(states, options, seat, legal)
        texts = {action: self.notation.format_action(action, options) for action in clicks}
        return [Target(n, texts[n], "", "", texts[n], ids) for n, ids in clicks.items()]

    def draw_targets(
        self, states: Records, options: Records, seat: int, legal: Sequence[int]
    ) -> str:
        scene = self.scene(states, options, seat)
        clicks = self._clicks(states, options, seat, legal)
        return "".join(picture.draw_target(scene, n, ids[-1]) for n, ids in clicks.items())

    def draw_last(
        self, before: Records, options: Records, seat: int, actions: Sequence[int]
    ) -> str:
        """Mark what was clicked, as far as each position follows from the one before it."""
        scene, view = self.scene(before, options, seat), view_of(self.rules, before, options, seat)
        work, tally = np.zeros(1, self.rules.work), np.zeros(1, self.rules.tally)
        names: list[str] = []
        for action in actions:
            if self.rules.actor(view[0]) < 0:
                break
            names += self._names(scene, view, options, action)
            if not self.notation.is_whole(view):
                break
            self.rules.apply(view[0], options[0], work[0], action, tally[0])
        return picture.draw_last(scene, dict.fromkeys(names))

    def locate(
        self, states: Records, options: Records, seat: int, place: str
    ) -> tuple[float, float, float, float]:
        scene = self.scene(states, options, seat)
        if place not in scene.places:
            known = ", ".join(list(scene.places)[:3])
            raise BadNotation(f"{quote(place)} is not a place on the board, such as {known}")
        return picture.edges(scene.places[place], scene)

    def kit(self, options: Records, choice: KitChoice) -> Kit:
        """Return the board and the pieces at true size."""
        first = np.zeros(1, self.rules.record)
        self.rules.setup(first[0], options[0])
        scene = self.scene(first, options, EVERYBODY)
        counts = Counter(replace(piece, name="") for _, piece in scene.items())
        return kit.make_kit(scene, self.box(options) if self.box else counts, self.extras, choice)

    def _headline(self, view: Records) -> str:
        """Who is to act."""
        actor = int(self.rules.actor(view[0]))
        if actor >= 0:
            return f"{self.rules.seat_names[actor]} to move"
        return "Chance decides" if actor == CHANCE else "The game is over"

    def _names(
        self, scene: BoardScene, view: Records, options: Records, action: int
    ) -> Sequence[str]:
        """Return the places and pieces to click for an action."""
        if self.clicks is None:
            words = self.notation.format_action(action, options).split()
            return [word for word in words if word in scene.ids]
        names = self.clicks(view, options, action)
        if unknown := [name for name in names if name not in scene.ids]:
            text = self.notation.format_action(action, options)
            raise ValueError(f"{text!r} clicks on {unknown[0]!r}, which is not on the board")
        return names

    def _clicks(
        self, states: Records, options: Records, seat: int, legal: Sequence[int]
    ) -> dict[int, tuple[str, ...]]:
        """Return what to click for each action, its own button at last if need be."""
        scene, view = self.scene(states, options, seat), view_of(self.rules, states, options, seat)
        ids = {
            int(n): tuple(scene.ids[name] for name in self._names(scene, view, options, int(n)))
            for n in legal
        }
        uses = Counter(path[:n] for path in ids.values() for n in range(len(path) + 1))
        return {
            n: path if path and uses[path] == 1 else (*path, f"target-{n}")
            for n, path in ids.items()
        }
