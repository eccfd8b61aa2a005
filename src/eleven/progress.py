"""The progress bar of all commands."""

import contextlib
import sys
from collections.abc import Iterator
from typing import Protocol


class OnProgress(Protocol):
    """Called with the amount completed and, if they changed, the total and the description."""

    def __call__(self, completed: float, total: float | None = None, what: str | None = None) -> None: ...


@contextlib.contextmanager
def progress_bar(what: str, total: float | None = None, counted: bool = True) -> Iterator[OnProgress]:
    """A progress bar on stderr, or nothing if it is not a terminal; `counted` adds an "n/m" column."""
    if not sys.stderr.isatty():
        yield lambda completed, total=None, what=None: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    count = [MofNCompleteColumn()] if counted else []
    columns = (TextColumn("{task.description}"), BarColumn(), *count, TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)

        def on_progress(completed: float, total: float | None = None, what: str | None = None) -> None:
            bar.update(task, completed=completed, total=total, description=what)

        yield on_progress
