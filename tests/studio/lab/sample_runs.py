"""Runs for tests: made at once in this process, or begun and watched."""

import time
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette

from offleash.games import registry
from offleash.lab.experiments import kinds
from offleash.lab.plans.plan import Plan
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.folder import Folder
from offleash.lab.runs.run import Run
from offleash.projects.project import new_project
from offleash.studio import site
from offleash.studio.experiments.plans import plan_from_text
from offleash.web import owner
from offleash.web.cookies import Keys
from offleash.web.frame import make_app
from tests.studio.owner_site import KEY
from tests.timeouts import TIMEOUT_S
from tests.web.serving import serving

SMALL = """
game = "dog"
seats = "random"
games = 8
record = "accounts"
"""
CLAIM = """
kind = "claim"
game = "dog"
games = 400
record = "accounts"
[claim]
bot = "greedy"
above = 0.5
against = ["random"]
"""  # soon played, and without a report
LONG = """
game = "dog"
seats = "random"
games = 900_000
record = "figures"
"""


def plan_of(text: str = SMALL, **settings: Any) -> Plan:
    """A plan with some lines more."""
    lines = "".join(f"{name} = {value!r}\n" for name, value in settings.items())
    other_lines = [line for line in text.splitlines() if line.split(" ")[0] not in settings]
    return plan_from_text(lines + "\n".join(other_lines))


def play(folder: Path, plan: Plan) -> Path:
    """A run that was played elsewhere, as at the command line."""
    kinds.conduct(Run(Experiment(plan), 1, folder))
    return folder


def make_unplayed_run(folder: Path, plan: Plan) -> Path:
    """One of which nothing is played yet."""
    Folder(folder, plan.identity, Experiment(plan).rules_digest).close()
    return folder


def wait_for(condition: Callable[[], Any]) -> Any:
    """Waits for something to become true, however slow the machine is."""
    deadline = time.monotonic() + TIMEOUT_S
    while not (result := condition()):
        assert time.monotonic() < deadline, "it never came to be"
        time.sleep(0.02)
    return result


def make_lab(folder: Path, runs: str | None = None) -> Starlette:
    """The studio alone, over a folder of runs and one of projects."""
    projects = folder / "projects"
    if not projects.exists():
        new_project(projects / "mine", registry.load("uri-nation"), "1.4", "My street")

    async def start(app: Starlette) -> None:
        app.state.keys, app.state.projects = Keys(b"k" * 32), str(projects)
        app.state.runs = str(folder / "runs") if runs is None else runs

    app = make_app(
        [*owner.routes(), *site.routes()],
        [start, *site.ON_START],
        site.ON_STOP,
        packages=("web", "studio"),
    )
    owner.set_owner_key(app, KEY)
    return app


@contextmanager
def lab_over(folder: Path, **settings: Any) -> Any:
    """A lab that is served; its address."""
    with serving(make_lab(folder, **settings)) as url:
        yield url
