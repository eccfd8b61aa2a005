"""The commands `eleven store …`, which back up, restore, check and move a database."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from eleven.arguments import run_plainly
from eleven.progress import progress_bar

EXAMPLES = (
    "eleven store backup tables-2026-11-16.backup",
    "eleven store restore tables-2026-11-16.backup --database sqlite:///tables.sqlite",
    "eleven store check",
    "eleven store reports",
    "eleven store move postgresql://eleven@localhost/eleven",
)
DAMAGED = 1

store = typer.Typer(add_completion=False, rich_markup_mode="rich", no_args_is_help=True)
Database = Annotated[
    str, typer.Option(help="Which database: sqlite:///FILE or postgresql://…", show_default="your data folder")
]


@store.callback()
def about() -> None:
    """Back up, restore, check or move the database of the tables; read reports."""
    run_plainly(always=True)


@store.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that is not there yet.", show_default=False)],
    database: Database = "",
) -> None:
    """Copy the database, as it is at one moment, into a file; a server may be using it."""
    from eleven.store_commands import copying

    with progress_bar("copying") as on_progress:
        rows = _in_words(lambda: copying.backup(_named(database), file, on_progress))
    typer.echo(f"{file}: {rows:,} rows. The signing key is a file of its own: back it up too.")


@store.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `backup` has written.", show_default=False)],
    database: Database = "",
) -> None:
    """Copy a backup into a database without tables, which no server uses."""
    from eleven.store_commands import copying

    with progress_bar("copying") as on_progress:
        rows = _in_words(lambda: copying.restore(file, _named(database), on_progress))
    typer.echo(f"{rows:,} rows restored")


@store.command()
def move(
    to: Annotated[str, typer.Argument(metavar="URL", help="A database without tables.", show_default=False)],
    database: Database = "",
) -> None:
    """Copy everything into another database, SQLite or PostgreSQL; the old one stays as it is."""
    from eleven.store_commands import copying

    with progress_bar("copying") as on_progress:
        rows = _in_words(lambda: copying.move(_named(database), to, on_progress))
    typer.echo(f"{rows:,} rows copied. The signing key stays where it is: give it to the server with --key-file.")


@store.command()
def check(database: Database = "") -> None:
    """Play every table again and verify every finished game; exit code 1 if one does not hold."""
    from eleven.store_commands import checking, copying

    with progress_bar("checking") as on_progress:
        found = _in_words(lambda: checking.check(copying.existing(_named(database)), on_progress))
    for line in found.damaged:
        typer.echo(f"eleven: {line}", err=True)
    before = f"; {found.from_before:,} began under other rules and were only read" if found.from_before else ""
    damaged = f"; {len(found.damaged):,} damaged" if found.damaged else ""
    typer.echo(f"{found.tables:,} tables read, {found.finished:,} finished games verified{before}{damaged}")
    if found.damaged:
        raise typer.Exit(DAMAGED)


@store.command()
def reports(database: Database = "") -> None:
    """Show what people have reported of what was said at tables; times are in UTC."""
    from eleven.store_commands import copying
    from eleven.store_commands.reports import reports

    found = _in_words(lambda: reports(copying.existing(_named(database))))
    typer.echo("\n".join(found) if found else "nothing was reported")


def _named(database: str) -> str:
    from eleven.server.settings import default_database

    return database or default_database()


def _in_words(work: Callable[[], Any]) -> Any:
    """Run database work; report a database error as a `Mistake` in one line."""
    from sqlalchemy.exc import SQLAlchemyError

    from eleven.core.text.errors import Mistake

    try:
        return work()
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error)
        raise Mistake(f"the database: {' '.join(reason.split())}") from None
