"""Files that only the user who runs the server may read."""

import logging
import os
import stat
import sys
from pathlib import Path

LOG = logging.getLogger("eleven.store")
FILE, FOLDER = 0o600, 0o700
OTHERS = stat.S_IRWXG | stat.S_IRWXO
BESIDE = ("-wal", "-shm", "-journal")
"""The endings of files that SQLite puts beside a database; new ones get the database's own permissions."""


def make_folder(folder: Path) -> None:
    """Create a private folder; one that exists stays as it is."""
    if not folder.exists():
        folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)


def make_database_private(file: Path) -> None:
    """Create a SQLite file that nobody else can read, or restrict an existing one."""
    make_folder(file.parent)
    if not file.exists():
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, FILE))
    for path in (file, *(file.with_name(file.name + ending) for ending in BESIDE)):
        tighten(path, FILE)


def tighten(path: Path, mode: int) -> None:
    """Restrict a file or folder to its owner, with a warning in the log."""
    if sys.platform == "win32" or not path.exists() or not stat.S_IMODE(path.stat().st_mode) & OTHERS:
        return
    try:
        path.chmod(mode)
    except OSError as problem:
        LOG.warning("others can read this", extra={"why": f"{path.name}: {problem.strerror}"})
    else:
        LOG.warning("others could read this; now only its owner can", extra={"why": path.name})


def write_new(path: Path, text: str) -> bool:
    """Write a private file unless there is one; True when it is on the disk."""
    make_folder(path.parent)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    handle = os.open(beside, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, FILE)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.link(beside, path)  # atomic: of several processes one is first, and nobody reads half a file
    except FileExistsError:
        return False
    finally:
        beside.unlink()
    if sys.platform != "win32":
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
    return True
