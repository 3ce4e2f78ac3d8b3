"""Images of a project: files `image-cover.png`, `image-space-water.jpg`, `image-card-CH07.svg`.

Whatever a file holds, only its pixels are used: PNG and JPEG files are decoded and encoded again,
SVG files are reduced to plain shapes and drawn. So no script, reference or metadata remains.
"""

import base64
import hashlib
from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import Any

from offleash.contract import Game, Records
from offleash.projects.history import (
    IMAGE_ENDINGS,
    IMAGE_PREFIX,
    MOST_IMAGE_BYTES,
    OUTSIDE,
    latest_version,
    record_version,
    signed_note,
    text_path,
)
from offleash.projects.project import path_inside
from offleash.projects.svg_cleaning import draw_clean_svg
from offleash.tools.errors import BadFile, BadNotation, OffleashError, quote
from offleash.tools.files import write_bytes
from offleash.tools.locks import lock_folder

MOST_PIXELS = 16_000_000  # of a file that is decoded, 64 MB of memory
MAX_SIDE_PIXELS = 1200  # of a stored image
JPEG_QUALITY = 88
FORMATS = ("PNG", "JPEG")
MEDIA_TYPES = {".png": "image/png", ".jpg": "image/jpeg"}
ENDING_OF = {"PNG": ".png", "JPEG": ".jpg"}

_decoding = Lock()  # one image at a time, because of the memory


def clean_image(data: bytes) -> tuple[str, bytes]:
    """Return the ending and the bytes of a harmless image. Raises BadNotation if it is none."""
    if not data or len(data) > MOST_IMAGE_BYTES:
        raise BadNotation(f"an image can have at most {MOST_IMAGE_BYTES:,} bytes")
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        data = draw_clean_svg(data, MAX_SIDE_PIXELS)
    with _decoding:
        return _encode(data)


def _encode(data: bytes) -> tuple[str, bytes]:
    """Decode an image within limits, and encode its pixels again, fewer if need be."""
    try:
        from PIL import Image, ImageOps
    except ImportError:
        raise OffleashError("images need Pillow: pip install 'offleash[print]'") from None
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                raise BadNotation(f"an image can have at most {MOST_PIXELS:,} pixels")
            kind = picture.format or FORMATS[0]
            upright = ImageOps.exif_transpose(picture)
            has_alpha = upright.has_transparency_data
            pixels = upright.convert("RGBA" if has_alpha else "RGB")
    except BadNotation:
        raise
    except Exception:  # decoders raise all sorts of errors for damaged files
        raise BadNotation("this is not a PNG, JPEG or SVG image, or it is damaged") from None
    pixels.info.clear()  # comments, profiles
    pixels.thumbnail((MAX_SIDE_PIXELS, MAX_SIDE_PIXELS))
    kind = "PNG" if has_alpha else kind
    encoded = _save(pixels, kind)
    if len(encoded) > MOST_IMAGE_BYTES and not has_alpha:
        kind = "JPEG"
        encoded = _save(pixels, kind)
    while len(encoded) > MOST_IMAGE_BYTES:
        scale = 0.95 * (MOST_IMAGE_BYTES / len(encoded)) ** 0.5
        pixels.thumbnail([max(1, int(side * scale)) for side in pixels.size])
        encoded = _save(pixels, kind)
    return ENDING_OF[kind], encoded


def _save(pixels: Any, kind: str) -> bytes:
    out = BytesIO()
    pixels.save(out, kind, **({"quality": JPEG_QUALITY} if kind == "JPEG" else {"optimize": True}))
    return out.getvalue()


def image_slots(game: Game, options: Records) -> dict[str, str]:
    """Return what images can be for, each with words for people; empty if the game has none."""
    return dict(game.studio.image_slots(options)) if game.studio.image_slots else {}


def image_files(folder: Path) -> dict[str, Path]:
    """Return the files of a project's images by slot."""
    files = {}
    for ending in reversed(IMAGE_ENDINGS):
        for path in sorted(folder.glob(f"{IMAGE_PREFIX}*{ending}")):
            if path.is_file() and not path.is_symlink():
                files[path.stem.removeprefix(IMAGE_PREFIX)] = path
    return files


