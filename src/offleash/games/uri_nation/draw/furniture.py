"""What stands in the street: hydrants, puddles, bins, notice boards, dog parks and homes."""

from offleash.games.shared.svg import box, disc, ellipse, group, path, polygon, words
from offleash.games.uri_nation.draw import colours as C
from offleash.games.uri_nation.draw.gardens import crown

# Everything here is drawn around the origin, in a square of 44.


def hydrant() -> str:
    """Return a bond space: a red hydrant on a round stone."""
    body, shine = "M-7,11V-6Q-7,-15 0,-15Q7,-15 7,-6V11Z", "M-4,9V-6Q-4,-11.5 -1.5,-12.5"
    return (
        disc(0, 2, 19.5, fill=C.STONE_DARK)
        + disc(0, 0.5, 19, fill=C.STONE)
        + ellipse(5, 12, 13, 4.5, fill=C.SHADE, opacity=0.35)
        + box(0, 12, 20, 4.5, rx=1.6, fill=C.HYDRANT_DARK)
        + box(0, 0, 23, 7, rx=2.2, fill=C.HYDRANT_DARK)
        + path(body, fill=C.HYDRANT, stroke=C.HYDRANT_DARK, stroke_width=1.2)
        + path(shine, fill="none", stroke=C.HYDRANT_LIGHT, stroke_width=2.4, stroke_linecap="round")
        + box(0, -7, 17, 3, rx=1.5, fill=C.HYDRANT_DARK)
        + disc(0, 0.5, 4.4, fill=C.HYDRANT_LIGHT, stroke=C.HYDRANT_DARK, stroke_width=1.2)
        + disc(0, 0.5, 1.7, fill=C.HYDRANT_DARK)
        + box(0, -16.5, 5, 3.6, rx=1.2, fill=C.HYDRANT_DARK)
    )


def puddle() -> str:
    """Return water: a puddle with rings."""
    shape = "M-19,3C-21,-7 -12,-16 -2,-15C5,-18 17,-14 18,-5C22,2 17,13 8,13C1,18 -15,16 -19,3Z"
    return (
        path(shape, fill=C.WATER_DARK, transform="translate(0,1.8)", opacity=0.55)
        + path(shape, fill=C.WATER, stroke=C.WATER_DARK, stroke_width=1.2)
        + path(shape, fill=C.WATER_LIGHT, opacity=0.55, transform="scale(.68)translate(-3,-4)")
        + group(
            ellipse(3, 2, 8, 4.4, stroke_width=1.3),
            ellipse(3, 2, 3.4, 1.8, stroke_width=1.3),
            path("M-13,-5Q-9,-11 -3,-11", stroke_width=2, stroke_linecap="round"),
            fill="none",
            stroke="#ffffff",
        )
    )


def bin_of_chance() -> str:
    """Return a chance spot: a litter bin with something on top, and who knows what inside."""
    body, rim = "M-12,-7L-9.5,14Q0,17.5 9.5,14L12,-7Z", "M-12.6,-8A12.6,4.6 0 0 0 12.6,-8"
    paper = ((-8, -8), (-5, -17), (1, -14), (2, -7))
    return (
        box(0, 1, 40, 40, rx=7, fill=C.STONE, stroke=C.STONE_DARK, stroke_width=1)
        + ellipse(4, 15, 14, 4, fill=C.SHADE, opacity=0.35)
        + path(body, fill=C.METAL, stroke=C.METAL_DARK, stroke_width=1.2, stroke_linejoin="round")
        + path("M-9.2,-4L-7.4,13", stroke=C.METAL_LIGHT, stroke_width=2.2)
        + ellipse(0, -8, 12.6, 4.6, fill=C.METAL_DARK)
        + polygon(paper, fill=C.PAPER, stroke="#b9b09d", stroke_width=0.7)
        + path("M1,-7Q3,-18 9,-14Q8,-8 6,-6Z", fill=C.FLOWERS[1])
        + path(rim, fill="none", stroke=C.METAL_LIGHT, stroke_width=2.4)
        + words(0, 5, 15, "?", fill="#ffffff", font_weight="bold")
    )


