"""Source conventions: allowed imports, and the maximum length of files."""

import ast
import re
from pathlib import Path

import pytest

import eleven
from eleven.core.contract.game import Game
from tests.contract.walking import each_game
from tests.game_files import own_tests

PACKAGE = Path(eleven.__file__).parent
LONGEST_FILE = 300
WRITTEN = (".py", ".toml", ".md", ".js")
MOST_MODULES = 20
IS_A_TYPE = re.compile(r"[A-Z]\w*[a-z]\w*")
"""What an alias of a type is called: `Tape`, `OnProgress`; constants have capitals only."""
WITH_ALIASES_OF_THEIR_OWN = ("server", "store_commands")
"""Folders whose aliases of types may have the name of something else."""
IN_EVERY_GAME = {
    "state": ("STATE", "QUESTIONS"),
    "actions": ("ACTIONS",),
    "rules": ("legal", "act", "_take_turn", "_go_on", "_end_round", "lay", "_lay"),
    "sight": ("see", "imagine", "forget", "misremember", "mix", "PUBLIC", "SEEN_ONLY_FIELDS", "KNOWLEDGE_FIELDS"),
    "invariants": ("check", "INVARIANTS"),
    "table": ("zones", "word"),
    "heuristics": ("weigh", "outlook", "LEVELS", "CHARACTERS"),
}
"""The files of a game, and what of the contract stands in each."""
IN_LARGE_GAMES = {
    "tokens": ("SEAT",),
    "events": ("EVENTS", "LUCKS"),
    "setting_up": ("prepare", "check_components", "EDITIONS", "OPTIONS"),
    "dealing": ("deal", "new_round", "begin_round"),
    "turns": ("begin_turn", "next_turn", "ask_on"),
    "placing": (),
    "knowledge": (),
    "scoring": ("score", "ENDINGS"),
    "reasons": ("why_not",),
    "notation": ("NOTATION", "complete"),
    "features": ("FEATURES",),
}
TESTS_CALLED_ALIKE = {
    "setting_up": ("set_up", "setup", "start", "round"),
    "sight": ("knowledge", "secrecy"),
    "words": ("text", "texts"),
    "notation": ("positions",),
}
"""What the tests of a game about one thing are called, and what they are not."""
SMALL = {"tokens": "state", "events": "rules", "dealing": "rules", "turns": "rules", "scoring": "rules"}
"""Where these things stand in a game that is too small for files of their own."""


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
    """A game imports neither the server, bots, research or the command line, nor another game."""
    own = f"eleven.games.{game.folder.name}"
    for path in game.folder.glob("*.py"):
        for module in imports(path):
            if within(module, "eleven"):
                assert within(module, "eleven.core", own), f"{path.name} imports {module}"


@pytest.mark.slow
def test_only_one_module_imports_numba() -> None:
    """Settings that every compiled function needs are set in one place; what extends Numba is imported there alone."""
    door, extension = PACKAGE / "core" / "rules" / "jit.py", PACKAGE / "core" / "rules" / "inline_code.py"
    for path in PACKAGE.rglob("*.py"):
        if path not in (door, extension):
            assert not any(within(module, "numba") for module in imports(path)), path.name
        if path != door:
            assert "eleven.core.rules.inline_code" not in imports(path), path.name


