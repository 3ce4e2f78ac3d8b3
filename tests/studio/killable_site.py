"""The whole site in a process that a test may kill."""

import multiprocessing
import signal
from multiprocessing.connection import Connection
from pathlib import Path

from tests.studio.owner_site import make_app
from tests.web.serving import serving


class KillableSite:
    """A server that is killed and started again at the same address.

    The fork server of the tests starts it, which has everything imported.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.url, self.process = folder, "", None
        self.start()

    def start(self) -> None:
        port = int(self.url.rpartition(":")[2] or 0)
        context = multiprocessing.get_context("forkserver")
        address, sender = context.Pipe(duplex=False)
        self.process = context.Process(target=serve, args=(self.folder, port, sender))
        self.process.start()
        sender.close()
        self.url = address.recv()

    def kill(self) -> None:
        self.process.kill()
        self.process.join()


def serve(folder: Path, port: int, sender: Connection) -> None:
    with serving(make_app(folder), port) as url:
        sender.send(url)
        signal.pause()
