"""A real server process for the browser tests."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

SERVE = """
import sys
from eleven.server.serve import run
from eleven.server.settings import Settings

if __name__ == "__main__":
    run(Settings(port=int(sys.argv[1]), database=sys.argv[2], bot_pause=0.0, compiled_workers=False, bot_processes=0,
                 share_within=3600.0, commit_seconds=100.0, head_seconds=100.0, hello_seconds=100.0,
                 requests_per_second=1000.0, request_burst=10_000, tables_per_minute=1000.0, table_burst=1000,
                 sign_ins_per_minute=1000.0, sign_in_burst=1000, review_simulations=1))
"""
STARTING = 300.0


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class Server:
    """A server in a separate process with a database in a folder; it can be killed and restarted."""

    folder: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None
    script: str = SERVE
    kills: int = 0
    """The number of times it was killed."""

    @property
    def address(self) -> str:
        """The base URL."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        script = self.folder / "serve.py"
        script.write_text(self.script)
        command = [sys.executable, str(script), str(self.port), f"sqlite:///{self.folder}/tables.sqlite"]
        with (self.folder / "output.txt").open("ab") as output:
            environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
            self.process = subprocess.Popen(command, stdout=output, stderr=output, env=environment)
        self._wait()

    def _wait(self) -> None:
        end = time.monotonic() + STARTING
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"{self.address}/health", timeout=30):
                    return
            except OSError:
                time.sleep(0.1)
        raise AssertionError((self.folder / "output.txt").read_text()[-2000:])

    def kill(self) -> None:
        """Kill it without warning, as a power cut would."""
        assert self.process is not None
        self.kills += 1
        self.process.kill()
        self.process.wait()
