"""The command `eleven review`, which analyses a finished game."""

from pathlib import Path
from typing import Annotated

import typer

from eleven.arguments import AsJson, PartFile, RayAddress, ShardName, print_json
from eleven.progress import progress_bar

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
    as_json: AsJson = False,
) -> None:
    """Show win shares along finished games, the costliest decisions, and luck apart from skill."""
    from eleven.shards.jobs import UnitOutcomes
    from eleven.shards.review_job import ReviewJob, as_data, show
    from eleven.shards.shard_options import ShardOptions
    from eleven.terminal.screen import Screen

    wanted = ShardOptions.of(shard, part, ray)
    job = ReviewJob.of(files, simulations)
    if len(files) == 1 and not wanted.shared:
        with progress_bar("reviewing", 1, counted=False) as on_progress:
            total = UnitOutcomes({0: job.review(0, on_progress)})
    else:
        total, took = wanted.compute(job, workers)
        if shard is not None:
            wanted.keep(job, files[0].stem, total, took, workers)
            return
    data = as_data(job.names, total)
    if as_json:
        print_json(data)
    else:
        show(data, Screen())
