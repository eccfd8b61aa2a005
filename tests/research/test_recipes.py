"""The recipes for other libraries, as far as they can be looked at without them; `make recipes` runs them."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RECIPES = sorted((ROOT / "examples" / "research").glob("*.py"))


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda path: path.stem)
def test_a_recipe_stands_in_make_recipes_and_exits_with_its_result(recipe: Path) -> None:
    """It stands under `make recipes`, its exit code says whether it worked, and it hides no library of its own name."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").split("\nrecipes:")[1].split("\n\n")[0]
    assert f"python examples/research/{recipe.name}\n" in f"{makefile}\n"
    tree = ast.parse(recipe.read_text(encoding="utf-8"))
    assert "sys.exit(main())" in ast.unparse(tree.body[-1])
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert recipe.stem not in {name.split(".")[0] for name in imported}


def test_there_are_recipes() -> None:
    assert {path.stem for path in RECIPES} >= {"ppo", "with_rllib", "with_torchrl"}
