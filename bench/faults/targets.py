"""The targets of fault injection: a server on SQLite or PostgreSQL, and its kinds of faults."""

import asyncio
import contextlib
import ctypes
import os
import pwd
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import psycopg

from bench.faults.processes import COMMIT_SECONDS, Server, children, fill, found, free_port, strike
from eleven.server.store.writing.postgres_writer import WRITER

POSTGRES_BIN = "ELEVEN_POSTGRES_BIN"
"""The environment variable with the folder of PostgreSQL's programs."""
POSTGRES = ["/usr/lib/postgresql/17/bin", "/usr/lib/postgresql/16/bin", "/usr/lib/postgresql/15/bin"]
SMALL_DISK = 256 << 20
Fault = Callable[[], Awaitable[None]]


class Target:
    """A server on a database, and the faults that can be injected, by name."""

    def __init__(self, database: str, folder: Path, processes: int = 1) -> None:
        self.servers = [Server(database, folder / f"server{number}.log") for number in range(processes)]
        self.dice = random.Random(1)
        self.folder = folder
        self.faults: dict[str, Fault] = {
            "SIGKILL server": self._kill(lambda: self.server.pid),
            "SIGKILL bot": self._kill(lambda: self.server.bot()),
            "SIGKILL group": self._kill_group,
            "SIGSTOP server": self._pause(lambda: self.server.pid),
            "SIGSTOP bot": self._pause(lambda: self.server.bot()),
        }

    @property
    def server(self) -> Server:
        """Choose one of the servers at random."""
        return self.dice.choice(self.servers)

    async def up(self) -> None:
        """Start all servers if necessary, and wait until they answer."""
        for server in self.servers:
            await server.up()

    def _kill(self, whom: Callable[[], int | None], number: int = signal.SIGKILL) -> Fault:
        async def fault() -> None:
            strike(await found(whom), number)

        return fault

    async def _kill_group(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.server.pid, signal.SIGKILL)

    def _pause(self, whom: Callable[[], int | None], then: int = signal.SIGCONT, seconds: float = 0.3) -> Fault:
        async def fault() -> None:
            pid = await found(whom)
            strike(pid, signal.SIGSTOP)
            await asyncio.sleep(seconds)
            strike(pid, then)

        return fault

    def close(self) -> None:
        """Clear up."""
        for server in self.servers:
            server.stop()


class OnSqlite(Target):
    """SQLite on a disk that can be filled: a small in-memory file system for root, else a file size limit."""

    def __init__(self, folder: Path) -> None:
        self.disk = folder / "disk"
        self.disk.mkdir()
        self.mounted = _mount(self.disk)
        super().__init__(f"sqlite:///{self.disk / 'tables.sqlite'}", folder)

        def writer() -> int | None:
            return self.server.writer()

        self.faults["SIGKILL writer"] = self._kill(writer)
        self.faults["SIGSTOP writer"] = self._pause(writer)
        self.faults["SIGSTOP writer, SIGKILL"] = self._pause(writer, signal.SIGKILL)
        self.faults["SIGSTOP writer, too long"] = self._pause(writer, seconds=2 * COMMIT_SECONDS)
        self.faults["disk full, freed"] = self._fill_disk if self.mounted else self._limit_writer

    async def _fill_disk(self) -> None:
        await fill(self.disk)

    async def _limit_writer(self) -> None:
        pid = self.server.writer()
        if pid is not None:
            with contextlib.suppress(ProcessLookupError):
                _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, most))
                await asyncio.sleep(0.5)
                resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most))

    def unmount(self) -> None:
        """Unmount the disk; its contents are lost."""
        if self.mounted:
            _libc().umount2(str(self.disk).encode(), 2)


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _mount(place: Path) -> bool:
    if os.getuid() != 0 or sys.platform != "linux":
        return False
    options = f"size={SMALL_DISK}".encode()
    return int(_libc().mount(b"tmpfs", str(place).encode(), b"tmpfs", 0, options)) == 0


