"""What is told of a game: how a table of it can be set up, and the page of its rules."""

from dataclasses import dataclass
from typing import Literal

from pydantic import with_config
from typing_extensions import TypedDict

from eleven.bots.available_levels import LevelLimit
from eleven.bots.levels import Level
from eleven.core.contract.description import EditionDescription, GameDescription, OptionDescription
from eleven.server.views.markdown import MarkdownNode
from eleven.server.views.openapi_config import DOCUMENTED, documented_with

for made_elsewhere in (EditionDescription, OptionDescription, GameDescription, LevelLimit):
    with_config(DOCUMENTED)(made_elsewhere)


@with_config(documented_with(GameDescription))
@dataclass(frozen=True)
class GameInfo(GameDescription):
    """A game, and the bots that play it."""

    levels: list[Level]
    """The levels that some table of the game offers, weakest first."""
    level_limits: dict[str, LevelLimit]
    """The levels that not all of its tables offer."""
    level: Level
    """The level that is offered first."""
    lesson: bool
    """Whether there is a lesson."""


@with_config(DOCUMENTED)
class RulesComponent(TypedDict):
    """A table of what is in the box."""

    id: str
    """What it is, in no language."""
    title: str
    """What it is called."""
    kind: Literal["printed", "ruling", "reconstructed"]
    """Where it comes from: the rulebook, our reading, or what fits everything that is printed."""
    rows: list[tuple[str, str]]
    """Its rows in words: a name, which a single row may lack, and what belongs to it."""


@with_config(DOCUMENTED)
class RulesPicture(TypedDict):
    """A drawing of something in the game."""

    symbol: str
    """Its id in the game's `art.svg`."""
    name: str
    """What it shows."""
    about: str
    """What the thing does, where that is more than its name says; usually nothing."""


@with_config(DOCUMENTED)
class RulesPage(TypedDict):
    """The rulebook of a game in our own words, what is in the box, and the drawings."""

    game: str
    """The name of the game."""
    title: str
    """What the game is called."""
    language: str
    """The language of every text here."""
    text: str
    """The rulebook as Markdown."""
    elements: list[MarkdownNode]
    """The rulebook as the page builds it."""
    rules: dict[str, str]
    """Every rule by its id."""
    components: list[RulesComponent]
    """The component tables."""
    pictures: list[RulesPicture]
    """The drawings that have a name."""
    beside: dict[str, list[str]]
    """The drawings next to each rule, by its id."""
