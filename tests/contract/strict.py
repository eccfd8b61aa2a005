"""Runs the rules in plain Python with checks for errors that compiled code would not notice.

`python -m tests.contract.strict [GAME …] --decisions 1000` is a soak test that stops at an index out of bounds
(including negative ones), a 64-bit signed overflow, a shift by 64 or more, and a value that does not fit its field. In
compiled code, each of these would silently do something else.
"""

import ast
import operator
import os
import sys
from collections.abc import Callable
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any

import numpy as np

LEAST, MOST, WIDTH = -(1 << 63), (1 << 63) - 1, 64
SIGNED = {int, np.int8, np.int16, np.int32, np.int64}
"""The types that must not overflow; unsigned numbers, which `luck` uses, may."""
FOLLOWED: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
}

OPERATORS: dict[type[ast.operator], str] = {
    **FOLLOWED,
    ast.FloorDiv: "floordiv",
    ast.Div: "truediv",
    ast.Mod: "mod",
    ast.BitAnd: "and_",
    ast.BitOr: "or_",
    ast.BitXor: "xor",
}


def index(things: Any, at: Any) -> Any:
    """Return an index after checking it."""
    if isinstance(at, tuple):
        assert all(0 <= i < length for i, length in zip(at, things.shape, strict=True)), f"index {at} of {things.shape}"
    else:
        assert 0 <= at < len(things), f"index {at} of {len(things)}"
    return at


def get(things: Any, at: Any) -> Any:
    """Return the item at a checked index."""
    return things[index(things, at)]


def put(things: Any, at: Any, value: Any) -> None:
    """Write an item, checking that a number fits; records are copied."""
    things[index(things, at)] = value
    assert np.ndim(value) or isinstance(value, np.void) or things[at] == value, f"{value} does not fit {things.dtype}"


def write(record: Any, field: str, value: Any) -> None:
    """Write a field, checking that the value fits."""
    setattr(record, field, value)
    assert np.ndim(value) or getattr(record, field) == value, f"{value} does not fit {field}"


def work_out(name: str, left: Any, right: Any) -> Any:
    """Return the result of an operation, checking that it is the same when compiled."""
    if type(left) not in SIGNED or type(right) not in SIGNED:
        return getattr(operator, name)(left, right)
    if name == "lshift" or name == "rshift":
        assert 0 <= right < WIDTH, f"shift by {right}"
    found = getattr(operator, name)(int(left), int(right))
    if name == "lshift":
        return (found - LEAST) % (1 << WIDTH) + LEAST
    assert LEAST <= found <= MOST, f"{left} {name} {right} runs over"
    return found


def put_changed(things: Any, at: Any, name: str, by: Callable[[], Any]) -> None:
    """Do `things[at] += by()`, evaluating `things` and `at` once, and reading before calling `by`."""
    before = get(things, at)
    put(things, at, work_out(name, before, by()))


def write_changed(record: Any, field: str, name: str, by: Callable[[], Any]) -> None:
    """Do `record.field += by()`."""
    before = getattr(record, field)
    write(record, field, work_out(name, before, by()))


class Strict(ast.NodeTransformer):
    """Rewrites the rules of a module with checks, and removes their replacements for plain Python."""

    def __init__(self) -> None:
        self.inside = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Rewrite rules and templates only, because nothing else is compiled."""
        rule = any(isinstance(name, ast.Name) and name.id == "rule" for name in node.decorator_list)
        if rule or node.name.endswith("_template"):
            self.inside += 1
            node.body = [self.visit(line) for line in node.body]
            self.inside -= 1
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        """Remove a module's faster variants for plain Python."""
        if not self.inside and ast.unparse(node.test) == "not JITTED":
            node.body = [line for line in node.body if isinstance(line, ast.Expr)] or [ast.Pass()]
            return node
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """Check every index."""
        inner = ast.Subscript(self.visit(node.value), self.visit(node.slice), node.ctx)
        if not self.inside:
            return inner
        if isinstance(node.ctx, ast.Load):
            return call("get", inner.value, inner.slice)
        inner.slice = call("index", self.visit(reading(node.value)), inner.slice)
        return inner

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Check every operation that may overflow."""
        self.generic_visit(node)
        name = FOLLOWED.get(type(node.op)) if self.inside else None
        return call("work_out", ast.Constant(name), node.left, node.right) if name else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        """Rewrite `a += b` to `a = a + b`, evaluating the target's container once."""
        if not self.inside:
            return node
        if isinstance(node.target, ast.Name):
            value = ast.BinOp(reading(node.target), node.op, node.value)
            return self.visit_Assign(ast.Assign([node.target], value))
        nothing = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
        rest = ast.Constant(OPERATORS[type(node.op)]), ast.Lambda(nothing, self.visit(node.value))
        owner = self.visit(reading(node.target.value))
        if isinstance(node.target, ast.Attribute):
            return ast.Expr(call("write_changed", owner, ast.Constant(node.target.attr), *rest))
        return ast.Expr(call("put_changed", owner, self.visit(node.target.slice), *rest))

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """Check that written values fit their record or array."""
        target = node.targets[0]
        if not self.inside or not isinstance(target, (ast.Attribute, ast.Subscript)):
            return self.generic_visit(node)
        owner, value = self.visit(reading(target.value)), self.visit(node.value)
        if isinstance(target, ast.Attribute):
            return ast.Expr(call("write", owner, ast.Constant(target.attr), value))
        return ast.Expr(call("put", owner, self.visit(target.slice), value))


def reading(node: ast.expr) -> Any:
    """Return the same expression in a load context."""
    return ast.parse(ast.unparse(node), mode="eval").body


def call(name: str, *arguments: ast.expr) -> ast.Call:
    """A call of one of this module's functions."""
    return ast.Call(ast.Attribute(ast.Name("_strict", ast.Load()), name, ast.Load()), list(arguments), [])


class Loader(SourceFileLoader):
    """Loads a module with its rules rewritten."""

    def get_code(self, fullname: str) -> CodeType:
        """Compile without the bytecode cache."""
        path = self.get_filename(fullname)
        tree = Strict().visit(ast.parse(self.get_data(path)))
        return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)

    def exec_module(self, module: ModuleType) -> None:
        """Make this module available to the rewritten code."""
        module.__dict__["_strict"] = sys.modules[__name__]
        super().exec_module(module)


class Finder(MetaPathFinder):
    """Finds the modules of the package."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Find all modules of the package; those without rules stay unchanged."""
        spec = PathFinder.find_spec(fullname, path, target) if fullname.split(".")[0] == "eleven" else None
        if spec and isinstance(spec.loader, SourceFileLoader):
            spec.loader = Loader(fullname, spec.loader.path)
        return spec


if __name__ == "__main__":
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    sys.meta_path.insert(0, Finder())
    from tests.contract import soak

    sys.exit(soak.main())
