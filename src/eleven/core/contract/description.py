"""A game in plain data, for whoever sets up a table: the page, a bot's author, a script."""

from typing import Any

from eleven.core.contract.game import Game, option_word
from eleven.core.text.words import DEFAULT_LANGUAGE, Words


def edition_word(game: Game, edition: str, words: Words) -> str:
    """What an edition is called; a game of one edition need not say it again."""
    key = f"edition.{edition}"
    return words(key if key in words else "game.title")


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
        "editions": [
            {"id": each.id, "title": edition_word(game, each.id, words), "publisher": each.publisher}
            for each in game.editions
        ],
        "draft": game.draft,
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
