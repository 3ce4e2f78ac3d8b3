"""Images of a project in pictures: on cards, spaces and tokens they replace what the game draws."""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

Images = Mapping[str, str]  # data URLs of PNG or JPEG files, or addresses of the site, by slot
_images: ContextVar[Images | None] = ContextVar("_images", default=None)


@contextmanager
def own_images(images: Images) -> Iterator[None]:
    """Let pictures that are drawn in the block have these images."""
    token = _images.set(images)
    try:
        yield
    finally:
        _images.reset(token)


def own_image(slot: str, x: float, y: float, width: float, height: float) -> str:
    """Return the image for a slot, which fills a rectangle around a point; empty without one."""
    address = (_images.get() or {}).get(slot)
    if not address:
        return ""
    return (
        f'<image x="{x - width / 2:g}" y="{y - height / 2:g}" width="{width:g}" '
        f'height="{height:g}" preserveAspectRatio="xMidYMid slice" href="{address}"/>'
    )


def linked_image(slot: str, x: float, y: float, width: float, height: float) -> str:
    """Return the image for a slot if the page loads it from an address; empty otherwise.

    For pieces that a picture has many times: each copy of a data URL would have all its bytes.
    """
    is_link = (_images.get() or {}).get(slot, "").startswith("/")
    return own_image(slot, x, y, width, height) if is_link else ""


def images_key() -> str:
    """Return what tells apart pictures that differ only in their images; empty without images."""
    images = _images.get()
    return hashlib.sha256(repr(sorted(images.items())).encode()).hexdigest() if images else ""
