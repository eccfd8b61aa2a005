"""Rules for inlining: cached as LLVM code, and optimised together with the functions they are inlined into.

Numba completes every function by itself: it optimises it, wraps it for Python callers and makes machine code of it. For
a rule that is only inlined none of that is used, and it took half of the compile time. So compiled callers get a twin
of the rule, which is finished only as a part of the caller; Python calls the rule itself. This relies on Numba's
classes for libraries and caches, which are not documented
(`docs/decisions/inner-rules-are-finished-with-their-callers.md`).
"""

import hashlib
from collections.abc import Callable
from functools import cache
from typing import Any

import llvmlite.binding as llvm
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, compile_result

CACHED_FIELDS = ("fndesc", "environment", "signature", "objectmode", "lifted", "reload_init")
"""The fields of a compile result that are cached beside its code."""
SPEED, ROUNDS = 3, 2
"""LLVM's optimisation level, and the number of rounds: the second one improves what the first has inlined."""


class _NoEngine:
    """A stub code generator: functions that are never run on their own need no environments."""

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing; Numba calls this for code that it has loaded."""


class InlineLibrary(JITCodeLibrary):
    """Code that other libraries link; it has no address."""

    codegen = _NoEngine()

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0, as Numba does for functions without a Python wrapper."""
        self._ensure_finalized()
        return 0

    def _optimize_final_module(self) -> None:
        """Do nothing; it is optimised together with the code that links it."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class InlineCompiler(Compiler):
    """Numba's compiler, with an `InlineLibrary` as its target."""

    def __init__(self, typing: Any, target: Any, _: Any, *more: Any) -> None:
        super().__init__(typing, target, InlineLibrary(target.codegen(), "inline"), *more)


class _InlineCacheImpl(CompileResultCacheImpl):
    """Stores LLVM bitcode in files beside those of the rule itself."""

    def get_filename_base(self, name: str, flags: str) -> str:
        return f"{super().get_filename_base(name, flags)}.inline"

    def reduce(self, made: Any) -> Any:
        made.fndesc.typemap = made.fndesc.calltypes = None  # not needed, and some cannot be pickled
        return made.library._final_module.as_bitcode(), [getattr(made, name) for name in CACHED_FIELDS]

    def rebuild(self, context: Any, cached: Any) -> Any:
        code, values = cached
        library = InlineLibrary(context.codegen(), "inline")
        library._final_module = llvm.parse_bitcode(code)
        library._finalize_final_module()
        found = dict(zip(CACHED_FIELDS, values, strict=True))
        entry = context.get_executable(library, found["fndesc"], found["environment"])
        contexts = {"target_context": context, "typing_context": context.typing_context}
        return compile_result(library=library, entry_point=entry, **contexts, **found)


class InlineCache(FunctionCache):
    """The on-disk cache of code for inlining."""

    _impl_class = _InlineCacheImpl


def name_data_by_key(cached: Any) -> None:
    """Name the data files of a cache's index by a hash of their key, which is a signature and a kind of processor.

    Numba counts them, so two processes that compile different signatures of a rule at once may write the same file.
    Then the index has one's signature, and the file the other's code. Compiled again, the same signature replaces its
    file, even if the index was lost.
    """
    save = cached.save

    def save_by_key(key: Any, data: Any) -> None:
        digest = int.from_bytes(hashlib.sha256(repr(key).encode()).digest()[:8], "big")
        cached._data_name = lambda number: cached._data_name_pattern.format(number=digest + number)
        save(key, data)

    cached.save = save_by_key


def inline_where_called(dispatcher: Any, make_twin: Callable[[], Any]) -> None:
    """Make compiled callers use a rule's twin, which is created when the first of them is compiled."""
    twin = cache(make_twin)
    dispatcher.get_call_template = lambda arguments, named: twin().get_call_template(arguments, named)
    dispatcher.get_overload = lambda signature: twin().get_overload(signature)


def object_code(assembly: str) -> bytes:
    """Compile LLVM assembly to an object file, for any processor of this architecture."""
    target = llvm.Target.from_default_triple().create_target_machine(opt=SPEED, jit=True)
    passes = llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options(speed_level=SPEED))
    module = llvm.parse_assembly(assembly)
    for _ in range(ROUNDS):
        passes.getModulePassManager().run(module, passes)
    code: bytes = target.emit_object(module)
    return code
