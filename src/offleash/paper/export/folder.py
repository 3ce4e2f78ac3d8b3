"""Writes the folder of an export: pictures of all components, a list of them, and a save."""

import csv
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from unicodedata import normalize

from PIL.Image import Image as Picture

from offleash.contract.studio.kit import Component, Kit
from offleash.paper import OnProgress
from offleash.paper.export.png import check_dpi, component_pictures, png_bytes
from offleash.paper.export.tabletop_simulator import Art, make_save
from offleash.tools.files import write_bytes, write_text

PICTURES, TABLETOP = "pictures", "tabletop-simulator"
LIST, SAVE = "components.csv", "save.json"
COLUMNS = ("kind", "name", "count", "width_mm", "height_mm", "front", "back")


def file_stem(text: str) -> str:
    """Return letters, digits and hyphens for a file name: `water-cards-wa01`."""
    plain = normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "part"


def write_export(
    folder: Path,
    title: str,
    kit: Kit,
    dpi: float,
    url: str = "",
    on_progress: OnProgress = lambda done, total: None,
) -> int:
    """Write all files and return the number of pictures of components.

    `url` is where the pictures of the save will be; without it they are named by their path.
    Raises BadNotation if the resolution is out of range, OffleashError if a file can't be written.
    """
    check_dpi(dpi)
    arts: list[Art] = []
    rows: list[tuple[object, ...]] = []
    names = _unique_names(kit)
    for part, front, back in component_pictures(kit, dpi):
        arts.append(Art(part, front, back))
        name = next(names)
        files = [(f"{name}.png", front)] + ([(f"{name}-back.png", back)] if back else [])
        for file, picture in files:
            write_bytes(folder / PICTURES / file, png_bytes(picture, dpi))
        paths = [f"{PICTURES}/{file}" for file, _ in files]
        rows.append((*_facts(part), paths[0], paths[1] if back else ""))
        on_progress(len(arts), len(kit.components))
    write_text(folder / LIST, _table(rows))
    addresses: dict[str, str] = {}

    def save_picture(name: str, picture: Picture) -> str:
        file = f"{file_stem(name)}.png"
        if file not in addresses:
            write_bytes(folder / TABLETOP / file, png_bytes(picture))
            base = url.rstrip("/") or (folder / TABLETOP).resolve().as_uri()
            addresses[file] = f"{base}/{file}"
        return addresses[file]

    write_text(folder / TABLETOP / SAVE, make_save(title, arts, save_picture))
    return sum(1 + (art.back is not None) for art in arts)


def _unique_names(kit: Kit) -> Iterator[str]:
    """Yield a file name for each component."""
    used: set[str] = set()
    for part in kit.components:
        stem = file_stem(f"{part.kind} {part.label}" if part.label != part.kind else part.kind)
        name, number = stem, 2
        while name in used:
            name, number = f"{stem}-{number}", number + 1
        used.add(name)
        yield name


def _facts(part: Component) -> tuple[object, ...]:
    return part.kind, part.label, part.count, f"{part.width:g}", f"{part.height:g}"


def _table(rows: list[tuple[object, ...]]) -> str:
    """Return a list of components for tools that read tables: VASSAL, Screentop, a spreadsheet."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([COLUMNS, *rows])
    return out.getvalue()
