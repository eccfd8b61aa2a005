"""Generates all mutants of a game's rules, with keys that survive changes elsewhere in a file."""

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
NO_RULES = ("__init__", "actions", "invariants", "notation", "heuristics", "reasons", "table", "events", "tokens")
"""The files of a game without rules: texts, drawing, bots, and the check of states."""
NOT_RULES = ("misremember", "mix", "_mix_deck")
"""Functions in rule files that are not rules: forgetting by weak bots, and reshuffling for the arena."""


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
        """The place and the change, without line numbers; equal places in a function are numbered."""
        place = f"{self.module.rpartition('.')[2]}.{self.function or '*'}"
        times = f" #{self.number}" if self.number > 1 else ""
        return f"{place} | {self.operator} | {self.before} => {self.after}{times}"

    @property
    def where(self) -> str:
        """The file and line, for messages."""
        return f"{self.path.relative_to(ROOT)}:{self.first_line}"

    def compiled(self) -> CodeType:
        """The module's code with the mutation in it."""
        old = self.edit.swap(self.edit.new)
        try:
            return compile(self.tree, str(self.path), "exec", dont_inherit=True)
        finally:
            self.edit.swap(old)


def rule_files(game: str) -> list[Path]:
    """Return the files of a game that contain rules."""
    return [path for path in sorted((GAMES / game).glob("*.py")) if path.stem not in NO_RULES]


def mutants_of(game: str) -> list[Mutant]:
    """Every mutant of a game."""
    return [mutant for path in rule_files(game) for mutant in _mutants_in(path, game)]


def sample(mutants: list[Mutant], count: int, seed: int) -> list[Mutant]:
    """Sample mutants by a hash of their keys, so that samples are nested and stable when other code changes."""
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
    """Yield the edits of all functions and of integer constants."""
    for index, statement in enumerate(tree.body):
        if isinstance(statement, ast.FunctionDef):
            returns = ast.unparse(statement.returns) if statement.returns else ""
            for part, edit in _inside(statement, returns):
                yield statement.name, part, edit
        elif isinstance(statement, ast.Assign) and _is_number(statement):
            for edit in edits(tree, "body", index, statement, ""):
                yield "", statement, edit


def _is_number(statement: ast.Assign) -> bool:
    """Whether a constant is written as a number or a sum of numbers."""
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
    """Return the last line of a statement's head, without its body."""
    body: Any = getattr(statement, "body", None)
    return max(statement.lineno, body[0].lineno - 1) if body else (statement.end_lineno or statement.lineno)


def _before_and_after(statement: ast.stmt, edit: Edit) -> tuple[str, str]:
    """Return the normalised text of a statement before and after an edit."""
    before = _text(statement)
    old = edit.swap(edit.new)
    try:
        replaced = isinstance(edit.new, ast.stmt)
        return before, _text(edit.new if replaced else statement)
    finally:
        edit.swap(old)


def _text(statement: ast.stmt) -> str:
    """Return a statement in one line; for a statement with a body, only its head."""
    if getattr(statement, "body", None):
        fields = {name: getattr(statement, name) for name in statement._fields}
        fields |= {"body": [ast.Pass()]} | ({"orelse": []} if "orelse" in fields else {})
        statement = ast.copy_location(type(statement)(**fields), statement)
        return ast.unparse(statement).splitlines()[0]
    return " ".join(ast.unparse(statement).split())
