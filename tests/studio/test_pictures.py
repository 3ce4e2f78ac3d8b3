"""Pictures of boards: what many requests cost."""

import asyncio

import pytest

from offleash.studio.projects import pictures
from offleash.studio.projects.pictures import BoardPictures
from offleash.web.jobs import Busy, Jobs


class FakeJobs:
    """Counts what is drawn."""

    def __init__(self) -> None:
        self.texts = []

    async def result(self, name, work, folder, game, text):
        self.texts.append(text)
        return f"<svg>{text}</svg>"


def test_a_picture_is_drawn_once_while_nothing_changes(tmp_path):
    async def ask():
        drawing = BoardPictures()
        drawing._jobs = jobs = FakeJobs()
        for text in ("a", "a", "b", "a"):
            assert await drawing.svg(tmp_path, "uri-nation", text) == f"<svg>{text}</svg>"
        assert jobs.texts == ["a", "b"]
        (tmp_path / "image-cover.png").write_bytes(b"x")  # an image is part of the picture
        await drawing.svg(tmp_path, "uri-nation", "a")
        assert jobs.texts == ["a", "b", "a"]

    asyncio.run(ask())


def test_no_more_are_kept_than_there_is_room_for(tmp_path, monkeypatch):
    monkeypatch.setattr(pictures, "MAX_KEPT_BYTES", 30)

    async def ask():
        drawing = BoardPictures()
        drawing._jobs = jobs = FakeJobs()
        for text in ("a", "b", "c", "a"):
            await drawing.svg(tmp_path, "uri-nation", text)
        assert jobs.texts == ["a", "b", "c", "a"]

    asyncio.run(ask())


def test_a_full_queue_refuses(tmp_path):
    async def ask():
        drawing = BoardPictures()
        drawing._jobs = Jobs(running=0, waiting=0)
        with pytest.raises(Busy):
            await drawing.svg(tmp_path, "uri-nation", "a")

    asyncio.run(ask())
