"""The process that plays one run: `python -m offleash.studio.lab.work FOLDER`.

It waits until no other one plays, takes the first run in line, and ends when that is played, when
it is stopped, or when its standard input ends, which is when the server does. What was played until
then is in the run's folder, and any later process goes on from there.
"""

import os
import resource
import signal
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from offleash.core.errors import OffleashError
from offleash.core.files import write_text
from offleash.studio.lab import states
from offleash.studio.lab.line import Line

if TYPE_CHECKING:
    from offleash.core.notice import Notice
    from offleash.lab.experiment import Shard
    from offleash.lab.run import Run

NICENESS = 15
MEMORY = 0.75  # of all there is
LOOK = 0.1  # seconds between looks whether somebody has stopped the run
OFTEN = 0.4  # seconds between two lines about how far it is
LONGEST = 24 * 3600  # seconds of one sitting: a run that needs more can go on
BROKEN = "Something broke on our side; the log of the server says more."
TOO_LARGE = "It needs more memory than there is."


def main(folder: Path) -> None:
    """Plays the first run in line, if there is one."""
    _give_way()
    line = Line(folder)
    with line.alone() as name:
        if not name:
            return
        Thread(target=_end_when_unwanted, args=(line, name), daemon=True).start()
        try:
            play(folder, name)
        finally:
            line.leave(name)


def _give_way() -> None:
    """Others come first, and the process ends with the server that asked for it."""
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who stops the site by hand stops the server
    memory = int(MEMORY * os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))  # addresses alone cost nothing
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    """The server says nothing to us: what can be heard is that it is gone."""
    while os.read(0, 1):
        pass
    os._exit(1)


def _end_when_unwanted(line: Line, name: str) -> None:
    until = time.monotonic() + LONGEST
    while line.is_wanted(name) and time.monotonic() < until:
        time.sleep(LOOK)
    os._exit(0)  # shards are there whole or not at all


def play(folder: Path, name: str) -> None:
    """The run to its end and its report; whatever goes wrong is a sentence in its folder."""
    place = folder / name
    telling = Telling(place)
    try:
        _conduct(place, telling)
    except OffleashError as error:
        telling.fail(str(error).replace(f"{folder}/", ""))
    except MemoryError:
        telling.fail(TOO_LARGE)
    except Exception:
        telling.fail(BROKEN)
        raise


def _conduct(place: Path, telling: "Telling") -> None:
    from offleash.core import machine
    from offleash.core.batch import cores
    from offleash.lab import kinds
    from offleash.lab.experiment import Experiment
    from offleash.lab.folder import read_plan
    from offleash.lab.plan import plan_from
    from offleash.lab.report.write import BUILDERS, write_report
    from offleash.lab.run import Run
    from offleash.studio.lab.words import verdict_of

    machine.announce = telling.hear
    experiment = Experiment(plan_from(read_plan(place)[0]))
    run = Run(experiment, max(1, cores() - 1), place)
    telling.begin(run)
    summary = kinds.conduct(run, telling.told)
    telling.end(verdict_of(summary))
    _learn_measures(place.parent, run)
    if experiment.plan.kind in BUILDERS:
        telling.say("writing the report")
        write_report(place)
    telling.say("")


def _learn_measures(folder: Path, run: "Run") -> None:
    """Writes down what the game counts, to be offered when the next question is asked."""
    from offleash.core.game import RECORDED

    if not run.results.shards(0) or run.experiment.plan.kind == "ladder":
        return
    means = [label.key for label in run.results.account(0).means if label.depth < RECORDED]
    file = folder / states.MEASURES / f"{run.experiment.game.name}.txt"
    with suppress(OffleashError):
        write_text(file, "".join(f"{key}\n" for key in means))


class Telling:
    """How far the run is, written into its folder now and then."""

    def __init__(self, place: Path) -> None:
        self._place, self._now = place, replace(states.read(place), sentence="")
        self._noted = ""  # what the experiment itself says is known
        self._written = 0.0

    def begin(self, run: "Run") -> None:
        """From what is in the folder already."""
        from offleash.lab.estimate import LiveEstimate, most_games

        self._run, self._estimate = run, LiveEstimate(run)
        run.note = self.note
        trials = len(list((self._place / "trials").glob("*.json")))
        experiment = run.experiment
        known = run.results.games_of_all() + trials * experiment.blocks * sum(
            experiment.games_per_block
        )
        self._now = replace(self._now, games=known, of=most_games(run), note="")
        self._write()

    def told(self, shard: "Shard") -> None:
        """A shard was played."""
        games = (shard.work.hi - shard.work.lo) * self._run.experiment.games_per_block[
            shard.work.arm
        ]
        if not self._noted:
            self._estimate.add(shard)
        self._now = replace(self._now, games=self._now.games + games)
        if time.monotonic() - self._written > OFTEN:
            self._now = replace(self._now, note=self._noted or self._estimate.text())
            self._write()

    def note(self, text: str) -> None:
        """What the experiment says is known."""
        self._noted = text
        self._now = replace(self._now, note=text)

    def hear(self, notice: "Notice") -> None:
        """Rules are being compiled."""
        if time.monotonic() - self._written > OFTEN or notice.over:
            note = self._noted if notice.over else f"compiling rule {notice.done} of {notice.total}"
            self._now = replace(self._now, note=note)
            self._write()

    def say(self, text: str) -> None:
        """What is being done."""
        self._now = replace(self._now, note=text)
        self._write()

    def end(self, verdict: str) -> None:
        """All is played."""
        known = self._noted or self._estimate.text()
        usual = states.sentence_of(f"{known} in {self._now.games:,} games") if known else ""
        self._now = replace(self._now, verdict=verdict or usual, note="")
        self._write()

    def fail(self, sentence: str) -> None:
        """Why it can't go on."""
        self._now = replace(self._now, sentence=states.sentence_of(sentence), note="")
        self._write()

    def _write(self) -> None:
        self._written = time.monotonic()
        states.write(self._place, self._now)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
