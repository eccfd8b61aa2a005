"""The command `eleven merge`, which combines the parts of a run."""

import importlib
from pathlib import Path
from typing import Annotated, Any

import typer

from eleven.arguments import AsJson, print_json, run_plainly

EXAMPLES = ("eleven merge simulate-elevenses-*.part.json", "eleven merge --json 1.json 2.json 3.json")
JOB_MODULES = {"simulate": "simulation_job", "arena": "arena_job", "review": "review_job", "strength": "strength_job"}
"""The module of each kind of run."""


def merge(
    parts: Annotated[
        list[Path], typer.Argument(metavar="PART...", help="All parts of one run, in any order.", show_default=False)
    ],
    as_json: AsJson = False,
) -> None:
    """Add up the parts that `--shard` has written; the result is that of one run, number for number."""
    run_plainly()
    from eleven.core.text.errors import Mistake
    from eleven.shards.parts import read_parts
    from eleven.terminal.screen import Screen

    found = read_parts(parts)
    if found[0].kind not in JOB_MODULES:
        raise Mistake(f"{parts[0]}: this version knows no run of the kind '{found[0].kind}'")
    kind: Any = importlib.import_module(f"eleven.shards.{JOB_MODULES[found[0].kind]}")
    data = kind.merged(found)
    if as_json:
        print_json(data)
    else:
        kind.show(data, Screen())