def notice_board() -> str:
    """Return an event spot: a notice board full of papers."""
    papers = ((-8, -8, 10, 11, "#ffffff"), (5, -9.5, 11, 8, "#fff3b0"), (6, 0.5, 9, 8, "#ffffff"))
    roof: dict[str, str | float] = {"fill": C.TIMBER, "stroke": C.TIMBER_DARK, "stroke_width": 1}
    return (
        box(0, 1, 40, 40, rx=7, fill=C.STONE, stroke=C.STONE_DARK, stroke_width=1)
        + ellipse(4, 17, 15, 3.4, fill=C.SHADE, opacity=0.35)
        + box(-11, 8, 3.4, 18, rx=1, fill=C.TIMBER_DARK)
        + box(11, 8, 3.4, 18, rx=1, fill=C.TIMBER_DARK)
        + box(0, -3.5, 33, 23, rx=2, fill=C.CORK, stroke=C.TIMBER, stroke_width=2.6)
        + "".join(
            box(x, y, w, h, fill=fill, stroke="#b9a98a", stroke_width=0.6)
            for x, y, w, h, fill in papers
        )
        + polygon(((-19.5, -13), (0, -20.5), (19.5, -13)), **roof, stroke_linejoin="round")
        + words(-8, -7.6, 12, "!", fill="#b3001b", font_weight="bold")
        + path("M1,-11.5H9M1,-8.5H8M3,-1.5H9M3,1.5H8", stroke="#9a8f7a", stroke_width=1)
        + disc(-8, 2.5, 1.3, fill=C.FLOWERS[0])
    )


BONE = (
    "M-8,-2.2H8C8,-7 14,-7.4 14,-3.4C18,-3.4 18,3.4 14,3.4C14,7.4 8,7 8,2.2H-8"
    "C-8,7 -14,7.4 -14,3.4C-18,3.4 -18,-3.4 -14,-3.4C-14,-7.4 -8,-7 -8,-2.2Z"
)


def dog_park() -> str:
    """Return a park: mown grass in a fence, its gate in the south; callers turn it to the walk."""
    rail, posts = "M-8,21.5H-21.5V-21.5H21.5V21.5H8", "2 8.75"
    stripes = "".join(box(x, 0, 7, 43, fill="#8fc763") for x in (-14.5, 0, 14.5))
    return (
        box(0, 0, 45, 45, rx=3, fill="#7db954")
        + stripes
        + box(0, 20, 12, 7, fill=C.SAND)
        + crown(-13, -13, 8)
        + crown(14, -13, 6.5)
        + path(rail, fill="none", stroke=C.SHADE, stroke_width=4, opacity=0.3)
        + path(rail, fill="none", stroke=C.TIMBER, stroke_width=2.6)
        + path(rail, fill="none", stroke=C.TIMBER_DARK, stroke_width=4.4, stroke_dasharray=posts)
    )


def park_sign() -> str:
    """Return a bone that lies in every park, upright."""
    shadow = path(BONE, fill=C.LEAF_DARK, opacity=0.5, transform="translate(1,2)")
    return shadow + path(BONE, fill="#ffffff", stroke="#b9ad90", stroke_width=0.9)


def house(seat: int | None) -> str:
    """Return a home: a roof from above in the colour of its seat, its door in the south."""
    fill = C.NOBODY_FILL if seat is None else C.FILL[seat]
    dark = C.NOBODY_DARK if seat is None else C.DARK[seat]
    edge: dict[str, str | float] = {"stroke": C.INK, "stroke_width": 1, "stroke_linejoin": "round"}
    return (
        box(2, 3, 43, 36, rx=2, fill=C.SHADE, opacity=0.35)
        + box(0, 21, 10, 6, fill=C.SAND)
        + box(0, 18.4, 8, 3.4, rx=1, fill=dark, stroke=C.INK, stroke_width=0.6)
        + polygon(((-21, -19), (21, -19), (9, -1.5), (-9, -1.5)), fill=dark, **edge)
        + polygon(((-21, 16), (21, 16), (9, -1.5), (-9, -1.5)), fill=fill, **edge)
        + polygon(((-21, -19), (-21, 16), (-9, -1.5)), fill=_between(fill, dark), **edge)
        + polygon(((21, -19), (21, 16), (9, -1.5)), fill=_between(fill, dark), **edge)
        + path("M-15,8H15M-12,3H12", stroke="#ffffff", stroke_width=0.8, opacity=0.35)
        + box(13, -12, 6, 6, fill="#8d6b57", stroke=C.INK, stroke_width=0.8)
        + box(13, -12, 2.6, 2.6, fill="#3b2a20")
    )


def house_number(seat: int | None, label: str) -> str:
    """Return the number of a home, upright on a plate."""
    dark = C.NOBODY_DARK if seat is None else C.DARK[seat]
    return (
        disc(0, -1, 9.6, fill=C.PAPER, stroke=C.INK, stroke_width=1.2)
        + disc(0, -1, 7.6, fill="none", stroke=dark, stroke_width=1.2)
        + words(0, -1, 14, label, fill=C.INK, font_weight="bold")
    )


def _between(one: str, other: str) -> str:
    """Return the colour half way between two."""
    parts = ((int(one[i : i + 2], 16) + int(other[i : i + 2], 16)) // 2 for i in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in parts)
