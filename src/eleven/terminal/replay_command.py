"""The command `eleven replay`."""

from pathlib import Path
from typing import Annotated

import typer

from eleven.arguments import AsJson, ComponentsFile, console, print_json, read_match, run_plainly

EXAMPLES = (
    "eleven replay tuesday.log",
    "eleven replay tuesday.log --seat red",
    "eleven replay tuesday.log --seat spectator --step 12",
)


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A log, as `save` writes it.", show_default=False)],
    seat: Annotated[
        str | None,
        typer.Option(
            help="Whose sight: a seat, its number from 1, or spectator; else all is open.", show_default=False
        ),
    ] = None,
    step: Annotated[
        int | None, typer.Option(help="Draw the table after this many decisions.", show_default=False)
    ] = None,
    components: ComponentsFile = None,
    as_json: AsJson = False,
) -> None:
    """Check the log of a game and show it, as one seat saw it."""
    run_plainly()
    from eleven.terminal import replaying

    match = read_match(file, components)
    viewer = replaying.find_viewer(match, seat)
    if as_json:
        print_json(replaying.as_data(match, viewer, step))
    elif step is None:
        replaying.show_log(match, viewer, console())
    else:
        replaying.show_step(match, viewer, step, console())
