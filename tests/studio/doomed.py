"""The whole site in a process that a test may kill: `python -m tests.studio.doomed FOLDER`."""

import signal
import sys
from pathlib import Path

from tests.studio.whole import make_app
from tests.web.serving import serving

if __name__ == "__main__":
    with serving(make_app(Path(sys.argv[1]))) as url:
        print(url, flush=True)
        signal.pause()
