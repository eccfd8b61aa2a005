"""Which rules a game began with: a fingerprint of all code that decides, blind to comments and docstrings."""

import ast
import hashlib
from functools import cache
from pathlib import Path

from eleven import core
from eleven.core.game import find_game

CORE = ("asking", "bits", "loops", "luck", "record")
NO_RULES = ("table.py", "notation.py", "reasons.py", "features.py", "opponent.py")


@cache
def rules_version(game_id: str) -> str:
    """The fingerprint of the rules of a game, the core under them included."""
    game = find_game(game_id)
    here = Path(core.__file__).parent
    files = [here / f"{name}.py" for name in CORE]
    files += [path for path in sorted(game.folder.glob("*.py")) if path.name not in NO_RULES]
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.name.encode() + meaning(path.read_text(encoding="utf-8")).encode())
    return digest.hexdigest()[:16]


def meaning(source: str) -> str:
    """Python source as its syntax tree, without docstrings."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node, clean=False):
            del node.body[0]
    return ast.dump(tree)
