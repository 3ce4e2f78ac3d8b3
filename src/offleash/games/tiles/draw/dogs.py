"""The eight dogs, face on: each with a tint, ears and a mark of its own.

A dog is on a hexagon around the origin, 52 wide and 60 high, and its mark hangs below the chin.
Colour, ears or mark alone are enough to tell the breed.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from offleash.games.shared.svg import disc, ellipse, group, number, path, polygon, tag, use
from offleash.games.tiles.draw.colours import CREAM, INK
from offleash.games.tiles.rules.dogs import BREEDS

PINK, TONGUE, WHITE = "#f2a7a0", "#e8657a", "#ffffff"
HEX = ((0, -26.4), (22.9, -13.2), (22.9, 13.2), (0, 26.4), (-22.9, 13.2), (-22.9, -13.2))


class BreedLook(NamedTuple):
    """How a breed is coloured, and where its eyes are."""

    tint: str  # of the hexagon
    coat: str
    ear: str
    pale: str  # muzzle, brows and beard
    eyes: tuple[float, float]  # to either side, and down
    iris: str = INK


LOOKS = (
    BreedLook("#8fbcf0", "#7d95b8", "#5c7397", "#b4c4dc", (5.6, -4.0), "#f5c25b"),
    BreedLook("#b97f4c", "#7c4a25", "#55301a", "#d9a066", (5.4, -4.5)),
    BreedLook("#ffd84a", "#f3d08b", "#d9a860", "#fff0cc", (6.6, -4.0)),
    BreedLook("#e8705a", "#b5412a", "#8b2c1c", "#e59a72", (5.6, -4.0)),
    BreedLook("#fbf8f0", "#ffffff", "#f1ece2", "#fffdf8", (5.0, -3.5)),
    BreedLook("#676474", "#2a2930", "#1c1b21", "#56535f", (5.6, -4.5), "#f5c25b"),
    BreedLook("#c3c8ca", "#8b9196", "#666c72", "#f1f2f0", (5.8, -3.5)),
    BreedLook("#f7bfd2", "#e9934a", "#c96f2b", "#fff6e6", (6.4, -4.0)),
)
assert len(LOOKS) == BREEDS


def both(draw: Callable[[int], str]) -> str:
    """Return something on the left and, mirrored, on the right."""
    return draw(-1) + draw(1)


def shape(d: str, fill: str, **look: str | float) -> str:
    """Return a closed form."""
    return path(d, fill=fill, **look)


def mirrored(d: str, fill: str) -> str:
    """Return a form drawn for the right side, on both sides."""
    return shape(d, fill) + group(shape(d, fill), transform="scale(-1,1)")


def line(d: str, stroke: str = INK, thick: float = 1.6) -> str:
    """Return an open line with round ends."""
    return path(d, fill="none", stroke=stroke, stroke_linecap="round", stroke_width=thick)


def nose(y: float, colour: str = "#241a14") -> str:
    """Return a nose, and the mouth below it."""
    tip = ellipse(0, y, 3.6, 2.6, fill=colour)
    smile = f"M0,{number(y + 2)} v2.2 M-4.5,{number(y + 4)} q2.4,2.6 4.5,0.2 q2.1,2.4 4.5,-0.2"
    return line(smile, colour, 1.3) + tip


# The breeds


def weimaraner(look: BreedLook) -> str:
    """Return a weimaraner: long ears that hang, a long sober face."""
    ears = mirrored("M8,-18 Q20,-18 21,-5 Q22,9 17,13 Q11,8 11,-6 Z", look.ear)
    head = shape(
        "M-11,-14 Q0,-23 11,-14 Q14,-4 9,4 Q8,15 0,15.5 Q-8,15 -9,4 Q-14,-4 -11,-14 Z", look.coat
    )
    muzzle = shape("M-7,5 Q0,-1 7,5 Q7,14 0,14.5 Q-7,14 -7,5 Z", look.pale)
    return ears + head + line("M0,-17 V-6", look.ear, 1.4) + muzzle + nose(6)


def dachshund(look: BreedLook) -> str:
    """Return a dachshund: large round ears set low, and tan brows."""
    ears = both(lambda side: ellipse(side * 15.5, 1, 6.8, 13.5, fill=look.ear))
    head = shape(
        "M-12,-9 Q-10,-20 0,-20 Q10,-20 12,-9 Q12,0 8,5 Q7,15 0,15.5 Q-7,15 -8,5 Q-12,0 -12,-9 Z",
        look.coat,
    )
    brows = both(lambda side: ellipse(side * 5.4, -10.2, 2.6, 1.7, fill=look.pale))
    muzzle = shape("M-6.5,4 Q0,0 6.5,4 Q7,14.5 0,15 Q-7,14.5 -6.5,4 Z", look.pale)
    return ears + head + brows + muzzle + nose(5.5)


def labrador(look: BreedLook) -> str:
    """Return a labrador: short folded triangles for ears, and its tongue out."""
    head = shape(
        "M-15,-6 Q-14,-20 0,-20 Q14,-20 15,-6 Q15,3 10,8 Q6,14 0,14 Q-6,14 -10,8 Q-15,3 -15,-6 Z",
        look.coat,
    )
    ears = mirrored("M7,-19 Q18,-21 22,-9 L20,2 Q13,-1 10.5,-10 Z", look.ear)
    tongue = shape("M-3.4,10 Q-4,18.5 0,18.5 Q4,18.5 3.4,10 Z", TONGUE)
    muzzle = ellipse(0, 6.5, 8.5, 6.5, fill=look.pale)
    return head + ears + tongue + muzzle + nose(4.5)


def setter(look: BreedLook) -> str:
    """Return a setter: long wavy ears and a forelock."""
    wave = "M7,-17 Q19,-20 21,-8 q-2,4 1.5,8 q-3,4 0,7.5 q-3.5,2 -3,5.5 Q10,14 10,-3 Z"
    head = shape(
        "M-11,-12 Q-8,-21 0,-21 Q8,-21 11,-12 Q13,-3 8.5,4 Q7,15 0,15.5 Q-7,15 -8.5,4 "
        "Q-13,-3 -11,-12 Z",
        look.coat,
    )
    lock = shape(
        "M-7,-19 Q-4,-26 3,-23 Q9,-24 8,-18 Q4,-13 2,-17 Q-1,-12 -3,-17 Q-6,-14 -7,-19 Z", look.ear
    )
    blaze = shape("M-1.6,-13 Q0,-15 1.6,-13 L4.5,3 H-4.5 Z", look.pale)
    muzzle = ellipse(0, 8, 6.8, 6.6, fill=look.pale)
    return mirrored(wave, look.ear) + head + blaze + lock + muzzle + nose(5.5)


def poodle(look: BreedLook) -> str:
    """Return a poodle: curls, a topknot, and puffs for ears."""
    puffs = ((-16, -6, 5.6), (-17.5, 1.5, 6), (-15.5, 8.5, 5.6), (0, -19, 6.5), (-6.5, -16, 6.2))
    every = [*puffs, *((-x, y, r) for x, y, r in puffs if x)]
    edge = "".join(disc(x, y, r + 1) for x, y, r in every)
    curls = "".join(disc(x, y, r) for x, y, r in every)
    swirl = (
        "M-18,-1 q2.6,-2.6 4.4,.6 M18,-1 q-2.6,-2.6 -4.4,.6 M-2.6,-19 q2.6,-3 5.2,0 "
        "M-8,-14.5 q2,-2 4,0 M8,-14.5 q-2,-2 -4,0"
    )
    face = "M-10,-11 Q0,-16 10,-11 Q11,-2 7,4 Q6,14.5 0,15 Q-6,14.5 -7,4 Q-11,-2 -10,-11 Z"
    return (
        group(edge, shape(face, "#cfc6b6", stroke="#cfc6b6", stroke_width=2), fill="#cfc6b6")
        + group(curls, fill=look.ear)
        + shape(face, look.coat)
        + line(swirl, "#c2b8a6", 1.2)
        + nose(6)
    )


def terrier(look: BreedLook) -> str:
    """Return a terrier: pointed ears, brows and a square beard."""
    ears = mirrored("M3.5,-15 L14,-26.5 L15.5,-8 Z", look.coat)
    inner = mirrored("M8,-15.5 L13,-21.5 L13.7,-11 Z", "#8b6f7c")
    head = shape(
        "M-13.5,-10 Q-8,-17 0,-17 Q8,-17 13.5,-10 L12,6 Q8,12 0,12 Q-8,12 -12,6 Z", look.coat
    )
    beard = shape(
        "M-12,3 L-13.5,10 L-9,9 L-9,15 L-4.5,12 L0,17 L4.5,12 L9,15 L9,9 L13.5,10 L12,3 "
        "Q0,-2 -12,3 Z",
        look.pale,
    )
    brows = mirrored("M2,-8.5 L10.5,-11.5 L10,-7 Z", look.pale)
    return ears + inner + head + beard + brows + nose(4, "#0d0d10")


def schnauzer(look: BreedLook) -> str:
    """Return a schnauzer: folded ear tips, bushy white brows and a moustache."""
    head = shape("M-13,-13 Q-7,-18 0,-18 Q7,-18 13,-13 L12,5 Q8,10 0,10 Q-8,10 -12,5 Z", look.coat)
    ears = mirrored("M4,-17 L16,-20 L19,-3 L11,-9 Z", look.ear)
    brows = mirrored(
        "M1.2,-6.5 Q4,-13 12.5,-11 Q11.5,-8.5 12,-7 Q9,-8 7.5,-6.2 Q4.5,-7.5 1.2,-6.5 Z", look.pale
    )
    bush = (
        "M0,1 Q-6,-1 -10,3 Q-15,6 -15.5,13 Q-12,10.5 -10.5,12 Q-9,17 -6,15 Q-3,18.5 0,17 "
        "Q3,18.5 6,15 Q9,17 10.5,12 Q12,10.5 15.5,13 Q15,6 10,3 Q6,-1 0,1 Z"
    )
    return head + ears + brows + shape(bush, look.pale) + nose(4)


def shiba(look: BreedLook) -> str:
    """Return a shiba: a fox's face, pricked ears, white cheeks, a smile."""
    ears = mirrored("M3,-14 Q12,-27 14.5,-25 Q18,-20 17,-6 Z", look.coat)
    inner = mirrored("M8,-14.5 Q12,-21 13.5,-20 Q15,-16 14.5,-10 Z", PINK)
    head = shape(
        "M-17,-5 Q-14,-17 0,-17 Q14,-17 17,-5 Q18,4 11,9 Q6,14.5 0,14.5 Q-6,14.5 -11,9 "
        "Q-18,4 -17,-5 Z",
        look.coat,
    )
    mask = shape(
        "M0,-2 Q4,2 9,-.5 Q14,-1 16.6,0 Q15.5,6 10.5,8.6 Q6,14 0,14 Q-6,14 -10.5,8.6 "
        "Q-15.5,6 -16.6,0 Q-14,-1 -9,-.5 Q-4,2 0,-2 Z",
        look.pale,
    )
    dots = both(lambda side: ellipse(side * 5.6, -10.4, 2.4, 1.6, fill=look.pale))
    blush = both(lambda side: disc(side * 11.5, 4.5, 2.2, fill=PINK, opacity=0.8))
    return ears + inner + head + mask + dots + blush + nose(3.5)


