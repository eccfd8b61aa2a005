"""The words of games and server in every language, and which language a request wants."""

from functools import cache
from pathlib import Path

from eleven.core.contract.game import find_game
from eleven.core.text.narration import seat_names
from eleven.core.text.words import DEFAULT_LANGUAGE, LANGUAGES, Words, load_words

HERE = Path(__file__).parents[1]


@cache
def words_of(game_id: str, language: str = DEFAULT_LANGUAGE) -> Words:
    """The words of a game."""
    return find_game(game_id).words(language)


@cache
def server_words(language: str = DEFAULT_LANGUAGE) -> Words:
    """The words of the server itself."""
    return load_words(HERE, language)


@cache
def seat_words(game_id: str, language: str = DEFAULT_LANGUAGE) -> list[str]:
    """What every seat of a game is called."""
    game = find_game(game_id)
    return seat_names(game, words_of(game_id, language), game.max_players)


def language_wanted(accepted: str | None) -> str:
    """The best language of an Accept-Language header that is available here."""
    weighed = []
    for place, item in enumerate((accepted or "").lower().split(",")):
        name, _, weight = item.strip().partition(";q=")
        try:
            weighed.append((-float(weight or 1), place, name.split("-")[0]))
        except ValueError:
            continue
    return next((name for weight, _, name in sorted(weighed) if name in LANGUAGES and weight < 0), DEFAULT_LANGUAGE)
