"""Where compiled rules are cached.

Numba's own cache notices a change in the file of a function, but not in the files of the functions it calls.
So each function is cached in a folder named by a hash of everything it depends on, and can never be stale.
"""

import hashlib
import os
import shutil
import stat
import tempfile
import time
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from itertools import takewhile
from pathlib import Path

import numpy as np

_PACKAGE = Path(__file__).resolve().parents[2]
_UNUSED_FOR = 30 * 24 * 3600.0
_COMPILED_BY = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT")
_CHOSEN_BY_USER = os.environ.get("NUMBA_CACHE_DIR")


@cache
def _root() -> Path:
    """The cache folder: in NUMBA_CACHE_DIR, else in the user's cache folder, else a temporary one."""
    if _CHOSEN_BY_USER:
        return Path(_CHOSEN_BY_USER) / "rules"
    usual = _usual_root()
    try:
        usual.mkdir(parents=True, exist_ok=True)
    except OSError:
        return _temporary_root()
    return usual if os.access(usual, os.W_OK) else _temporary_root()


def _temporary_root() -> Path:
    """The cache folder of a user without a writable home: one that nobody else may write to.

    Machine code is loaded from there, so an existing folder of another user with this name is not used.
    """
    if hasattr(os, "geteuid"):
        ours = Path(tempfile.gettempdir()) / f"table-eleven-{os.geteuid()}"
        with suppress(FileExistsError):
            ours.mkdir(mode=0o700)
        found = ours.lstat()
        if stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and not found.st_mode & 0o077:
            return ours
    return Path(tempfile.mkdtemp(prefix="table-eleven-"))


def _usual_root() -> Path:
    """The usual cache folder of the user."""
    try:
        from platformdirs import user_cache_path
    except ImportError:  # the core alone needs NumPy and Numba, nothing else
        return Path.home() / ".cache" / "table-eleven" / "rules"
    return user_cache_path("table-eleven") / "rules"


_GAME_FOLDERS: dict[str, Path] = {}


def compiled_from(game_id: str, folder: Path) -> None:
    """Register the folder of a game's rules, as it may come from another package."""
    _GAME_FOLDERS[game_id] = folder if folder.is_relative_to(_PACKAGE) else _whole_package(folder)


def _whole_package(folder: Path) -> Path:
    """The outermost package around a folder, as its code may call any of it; the folder itself if there is none."""
    packages = list(takewhile(lambda each: (each / "__init__.py").exists(), folder.parents))
    return packages[-1] if packages else folder


def _folder_of(part: str) -> Path:
    """The folder of a part: in the package, or that of an external game."""
    return _GAME_FOLDERS.get(part.removeprefix("games/"), _PACKAGE / part)


@cache
def cache_folder(parts: tuple[str, ...]) -> str:
    """The cache folder for code compiled from these parts; folders unused for a month are deleted."""
    settings = [version("numba"), np.__version__, *(os.environ.get(name, "") for name in _COMPILED_BY)]
    digest = hashlib.sha256(" ".join(settings).encode())
    for part in parts:
        source = _folder_of(part)
        for path in sorted(source.rglob("*.py")):
            digest.update(path.relative_to(source.parent).as_posix().encode() + path.read_bytes())
    folder = _root() / digest.hexdigest()[:16]
    with suppress(FileNotFoundError):
        os.utime(folder)
    folder.mkdir(parents=True, exist_ok=True)
    _delete_unused(_root())
    return str(folder)


def _delete_unused(root: Path) -> None:
    """Delete the folders that nothing has used for a month; other processes may be doing the same."""
    for folder in root.iterdir():
        with suppress(FileNotFoundError):
            if folder.stat().st_mtime < time.time() - _UNUSED_FOR:
                shutil.rmtree(folder, ignore_errors=True)


_ALONE = ("core", "games", "research")
"""Folders whose compiled code calls only itself, the core and a game."""
_TOGETHER = ("search", "network", "research")


def parts_of(file: Path, owner: str) -> tuple[str, ...]:
    """What a function's code depends on: the core, its own folder, and the game it is bound to.

    Search, networks and features call each other, and whatever else is compiled may call them.
    """
    parts = {"core"}
    if file.is_relative_to(_PACKAGE):
        names = file.relative_to(_PACKAGE).parts
        parts.add("/".join(names[:2]) if names[0] == "games" else names[0])
        called = () if names[0] in _ALONE else _TOGETHER
    else:
        parts.add(str(_whole_package(file.parent)))
        called = _TOGETHER
    parts.update(called)
    if owner:
        parts.add(f"games/{owner}")
    return tuple(sorted(parts))
