"""The mutation operators: small edits of a syntax tree that change the meaning of the code."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

BOUNDARY: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


@dataclass(frozen=True)
class Edit:
    """One replacement in a syntax tree: `node.field`, or `node.field[index]`, becomes `new`."""

    operator: str
    node: ast.AST
    field: str
    index: int | None
    new: Any

    def swap(self, value: Any) -> Any:
        """Put a value in the place, and return the previous one."""
        if self.index is None:
            old = getattr(self.node, self.field)
            setattr(self.node, self.field, value)
        else:
            place = getattr(self.node, self.field)
            old, place[self.index] = place[self.index], value
        return old


def edits(parent: ast.AST, field: str, index: int | None, statement: ast.stmt, returns: str) -> Iterator[Edit]:
    """Every edit of one statement, but not of the statements inside it; `returns` is the annotation of the function."""
    if _may_be_deleted(statement):
        yield Edit("delete", parent, field, index, ast.copy_location(ast.Pass(), statement))
    if isinstance(statement, ast.Break):
        yield Edit("break", parent, field, index, ast.copy_location(ast.Continue(), statement))
    elif isinstance(statement, ast.Continue):
        yield Edit("break", parent, field, index, ast.copy_location(ast.Break(), statement))
    elif isinstance(statement, ast.If):
        yield Edit("always", statement, "test", None, _constant(True, statement.test))
        yield Edit("never", statement, "test", None, _constant(False, statement.test))
    elif isinstance(statement, ast.While):
        yield Edit("never", statement, "test", None, _constant(False, statement.test))
    elif isinstance(statement, ast.AugAssign) and type(statement.op) in ARITHMETIC:
        yield Edit("augmented", statement, "op", None, ARITHMETIC[type(statement.op)]())
        yield Edit("assign", parent, field, index, _plain_assignment(statement))
    elif isinstance(statement, ast.Return) and statement.value is not None:
        yield from _other_value(statement, statement.value, returns)
    for name, value in ast.iter_fields(statement):
        for place, child in _expressions(value):
            yield from _expression_edits(statement, name, place, child)


def _may_be_deleted(statement: ast.stmt) -> bool:
    """Whether a statement may be deleted: calls, state changes and early returns; not assignments to local names."""
    if isinstance(statement, ast.Expr):
        return not isinstance(statement.value, ast.Constant)
    if isinstance(statement, ast.Assign):
        return all(isinstance(target, ast.Attribute | ast.Subscript) for target in statement.targets)
    return isinstance(statement, ast.AugAssign) or (isinstance(statement, ast.Return) and statement.value is None)


def _plain_assignment(statement: ast.AugAssign) -> ast.Assign:
    return ast.copy_location(ast.Assign(targets=[statement.target], value=statement.value), statement)


def _other_value(statement: ast.Return, value: ast.expr, returns: str) -> Iterator[Edit]:
    if returns == "bool":
        yield Edit("return", statement, "value", None, _not(value))
    elif returns == "int":
        yield Edit("return", statement, "value", None, _plus(value, 1))


def _expressions(value: Any) -> Iterator[tuple[int | None, ast.expr]]:
    """The expressions directly in one field of a node."""
    if isinstance(value, ast.expr):
        yield None, value
    elif isinstance(value, list):
        for index, child in enumerate(value):
            if isinstance(child, ast.expr):
                yield index, child


def _expression_edits(parent: ast.AST, field: str, index: int | None, node: ast.expr) -> Iterator[Edit]:
    """Every edit of an expression and of what is inside it."""
    if isinstance(node, ast.Compare):
        yield from _of_compare(node)
    elif isinstance(node, ast.BoolOp):
        yield Edit("and-or", node, "op", None, ast.Or() if isinstance(node.op, ast.And) else ast.And())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.Invert):
        yield Edit("negation", parent, field, index, node.operand)
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        yield Edit("arithmetic", node, "op", None, ARITHMETIC[type(node.op)]())
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield Edit("constant", parent, field, index, _constant(node.value + 1, node))
        yield Edit("constant", parent, field, index, _constant(node.value - 1, node))
    elif isinstance(node, ast.IfExp):
        yield Edit("always", node, "test", None, _constant(True, node.test))
        yield Edit("never", node, "test", None, _constant(False, node.test))
    elif isinstance(node, ast.Call):
        yield from _of_call(node)
    if isinstance(node, ast.Lambda | ast.JoinedStr):
        return
    for name, value in ast.iter_fields(node):
        for place, child in _expressions(value):
            if not _is_filler(node, child):
                yield from _expression_edits(node, name, place, child)
        if name == "generators":
            for loop in value:
                for place, child in _expressions(loop.ifs):
                    yield from _expression_edits(loop, "ifs", place, child)


def _of_compare(node: ast.Compare) -> Iterator[Edit]:
    for index, operator in enumerate(node.ops):
        if type(operator) in BOUNDARY:
            yield Edit("boundary", node, "ops", index, BOUNDARY[type(operator)]())
        yield Edit("comparison", node, "ops", index, OPPOSITE[type(operator)]())


def _of_call(node: ast.Call) -> Iterator[Edit]:
    """Yield edits of calls: shorter or later ranges, and swapped arguments."""
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name == "range" and len(node.args) == 1:
        yield Edit("range", node, "args", 0, _plus(node.args[0], -1))
        yield Edit("range", node, "args", None, [_constant(1, node.args[0]), node.args[0]])
    for index, (left, right) in enumerate(zip(node.args, node.args[1:], strict=False)):
        if not _is_state(left) and type(left) is type(right) and ast.dump(left) != ast.dump(right):
            yield Edit("arguments", node, "args", None, [*node.args[:index], right, left, *node.args[index + 2 :]])


def _is_filler(node: ast.expr, argument: ast.expr) -> bool:
    """Whether an argument is a 0 that fills an unused parameter of an event or a question."""
    name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
    teller = name == "ask" or name == "say" or name.startswith("say_")
    return teller and isinstance(argument, ast.Constant) and argument.value == 0


def _is_state(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("s", "seen", "luck", "mask")


def _constant(value: object, like: ast.AST) -> ast.Constant:
    return ast.copy_location(ast.Constant(value), like)  # type: ignore[arg-type]


def _not(value: ast.expr) -> ast.expr:
    return ast.fix_missing_locations(ast.copy_location(ast.UnaryOp(ast.Not(), value), value))


def _plus(value: ast.expr, number: int) -> ast.expr:
    operator = ast.Add() if number > 0 else ast.Sub()
    return ast.fix_missing_locations(ast.copy_location(ast.BinOp(value, operator, ast.Constant(abs(number))), value))
