"""Questions of the lab for a program: played with progress, answered briefly, reported in full."""

import secrets
import shutil
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from threading import Lock
from typing import Any

from offleash.contract.options import shipped_files_only
from offleash.lab.experiments import kinds
from offleash.lab.experiments.agreement import agreement, conclusion
from offleash.lab.experiments.compare import first_rows, is_decided, most_changed, sentence
from offleash.lab.experiments.progress import RunProgress
from offleash.lab.experiments.questions import Setup, make_plan_of
from offleash.lab.libraries import require
from offleash.lab.plans.plan import wording_of_plan
from offleash.lab.questions.field import Changes, fields_of
from offleash.lab.questions.questions import KINDS
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.run import Run
from offleash.mcp.access import Access, with_own_files
from offleash.tools.errors import OffleashError

MOST_GUEST_GAMES = 200_000  # of one run, for all but the owner
MOST_RUNS = 30  # whose reports are kept
SLOW_SHARD = 8  # games of slow bots between two steps of the progress
MOST_DIFFERENCES = 12  # listed for a comparison
# Parts of summaries that a program can read as a resource.
LONG_PARTS = (
    *("digest", "rules", "arms", "others", "looks", "possible_looks"),
    *("front", "trials", "stages"),
)

Show = Callable[[RunProgress], None]  # called after each step; may raise to stop the run


@dataclass(frozen=True)
class ProgramRun:
    """A run that a program asked for."""

    key: str
    owner: str  # the name of the program's access
    title: str
    summary: Mapping[str, Any]
    folder: Path | None  # with the tables that a report needs; None without Polars


def make_experiment(kind: str, access: Access, values: Mapping[str, Any]) -> Experiment:
    """Return the experiment of a question with these arguments. Raises OffleashError.

    No file is read for it but those of a project.
    """
    setup = access.setup(values)
    names = ("game", "preset", "options")
    own = {name: value for name, value in values.items() if name not in names}
    for name, one in fields_of(KINDS[kind]).items():
        if one.type == Changes and name in own:
            own[name] = _changes(access, setup, values["game"], name, own[name])
    with shipped_files_only():
        experiment = Experiment(make_plan_of(kind, setup, own), setup.game)
        kinds.check(experiment)
    return experiment


def _changes(access: Access, setup: Setup, source: str, name: str, value: Any) -> dict[str, Any]:
    """Return the changes of an arm: a preset by its name, or options."""
    changes = {"preset": value} if isinstance(value, str) else dict(value)
    if "rules" in changes:
        raise OffleashError(f"{name} can't name a rules file here: name a preset or options")
    return with_own_files(setup.game, access.folder(source), changes)


class ProgramRuns:
    """The runs of a server by key, and the folder where they are stored."""

    def __init__(self) -> None:
        self._lock, self._runs = Lock(), OrderedDict[str, ProgramRun]()
        self._folder: Path | None = None

    def play(self, access: Access, experiment: Experiment, show: Show) -> ProgramRun:
        """Play an experiment to its end. Raises OffleashError, or whatever `show` raises."""
        key = secrets.token_urlsafe(9)
        folder = self._new_folder(key)
        try:
            run = Run(experiment, out=folder, games_a_shard=SLOW_SHARD if experiment.slow else None)
            self._check_size(access, run)
            summary = self._conduct(run, show)
        except BaseException:
            if folder is not None:
                shutil.rmtree(folder, ignore_errors=True)
            raise
        title = f"{experiment.plan.kind} of {experiment.game.title}"
        finished = ProgramRun(key, access.name, title, summary, folder)
        self._add(finished)
        return finished

    def _conduct(self, run: Run, show: Show) -> Mapping[str, Any]:
        kinds.compile_rules(run.experiment)
        summary = kinds.conduct(run, RunProgress(run, show).on_shard)
        wording = wording_of_plan(run.experiment.game, run.experiment.plan)
        return dict(wording.everything(summary)) if wording else summary

    def _check_size(self, access: Access, run: Run) -> None:
        most = kinds.most_games(run)
        if not access.is_owner and most > MOST_GUEST_GAMES:
            raise OffleashError(
                f"this is a run of up to {most:,} games; with this key it can have at most "
                f"{MOST_GUEST_GAMES:,}: name fewer games"
            )

    def _new_folder(self, key: str) -> Path | None:
        """Return a new folder for a run; None if the lab's extra is missing."""
        try:
            require("a report", "polars", "altair", "vl_convert")
        except OffleashError:
            return None
        with self._lock:
            self._folder = self._folder or Path(mkdtemp(prefix="offleash-mcp-"))
        return self._folder / key

    def _add(self, run: ProgramRun) -> None:
        with self._lock:
            self._runs[run.key] = run
            old = [self._runs.popitem(last=False)[1]] if len(self._runs) > MOST_RUNS else []
        for one in old:
            if one.folder is not None:
                shutil.rmtree(one.folder, ignore_errors=True)

    def of(self, access: Access) -> list[ProgramRun]:
        """Return the runs that a program asked for."""
        with self._lock:
            return [run for run in self._runs.values() if run.owner == access.name]

    def find(self, access: Access, key: str) -> ProgramRun:
        """Return a run. Raises OffleashError if there is none, or it is another program's."""
        run = self._runs.get(key)
        if run is None or run.owner != access.name:
            raise OffleashError(f"there is no run {key}")
        return run

    def report(self, access: Access, key: str) -> str:
        """Return the report of a run: one HTML file with its charts. Raises OffleashError."""
        run = self.find(access, key)
        if run.folder is None:
            require("a report", "polars", "altair", "vl_convert")
            raise OffleashError(f"the run {key} was played without the packages of a report")
        from offleash.lab.report.write import write_report

        return write_report(run.folder).read_text(encoding="utf-8")

    def close(self) -> None:
        """Delete everything that was stored."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None


# Answers


def answer(summary: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a program reads first: the verdict, and the figures that it rests on."""
    brief = {name: value for name, value in summary.items() if name not in LONG_PARTS}
    return {**brief, **ANSWERS.get(summary["kind"], lambda _: {})(summary)}


def _comparison(summary: Mapping[str, Any]) -> dict[str, Any]:
    rows = [*first_rows(summary), *most_changed(summary)][:MOST_DIFFERENCES]
    keys = ("measure", "values", "difference", "interval", "p_holm")
    return {
        "verdict": sentence(summary),
        "is_decided": is_decided(summary),
        "arms": {
            arm["name"]: {"changes": arm["chosen"], "seats": arm["seats"]}
            for arm in summary["arms"]
        },
        "differences": [{key: row[key] for key in keys} for row in rows],
    }


def _proposals(summary: Mapping[str, Any]) -> dict[str, Any]:
    is_better = summary["best"] is not None
    return {
        "verdict": conclusion(summary)
        or ("" if is_better else "No rule set is clearly better than today's rules."),
        "proposals": [
            {
                "number": row["number"],
                "changes": row["changes"],
                "verdict": row["verdict"],
                "goals": agreement(summary, row),
            }
            for row in summary["proposals"]
        ],
        "today": {"goals": agreement(summary, summary["today"])},
    }


ANSWERS: Mapping[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "compare": _comparison,
    "propose": _proposals,
}
