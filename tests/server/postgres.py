"""A PostgreSQL server for tests, in a temporary folder, run by an unprivileged user."""

import os
import pwd
import shutil
import subprocess
import tempfile
from itertools import count
from pathlib import Path

from tests.browser.serving import free_port

PLACES = ["/usr/lib/postgresql/17/bin", "/usr/lib/postgresql/16/bin", "/usr/lib/postgresql/15/bin"]


def program(name: str) -> str:
    found = shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), *PLACES]))
    assert found, f"{name} is missing: install Debian's package postgresql"
    return found


class Cluster:
    """A database server that can be started and stopped."""

    def __init__(self) -> None:
        self._user = "nobody" if os.getuid() == 0 else None
        self._folder = Path(tempfile.mkdtemp(prefix="eleven-postgres-"))
        if self._user:
            os.chown(self._folder, pwd.getpwnam(self._user).pw_uid, -1)
        self._folder.chmod(0o700)
        self._port, self._data, self._names = free_port(), str(self._folder / "data"), count()
        self.url = f"postgresql://eleven@127.0.0.1:{self._port}/postgres"
        self._run(program("initdb"), "-D", self._data, "-A", "trust", "-U", "eleven", "--no-sync")

    def _run(self, *command: str) -> None:
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        subprocess.run(command, check=True, user=self._user, cwd="/", capture_output=True, env=environment)

    def start(self) -> None:
        options = f"-p {self._port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self._folder}"
        self._run(*(program("pg_ctl"), "-D", self._data, "-w", "-o", options, "-l", str(self._folder / "log"), "start"))

    @property
    def pid(self) -> int:
        return int(Path(f"{self._data}/postmaster.pid").read_text(encoding="ascii").split()[0])

    def database(self, name: str = "", local: bool = False) -> str:
        """Create an isolated database, and return its URL; with `local`, over a Unix socket."""
        at, name = ("-h", "127.0.0.1", "-p", str(self._port), "-U", "eleven"), name or f"tables{next(self._names)}"
        self._run(program("createdb"), *at, name)
        if local:
            return f"postgresql://eleven@/{name}?host={self._folder}&port={self._port}"
        return f"postgresql://eleven@127.0.0.1:{self._port}/{name}"

    def stop(self) -> None:
        self._run(program("pg_ctl"), "-D", self._data, "-m", "immediate", "stop")

    def remove(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)
