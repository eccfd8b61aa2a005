"""The games in the house."""

from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from eleven.core.game import Game, Option


def as_data(game: Game) -> dict[str, Any]:
    """A game for a script."""
    return {
        "id": game.id,
        "title": game.title,
        "designer": game.designer,
        "minutes": game.minutes,
        "players": list(game.players),
        "editions": [{"id": e.id, "title": e.title, "publisher": e.publisher} for e in game.editions],
        "options": [
            {
                "name": option.name,
                "values": list(option.values),
                "default": {edition.id: option.default_for(edition.id) for edition in game.editions},
                "meaning": option.meaning,
            }
            for option in game.options
        ],
        "seats": list(game.seat.tokens[: game.max_players]),
    }


def show_game(game: Game, console: Console) -> None:
    """A game with its editions and options."""
    head = Text(game.id, style="bold")
    head.append(f"  {game.title} by {game.designer}, {_range(game)} players, {game.minutes} minutes", style="not bold")
    console.print(head)
    grid = Table.grid(padding=(0, 2, 0, 0))
    for edition in game.editions:
        grid.add_row("  --edition", edition.id, f"{edition.title}, {edition.publisher}")
    for option in game.options:
        grid.add_row(
            "  --option", f"{option.name}={'|'.join(option.values)}", f"{option.meaning} ({_default(game, option)})"
        )
    console.print(grid)


def _range(game: Game) -> str:
    players = list(game.players)
    return str(players[0]) if len(players) == 1 else f"{players[0]} to {players[-1]}"


def _default(game: Game, option: Option) -> str:
    if isinstance(option.default, str):
        return option.default
    return ", ".join(f"{edition.id}: {option.default_for(edition.id)}" for edition in game.editions)
