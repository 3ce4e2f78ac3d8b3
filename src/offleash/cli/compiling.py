"""The progress bar shown while rules are compiled; it disappears when they are."""

from rich.errors import LiveError
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from offleash.cli.terminal import messages
from offleash.compiler.notice import Notice, print_line
from offleash.tools.prose import capitalise


class ProgressLine:
    """The callback `machine.announce`: a bar on a terminal, one plain line anywhere else."""

    def __init__(self) -> None:
        self._bar: tuple[Progress, TaskID] | None = None

    def __call__(self, notice: Notice) -> None:
        if not messages.is_terminal:
            print_line(notice)
        elif notice.over:
            self._clear()
        elif self._bar:
            bar, task = self._bar
            bar.update(task, completed=notice.done, total=notice.total)
        elif notice.done == 0:
            self._show(notice)

    def _show(self, notice: Notice) -> None:
        bar = Progress(
            TextColumn("[dim]{task.description}[/dim]"),
            BarColumn(bar_width=20),
            MofNCompleteColumn(),
            console=messages,
            transient=True,
        )
        task = bar.add_task(capitalise(notice.text), total=notice.total)
        try:
            bar.start()
        except LiveError:  # another bar is on the screen
            print_line(notice)
        else:
            self._bar = bar, task

    def _clear(self) -> None:
        if self._bar:
            self._bar[0].stop()
            self._bar = None
