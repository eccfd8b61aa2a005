"""`eleven serve`: the tables in the browser."""

import sys
import threading
import time
import urllib.request
import webbrowser
from dataclasses import replace
from typing import Annotated

import typer
import uvicorn
from fastapi import FastAPI

from eleven.server import large_pages
from eleven.server.settings import Settings, address_on_network, default_database
from eleven.server.tidying import tidy
from eleven.server.wire import Wire

UNCOMPILED = {"NUMBA_DISABLE_JIT": "1"}
STORE_PROCESS = sys.platform != "win32"
"""A loop there cannot listen to a socket beside its own."""


def serve(
    host: Annotated[str, typer.Option(help="address to listen on; 0.0.0.0 lets phones on the network join")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(min=0, max=65535, help="port to listen on")] = 1111,
    database: Annotated[str, typer.Option(help="where games are kept: sqlite:///FILE or postgresql://…")] = "",
    open_page: Annotated[bool, typer.Option("--open", help="open the page in a browser")] = False,
    limits: Annotated[bool, typer.Option(help="slow down who asks too much; off for benchmarks")] = True,
    compiling: Annotated[
        bool,
        typer.Option(
            "--compile/--no-compile", help="compile the rules in workers, for quick taking back and good bots"
        ),
    ] = True,
    verbose: Annotated[bool, typer.Option(help="log every request")] = False,
) -> None:
    """Serve the tables to browsers."""
    from eleven.core.jit import JITTED

    if JITTED:  # the tables are served without Numba; what is compiled is compiled in workers
        large_pages.begin_again(sys.argv[2:], UNCOMPILED)
    where = database or default_database()
    settings = Settings(host, port, where, store_process=STORE_PROCESS, compile_judge=compiling)
    if not compiling:
        settings = replace(settings, thinkers=0)
    run(settings if limits else settings.without_limits(), open_page, verbose)


def run(settings: Settings, open_page: bool = False, verbose: bool = False) -> None:
    """Serve until told to stop."""
    from eleven.server.app import make_app
    from eleven.server.journal import begin_journal

    begin_journal(verbose)
    page = f"http://{'127.0.0.1' if settings.loopback else address_on_network()}:{settings.port}/"
    typer.echo(f"Table Eleven is at {page} (stop with Ctrl-C)")
    if open_page:
        threading.Thread(target=_open_when_up, args=(page,), daemon=True).start()
    app = make_app(settings)
    tidy.begin()
    uvicorn.Server(config_for(app, settings)).run()


def config_for(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """How the application meets the network; views are small, so compressing them would cost more than sending them."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        ws=Wire,
        ws_max_size=settings.message_bytes * 4,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=30.0,
        h11_max_incomplete_event_size=32_768,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=5,
    )


def _open_when_up(page: str) -> None:
    for _ in range(100):
        try:
            with urllib.request.urlopen(f"{page}health", timeout=1):
                webbrowser.open(page)
                return
        except OSError:
            time.sleep(0.1)
