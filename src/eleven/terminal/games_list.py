"""Prints the list of games."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from eleven.core.contract.game import Game, Option, option_word


def show_game(game: Game, console: Console) -> None:
    """Print a game with its editions and options."""
    head = Text(game.id, style="bold")
    head.append(f"  {game.title} by {game.designer}, {_range(game)} players, {game.minutes} minutes", style="not bold")
    if game.draft:
        head.append("  (a draft)", style="not bold italic")
    console.print(head)
    grid = Table.grid(padding=(0, 2, 0, 0))
    for _ in range(3):
        grid.add_column(overflow="fold")
    for edition in game.editions:
        grid.add_row("  --edition", edition.id, edition.name)
    for option in game.options:
        grid.add_row(
            "  --option",
            f"{option.name}={'|'.join(option.values)}",
            f"{_meaning(game, option)} ({_default(game, option)})",
        )
    console.print(grid)


def _meaning(game: Game, option: Option) -> str:
    """Describe an option, and its values if their names do not explain them."""
    words = game.words()
    said = [option_word(option, value, words) for value in option.values if f"seat.{value}" not in words]
    return f"{words(f'option.{option.name}')}: {' / '.join(said)}"


def _range(game: Game) -> str:
    players = list(game.players)
    return str(players[0]) if len(players) == 1 else f"{players[0]} to {players[-1]}"


def _default(game: Game, option: Option) -> str:
    if isinstance(option.default, str):
        return option.default
    return ", ".join(f"{edition.id}: {option.default_for(edition.id)}" for edition in game.editions)
