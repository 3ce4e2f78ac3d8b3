"""The progress of a run while a cell or a script waits for it."""

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from typing import Any

from rich.console import Console

from offleash.lab.experiments.progress import ProgressBar, RunProgress
from offleash.lab.runs.run import Run, ShardCallback


@contextmanager
def show_progress(run: Run, is_shown: bool = True) -> Iterator[ShardCallback | None]:
    """Show a bar under the cell of a notebook, or on a terminal; yield what shards call."""
    console = Console(stderr=True)
    if not is_shown or run.summary is not None:
        yield None
    elif console.is_jupyter:
        with NotebookBar(run) as notebook_bar:
            yield notebook_bar.on_shard
    else:
        with ProgressBar(run, console) as bar:
            yield bar.on_shard


class NotebookBar:
    """A progress bar under the cell of a notebook; it disappears at the end."""

    def __init__(self, run: Run) -> None:
        self._progress = RunProgress(run, self._show)
        self.on_shard = self._progress.on_shard
        self._handle: Any = None

    def __enter__(self) -> "NotebookBar":
        from IPython.display import HTML, display

        self._html = HTML
        self._handle = display(HTML(bar_html(self._progress)), display_id=True)
        return self

    def __exit__(self, *_: object) -> None:
        self._handle.update(self._html(""))

    def _show(self, progress: RunProgress) -> None:
        self._handle.update(self._html(bar_html(progress)))


def bar_html(progress: RunProgress) -> str:
    """Return the bar, how many games it stands for, and the estimate so far."""
    status = f" · {escape(progress.status)}" if progress.status else ""
    return (
        f'<progress value="{progress.done}" max="{progress.total}"></progress> '
        f"{escape(progress.title)}: {progress.done:,} played{status}"
    )
