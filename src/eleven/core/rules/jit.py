"""The door to Numba: how a plain function becomes a rule, and a rule machine code.

Numba's own cache notices a change in the file of a function, but not in the files of the functions it calls.
So each function's cache lies in a folder named by a hash of all it can be made from, and can never be stale.
"""

import gc
import hashlib
import importlib
import os
import shutil
import stat
import tempfile
import time
import types
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from eleven.core.rules.stack_room import with_stack_room

F = TypeVar("F", bound=Callable[..., Any])

JITTED: bool = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
if JITTED:  # Numba is a third of what a server has to load, and not needed where nothing is compiled
    import numba
    import numba.core.config

    from eleven.core.rules.inline_code import InlineCache, InlineCompiler, inline_where_called, object_code

_PACKAGE = Path(__file__).resolve().parents[2]
_UNUSED_FOR = 30 * 24 * 3600.0
_COMPILED_BY = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT")
_CHOSEN_BY_USER = os.environ.get("NUMBA_CACHE_DIR")

# Rules are small: inlining them all nearly doubles the speed of the loops. Without reference counting (`_nrt`) passing
# an array costs nothing, and a rule that allocates does not compile. Wrappers for C callers are never used.
_HOW = {
    "error_model": "numpy",
    "nogil": True,
    "no_cfunc_wrapper": True,
    "forceinline": True,
    "_nrt": False,
}
if not JITTED:
    # Wrapping around is what `luck` and `bits` are made of; compiled code does it silently.
    np.seterr(over="ignore")

watchers: list[Callable[[Callable[..., Any]], AbstractContextManager[None]]] = []
"""Whoever wants to know when a function is compiled, or found in the cache."""
rules_made: Counter[str] = Counter()
"""How many functions can be compiled, by module."""


@cache
def _root() -> Path:
    """Where compiled rules are kept: where the user says, else where the system keeps such things, if it lets us."""
    if _CHOSEN_BY_USER:
        return Path(_CHOSEN_BY_USER) / "rules"
    usual = _usual_root()
    try:
        usual.mkdir(parents=True, exist_ok=True)
    except OSError:
        return _temporary_root()
    return usual if os.access(usual, os.W_OK) else _temporary_root()


def _temporary_root() -> Path:
    """Where compiled rules are kept by who may write nowhere at home: a folder that nobody else may write to.

    Machine code is loaded from there, so a folder that somebody else has made by this name is not used.
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
    """Where the system keeps such things."""
    try:
        from platformdirs import user_cache_path
    except ImportError:  # the core alone needs NumPy and Numba, nothing else
        return Path.home() / ".cache" / "table-eleven" / "rules"
    return user_cache_path("table-eleven") / "rules"


_GAME_FOLDERS: dict[str, Path] = {}


def compiled_from(game_id: str, folder: Path) -> None:
    """Say where the rules of a game lie, for it may come from another package."""
    _GAME_FOLDERS[game_id] = folder


def _folder_of(part: str) -> Path:
    """Where a part lies: in the package, or where a game from elsewhere has its folder."""
    return _GAME_FOLDERS.get(part.removeprefix("games/"), _PACKAGE / part)


@cache
def cache_folder(parts: tuple[str, ...]) -> str:
    """The folder for code made from these parts of the package; folders nobody has used for a month are swept out."""
    settings = [version("numba"), np.__version__, *(os.environ.get(name, "") for name in _COMPILED_BY)]
    digest = hashlib.sha256(" ".join(settings).encode())
    for part in parts:
        source = _folder_of(part)
        for path in sorted(source.rglob("*.py")):
            digest.update(path.relative_to(source.parent).as_posix().encode() + path.read_bytes())
    folder = _root() / digest.hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    for other in _root().iterdir():
        if other.stat().st_mtime < time.time() - _UNUSED_FOR:
            shutil.rmtree(other, ignore_errors=True)
    return str(folder)


_ALONE = ("core", "games", "research")
"""Folders whose compiled code calls the core and a game alone, beside its own."""
_TOGETHER = ("search", "network", "research")


def _parts_of(file: Path, owner: str) -> tuple[str, ...]:
    """What a function is compiled from: the core, the folder its file stands in, and the game it is bound to.

    Search, networks and features call each other, and whatever else is compiled may call them.
    """
    parts = {"core"}
    if file.is_relative_to(_PACKAGE):
        names = file.relative_to(_PACKAGE).parts
        parts.add("/".join(names[:2]) if names[0] == "games" else names[0])
        called = () if names[0] in _ALONE else _TOGETHER
    else:
        parts.add(str(file.parent))
        called = _TOGETHER
    parts.update(called)
    if owner:
        parts.add(f"games/{owner}")
    return tuple(sorted(parts))


def rule(function: F, owner: str = "") -> F:
    """Compile a rule. The plain function stays available to CUDA and, with NUMBA_DISABLE_JIT=1, to debuggers."""
    if not JITTED:
        return function
    folder = cache_folder(_parts_of(Path(function.__code__.co_filename).resolve(), owner))
    compiled = _dispatcher(function, folder, cache=True)

    def inline_twin() -> Any:
        made = _dispatcher(function, folder, pipeline_class=InlineCompiler, no_cpython_wrapper=True)
        made._cache = InlineCache(function)
        return made

    inline_where_called(compiled, inline_twin)
    rules_made[function.__module__] += 1
    rules: F = compiled
    return rules


def _dispatcher(function: Callable[..., Any], folder: str, **how: Any) -> Any:
    """Numba's dispatcher of a function, whose code is kept in a folder."""
    config: Any = numba.core.config
    config.CACHE_DIR = folder
    njit: Any = numba.njit
    made = njit(**_HOW, **how)(function)
    _widen_integers(made)
    return made


