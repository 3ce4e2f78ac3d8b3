"""Pieces of a picture of the game, with the images that a project brings for them."""

from offleash.contract.text.own_images import linked_image
from offleash.games.shared.svg import disc
from offleash.games.uri_nation.draw import shapes as S
from offleash.games.uri_nation.draw.colours import FILL, INK
from offleash.games.uri_nation.draw.dogs import draw_dog
from offleash.games.uri_nation.draw.supply import LARGE, SMALL
from offleash.games.uri_nation.text.names import ARCHETYPE_NAMES, SEAT_NAMES, STOCK_NAMES


def token_slot(kind: str, label: str) -> str:
    """Return what an image of a counter is for: `token-dogs-bruiser`; one of five has none."""
    return f"token-{kind} {label}".lower().replace(" ", "-")


def dog_art(archetype: int, seat: int) -> str:
    """Return a dog as large as a disc of radius one; an image is on a disc in its seat's colour."""
    image = linked_image(token_slot("dogs", ARCHETYPE_NAMES[archetype]), 0, 0, 1.4, 1.4)
    if not image:
        return draw_dog(archetype, seat)
    return disc(0, 0, 1, fill=FILL[seat], stroke=INK, stroke_width=0.06) + image


def disk_image(seat: int, r: float) -> str:
    """Return the image of a seat's large disk; empty without one."""
    return linked_image(token_slot(LARGE, SEAT_NAMES[seat]), 0, 0, 2 * r, 2 * r)


def fort_art(seat: int) -> str:
    """Return a fortify token of a seat, as large as a disc of radius one."""
    image = linked_image(token_slot(SMALL, SEAT_NAMES[seat]), 0, 0, 2, 2)
    return image or S.draw_drop("#fff7a8", INK)


def token_image(stock: int) -> str:
    """Return the image of a token as large as a disc of radius one; empty without one."""
    return linked_image(token_slot("tokens", STOCK_NAMES[stock]), 0, 0, 2, 2)


def peg_image() -> str:
    """Return the image of a water peg; empty without one."""
    return linked_image(token_slot("pegs", "water"), 0, -5, 16, 16)
