"""Pictures wait for moves, in the order in which they were asked for, and not for ever."""

import asyncio

import pytest

from offleash.tables.live import painting
from offleash.tables.live.painting import Painter


async def draw_page(painter: Painter, pages: list[str], name: str) -> None:
    async with painter:
        pages.append(name)


async def tired_painter(monkeypatch: pytest.MonkeyPatch) -> Painter:
    """A painter after a picture, who rests for longer than any test takes."""
    painter = Painter()
    with monkeypatch.context() as patch:
        patch.setattr(painting, "REST", 1e6)
        async with painter:
            await asyncio.sleep(0.001)
    return painter


def test_pages_are_drawn_one_after_the_other():
    async def body() -> None:
        painter, pages = Painter(), []
        async with painter:
            tasks = [asyncio.create_task(draw_page(painter, pages, name)) for name in "abc"]
            await asyncio.sleep(0.01)
            assert pages == []
        await asyncio.gather(*tasks)
        assert pages == ["a", "b", "c"]

    asyncio.run(body())


def test_after_a_picture_moves_go_first_as_long_as_there_are_any(monkeypatch):
    async def body() -> None:
        painter, pages = await tired_painter(monkeypatch), []
        with painter.writing_move():
            task = asyncio.create_task(draw_page(painter, pages, "a"))
            await asyncio.sleep(0.05)
            assert pages == []
        await task
        assert pages == ["a"]
        with (
            painter.writing_move()
        ):  # the rest is as long as the last picture took: next to nothing
            await asyncio.wait_for(draw_page(painter, pages, "b"), 20)
        assert pages == ["a", "b"]

    asyncio.run(body())


def test_a_page_that_is_closed_while_it_waits_leaves_its_turn(monkeypatch):
    async def body() -> None:
        painter, pages = await tired_painter(monkeypatch), []
        with painter.writing_move():
            first = asyncio.create_task(draw_page(painter, pages, "a"))
            second = asyncio.create_task(draw_page(painter, pages, "b"))
            await asyncio.sleep(0.02)
            first.cancel()
            with pytest.raises(asyncio.CancelledError):
                await first
        await second
        assert pages == ["b"]

    asyncio.run(body())
