"""All mutants of a game's rules, each with a key that outlives changes elsewhere in the file."""

import ast
import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

from tests.mutation.operators import Edit, edits

ROOT = Path(__file__).resolve().parent.parent.parent
GAMES = ROOT / "src" / "eleven" / "games"
NO_RULES = ("__init__", "actions", "invariants", "notation", "opponent", "reasons", "table", "telling", "tokens")
"""Words, drawing, bots and the check of the state itself: files of a game that hold no rule."""
NOT_RULES = ("misremember", "mix", "_mix_deck")
"""What weak bots forget and the arena mixes, which stands in a file of rules."""


@dataclass(frozen=True)
class Mutant:
    """One changed place in one file. `function` is empty for a constant of the module."""

    module: str
    path: Path
    function: str
    first_line: int
    last_line: int
    operator: str
    before: str
    after: str
    number: int
    tree: ast.Module
    edit: Edit

    @property
    def key(self) -> str:
        """Where and what, without line numbers; alike places in one function are counted."""
        place = f"{self.module.rpartition('.')[2]}.{self.function or '*'}"
        times = f" #{self.number}" if self.number > 1 else ""
        return f"{place} | {self.operator} | {self.before} => {self.after}{times}"

    @property
    def where(self) -> str:
        """The file and the line, for a person."""
        return f"{self.path.relative_to(ROOT)}:{self.first_line}"

    def compiled(self) -> CodeType:
        """The module's code with the mutation in it."""
        old = self.edit.swap(self.edit.new)
        try:
            return compile(self.tree, str(self.path), "exec", dont_inherit=True)
        finally:
            self.edit.swap(old)


def rule_files(game: str) -> list[Path]:
    """The files of a game in which rules are written."""
    return [path for path in sorted((GAMES / game).glob("*.py")) if path.stem not in NO_RULES]


def mutants_of(game: str) -> list[Mutant]:
    """Every mutant of a game."""
    return [mutant for path in rule_files(game) for mutant in _mutants_in(path, game)]


def sample(mutants: list[Mutant], count: int, seed: int) -> list[Mutant]:
    """Some mutants, by a hash of their keys: a smaller sample is part of a larger one, and edits elsewhere keep it."""
    ranked = sorted(mutants, key=lambda mutant: hashlib.sha256(f"{seed} {mutant.key}".encode()).digest())
    return ranked[:count] if count else ranked


def _mutants_in(path: Path, game: str) -> Iterator[Mutant]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    times: Counter[tuple[str, ...]] = Counter()
    for function, statement, edit in _edits_in(tree):
        if function in NOT_RULES:
            continue
        before, after = _before_and_after(statement, edit)
        if before == after:
            continue
        times[function, edit.operator, before, after] += 1
        yield Mutant(
            module=f"eleven.games.{game}.{path.stem}",
            path=path,
            function=function,
            first_line=statement.lineno,
            last_line=_end_of_head(statement),
            operator=edit.operator,
            before=before,
            after=after,
            number=times[function, edit.operator, before, after],
            tree=tree,
            edit=edit,
        )


def _edits_in(tree: ast.Module) -> Iterator[tuple[str, ast.stmt, Edit]]:
    """The edits of all functions, and of the module's whole-number constants."""
    for index, statement in enumerate(tree.body):
        if isinstance(statement, ast.FunctionDef):
            returns = ast.unparse(statement.returns) if statement.returns else ""
            for part, edit in _inside(statement, returns):
                yield statement.name, part, edit
        elif isinstance(statement, ast.Assign) and _is_number(statement):
            for edit in edits(tree, "body", index, statement, ""):
                yield "", statement, edit


def _is_number(statement: ast.Assign) -> bool:
    """A constant written as a number or a sum of numbers."""
    target = statement.targets[0]
    return (
        isinstance(target, ast.Name) and target.id.isupper() and isinstance(statement.value, ast.Constant | ast.BinOp)
    )


def _inside(block: ast.AST, returns: str) -> Iterator[tuple[ast.stmt, Edit]]:
    for field, value in ast.iter_fields(block):
        if not isinstance(value, list) or not value or not isinstance(value[0], ast.stmt):
            continue
        for index, statement in enumerate(value):
            for edit in edits(block, field, index, statement, returns):
                yield statement, edit
            yield from _inside(statement, returns)


def _end_of_head(statement: ast.stmt) -> int:
    """The last line of a statement without the statements inside it."""
    body: Any = getattr(statement, "body", None)
    return max(statement.lineno, body[0].lineno - 1) if body else (statement.end_lineno or statement.lineno)


def _before_and_after(statement: ast.stmt, edit: Edit) -> tuple[str, str]:
    """The statement's own text, normalised, as it is and as it becomes."""
    before = _text(statement)
    old = edit.swap(edit.new)
    try:
        replaced = isinstance(edit.new, ast.stmt)
        return before, _text(edit.new if replaced else statement)
    finally:
        edit.swap(old)


def _text(statement: ast.stmt) -> str:
    """One line: for a statement with a body, its head."""
    if getattr(statement, "body", None):
        fields = {name: getattr(statement, name) for name in statement._fields}
        fields |= {"body": [ast.Pass()]} | ({"orelse": []} if "orelse" in fields else {})
        statement = ast.copy_location(type(statement)(**fields), statement)
        return ast.unparse(statement).splitlines()[0]
    return " ".join(ast.unparse(statement).split())
