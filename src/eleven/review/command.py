"""The command `eleven review`: what decided a finished game."""

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import typer

EXAMPLES = ("eleven review tuesday.log", "eleven review tuesday.log --simulations 4000 --json")


def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The log of a finished game.", show_default=False)],
    simulations: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many for each decision.")] = 1000,
    as_json: Annotated[bool, typer.Option("--json", help="For a script.")] = False,
) -> None:
    """Show win shares along a finished game, the costliest decisions, and luck apart from skill."""
    from eleven.core.text.errors import Mistake
    from eleven.core.text.log import read_log
    from eleven.core.text.narration import seat_names
    from eleven.review import report
    from eleven.review.judging import Effort
    from eleven.review.reviewing import review as make
    from eleven.terminal.files import read_text
    from eleven.terminal.screen import Screen

    try:
        match = read_log(read_text(file))
        with _progress() as tell:
            found = make(match, Effort.of(simulations), tell)
    except Mistake as mistake:
        raise Mistake(f"{file}: {mistake}") from None
    data = report.as_data(found, match.game, match.setup.players)
    if as_json:
        print(json.dumps(data, indent=2, ensure_ascii=False))
        return
    words = match.game.words()
    names = seat_names(match.game, words, match.setup.players)
    report.show(data, match.game, words, names, Screen())


@contextlib.contextmanager
def _progress() -> Iterator[Callable[[float], None]]:
    """A bar on the error stream, or silence where that is no terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    if not sys.stderr.isatty():
        yield lambda _: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reviewing", total=1.0)
        yield lambda done: bar.update(task, completed=done)
