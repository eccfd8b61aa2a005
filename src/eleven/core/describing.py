"""A game in plain data, for whoever sets up a table: the page, a bot's author, a script."""

from typing import Any

from eleven.core.game import Game, option_word
from eleven.core.words import DEFAULT_LANGUAGE


def described(game: Game, language: str = DEFAULT_LANGUAGE) -> dict[str, Any]:
    """A game with its editions, options and seats; options and their values also in words."""
    words = game.words(language)
    return {
        "id": game.id,
        "title": game.title_in(language),
        "designer": game.designer,
        "minutes": game.minutes,
        "players": list(game.players),
        "seats": list(game.seat.tokens[: game.max_players]),
        "editions": [{"id": e.id, "title": words(f"edition.{e.id}"), "publisher": e.publisher} for e in game.editions],
        "options": [
            {
                "name": option.name,
                "values": list(option.values),
                "default": {edition.id: option.default_for(edition.id) for edition in game.editions},
                "meaning": words(f"option.{option.name}"),
                "words": {value: option_word(option, value, words) for value in option.values},
            }
            for option in game.options
        ],
    }
