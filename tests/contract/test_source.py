"""The shape of the house: who imports whom, and how long a file may be."""

import ast
import re
from pathlib import Path

import pytest

import eleven
from eleven.core.contract.game import Game
from tests.contract.walking import each_game

PACKAGE = Path(eleven.__file__).parent
LONGEST_FILE = 300
WRITTEN = (".py", ".toml", ".md", ".js")


def imports(path: Path) -> set[str]:
    """The modules that a file imports, wherever in it."""
    found: set[str] = set()
    package = package_of(path)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) + 1 - node.level]) if node.level else ""
            module = ".".join(part for part in (base, node.module) if part)
            found.add(module)
            found.update(f"{module}.{alias.name}" for alias in node.names)
    return found


def package_of(path: Path) -> tuple[str, ...]:
    """The package of a file; a game from elsewhere is mounted among the others."""
    if path.is_relative_to(PACKAGE):
        return (PACKAGE.name, *path.relative_to(PACKAGE).parts[:-1])
    return (PACKAGE.name, "games", path.parent.name)


def within(module: str, *packages: str) -> bool:
    """Whether a module is one of these packages or lies in one."""
    return any(module == package or module.startswith(package + ".") for package in packages)


def test_the_core_imports_no_game() -> None:
    """But for the registry, which looks into the empty package `games` for folders."""
    for path in (PACKAGE / "core").rglob("*.py"):
        for module in imports(path):
            registry = path.name == "registry.py" and module == "eleven.games"
            assert registry or not within(module, "eleven.games"), f"{path.name} imports {module}"
            assert (
                not within(module, "eleven")
                or within(module, "eleven.core", "eleven.games", "eleven.__version__")
                or (module == "eleven")
            ), f"{path.name} imports {module}"


@each_game
def test_a_game_imports_only_the_core_and_itself(game: Game) -> None:
    """Neither the server nor bots, rl or the command line, nor another game."""
    own = f"eleven.games.{game.folder.name}"
    for path in game.folder.glob("*.py"):
        for module in imports(path):
            if within(module, "eleven"):
                assert within(module, "eleven.core", own), f"{path.name} imports {module}"


def test_only_one_module_imports_numba() -> None:
    """Settings that every compiled function needs are set in one place."""
    for path in PACKAGE.rglob("*.py"):
        if path != PACKAGE / "core" / "rules" / "jit.py":
            assert not any(within(module, "numba") for module in imports(path)), path.name


@each_game
def test_files_of_a_game_are_short(game: Game) -> None:
    """One concept per file."""
    for path in game.folder.rglob("*"):
        if path.suffix in WRITTEN:
            length = len(path.read_text(encoding="utf-8").splitlines())
            assert length < LONGEST_FILE, f"{path.name} has {length} lines"


@each_game
def test_a_game_tells_what_it_is(game: Game) -> None:
    """The folder bears the id, and opens with a paragraph about the game."""
    assert game.folder.name == game.id
    opening = ast.get_docstring(ast.parse((game.folder / "__init__.py").read_text(encoding="utf-8")))
    assert opening
    assert len(opening.splitlines()) > 2
    for name in ("components.toml", "words.en.toml", "rulebook.en.md"):
        assert (game.folder / name).is_file(), name


@pytest.mark.parametrize("name", ["core", "games"])
def test_files_of_the_core_are_short(name: str) -> None:
    """The same measure for all."""
    for path in (PACKAGE / name).glob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) < LONGEST_FILE, path.name


def test_the_places_named_in_the_docs_are_there() -> None:
    """The table of tasks, the README and the server's table of files name places that exist."""
    root = PACKAGE.parents[1]
    named = [
        root / place
        for page in (root / "README.md", *(root / "docs").glob("*.md"))
        for place in re.findall(r"`(src/eleven/[\w/.]+)`", page.read_text(encoding="utf-8"))
    ]
    server = (root / "docs" / "server.md").read_text(encoding="utf-8").split("## How it is made")[1].split("\n\n")[1]
    named += [PACKAGE / "server" / place for place in re.findall(r"`(\w+(?:/[\w.]+)?(?:\.py)?)`", server)]
    scripts = (root / "docs" / "the-page.md").read_text(encoding="utf-8").split("\n\n")[2]
    named += [PACKAGE / "server" / "static" / place for place in re.findall(r"`(\w+/[\w.]+)`", scripts)]
    assert len(named) > 80
    assert not [str(place) for place in named if not place.exists()]
