"""Reading the user's files, and writing them atomically."""

import contextlib
import os
import tempfile
import time
from pathlib import Path

import platformdirs

from eleven.core.text.errors import Mistake


def read_text(path: Path) -> str:
    """Read a text file; report errors as a `Mistake`."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise Mistake(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Mistake(f"cannot read {path}: it is not a UTF-8 text") from None


def write_whole(path: Path, text: str) -> None:
    """Write a file atomically, so that a full disk leaves the old one unchanged."""
    beside = ""
    try:
        number, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with open(number, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as error:
        if beside:
            with contextlib.suppress(OSError):
                os.unlink(beside)
        raise Mistake(f"cannot write {path}: {error.strerror}") from None


def autosave_path(game_id: str) -> Path:
    """Return the path at which a new game is saved automatically."""
    folder = platformdirs.user_state_path("table-eleven") / "games"
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{game_id}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.log"
