"""Which rules a game began with: a fingerprint of exactly the code that can change a state or what a seat sees of it.

Starting from the functions of a game's rules, every name is followed to its definition, in the game and in the core.
What is never reached does not count: descriptions, bots, notation, benchmarks; nor do comments, docstrings, annotations
and decorators, nor the file in which something is defined. The shape of the record and the tables (actions, seats,
questions, events, luck, endings) count by their values, however they are made.
"""

import ast
import hashlib
import inspect
import threading
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from eleven.core.contract.game import Game, find_game, games

ROOTS = ("prepare", "deal", "legal", "act", "see", "forget", "score")
"""The fields of a game from which the rules are reached."""
LOOPS = (
    ("eleven.core.contract.assembly", "_prepare"),
    ("eleven.core.play.loops", "start_template"),
    ("eleven.core.play.loops", "apply_template"),
)
"""How a record is prepared, and a deal and a decision are carried out."""
NO_RULES = {
    f"eleven.core.{name}"
    for name in ("contract.actions", "contract.kinds", "rules.enums", "rules.jit", "text.errors", "text.messages")
}
TABLES = ("ACTIONS", "QUESTIONS", "EVENTS", "LUCKS", "ENDINGS")
"""Tables that count by their values, not by the code that makes them."""
_ONE_AT_A_TIME = threading.Lock()
Place = tuple[str, str]
"""A module, and a name in it."""


def rules_version(game_id: str) -> str:
    """The fingerprint of the rules of a game, the core under them included."""
    with _ONE_AT_A_TIME:  # parsing in several threads during garbage collection fails in Python 3.11
        return _rules_version(game_id)


def compute_rules_versions() -> None:
    """Work out all fingerprints now, before there are threads."""
    for game_id in games():
        rules_version(game_id)
    _parsed.cache_clear()


@cache
def _rules_version(game_id: str) -> str:
    return fingerprint(find_game(game_id), _parsed)


def source(module: str) -> str:
    """The source of a module, which may belong to an external game."""
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).read_text(encoding="utf-8")


def roots(game: Game) -> list[Place]:
    """Module and name of the functions of a game's rules; defaults that do nothing are left out."""
    functions = [getattr(game, field) for field in ROOTS]
    plain = [inspect.unwrap(getattr(function, "py_func", function)) for function in functions]
    return [(function.__module__, function.__name__) for function in plain if function.__name__ != "<lambda>"]


def fingerprint(game: Game, find: "Find") -> str:
    """A hash of all that is reached, in the order in which it is reached, and of the tables."""
    digest = hashlib.sha256(repr((game.state.descr, *_tables(game))).encode())
    found = definitions(game, find)
    numbers = {place: number for number, place in enumerate(found)}
    for text, named in found.values():
        digest.update(f"{text}\x1f{[numbers[place] for place in named if place in numbers]}\x1e".encode())
    return digest.hexdigest()[:16]


def _tables(game: Game) -> Iterator[object]:
    """What the numbers in a record mean."""
    yield {action.id: action.name for action in game.actions}
    yield tuple(game.seat.tokens)
    yield tuple(game.questions), tuple(game.endings)
    yield tuple(event.name for event in game.events), tuple(kind.name for kind in game.lucks)


def definitions(game: Game, find: "Find") -> dict[Place, tuple[str, list[Place]]]:
    """Every definition that the rules of a game reach, as plain source, and the places that it names."""
    waiting = [*LOOPS, *roots(game)]
    found: dict[Place, tuple[str, list[Place]]] = {}
    while waiting:
        place = _home(waiting.pop(), find)
        if place is None or place in found:
            continue
        here = find(place[0])
        nodes = [_bare(node) for node in here.defined[place[1]]]
        named = [home for node in nodes for other in here.named_in(node) if (home := _home(other, find))]
        found[place] = "\n".join(ast.unparse(node) for node in nodes), named
        waiting.extend(named)
    return found


def _home(place: Place, find: "Find") -> Place | None:
    """Follow a name through imports to its definition; None if it is not a rule."""
    module, name = place
    while module not in NO_RULES and name not in TABLES:
        here = find(module)
        if name in here.defined:
            return module, name
        if name not in here.imported:
            return None
        module, name = here.imported[name]
    return None


class ParsedModule:
    """The syntax tree of a module: what it defines at its top, and where its other names come from."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.imported: dict[str, Place] = {}
        self.modules: dict[str, str] = {}
        self.defined: dict[str, list[ast.stmt]] = {}
        for statement in _top(ast.parse(text).body):
            if isinstance(statement, ast.ImportFrom):
                self._import(statement)
            else:
                for bound in _binds(statement):
                    self.defined.setdefault(bound, []).append(statement)

    def _import(self, statement: ast.ImportFrom) -> None:
        """Note the names imported from the package or from the game's own folder."""
        base = statement.module or ""
        if statement.level:
            base = ".".join([*self.name.split(".")[: -statement.level], *filter(None, [base])])
        if base.split(".")[0] not in ("eleven", self.name.split(".")[0]):
            return
        for alias in statement.names:
            whole = f"{base}.{alias.name}"
            if _is_module(base, alias.name):
                self.modules[alias.asname or alias.name] = whole
            else:
                self.imported[alias.asname or alias.name] = (base, alias.name)

    def named_in(self, node: ast.AST) -> Iterator[Place]:
        """The definitions that a piece of code refers to; its local names do not count."""
        own = _own_names(node)
        for part in ast.walk(node):
            if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
                if part.value.id in self.modules and part.value.id not in own:
                    yield self.modules[part.value.id], part.attr
            elif isinstance(part, ast.Name) and part.id not in own:
                if part.id in self.imported:
                    yield self.imported[part.id]
                elif part.id in self.defined:
                    yield self.name, part.id


Find = Callable[[str], ParsedModule]


@cache
def _is_module(package: str, name: str) -> bool:
    home = find_spec(package)
    places = home.submodule_search_locations if home is not None else None
    return any((Path(place) / f"{name}.py").is_file() or (Path(place) / name).is_dir() for place in places or ())


@cache
def _parsed(name: str) -> ParsedModule:
    return ParsedModule(name, source(name))


def _top(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module, those under a condition among them."""
    for statement in body:
        if isinstance(statement, ast.If):
            yield from _top([*statement.body, *statement.orelse])
        else:
            yield statement


def _binds(statement: ast.stmt) -> set[str]:
    """The names that a top-level statement defines or changes."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return {statement.name}
    stored = {part.id for part in ast.walk(statement) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    items = (part.value for part in ast.walk(statement) if isinstance(part, ast.Subscript | ast.Attribute))
    changed = {part.id for part in items if isinstance(part, ast.Name)} if isinstance(statement, ast.For) else set()
    return stored | changed


def _own_names(node: ast.AST) -> set[str]:
    """Arguments and local names of a function; at the top of a module there are none."""
    if not isinstance(node, ast.FunctionDef):
        return set()
    stored = {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    return stored | {part.arg for part in ast.walk(node) if isinstance(part, ast.arg)}


def _bare(statement: ast.stmt) -> ast.stmt:
    """A definition without docstrings, decorators and annotations."""
    for node in ast.walk(statement):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            node.decorator_list = []
            if ast.get_docstring(node, clean=False) is not None:
                node.body = node.body[1:] or [ast.Pass()]
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        if isinstance(node, ast.arg):
            node.annotation = None
        if isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
    return statement
