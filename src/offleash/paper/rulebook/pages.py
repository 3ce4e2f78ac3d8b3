"""Fills the pages of a book from top to bottom: text goes on while a picture waits for its room."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from offleash.tools.errors import OffleashError

ROOM_BELOW_HEADING = 80.0  # points that a heading needs below itself
DrawPage = Callable[[Any, int], None]  # what every page has, such as its number


@dataclass(frozen=True)
class BookBlock:
    """A part of the book: text that may be split, a heading, a figure, or a page of its own."""

    flowable: Any
    is_heading: bool = False
    is_figure: bool = False  # may move to the next page, while the text goes on
    is_page: bool = False  # is not split; begins a page unless it fits


def centring_indent(flowable: Any, width: float, room: float) -> float:
    """Return how far to the right a flowable goes if it is to be in the middle."""
    return max(0.0, room - width) / 2 if getattr(flowable, "hAlign", "") == "CENTER" else 0.0


class PageFiller:
    """Places blocks on the pages of a canvas, within margins, in points.

    Without `is_drawn` it only measures.
    """

    def __init__(
        self, canvas: Any, width: float, height: float, margin: float, is_drawn: bool = True
    ) -> None:
        self.canvas, self.margin, self.is_drawn = canvas, margin, is_drawn
        self.width, self.height = width - 2 * margin, height - 2 * margin
        self.room, self.gap, self.page = self.height, 0.0, 1  # left on the page; below the last one
        self.shares: list[float] = []  # how much of each page is filled
        self.waiting: deque[BookBlock] = deque()  # figures

    def fill(self, blocks: Iterable[BookBlock], draw_page: DrawPage) -> None:
        """Place all blocks and end the last page."""
        for block in self._in_turn(blocks):
            if block.is_heading and self.room < ROOM_BELOW_HEADING:
                self._end_page(draw_page)
            if self._place(block.flowable):
                continue
            if block.is_figure and not self._is_empty:
                self.waiting.append(block)
                continue
            self._split(block, draw_page)
        while self.waiting:
            self._end_page(draw_page)
        self._show_page(draw_page)

    @property
    def _is_empty(self) -> bool:
        return self.room == self.height

    def _in_turn(self, blocks: Iterable[BookBlock]) -> Iterator[BookBlock]:
        """Yield the blocks in order; before a page of its own, all figures that wait."""
        for block in blocks:
            while block.is_page and self.waiting and self._place(self.waiting[0].flowable):
                self.waiting.popleft()
            yield block

    def _split(self, block: BookBlock, draw_page: DrawPage) -> None:
        """Place as much as fits on this page, and the rest on the next ones."""
        pending = deque([block.flowable])
        while pending:
            flowable = pending.popleft()
            if self._place(flowable):
                continue
            parts = []
            if not block.is_page and not block.is_figure:
                room = self.room - max(self.gap, flowable.getSpaceBefore())
                parts = flowable.splitOn(self.canvas, self.width, room)
            elif block.is_page and self._is_empty:  # it is larger than a page
                pending.extend(flowable.parts)
                block = BookBlock(flowable)
                continue
            if len(parts) > 1 and self._place(parts[0]):
                pending.extendleft(reversed(parts[1:]))  # a list is split into all its items
                continue
            if self._is_empty:
                raise OffleashError("a part of the book is larger than a page")
            pending.appendleft(flowable)
            self._end_page(draw_page)

    def _place(self, flowable: Any) -> bool:
        """Draw a flowable below the last one, if it fits."""
        before = 0.0 if self._is_empty else max(self.gap, flowable.getSpaceBefore())
        width, height = flowable.wrapOn(self.canvas, self.width, self.room)
        if before + height > self.room:
            return False
        self.room -= before + height
        indent = centring_indent(flowable, width, self.width)
        if self.is_drawn:
            flowable.drawOn(self.canvas, self.margin + indent, self.margin + self.room)
        self.gap = flowable.getSpaceAfter()
        return True

    def _show_page(self, draw_page: DrawPage) -> None:
        self.shares.append(1 - self.room / self.height)
        if self.is_drawn:
            draw_page(self.canvas, self.page)
            self.canvas.showPage()

    def _end_page(self, draw_page: DrawPage) -> None:
        """Go on to the next page, which begins with the figures that wait."""
        self._show_page(draw_page)
        self.room, self.gap, self.page = self.height, 0.0, self.page + 1
        while self.waiting and self._place(self.waiting[0].flowable):
            self.waiting.popleft()