def test_a_name_of_a_class_stands_for_one_thing() -> None:
    """A search for a class or the alias of a type finds one.

    Only the games, a folder each, all have records called `Seat` and `State`; some aliases are of one folder alone.
    """
    homes: dict[str, list[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        if not path.is_relative_to(PACKAGE / "games") and not path.is_relative_to(PACKAGE / "scaffold" / "template"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            names = [node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
            if path.relative_to(PACKAGE).parts[0] not in WITH_ALIASES_OF_THEIR_OWN:
                names += filter(IS_A_TYPE.fullmatch, assigned(tree))
            for name in names:
                homes.setdefault(name, []).append(path.relative_to(PACKAGE).as_posix())
    assert len(homes["OnProgress"]) == len(homes["Tape"]) == 1, "both classes and aliases are looked at"
    assert not {name: files for name, files in homes.items() if len(files) > 1}


def assigned(tree: ast.Module) -> set[str]:
    """The names that a module assigns to at its top."""
    targets = [
        target
        for statement in tree.body
        for target in (
            statement.targets
            if isinstance(statement, ast.Assign)
            else [statement.target]
            if isinstance(statement, ast.AnnAssign)
            else []
        )
    ]
    return {target.id for target in targets if isinstance(target, ast.Name)}


@each_game
def test_files_of_a_game_are_short(game: Game) -> None:
    """One concept per file."""
    for path in game.folder.rglob("*"):
        if path.suffix in WRITTEN:
            length = len(path.read_text(encoding="utf-8").splitlines())
            assert length < LONGEST_FILE, f"{path.name} has {length} lines"


@each_game
def test_every_game_has_the_same_files_for_the_same_things(game: Game) -> None:
    """What is not on the list is a chapter of this game's own rules, which its opening names: `effects`, `tiles`."""
    files = {path.stem for path in game.folder.glob("*.py")}
    opening = ast.get_docstring(ast.parse((game.folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    chapters = set(re.findall(r"`(\w+)`", opening))
    missing, own = {*IN_EVERY_GAME} - files, files - {"__init__", *IN_EVERY_GAME, *IN_LARGE_GAMES} - chapters
    assert not missing, f"{', '.join(sorted(missing))}: every game has this file"
    assert not own, f"{', '.join(sorted(own))}: a file of this name must be named in the opening of __init__.py"
    assert len(files - {"__init__"}) <= MOST_MODULES
    homes = {name: file for file, names in {**IN_EVERY_GAME, **IN_LARGE_GAMES}.items() for name in names}
    for path in game.folder.glob("*.py"):
        for name in defined(path):
            home = homes.get(name, path.stem)
            assert path.stem in (home, SMALL.get(home, home) if home not in files else home), (
                f"{path.name} has {name}, which belongs into {home}.py"
            )


def defined(path: Path) -> set[str]:
    """The functions and tables that a file defines, as the contract calls them."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {each.name for each in tree.body if isinstance(each, ast.FunctionDef)} | assigned(tree)


@each_game
def test_tests_of_the_same_thing_have_the_same_name_in_every_game(game: Game) -> None:
    files = {path.stem.removeprefix("test_") for path in own_tests(game).glob("test_*.py")}
    assert files
    for name, others in TESTS_CALLED_ALIKE.items():
        for other in others:
            assert other not in files, f"test_{other}.py is called test_{name}.py in other games"


@each_game
def test_a_game_tells_what_it_is(game: Game) -> None:
    """The folder bears the id, and opens with a paragraph about the game."""
    assert game.folder.name == game.id
    opening = ast.get_docstring(ast.parse((game.folder / "__init__.py").read_text(encoding="utf-8")))
    assert opening
    assert len(opening.splitlines()) > 2
    for name in ("components.toml", "words.en.toml", "rulebook.en.md"):
        assert (game.folder / name).is_file(), name


def test_all_files_are_short() -> None:
    """The same measure for every Python file of the package."""
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in PACKAGE.rglob("*.py")}
    assert not [path.relative_to(PACKAGE) for path, length in lengths.items() if length >= LONGEST_FILE]


def test_the_places_named_in_the_docs_are_there() -> None:
    """The README, the table of tasks and the table of the server's files name places that exist."""
    root = PACKAGE.parents[1]
    named = [
        root / place
        for page in (root / "README.md", *(root / "docs").glob("*.md"))
        for place in re.findall(r"`(src/eleven/[\w/.]+)`", page.read_text(encoding="utf-8"))
    ]
    architecture = (root / "docs" / "architecture.md").read_text(encoding="utf-8")
    server = architecture.split("## The server, file by file")[1].split("\n\n")[1]
    named += [PACKAGE / "server" / place for place in re.findall(r"`(\w+(?:/[\w.]+)?(?:\.py)?)`", server)]
    scripts = (root / "docs" / "the-page.md").read_text(encoding="utf-8").split("\n\n")[2]
    named += [PACKAGE / "server" / "static" / place for place in re.findall(r"`(\w+/[\w./]+)`", scripts)]
    assert len(named) > 80
    assert not [str(place) for place in named if not place.exists()]
