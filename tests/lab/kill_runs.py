"""Kills a run again and again: `python -m tests.lab.kill_runs FOLDER GAMES_A_SHARD MOMENT…`.

A moment is a number: the process that plays is killed when it does its so-many-th thing with a file
of the folder. Each run goes on where the one before was killed; the last one is let to its end. The
rules are loaded once, and every run is a fork of that process. Prints how each of them ended.
"""

import os
import signal
import sys
import traceback
from pathlib import Path

from offleash.lab.runs.experiment import Work
from tests.lab.runs import conduct_experiment, small_experiment

GAMES = 120
WATCHED = ("open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "shutil.rmtree")


def kill_at(moment: int, folder: str) -> None:
    """From now on: kills this process at its so-many-th thing with a file of the folder."""
    count = 0

    def audit(event: str, arguments: tuple) -> None:
        nonlocal count
        if event in WATCHED and str(arguments[0]).startswith(folder):
            count += 1
            if count == moment:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(audit)


def run_forked(experiment, folder: Path, size: int, moment: int) -> int:
    """How a run in a process of its own ended: 0, or minus the signal."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    status = 1
    try:
        kill_at(moment, str(folder))
        conduct_experiment(experiment, folder, threads=2, games_a_shard=size)
        status = 0
    except BaseException:
        traceback.print_exc()
    os._exit(status)


def main() -> None:
    folder, size, *moments = Path(sys.argv[1]), *map(int, sys.argv[2:])
    experiment = small_experiment(GAMES)
    experiment.play(Work(0, 0, 1))  # before the forks, which all need it
    print(*(run_forked(experiment, folder, size, moment) for moment in (*moments, 0)))


if __name__ == "__main__":
    import tests.toys  # noqa: F401

    main()