def program_of_postgres(name: str) -> str:
    """Return the path of a PostgreSQL program: from the configured folder, the PATH, or Debian's folders."""
    named = os.environ.get(POSTGRES_BIN)
    places = [named] if named else [*os.environ.get("PATH", "").split(os.pathsep), *POSTGRES]
    path = shutil.which(name, path=os.pathsep.join(places))
    if path is None:
        raise SystemExit(f"{name} is missing: install PostgreSQL, or name the folder of its programs ({POSTGRES_BIN})")
    return path


class OnPostgres(Target):
    """A private PostgreSQL server (run as nobody if we are root), which can be killed, too, as can its backends.

    A stopped backend has already received its data, and may commit it when nobody is waiting any more.
    """

    def __init__(self, folder: Path, processes: int = 1) -> None:
        self._user = "nobody" if os.getuid() == 0 else None
        self._home = Path(tempfile.mkdtemp(prefix="eleven-faults-"))
        self._mounted = _mount(self._home)
        if self._user:
            os.chown(self._home, pwd.getpwnam(self._user).pw_uid, -1)
        self._home.chmod(0o700)
        self._cluster, self._port = str(self._home / "data"), free_port()
        locale = ("--locale=C", "--encoding=UTF8")
        self._run("initdb", "-D", self._cluster, "-A", "trust", "-U", "eleven", "--no-sync", *locale)
        self._pg_ctl("start")
        super().__init__(f"postgresql://eleven@127.0.0.1:{self._port}/postgres", folder, processes)
        self.faults["backend terminated"] = self._backends(signal.SIGTERM)
        self.faults["writing backend terminated"] = self._kill(self._writing, signal.SIGTERM)
        self.faults["SIGSTOP writing backend"] = self._pause(self._writing)
        self.faults["SIGSTOP writing backend, too long"] = self._pause(self._writing, seconds=2 * COMMIT_SECONDS)
        self.faults["backend SIGKILL"] = self._backends(signal.SIGKILL)
        self.faults["immediate restart"] = self._restart
        if self._mounted:  # this fault needs a separate disk
            self.faults["disk full, freed"] = self._fill_disk

    def _run(self, program: str, *arguments: str) -> None:
        path = program_of_postgres(program)
        try:
            subprocess.run([path, *arguments], check=True, user=self._user, cwd="/", capture_output=True)
        except PermissionError:
            raise SystemExit(f"{path} cannot be run by {self._user}: put it where everybody may read") from None

    def _pg_ctl(self, *what: str) -> None:
        options = f"-p {self._port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self._home}"
        more = ("-o", options, "-l", str(self._home / "log")) if "stop" not in what else ()
        self._run("pg_ctl", "-D", self._cluster, "-w", *more, *what)

    def _backends(self, number: int) -> Fault:
        async def fault() -> None:
            first = Path(f"{self._cluster}/postmaster.pid").read_text(encoding="ascii").split()[0]
            ours = [pid for pid, command in children(int(first)).items() if b"127.0.0.1" in command]
            strike(ours[-1] if ours else None, number)

        return fault

    def _writing(self) -> int | None:
        """Return the id of a backend that writes for one of the servers."""
        try:
            with psycopg.connect(self.servers[0].database, connect_timeout=2) as line:
                found = line.execute(
                    "SELECT pid FROM pg_stat_activity WHERE application_name = %s", [WRITER]
                ).fetchall()
        except psycopg.Error:
            return None
        return int(self.dice.choice(found)[0]) if found else None

    async def _restart(self) -> None:
        await asyncio.to_thread(self._pg_ctl, "-m", "immediate", "restart")

    async def _fill_disk(self) -> None:
        """Fill the disk; PostgreSQL may crash if it cannot write its log, and is then restarted."""
        await fill(self._home)
        try:
            await asyncio.to_thread(self._run, "pg_ctl", "-D", self._cluster, "status")
        except subprocess.CalledProcessError:
            await asyncio.to_thread(self._pg_ctl, "start")

    def unmount(self) -> None:
        """End the database server."""
        with contextlib.suppress(subprocess.CalledProcessError):
            self._pg_ctl("-m", "immediate", "stop")
        if self._mounted:
            _libc().umount2(str(self._home).encode(), 2)
        shutil.rmtree(self._home, ignore_errors=True)
