"""The commands `eleven games` and `eleven rules`."""

from dataclasses import asdict
from typing import Annotated

import typer

from eleven.arguments import AsJson, GameName, LanguageName, console, known_language, print_json, run_plainly

GAMES_EXAMPLES = ("eleven games", "eleven games --json")
RULES_EXAMPLES = ("eleven rules elevenses", "eleven rules elevenses EL-12", "eleven rules elevenses --json")


def games(as_json: AsJson = False) -> None:
    """List the games with their editions, options and numbers of players."""
    run_plainly()
    from eleven.core.contract.description import described
    from eleven.core.contract.game import games as all_games
    from eleven.terminal.games_list import show_game

    if as_json:
        print_json([asdict(described(game)) for game in all_games().values()])
        return
    screen = console()
    for game in all_games().values():
        show_game(game, screen)


def rules(
    game: GameName,
    rule: Annotated[str | None, typer.Argument(metavar="[ID]", help="One rule by its id.", show_default=False)] = None,
    language: LanguageName = "en",
    as_json: AsJson = False,
) -> None:
    """Show the rules in our own words, with their ids, rulings and what is reconstructed."""
    run_plainly()
    from eleven.core.contract.game import find_game
    from eleven.core.contract.rulebook import rulebook
    from eleven.terminal import rulebook_text

    found = find_game(game)
    if as_json:
        print_json(rulebook_text.book_as_data(found, rule))
    elif rule:
        console().print(rulebook_text.rule_with_parts(rulebook(found, known_language(language)), rule))
    else:
        rulebook_text.show_book(found, console(), known_language(language))