def _widen_integers(dispatcher: Any) -> None:
    """Compile a rule once for 64-bit integers, not again for every width a record field may have.

    Callers convert, which is safe for signed fields; without this, compiling a game takes twice as long.
    """
    compile_for = dispatcher.compile

    def compile_wide(signature: Any) -> Any:
        if isinstance(signature, tuple):
            signature = tuple(_wide(argument) for argument in signature)
        with _without_garbage_collection(), ExitStack() as watched:
            for watcher in watchers:
                watched.enter_context(watcher(dispatcher.py_func))
            return with_stack_room(compile_for, signature)

    dispatcher.compile = compile_wide


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Nearly all that the compiler makes lasts, and to look through it again and again takes part of its time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _wide(argument: Any) -> Any:
    types: Any = numba.types
    kind = types.unliteral(argument)
    if isinstance(kind, types.Integer) and kind.signed:
        return types.int64
    return kind


def bound(template: F, owner: str, title: str = "", **names: Any) -> F:
    """A copy of a template whose free names mean the given functions, not yet compiled.

    A closure over compiled functions cannot be cached; globals can, so the copy gets globals of its own. The cache
    tells copies apart by owner and title.
    """
    copy = types.FunctionType(template.__code__, {**template.__globals__, **names}, template.__name__)
    copy.__qualname__ = f"{owner}.{title or template.__name__}"
    copy.__module__ = template.__module__
    copy.__annotations__ = template.__annotations__
    copy.__defaults__ = template.__defaults__
    return copy  # type: ignore[return-value]


def bind(template: F, owner: str, title: str = "", **names: Any) -> F:
    """Compile a template for one game."""
    return rule(bound(template, owner, title, **names), owner)


def inlined(template: F, owner: str, **names: Any) -> F:
    """A template as a part of whatever calls it: of what is called in one place only, no code of its own is made."""
    part = bound(template, owner, **names)
    if not JITTED:
        return part
    njit: Any = numba.njit
    inside: F = njit(inline="always")(part)
    return inside


def entry_point(function: F, *arguments: Any) -> F:
    """A rule for arguments of these types, which are not looked at when it is called; that is most of a call's time.

    Whoever calls it vouches for them: other memory would be read as if it were of these types.
    """
    if not JITTED:
        return function
    dispatcher: Any = function
    found: F = dispatcher.compile(tuple(type_of(argument) for argument in arguments))
    return found


def llvm() -> Any:
    """The part of Numba that knows machine code; loaded when it is needed, and alone."""
    return importlib.import_module("llvmlite.binding")


def c_object(template: Callable[..., Any], owner: str, *arguments: Any, **names: Any) -> tuple[str, bytes]:
    """A template compiled for one game as a C function (`numba.cfunc`): its symbol and its object code.

    A record or an array becomes a pointer, a number a 64-bit integer, and nothing is returned. The code is for any
    processor of this kind of machine, since the file may outlive the one it was made on.
    """
    import numba

    kinds: Any = numba.types
    signature = kinds.void(*(_c_kind(_wide(type_of(argument))) for argument in arguments))
    how = {name: _HOW[name] for name in ("error_model", "nogil", "forceinline")}
    library: Any = numba
    with _without_garbage_collection():
        make = library.cfunc(signature, pipeline_class=InlineCompiler, **how)
        compiled = with_stack_room(make, bound(template, owner, carray=library.carray, **names))
    return str(compiled.native_name), object_code(compiled.inspect_llvm())


def _c_kind(kind: Any) -> Any:
    kinds: Any = numba.types
    if isinstance(kind, kinds.Record):
        return kinds.CPointer(kind)
    return kinds.CPointer(kind.dtype) if isinstance(kind, kinds.Array) else kind


def type_of(value: Any) -> Any:
    """The type by which Numba knows a value."""
    import numba

    typeof: Any = numba.typeof
    return typeof(value)


def kind_of(dtype: np.dtype[Any]) -> Any:
    """The type by which Numba's CUDA target knows the members of an array; its simulator takes NumPy's own."""
    if os.environ.get("NUMBA_ENABLE_CUDASIM", "0") == "1":
        return dtype
    import numba

    from_dtype: Any = numba.from_dtype
    return from_dtype(dtype)


def cuda_target() -> Any:
    """Numba's compiler for GPUs, an extra that is imported only when it is asked for."""
    import numba.cuda

    return numba.cuda
