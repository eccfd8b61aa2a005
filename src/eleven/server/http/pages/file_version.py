"""A fingerprint (version) of all static files: pages, scripts, words, art."""

import hashlib
from functools import cache
from pathlib import Path

from eleven import __version__
from eleven.core.contract.game import games

STATIC = Path(__file__).parents[2] / "static"
VERSION_HEADER = "X-Table-Eleven-Version"


@cache
def fingerprint() -> str:
    """The version of the files that this process serves, computed once.

    A process keeps the HTML and the words that it has read, so newer files on disk count only after a restart.
    """
    return fingerprint_of_files()


def fingerprint_of_files() -> str:
    """A hash of all static files, 16 hexadecimal digits; the same on every server with the same files."""
    looks = {f"{game.id}/{path.name}": path for game in games().values() for path in (game.folder / "look").glob("*")}
    files = {str(path.relative_to(STATIC)): path for path in STATIC.rglob("*")} | looks
    whole = hashlib.sha256(__version__.encode())
    for name, path in sorted(files.items()):
        if path.is_file():
            whole.update(f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()[:16]
