"""The picture that moves in the README: a game of Dog as Red sees it, one frame a decision.

`python -m tests.film` draws it again. What is the same in several frames is in the file once, and
style sheets alone show and hide it. Where motion is not wanted, the last frame stands still.
"""

import re
from html import escape
from pathlib import Path
from xml.etree import ElementTree

from offleash.bots.players import Bots
from offleash.games.dog import GAME
from offleash.play.session import Session

PICTURE = Path(__file__).parent.parent / "docs" / "table.svg"
SEED, SKIPPED, FRAMES = 7, 60, 16  # decisions before the first frame, and frames
FRAME_S, VIEWER = 1.2, 0
SVG = "http://www.w3.org/2000/svg"
TITLE = "A game of Dog between four bots, as Red sees it"


def frames() -> list[str]:
    """The picture before and after each of some decisions."""
    game = Session(GAME, seed=SEED)
    bots = Bots(GAME, ["greedy"] * GAME.max_seats)
    for _ in range(SKIPPED):
        bots.play(game)
    pictures = [game.svg(VIEWER)]
    while len(pictures) < FRAMES:
        bots.play(game)
        pictures.append(game.svg(VIEWER))
    return pictures


def parts(picture: str) -> dict[str, str]:
    """The parts of a picture in their order, by id or by number; its title is for readers only."""
    ElementTree.register_namespace("", SVG)
    result = {}
    for number, part in enumerate(ElementTree.fromstring(picture)):
        if part.tag in (f"{{{SVG}}}title", f"{{{SVG}}}desc"):
            continue
        text = ElementTree.tostring(part, encoding="unicode").replace(f' xmlns="{SVG}"', "")
        key = part.get("id") or f"part-{number}"
        result[key] = re.sub(r' (id|data-[\w-]+)="[^"]*"', "", text)
    return result


def film(pictures: list[str]) -> str:
    """All pictures as one, which shows them in turn for ever."""
    shown: dict[str, dict[str, list[int]]] = {}
    for number, picture in enumerate(pictures):
        for key, text in parts(picture).items():
            shown.setdefault(key, {}).setdefault(text, []).append(number)
    names: dict[tuple[int, ...], str] = {}
    body = ""
    for texts in shown.values():
        for text, numbers in texts.items():
            if len(numbers) == len(pictures):
                body += text
            else:
                name = names.setdefault((*numbers,), f"f{len(names)}")
                body += f'<g class="f {name}">{text}</g>'
    box = re.search(r'viewBox="[^"]*"', pictures[0])
    fonts = re.search(r'font-family="[^"]*" fill="[^"]*" text-anchor="[^"]*"', pictures[0])
    assert box and fonts
    head = f'<svg xmlns="{SVG}" {box[0]} role="img" aria-label="{escape(TITLE)}" {fonts[0]}>'
    return f"{head}<style>{style(names, len(pictures))}</style>{body}</svg>\n"


def style(names: dict[tuple[int, ...], str], count: int) -> str:
    """Which frames show each class, as shares of the whole film."""
    rules = [f".f{{visibility:hidden;animation:{count * FRAME_S:g}s step-end infinite}}"]
    for numbers, name in names.items():
        steps = [
            f"{100 * n / count:g}%{{visibility:{'visible' if n in numbers else 'hidden'}}}"
            for n in range(count)
            if n == 0 or (n in numbers) != (n - 1 in numbers)
        ]
        rules.append(f"@keyframes {name}{{{''.join(steps)}}}.{name}{{animation-name:{name}}}")
    last = ",".join(f".{name}" for numbers, name in names.items() if count - 1 in numbers)
    still = f".f{{animation:none}}{last}{{visibility:visible}}"
    return "".join(rules) + f"@media(prefers-reduced-motion:reduce){{{still}}}"


if __name__ == "__main__":
    PICTURE.write_text(film(frames()), encoding="utf-8")
    print(f"written: {PICTURE.relative_to(PICTURE.parents[1])}")