def read_images(folder: Path) -> dict[str, str]:
    """Return a project's images as data URLs by slot. Raises BadFile if one is not an image."""
    return {slot: read_image(path) for slot, path in image_files(folder).items()}


def read_image(path: Path) -> str:
    """Return an image as a data URL. Raises BadFile if it is none."""
    try:
        info = path.stat()
        ending, data, problem = _read_clean(path, info.st_mtime_ns, info.st_size)
    except OSError as error:
        raise BadFile(path, None, f"it can't be read ({error.strerror})") from None
    if problem:
        raise BadFile(path, None, problem)
    return f"data:{MEDIA_TYPES[ending]};base64,{base64.b64encode(data).decode()}"


def image_digests(folder: Path) -> dict[str, str]:
    """Return the digests of a project's undamaged images by slot, for `find_image`."""
    digests = {}
    for slot, path in image_files(folder).items():
        with suppress(BadFile, OSError):
            read_image(path)
            digests[slot] = hashlib.sha256(path.read_bytes()).hexdigest()
    return digests


def find_image(folder: Path, slot: str, digest: str) -> tuple[str, bytes]:
    """Return the type and the bytes of an image that a project has or had.

    Raises BadFile if it is neither in the folder nor in the history.
    """
    for path in (image_files(folder).get(slot), text_path(folder, digest)):
        with suppress(OSError):
            if path and hashlib.sha256(path.read_bytes()).hexdigest() == digest:
                head, _, data = read_image(path).partition(";base64,")
                return head.removeprefix("data:"), base64.b64decode(data)
    raise BadFile(slot, None, "the project no longer has this image")


@lru_cache(128)
def _read_clean(path: Path, changed_at: int, size: int) -> tuple[str, bytes, str]:
    """Read and clean a file, or say why it is no image; again only if it has changed."""
    with path.open("rb") as file:
        data = file.read(MOST_IMAGE_BYTES + 1)
    try:
        return *clean_image(data), ""
    except BadNotation as error:
        return "", b"", str(error)


def save_image(
    folder: Path, slot: str, slots: Collection[str], data: bytes, author: str = ""
) -> None:
    """Store an image for a slot as a version of the history. Raises OffleashError."""
    if slot not in slots:
        raise BadNotation(f"no image is used for {quote(slot)}")
    ending, clean = clean_image(data)
    with lock_folder(folder, wait=True):
        record_version(folder, OUTSIDE if latest_version(folder) else "")
        write_bytes(path_inside(folder, f"{IMAGE_PREFIX}{slot}{ending}"), clean)
        _remove_files(folder, slot, other_than=ending)
        _record(folder, signed_note(f"image for {slot}", author))


def restore_images(folder: Path, files: Mapping[str, bytes], note: str) -> list[str]:
    """Write images of a version again, and return the names of those that differed."""
    with lock_folder(folder, wait=True):
        record_version(folder, OUTSIDE if latest_version(folder) else "")
        paths = {name: path_inside(folder, name) for name in files}
        changed = [name for name, path in paths.items() if not _has_bytes(path, files[name])]
        for name in changed:
            slot, ending = Path(name).stem.removeprefix(IMAGE_PREFIX), Path(name).suffix
            write_bytes(paths[name], files[name])
            _remove_files(folder, slot, other_than=ending)
        _record(folder, note)
    return changed


def _has_bytes(path: Path, data: bytes) -> bool:
    try:
        return path.read_bytes() == data
    except OSError:
        return False


def delete_image(folder: Path, slot: str, author: str = "") -> None:
    """Delete the image of a slot; the history still has it. Raises OffleashError."""
    if slot not in image_files(folder):
        raise BadNotation(f"there is no image for {quote(slot)}")
    with lock_folder(folder, wait=True):
        record_version(folder, OUTSIDE if latest_version(folder) else "")
        _remove_files(folder, slot)
        _record(folder, signed_note(f"deleted the image for {slot}", author))


def _record(folder: Path, note: str) -> None:
    """Record what was written; on a disk that is full now, the next save records it."""
    with suppress(OffleashError):
        record_version(folder, note)


def _remove_files(folder: Path, slot: str, other_than: str = "") -> None:
    for ending in IMAGE_ENDINGS:
        if ending != other_than:
            (folder / f"{IMAGE_PREFIX}{slot}{ending}").unlink(missing_ok=True)
