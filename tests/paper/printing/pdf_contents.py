"""What a PDF really holds, read from its own numbers: pictures with their place, lines, fonts."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np
import pypdf
import pypdfium2
from pypdf.generic import ContentStream

POINT = 25.4 / 72  # millimetres

Matrix = tuple[float, ...]


@dataclass(frozen=True)
class Art:
    """A picture on a page: its name, where its cut lies (from the lower left), which way is up."""

    name: str
    left: float
    low: float
    width: float
    height: float
    up: tuple[int, int]


@dataclass(frozen=True)
class Line:
    """A straight line, in millimetres from the lower left."""

    start: tuple[float, float]
    stop: tuple[float, float]


class Measured:
    """A file that is measured."""

    def __init__(self, data: bytes) -> None:
        self.reader = pypdf.PdfReader(BytesIO(data), strict=True)
        self._data = data
        self._operations: dict[int, list[tuple[str, Any]]] = {}

    def __len__(self) -> int:
        return len(self.reader.pages)

    def size(self, page: int) -> tuple[float, float]:
        box = self.reader.pages[page].mediabox
        return float(box.width) * POINT, float(box.height) * POINT

    def text(self, page: int) -> str:
        with closing(pypdfium2.PdfDocument(self._data)) as file:
            return file[page].get_textpage().get_text_range()

    def pixels(self, page: int, per_mm: float = 4.0) -> np.ndarray:
        """Rows of pixels from the top."""
        with closing(pypdfium2.PdfDocument(self._data)) as file:
            return file[page].render(scale=per_mm * POINT).to_numpy()[:, :, ::-1].copy()

    def arts(self, page: int, bleed: float) -> list[Art]:
        return [art_of(*values, bleed) for kind, values in self._all(page) if kind == "art"]

    def lines(self, page: int) -> list[Line]:
        return [line for kind, line in self._all(page) if kind == "line"]

    def _all(self, page: int) -> list[tuple[str, Any]]:
        if page not in self._operations:
            self._operations[page] = list(self._walk(page))
        return self._operations[page]

    def _walk(self, page: int) -> Iterator[tuple[str, Any]]:
        page_object = self.reader.pages[page]
        forms = page_object["/Resources"].get("/XObject", {})
        matrix, stack, pen = (1, 0, 0, 1, 0, 0), [], (0.0, 0.0)
        for operands, operator in ContentStream(page_object.get_contents(), self.reader).operations:
            numbers = [
                float(operand) for operand in operands if not isinstance(operand, (str, list, dict))
            ]
            if operator == b"q":
                stack.append(matrix)
            elif operator == b"Q":
                matrix = stack.pop()
            elif operator == b"cm":
                matrix = multiply(tuple(numbers), matrix)
            elif operator == b"m":
                pen = transform(matrix, *numbers)
            elif operator == b"l":
                start, pen = pen, transform(matrix, *numbers)
                yield "line", Line(start, pen)
            elif operator == b"Do":
                box = [float(edge) for edge in forms[operands[0]]["/BBox"]]
                yield "art", (str(operands[0]), box, matrix)

    def fonts(self) -> dict[str, bool]:
        """Every font that anything names, and whether it is in the file."""
        fonts: dict[str, bool] = {}
        for page in self.reader.pages:
            _fonts(page["/Resources"], fonts)
        return fonts


def multiply(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j,
            e * g + f * i + k, e * h + f * j + m)  # fmt: skip


def transform(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return (a * x + c * y + e) * POINT, (b * x + d * y + f) * POINT


def art_of(name: str, box: list[float], matrix: Matrix, bleed: float) -> Art:
    (x1, y1), (x2, y2) = transform(matrix, *box[:2]), transform(matrix, *box[2:])
    left, low, right, high = min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)
    up = round(matrix[2]), round(matrix[3])
    return Art(name, left + bleed, low + bleed, right - left - 2 * bleed,
               high - low - 2 * bleed, up)  # fmt: skip


def _fonts(resources: Any, fonts: dict[str, bool]) -> None:
    for font in resources.get("/Font", {}).values():
        descriptor = font.get_object().get("/FontDescriptor")
        is_inside = descriptor is not None and "/FontFile2" in descriptor.get_object()
        fonts[str(font.get_object()["/BaseFont"])] = is_inside
    for form in resources.get("/XObject", {}).values():
        _fonts(form.get_object()["/Resources"], fonts)
