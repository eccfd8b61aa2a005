"""Rules as parts of other compiled code: kept as LLVM's own code, and optimised with whatever they are inlined into.

Numba finishes every function by itself: it optimises it, wraps it for callers in Python and makes machine code of it.
Of a rule that is inlined into its callers nobody uses any of that, and it was half of the time that compiling took. So
whoever compiles a caller gets a twin of the rule, which is finished as a part of the caller alone; Python calls the
rule itself. It rests on Numba's own classes for libraries and caches, which are not documented
(`docs/decisions/inner-rules-are-finished-with-their-callers.md`).
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import llvmlite.binding as llvm
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, compile_result

KEPT = ("fndesc", "environment", "signature", "objectmode", "lifted", "reload_init")
"""What is kept of a compilation beside its code."""
SPEED, ROUNDS = 3, 2
"""How much LLVM optimises, and how often: what is left to do after calls were inlined shows in the second round."""


class _NoEngine:
    """Where functions that no machine will ever run as they are have no environments either."""

    def set_env(self, name: str, environment: Any) -> None:
        """Numba sets those of code that it has loaded."""


class InlineLibrary(JITCodeLibrary):
    """Code that other libraries link; it has no address."""

    codegen = _NoEngine()

    def get_pointer_to_function(self, name: str) -> int:
        """No address, as Numba says of functions without a wrapper for Python."""
        self._ensure_finalized()
        return 0

    def _optimize_final_module(self) -> None:
        """Whoever links it does."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class InlineCompiler(Compiler):
    """Numba's compiler, into such a library."""

    def __init__(self, typing: Any, target: Any, _: Any, *more: Any) -> None:
        super().__init__(typing, target, InlineLibrary(target.codegen(), "inline"), *more)


class _InlineCacheImpl(CompileResultCacheImpl):
    """Files beside those of the rule itself, with LLVM's code."""

    def get_filename_base(self, name: str, flags: str) -> str:
        return f"{super().get_filename_base(name, flags)}.inline"

    def reduce(self, made: Any) -> Any:
        made.fndesc.typemap = made.fndesc.calltypes = None  # nobody needs them, and some cannot be written
        return made.library._final_module.as_bitcode(), [getattr(made, name) for name in KEPT]

    def rebuild(self, context: Any, kept: Any) -> Any:
        code, values = kept
        library = InlineLibrary(context.codegen(), "inline")
        library._final_module = llvm.parse_bitcode(code)
        library._finalize_final_module()
        found = dict(zip(KEPT, values, strict=True))
        entry = context.get_executable(library, found["fndesc"], found["environment"])
        contexts = {"target_context": context, "typing_context": context.typing_context}
        return compile_result(library=library, entry_point=entry, **contexts, **found)


class InlineCache(FunctionCache):
    """What was compiled to be inlined, on the disk."""

    _impl_class = _InlineCacheImpl


def inline_where_called(dispatcher: Any, make_twin: Callable[[], Any]) -> None:
    """Let compiled callers of a rule have its twin, which is made when the first of them comes."""
    twin = cache(make_twin)
    dispatcher.get_call_template = lambda arguments, named: twin().get_call_template(arguments, named)
    dispatcher.get_overload = lambda signature: twin().get_overload(signature)


def object_code(assembly: str) -> bytes:
    """Code that was compiled to be inlined as an object file, for any processor of this kind of machine."""
    target = llvm.Target.from_default_triple().create_target_machine(opt=SPEED, jit=True)
    passes = llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options(speed_level=SPEED))
    module = llvm.parse_assembly(assembly)
    for _ in range(ROUNDS):
        passes.getModulePassManager().run(module, passes)
    code: bytes = target.emit_object(module)
    return code
