"""A process that plays for a worker, and dies over every order as often in a row as a file says;
the one after that plays to the end."""

import os
from functools import partial
from pathlib import Path

from offleash.studio.boards.bot_games import process

ENDLESS = -1000  # it plays, and never comes to an end


def crash_on_orders(patch, lives: Path) -> None:
    """Patches the process of trials."""
    patch.setattr(process, "play_orders", partial(play_orders, lives=lives))


def play_orders(pipe, lives: Path) -> None:
    while message := pipe.receive(None):
        if "warm" in message:
            pipe.send((0, "waiting", '{"is":"waiting","why":"The rules are being compiled."}'))
            pipe.send((0, "ready", '{"is":"ready"}'))
        if "order" in message:
            left = int(lives.read_text())
            lives.write_text(str(left - 1))
            if left > 0:
                os._exit(9)
            pipe.send((message["number"], "played", '{"is":"played","games":1}'))
            if left != ENDLESS:
                pipe.send((message["number"], "done", '{"is":"done"}'))
