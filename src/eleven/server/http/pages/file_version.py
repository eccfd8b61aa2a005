"""A fingerprint (version) of all static files: pages, scripts, words, art."""

import hashlib
import time
from functools import lru_cache
from pathlib import Path

from eleven import __version__
from eleven.core.contract.game import games

STATIC = Path(__file__).parents[2] / "static"
VERSION_HEADER = "X-Table-Eleven-Version"
CACHE_SECONDS = 5.0
"""Seconds for which a fingerprint is cached."""
_last: tuple[float, str] = (float("-inf"), "")


def fingerprint() -> str:
    """A hash of all static files, 16 hexadecimal digits; the same on every server with the same files."""
    global _last
    at, found = _last
    if time.monotonic() - at > CACHE_SECONDS:
        found = _fingerprint()
        _last = (time.monotonic(), found)
    return found


def latest_fingerprint() -> str:
    """The fingerprint of the latest page, which no file is read for, unless there was none yet."""
    return _last[1] or fingerprint()


def _fingerprint() -> str:
    looks = {f"{game.id}/{path.name}": path for game in games().values() for path in (game.folder / "look").glob("*")}
    files = {str(path.relative_to(STATIC)): path for path in STATIC.rglob("*")} | looks
    whole = hashlib.sha256(__version__.encode())
    for name, path in sorted(files.items()):
        if path.is_file():
            facts = path.stat()
            whole.update(f"{name} {_digest(path, facts.st_mtime_ns, facts.st_size)}\n".encode())
    return whole.hexdigest()[:16]


@lru_cache(2048)
def _digest(path: Path, _changed: int, _size: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
