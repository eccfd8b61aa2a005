"""A game as plain data, for clients that set up a table: the page, bots, scripts."""

from typing import Any

from eleven.core.contract.game import Game, option_word
from eleven.core.text.words import DEFAULT_LANGUAGE, Words


def edition_word(game: Game, edition: str, words: Words) -> str:
    """The name of an edition; the game's title if the catalogue has no name for it."""
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
