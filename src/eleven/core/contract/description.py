"""A game as plain data, for clients that set up a table: the page, bots, scripts."""

from dataclasses import dataclass

from eleven.core.contract.game import Game, option_word
from eleven.core.text.words import DEFAULT_LANGUAGE, Words


@dataclass(frozen=True)
class EditionDescription:
    """A published edition."""

    id: str
    """Its id, as a new table sends it."""
    title: str
    """Its title in the reader's language."""
    publisher: str
    """Who published it; may be empty."""


@dataclass(frozen=True)
class OptionDescription:
    """An option that is chosen before the deal."""

    name: str
    """Its name, as a new table sends it; `meaning` is for people."""
    values: list[str]
    """What may be chosen."""
    default: dict[str, str]
    """What is chosen unless the table chooses another value, by edition."""
    meaning: str
    """What it is about, in words."""
    words: dict[str, str]
    """What every value is called."""


@dataclass(frozen=True)
class GameDescription:
    """What a client needs to know of a game to set up a table."""

    id: str
    """Its id, such as `elefant`."""
    title: str
    """Its title in the reader's language."""
    designer: str
    """Who designed it."""
    minutes: str
    """How many minutes it takes, such as `20–30`."""
    players: list[int]
    """How many may play."""
    seats: list[str]
    """The tokens of the seats, in order."""
    editions: list[EditionDescription]
    """The editions; the first is the usual one."""
    draft: bool
    """Whether the game is not finished."""
    options: list[OptionDescription]
    """The options."""


def edition_word(game: Game, edition: str, words: Words) -> str:
    """The name of an edition; the game's title if the catalogue has no name for it."""
    key = f"edition.{edition}"
    return words(key if key in words else "game.title")


def described(game: Game, language: str = DEFAULT_LANGUAGE) -> GameDescription:
    """A game with its editions, options and seats; options and their values also in words."""
    words = game.words(language)
    return GameDescription(
        id=game.id,
        title=game.title_in(language),
        designer=game.designer,
        minutes=game.minutes,
        players=list(game.players),
        seats=list(game.seat.tokens[: game.max_players]),
        editions=[
            EditionDescription(each.id, edition_word(game, each.id, words), each.publisher) for each in game.editions
        ],
        draft=game.draft,
        options=[
            OptionDescription(
                name=option.name,
                values=list(option.values),
                default={edition.id: option.default_for(edition.id) for edition in game.editions},
                meaning=words(f"option.{option.name}"),
                words={value: option_word(option, value, words) for value in option.values},
            )
            for option in game.options
        ],
    )
