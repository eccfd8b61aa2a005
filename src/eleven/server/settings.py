"""The settings of a server."""

import math
import os
import socket
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

import platformdirs

from eleven.core.text.errors import Mistake

LOOPBACK_HOSTS = frozenset(("localhost", "127.0.0.1", "::1"))
"""The names of this machine for itself; an IPv6 address without its brackets."""
WILDCARD_ADDRESSES = ("", "0.0.0.0", "::")


def data_folder() -> Path:
    """The folder of this user's games."""
    return Path(platformdirs.user_data_path("table-eleven"))


def default_database() -> str:
    """A SQLite file in the user's data folder."""
    return f"sqlite:///{data_folder() / 'tables.sqlite'}"


@dataclass(frozen=True)
class Settings:
    """The network, the store, and the limits of everything.

    `bot_processes` is the number of processes that search for bots; without any, only light bots play. `store_process`
    writes to the database in a process of its own: faster under load, slower to start than a thread. `database_wait` is
    how many seconds to wait for the database server at the start, `commit_seconds` is the timeout of any later commit
    or read. Once every seat is taken, a table waits `share_within` seconds for shares of the luck, then it is dealt
    without the missing ones. `behind_proxy` takes client addresses (`X-Forwarded-For`, `X-Forwarded-Proto`) from a
    proxy on this machine or one of `trusted_proxies` (addresses, networks), from no other. `workers` serving processes
    share the port, if the database is a PostgreSQL. `allow_hosts` are further host names of this server. `key_file`
    holds the signing key; by default it lies beside the database, or in the data folder. `smtp` is the mail server for
    reminders, `mail_from` their sender. Somebody is reminded when they have been away from a table for `remind_after`
    seconds. `push_hosts` (`host:port`) may be push services although their addresses are private.
    """

    host: str = "127.0.0.1"
    port: int = 1111
    database: str = field(default_factory=default_database)
    store_process: bool = False
    database_wait: float = 60.0
    commit_seconds: float = 10.0
    bot_pause: float = 0.6
    share_within: float = 30.0
    compiled_workers: bool = True
    bot_processes: int = field(default_factory=lambda: min(4, os.cpu_count() or 1))
    requests_per_second: float = 20.0
    request_burst: int = 120
    files_per_second: float = 100.0
    file_burst: int = 1000
    tables_per_minute: float = 20.0
    table_burst: int = 40
    sign_ins_per_minute: float = 5.0
    sign_in_burst: int = 10
    confirmations_per_day: float = 3.0
    confirmation_burst: int = 3
    messages_per_second: float = 30.0
    message_burst: int = 120
    chat_per_second: float = 0.5
    chat_burst: int = 8
    body_bytes: int = 16_384
    log_bytes: int = 140_000
    review_simulations: int = 800
    message_bytes: int = 4_096
    sockets_per_network: int = 200
    streams_per_network: int = 16
    connections: int = 4_000
    connections_per_network: int = 300
    head_bytes: int = 16_384
    head_seconds: float = 10.0
    body_seconds: float = 30.0
    unread_seconds: float = 30.0
    hello_seconds: float = 20.0
    secure_cookies: bool = False
    behind_proxy: bool = False
    trusted_proxies: tuple[str, ...] = ()
    allow_hosts: tuple[str, ...] = ()
    key_file: str = ""
    workers: int = 1
    smtp: str = field(default="", repr=False)
    mail_from: str = ""
    remind_after: float = 120.0
    push_hosts: tuple[str, ...] = ()

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach the server."""
        return self.host in LOOPBACK_HOSTS

    @property
    def reachable_host(self) -> str:
        """The host that others reach the server by, if it listens on all addresses this machine's on the network."""
        return address_on_network(self.host == "::") if self.host in WILDCARD_ADDRESSES else self.host

    def without_limits(self) -> "Settings":
        """The same, for a network where everybody is trusted."""
        most = 10**9
        return replace(
            self,
            requests_per_second=most,
            request_burst=most,
            files_per_second=most,
            file_burst=most,
            tables_per_minute=most,
            table_burst=most,
            sign_ins_per_minute=most,
            sign_in_burst=most,
            messages_per_second=most,
            message_burst=most,
            chat_per_second=most,
            chat_burst=most,
            sockets_per_network=most,
            streams_per_network=most,
            connections=most,
            connections_per_network=most,
        )


def numeric_settings() -> dict[str, type]:
    """The names and types of what `--setting` can change: all numbers that have no option of their own."""
    found = {one.name: one.type for one in fields(Settings) if one.name not in ("port", "workers")}
    return {name: kind for name, kind in found.items() if isinstance(kind, type) and kind in (int, float)}


def parse_settings(given: Iterable[str]) -> dict[str, float]:
    """The settings that are given as NAME=VALUE."""
    found, kinds = {}, numeric_settings()
    for one in given:
        name, _, value = one.partition("=")
        if name not in kinds:
            raise Mistake("--setting knows no '{name}', only {names}", name=name, names=", ".join(sorted(kinds)))
        found[name] = _number(name, kinds[name], value)
    return found


def _number(name: str, kind: type, value: str) -> float:
    with suppress(ValueError):
        number: float = kind(value)
        if 0 < number < math.inf:
            return number
    if kind is int:
        raise Mistake("--setting {name} takes a whole number above 0, not '{value}'", name=name, value=value)
    raise Mistake("--setting {name} takes a number above 0, not '{value}'", name=name, value=value)


def address_on_network(ipv6: bool = False) -> str:
    """The address of this machine as others on the network see it; nothing is sent."""
    try:
        with socket.socket(socket.AF_INET6 if ipv6 else socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("2001:db8::1" if ipv6 else "192.0.2.1", 9))
            return str(probe.getsockname()[0])
    except OSError:
        return "::1" if ipv6 else "127.0.0.1"


def url_host(host: str) -> str:
    """A host as URLs write it: an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host else host
