"""The process that plays a run of the lab, at normal priority."""

import sys
from pathlib import Path

from offleash.studio.lab import run_process

if __name__ == "__main__":
    run_process.NICENESS = 0
    run_process.main(Path(sys.argv[1]))
