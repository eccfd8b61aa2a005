"""Prints the rulebook and the component tables."""

from typing import Any

from rich.console import Console, RenderableType
from rich.markdown import Markdown
from rich.table import Table

from eleven.core.contract.game import Game
from eleven.core.contract.rulebook import Rulebook, rulebook
from eleven.core.text.words import DEFAULT_LANGUAGE

MEANINGS = {
    "printed": "stands in a rulebook",
    "ruling": "how a silent rulebook is read here",
    "reconstructed": "shown in a picture that is lost; fits every printed count and example",
}


def rule_ids(book: Rulebook, rule_id: str) -> list[str]:
    """Return the ids of a rule and its sub-rules."""
    wanted = rule_id.strip().upper()
    book.rule(wanted)
    return [found for found in book.rules if found == wanted or found.startswith(f"{wanted}.")]


def rule_with_parts(book: Rulebook, rule_id: str) -> RenderableType:
    """Return the text of a rule with its sub-rules."""
    return Markdown("\n".join(f"- **{found}** {book.rules[found]}" for found in rule_ids(book, rule_id)))


def show_book(game: Game, console: Console, language: str = DEFAULT_LANGUAGE) -> None:
    """Print the whole rulebook, then the component tables with their kinds."""
    console.print(Markdown(rulebook(game, language).text))
    for name, table in game.components().tables.items():
        console.print()
        console.print(_component_table(name, table))


def _component_table(name: str, table: dict[str, Any]) -> Table:
    kind = table["kind"]
    grid = Table(title=f"Components: {name}, {kind} ({MEANINGS[kind]})", title_justify="left", show_header=False)
    grid.expand = True
    grid.add_column()
    grid.add_column(ratio=1)
    for key, value in table.items():
        if key != "kind":
            grid.add_row(key, _entry(value))
    return grid


def _entry(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_entry(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{key} {_entry(item)}" for key, item in value.items())
    return str(value)


def book_as_data(game: Game, rule_id: str | None) -> dict[str, Any]:
    """Return rules and component tables as JSON data."""
    book = rulebook(game)
    ids = rule_ids(book, rule_id) if rule_id else list(book.rules)
    data: dict[str, Any] = {"game": game.id, "rules": {found: book.rules[found] for found in ids}}
    if rule_id is None:
        data["components"] = dict(game.components().tables)
    return data
