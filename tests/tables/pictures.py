"""The pictures on the front page: a game between bots, half played, as its game draws it.

`python -m tests.tables.pictures` draws them again.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from offleash.bots.players import Bots
from offleash.contract.rules.actors import NOBODY
from offleash.games import registry
from offleash.play.session import Session
from offleash.web.templates import package_folder

HOME = package_folder("tables", "assets") / "games"


@dataclass(frozen=True)
class Scene:
    """A moment that shows what a game is like."""

    decisions: int
    seed: int
    cut: str  # what of the drawing is seen: x, y, width and height, five to four
    options: dict[str, Any] = field(default_factory=dict)
    preset: str | None = None


SCENES = {
    "uri-nation": Scene(300, 5, "-15 -16 1430 1134"),
    "dog": Scene(90, 3, "-138 -12 1276 1020"),
    "puppy-park": Scene(34, 4, "-268 -292 600 480", {"players": 3}),
    "domidog": Scene(22, 2, "-545 -440 1080 864", {"players": 3}),
    "secret-mission": Scene(18, 7, "-370 -330 660 528", {"players": 3}),
}


def draw(name: str) -> str:
    """The picture of a game."""
    scene, game = SCENES[name], registry.load(name)
    session = Session(game, game.options(scene.preset, **scene.options), scene.seed)
    bots = Bots(game, ["greedy"] * game.seat_count(session.options))
    for _ in range(scene.decisions):
        session.play_with_luck(*bots.choose(session))
    assert not session.over
    svg = game.pictures.draw(session.view(NOBODY), session.options, NOBODY)
    return re.sub('viewBox="[^"]+"', f'viewBox="{scene.cut}"', svg, count=1) + "\n"


def file_of(name: str) -> Path:
    return HOME / f"{name}.svg"


if __name__ == "__main__":
    HOME.mkdir(parents=True, exist_ok=True)
    for name in SCENES:
        file_of(name).write_text(draw(name), encoding="utf-8")
        print(file_of(name))