HEADS = (weimaraner, dachshund, labrador, setter, poodle, terrier, schnauzer, shiba)


# Eyes and marks


def open_eyes(breed: int) -> str:
    """Return eyes that are awake, with a glint."""
    (dx, y), ring = LOOKS[breed].eyes, LOOKS[breed].iris

    def eye(side: int) -> str:
        rim = disc(side * dx, y, 3, fill=ring) if ring != INK else ""
        pupil = disc(side * dx, y, 2 if rim else 2.5, fill="#17110c")
        return rim + pupil + disc(side * dx + 0.9, y - 1, 0.9, fill=WHITE)

    return both(eye)


def shut_eyes(breed: int) -> str:
    """Return eyes that are asleep: two arcs, and a snore."""
    dx, y = LOOKS[breed].eyes
    arc = "".join(f"M{number(x - 2.8)},{number(y)} q2.8,3.4 5.6,0 " for x in (-dx, dx)).strip()
    dark = "#17110c" if breed != 5 else "#e9e4da"
    zs = "M9,-21 h4 l-4,4.6 h4 M15.5,-16.5 h3 l-3,3.4 h3"
    return line(arc, dark, 1.8) + line(zs, WHITE, 3.6) + line(zs, "#24406b", 1.7)


COLLAR_TAG = disc(0, 0, 6.6, fill=CREAM, stroke=INK, stroke_width=1.1)
# A breed's sign on it, about 9 across.
MARKS = (
    disc(0, 0, 3.9),
    polygon(((0, -4.6), (4.6, 3.4), (-4.6, 3.4))),
    polygon(((-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5))),
    path("M0,4.4 Q-6.4,-.4 -3.6,-3.4 Q-1.2,-5 0,-2 Q1.2,-5 3.6,-3.4 Q6.4,-.4 0,4.4 Z"),
    disc(0, 0, 3, fill="none", stroke=INK, stroke_width=2),
    tag(
        "polygon",
        points="0,-5.2 1.4,-1.7 5,-1.6 2.2,.7 3.2,4.3 0,2.2 -3.2,4.3 -2.2,.7 -5,-1.6 -1.4,-1.7",
    ),
    polygon(((0, -5), (5, 0), (0, 5), (-5, 0))),
    path("M-1.6,-4.6 H1.6 V-1.6 H4.6 V1.6 H1.6 V4.6 H-1.6 V1.6 H-4.6 V-1.6 H-1.6 Z"),
)


def dog_symbols() -> Iterator[str]:
    """Yield `face-3`, a head with eyes, `dog-3`, a dog on its hexagon, and `nap-3`, it asleep."""
    for breed, (look, head) in enumerate(zip(LOOKS, HEADS, strict=True)):
        yield group(head(look), id=f"head-{breed}")
        yield group(use(f"head-{breed}"), open_eyes(breed), id=f"face-{breed}")
        hexagon = polygon(HEX, fill=look.tint, stroke=WHITE, stroke_opacity=0.45, stroke_width=1.5)
        mark = group(COLLAR_TAG, MARKS[breed], fill=INK, transform="translate(0,20.6)")
        yield group(hexagon, mark, id=f"lawn-{breed}")
        lawn = use(f"lawn-{breed}")
        yield group(lawn, use(f"face-{breed}", y="-2"), id=f"dog-{breed}")
        asleep = use(f"head-{breed}") + shut_eyes(breed)
        yield group(lawn, group(asleep, transform="translate(0,-2)"), id=f"nap-{breed}")
