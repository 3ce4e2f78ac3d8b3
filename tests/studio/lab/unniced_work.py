"""The process that plays a run of the lab, at normal priority."""

import sys
from pathlib import Path

from offleash.studio.lab import work

if __name__ == "__main__":
    work.NICENESS = 0
    work.main(Path(sys.argv[1]))
