"""Installs a mutant in a process that has already imported the original."""

import importlib
import importlib.abc
import importlib.machinery
import inspect
import sys
from collections.abc import Sequence
from types import CodeType, FunctionType, ModuleType

from tests.mutation.mutants import Mutant


def patch(mutant: Mutant) -> bool:
    """Replace the code of the mutated function in place; return False if that is not possible."""
    found = getattr(importlib.import_module(mutant.module), mutant.function, None) if mutant.function else None
    function = inspect.unwrap(found) if callable(found) else None
    if not isinstance(function, FunctionType):
        return False
    line = function.__code__.co_firstlineno
    for code in mutant.compiled().co_consts:
        if isinstance(code, CodeType) and code.co_name == mutant.function and code.co_firstlineno == line:
            function.__code__ = code
            return True
    return False


class _Loader(importlib.abc.Loader):
    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        exec(self.mutant.compiled(), module.__dict__)


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self.mutant.module:
            return None
        loader = _Loader(self.mutant)
        return importlib.machinery.ModuleSpec(name, loader, origin=str(self.mutant.path))


def import_anew(mutant: Mutant | None) -> None:
    """Unload the package and its tests, so that the next import loads the mutant, if any."""
    for name in list(sys.modules):
        part = name.split(".")
        if part[0] == "eleven" or (part[0] == "tests" and part[:2] != ["tests", "mutation"]):
            del sys.modules[name]
    sys.modules.pop("tests.mutation.walk", None)
    if mutant:
        sys.meta_path.insert(0, _Finder(mutant))
