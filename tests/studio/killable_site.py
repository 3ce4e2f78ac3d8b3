"""The whole site in a process that a test may kill.

Start it with `python -m tests.studio.killable_site FOLDER PORT`.
"""

import signal
import subprocess
import sys
from pathlib import Path

from tests.studio.owner_site import make_app
from tests.web.serving import serving


class KillableSite:
    """A server that is killed and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.url, self.process = folder, "", None
        self.start()

    def start(self) -> None:
        port = self.url.rpartition(":")[2] or "0"
        command = [sys.executable, "-m", "tests.studio.killable_site", str(self.folder), port]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        assert self.url, "the site did not start"

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


if __name__ == "__main__":
    with serving(make_app(Path(sys.argv[1])), int(sys.argv[2])) as url:
        print(url, flush=True)
        signal.pause()
