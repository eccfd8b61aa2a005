"""`eleven serve`: the tables in the browser."""

import asyncio
import gc
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from dataclasses import replace
from typing import Any

import typer
import uvicorn
from fastapi import FastAPI
from sqlalchemy.exc import SQLAlchemyError

from eleven.core.text.errors import Mistake
from eleven.server.http.origin import trusted_proxies
from eleven.server.limits.connection_limits import ConnectionCounter, limited_http
from eleven.server.process.gc_policy import gc_policy
from eleven.server.process.json_logging import configure_logging
from eleven.server.settings import Settings, data_folder, default_database, url_host
from eleven.server.sockets.websocket_protocol import protocol_class
from eleven.server.store import Store
from eleven.server.store.private_files import FOLDER, tighten
from eleven.server.supervisor import supervise

STORE_PROCESS = sys.platform != "win32"
"""The usual event loop there cannot watch the socket of a writer process."""
LOOP_FOR_POSTGRESQL = "asyncio:SelectorEventLoop" if sys.platform == "win32" else "auto"
"""One that can watch sockets, for the connections to PostgreSQL."""


def serve(
    host: str, port: int, database: str, open_page: bool, *, compiling: bool, limits: bool, verbose: bool, **more: Any
) -> None:
    """Serve the tables to browsers; `more` are further settings."""
    where = database or default_database()
    settings = Settings(host, port, where, store_process=STORE_PROCESS, compiled_workers=compiling, **more)
    if not compiling:
        settings = replace(settings, bot_processes=0)
    run(settings if limits else settings.without_limits(), open_page, verbose)


def run(settings: Settings, open_page: bool = False, verbose: bool = False) -> None:
    """Serve until told to stop."""
    gc.disable()  # loaded modules stay: scanning them for garbage takes a fifth of the time
    from eleven.server.app import make_app

    gc.enable()
    configure_logging(verbose)
    page = page_address(settings)
    _check_port(settings, page if open_page else None)
    store = _open_store(settings)
    typer.echo(f"Table Eleven is at {page} (stop with Ctrl-C)")
    if open_page:
        threading.Thread(target=_open_when_up, args=(page,), daemon=True).start()
    if settings.workers > 1:
        asyncio.run(store.stop())  # it is usable and up to date; each process opens it for itself
        supervise(settings, verbose)
        return
    app = make_app(settings, store)
    gc_policy.begin()
    uvicorn.Server(config_for(app, settings)).run()


def page_address(settings: Settings) -> str:
    """The address of the home page."""
    return f"http://{url_host(settings.reachable_host)}:{settings.port}/"


def _check_port(settings: Settings, page: str | None) -> None:
    """Exit with one line if the port is in use, or this user may not listen there.

    With `--open`, if the tables are being served already, open their page instead.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family) as probe:
        if sys.platform != "win32":  # there it would let two listen to one port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
            probe.listen()
        except OSError as problem:
            if page and _is_up(page):
                typer.echo(f"Table Eleven is at {page} already")
                webbrowser.open(page)
                raise typer.Exit from None
            where = f"{url_host(settings.host)}:{settings.port}"
            typer.echo(f"eleven: cannot listen on {where}: {problem.strerror}; choose another --port", err=True)
            raise typer.Exit(2) from None


def _open_store(settings: Settings) -> Store:
    """Open the store, or exit with one line that says why it cannot be used."""
    from eleven.server.live.tables import open_store
    from eleven.server.reminders.mail import mail_server

    try:
        if settings.workers > 1 and settings.database.startswith("sqlite"):
            raise Mistake("SQLite has one serving process; --workers needs --database postgresql://…")
        mail_server(settings)  # invalid settings are refused before anything is opened
        trusted_proxies(settings.trusted_proxies)
        tighten(data_folder(), FOLDER)
        return open_store(settings)
    except (Mistake, SQLAlchemyError, OSError) as problem:
        reason = str(getattr(problem, "orig", None) or problem)
        if isinstance(problem, OSError):
            reason = f"{problem.filename}: {problem.strerror}; --database says where else the games may be kept"
        typer.echo(f"eleven: {' '.join(reason.split())}", err=True)
        raise typer.Exit(2) from None


def config_for(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """The configuration of uvicorn; views are small, so compressing them would cost more than sending them."""
    connections = ConnectionCounter(settings)
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        loop="auto" if settings.database.startswith("sqlite") else LOOP_FOR_POSTGRESQL,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=settings.behind_proxy,
        forwarded_allow_ips=trusted_proxies(settings.trusted_proxies),
        http=limited_http(connections),
        ws=protocol_class(connections),
        ws_max_size=settings.message_bytes * 4,
        ws_per_message_deflate=False,
        ws_ping_interval=None,  # `sockets/keepalive.py` does that for all connections together
        timeout_keep_alive=30,
        timeout_graceful_shutdown=5,
    )


def _is_up(page: str) -> bool:
    """Whether the tables answer there."""
    try:
        with urllib.request.urlopen(f"{page}health/live", timeout=1) as answer:
            return bool(answer.headers.get_content_type() == "application/json")
    except OSError:
        return False


def _open_when_up(page: str) -> None:
    for _ in range(100):
        if _is_up(page):
            webbrowser.open(page)
            return
        time.sleep(0.1)
