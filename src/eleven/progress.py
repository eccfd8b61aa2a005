"""The progress bar of all commands."""

import contextlib
import sys
from collections.abc import Iterator
from typing import Protocol


class OnProgress(Protocol):
    """How far it is, and if need be of how much, and what is being done."""

    def __call__(self, completed: float, total: float | None = None, what: str | None = None) -> None: ...


@contextlib.contextmanager
def progress_bar(what: str, total: float | None = None, counted: bool = True) -> Iterator[OnProgress]:
    """A bar on the error stream, or silence where that is no terminal; `counted` shows how many of how many."""
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
