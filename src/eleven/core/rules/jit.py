"""The interface to Numba: how a plain function becomes a rule, and a rule machine code."""

import gc
import importlib
import os
import threading
import types
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from eleven.core.rules.compile_cache import cache_folder, parts_of
from eleven.core.rules.stack_room import with_stack_room

F = TypeVar("F", bound=Callable[..., Any])

JITTED: bool = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
if JITTED:  # Numba is a third of what a server has to load, and not needed where nothing is compiled
    import numba
    import numba.core.config

    from eleven.core.rules.inline_code import (
        InlineCache,
        InlineCompiler,
        inline_where_called,
        name_data_by_key,
        object_code,
    )

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
    # `luck` and `bits` rely on integers that wrap around, which compiled code does silently.
    np.seterr(over="ignore")

watchers: list[Callable[[Callable[..., Any]], AbstractContextManager[None]]] = []
"""Context managers to enter while a function is compiled, or loaded from the cache."""
rules_made: Counter[str] = Counter()
"""How many functions can be compiled, by module."""
_cache_setting = threading.RLock()
"""The lock for the setting by which Numba finds the folder of a new cache."""


def rule(function: F, owner: str = "") -> F:
    """Compile a rule. The plain function stays available to CUDA and, with NUMBA_DISABLE_JIT=1, to debuggers."""
    if not JITTED:
        return function
    folder = cache_folder(parts_of(Path(function.__code__.co_filename).resolve(), owner))
    with _caching_in(folder):
        compiled = _dispatcher(function, cache=True)
    name_data_by_key(compiled._cache._cache_file)

    def inline_twin() -> Any:
        made = _dispatcher(function, pipeline_class=InlineCompiler, no_cpython_wrapper=True)
        with _caching_in(folder):
            made._cache = InlineCache(function)
        name_data_by_key(made._cache._cache_file)
        return made

    inline_where_called(compiled, inline_twin)
    rules_made[function.__module__] += 1
    rules: F = compiled
    return rules


@contextmanager
def _caching_in(folder: str) -> Iterator[None]:
    """Make caches in a folder; Numba reads it from a global setting, so one thread at a time does that.

    A twin is made while Numba's compiler lock is held, so nothing may be compiled in here.
    """
    config: Any = numba.core.config
    with _cache_setting:
        before, config.CACHE_DIR = config.CACHE_DIR, folder
        try:
            yield
        finally:
            config.CACHE_DIR = before


def _dispatcher(function: Callable[..., Any], **how: Any) -> Any:
    """Numba's dispatcher of a function."""
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
    """Pause garbage collection: nearly everything the compiler makes survives, and scanning it takes time."""
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
    """A copy of a template with its free names bound to the given functions, not yet compiled.

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
    """A template that is always inlined; for one with a single call site, which needs no code of its own."""
    part = bound(template, owner, **names)
    if not JITTED:
        return part
    njit: Any = numba.njit
    inside: F = njit(inline="always")(part)
    return inside


def entry_point(function: F, *arguments: Any) -> F:
    """A rule for arguments of these types, without type checks, which are most of a call's time.

    The caller must pass these types: other memory would be read as if it had them.
    """
    if not JITTED:
        return function
    dispatcher: Any = function
    found: F = dispatcher.compile(tuple(type_of(argument) for argument in arguments))
    return found


def llvm() -> Any:
    """The LLVM binding of Numba, imported on demand and alone."""
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
    """Numba's type of a value."""
    import numba

    typeof: Any = numba.typeof
    return typeof(value)


def kind_of(dtype: np.dtype[Any]) -> Any:
    """The type of an array's elements for Numba's CUDA target; its simulator uses the NumPy type."""
    if os.environ.get("NUMBA_ENABLE_CUDASIM", "0") == "1":
        return dtype
    import numba

    from_dtype: Any = numba.from_dtype
    return from_dtype(dtype)


def cuda_target() -> Any:
    """Numba's compiler for GPUs, imported on demand."""
    import numba.cuda

    return numba.cuda
