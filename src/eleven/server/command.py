"""The commands `eleven serve` and `eleven verify`; the server itself is imported when one of them runs."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from eleven.arguments import run_plainly

SERVE_EXAMPLES = (
    "eleven serve --open",
    "eleven serve --host 0.0.0.0 --port 1111",
    "eleven serve --database sqlite:///games.db",
    "eleven serve --database postgresql://eleven@localhost/eleven --workers 4",
    "eleven serve --behind-proxy --allow-host tables.example.org",
    "eleven serve --host 10.0.0.2 --trusted-proxy 10.0.0.1 --allow-host tables.example.org",
    "eleven serve --setting requests_per_second=50 --setting request_burst=300",
    "eleven serve --smtp smtp://localhost:25 --mail-from tables@example.org",
)
VERIFY_EXAMPLES = (
    "eleven verify tuesday.log",
    "eleven verify tuesday.log --shown 5f3c… --share 90ab…",
)


def _arguments(line: list[str]) -> list[str]:
    """The arguments after the command's name, skipping global options (`eleven --games-from DIR serve --open`)."""
    place = 1
    while place < len(line) and line[place].startswith("-"):
        place += 1 if "=" in line[place] else 2
    return line[place + 1 :]


def restart_without_numba(arguments: list[str]) -> None:
    """Replace this process by a server that has not loaded Numba; does not return."""
    command = [sys.executable, "-m", "eleven.server", *arguments]
    os.execve(sys.executable, command, {**os.environ, "NUMBA_DISABLE_JIT": "1"})


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 lets phones on the network join.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on.")] = 1111,
    database: Annotated[
        str,
        typer.Option(help="Where games are kept: sqlite:///FILE or postgresql://…", show_default="your data folder"),
    ] = "",
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="Serving processes on this port; more than one needs PostgreSQL.")
    ] = 1,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    compiling: Annotated[
        bool,
        typer.Option(
            "--compile/--no-compile", help="Compile the rules beside the tables: for good bots and quick answers."
        ),
    ] = True,
    limits: Annotated[bool, typer.Option(help="Limit requests, messages and connections; off for benchmarks.")] = True,
    verbose: Annotated[bool, typer.Option("--verbose", help="Log every request.")] = False,
    behind_proxy: Annotated[
        bool,
        typer.Option("--behind-proxy", help="Take client addresses from a proxy on this machine (X-Forwarded-For)."),
    ] = False,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="ELEVEN_TRUSTED_PROXY",
            help="Take them from a proxy at this address, or in this network (10.0.0.0/24); once for each.",
            show_default=False,
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Answer to this name too; once for each.", show_default=False),
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            envvar="ELEVEN_SETTING",
            help="Change a limit or time, such as requests_per_second=50; once for each.",
            show_default=False,
        ),
    ] = None,
    key_file: Annotated[
        str,
        typer.Option(metavar="FILE", help="The signing key of cookies and links.", show_default="beside the database"),
    ] = "",
    smtp: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="ELEVEN_SMTP",
            help="Mail server for reminders: smtp://user:password@host:587, or smtps://…",
            show_default="no e-mail",
        ),
    ] = "",
    mail_from: Annotated[
        str,
        typer.Option(metavar="ADDRESS", envvar="ELEVEN_MAIL_FROM", help="Sender address of reminders by e-mail."),
    ] = "",
) -> None:
    """Serve the tables to browsers: play with friends anywhere, on one screen, or against bots."""
    if "numba" in sys.modules:
        restart_without_numba(_arguments(sys.argv))
    run_plainly(always=True)  # the tables are served by plain rules; what is compiled is compiled in workers
    from eleven.server.serve import serve as start
    from eleven.server.settings import parse_settings

    more = {
        **parse_settings(setting or ()),
        "workers": workers,
        "behind_proxy": behind_proxy or bool(trusted_proxy),
        "trusted_proxies": tuple(trusted_proxy or ()),
        "allow_hosts": tuple(allow_host or ()),
        "key_file": key_file,
        "smtp": smtp,
        "mail_from": mail_from,
    }
    start(host, port, database, open_page, compiling=compiling, limits=limits, verbose=verbose, **more)


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A log downloaded from a table.", show_default=False)],
    shown: Annotated[
        str | None, typer.Option(metavar="HASH", help="The hash that your page showed before the deal.")
    ] = None,
    share: Annotated[str | None, typer.Option(metavar="DIGITS", help="The share that your browser has sent.")] = None,
) -> None:
    """Check deal, every draw, every action and the result of a finished game, and what you were shown before it."""
    run_plainly(always=True)
    from eleven.server.verify import report, verified

    text = file.read_text(encoding="utf-8")
    for line in report(verified(text, shown, share), text, shown, share):
        typer.echo(line)
