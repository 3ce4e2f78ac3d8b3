"""Rules at a glance: a few positions with a move each and a sentence, for one screen.

    game = "dog"

    [[panel]]
    title = "Come out"
    text = "An ace, a king or a joker brings a token out of the kennel."
    position = "P20||| hands=A,5|4|4|4"
    play = "A start"

A game's panels are in the file `glance.toml` in its folder. The picture shows the position after
the move, with the marks of the move.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from offleash.contract.rules.actors import NOBODY
from offleash.games import registry
from offleash.games.shared.svg import with_marks
from offleash.play.session import Session
from offleash.tools.errors import BadFile, OffleashError
from offleash.tools.toml import read_toml

FILE_NAME = "glance.toml"


class Panel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule: a sentence, and a position with a move that shows it."""

    title: str
    text: str
    position: str | None = None
    play: str | tuple[str, ...] = ()
    crop: str = ""  # the part of the picture to show, as a viewBox


class GlanceFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a file with panels."""

    game: str
    panel: tuple[Panel, ...]
    preset: str | None = None
    options: dict[str, Any] = {}


@dataclass(frozen=True)
class DrawnPanel:
    """A panel with its picture, an SVG document."""

    title: str
    text: str
    picture: str


def draw_glance(game: str) -> list[DrawnPanel]:
    """Return the panels of a game, none if it has no file. Raise BadFile if a panel is wrong."""
    path = registry.folder(game) / FILE_NAME
    return draw_panels(path) if path.exists() else []


def draw_panels(path: Path) -> list[DrawnPanel]:
    """Play and draw every panel of a file. Raise BadFile with the panel if one is wrong."""
    try:
        file = msgspec.convert(read_toml(path)[1], GlanceFile)
    except msgspec.ValidationError as error:
        raise BadFile(path, None, str(error)) from None
    drawn = []
    for panel in file.panel:
        try:
            drawn.append(DrawnPanel(panel.title, panel.text, draw_panel(file, panel)))
        except OffleashError as error:
            raise BadFile(path, None, f"panel {panel.title!r}: {error}") from None
    return drawn


def draw_panel(file: GlanceFile, panel: Panel) -> str:
    """Return the position after the move, as the player who made it saw it."""
    game = registry.load(file.game)
    session = Session(game, game.options(file.preset, file.options), position=panel.position)
    seat = max(session.actor, NOBODY)
    session.play(*((panel.play,) if isinstance(panel.play, str) else panel.play))
    picture = game.pictures.draw(session.view(seat), session.options, seat)
    marked = with_marks(picture, session.last_turn(seat))
    return crop(marked, panel.crop) if panel.crop else marked


def crop(svg: str, view_box: str) -> str:
    """Return a part of a picture."""
    start = svg.index('viewBox="') + len('viewBox="')
    return svg[:start] + view_box + svg[svg.index('"', start) :]
