"""The command `eleven review`: what decided a finished game."""

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from eleven.arguments import PartFile, RayAddress, ShardName

EXAMPLES = (
    "eleven review tuesday.log",
    "eleven review tuesday.log --simulations 4000 --json",
    "eleven review monday.log tuesday.log wednesday.log --shard 1/3",
)


def review(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="The logs of finished games.", show_default=False)
    ],
    simulations: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many for each decision.")] = 1000,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Cores that share the logs.")] = 1,
    shard: ShardName = None,
    part: PartFile = None,
    ray: RayAddress = None,
    as_json: Annotated[bool, typer.Option("--json", help="For a script.")] = False,
) -> None:
    """Show win shares along finished games, the costliest decisions, and luck apart from skill."""
    from eleven.shards.jobs import Outcomes
    from eleven.shards.reviews import Reviews, as_data, show
    from eleven.shards.running import Wanted
    from eleven.terminal.screen import Screen

    wanted = Wanted.of(shard, part, ray)
    job = Reviews.of(files, simulations)
    if len(files) == 1 and not wanted.shared:
        with _progress() as tell:
            total = Outcomes({0: job.review(0, tell)})
    else:
        total, took = wanted.compute(job, workers)
        if shard is not None:
            wanted.keep(job, files[0].stem, total, took, workers)
            return
    data = as_data(job.names, total)
    if as_json:
        print(json.dumps(data, indent=2, ensure_ascii=False))
    else:
        show(data, Screen())


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
