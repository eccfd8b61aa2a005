"""Request and response models of replays."""

from typing import Annotated, Literal

from pydantic import Field, with_config
from typing_extensions import TypedDict

from eleven.bots.levels import DEFAULT_LEVEL
from eleven.server.http.models.tables import BotLevel, Name, ResponseModel, StrictModel
from eleven.server.views.openapi_config import DOCUMENTED

StepMark = Literal["deal", "turn", "score", "round", "over", ""]


class LogText(StrictModel):
    """The log of a finished game."""

    log: Annotated[str, Field(min_length=1, max_length=130_000)]


class PlayOn(StrictModel):
    """Go on from a moment of a finished game: on which seat, and how well the bots on the others play."""

    step: Annotated[int, Field(ge=0, le=2**31 - 1, strict=True)]
    seat: Annotated[str, Field(pattern=r"^[a-z0-9-]{1,24}$")]
    level: BotLevel = DEFAULT_LEVEL
    name: Name = ""


class OpenedLog(ResponseModel):
    """The id of an opened log."""

    replay: str


@with_config(DOCUMENTED)
class ReplaySeat(TypedDict):
    """A seat of a finished game."""

    token: str
    """The seat's name, in no language."""
    name: str
    """What the player is called."""


@with_config(DOCUMENTED)
class StoryStep(TypedDict):
    """A decision of a finished game, or the deal, as a viewer saw it."""

    step: int
    """How many decisions were taken then."""
    seat: int | None
    """Who took this one; null for the deal."""
    lines: list[str]
    """What the viewer was told of it, in words."""
    mark: StepMark
    """What begins or changes here, for the timeline; usually nothing."""
    done: str
    """The decision itself in words; empty where the viewer does not know it."""


@with_config(DOCUMENTED)
class ReplayPage(TypedDict):
    """A finished game: who played, how it ended, and every decision as a viewer saw it."""

    replay: str
    """The id of the replay: a table, or a log that was opened."""
    game: str
    """The name of the game."""
    title: str
    """What the game is called."""
    edition: str
    """Which edition was played."""
    language: str
    """The language of every text here."""
    seats: list[ReplaySeat]
    """Who played, in order."""
    viewers: list[str]
    """The possible viewers: the seats' tokens, `spectator`, and `open` for all cards."""
    viewing: str
    """Which of them the viewer is."""
    mine: list[str]
    """The tokens of the visitor's seats."""
    last: int
    """How many decisions there are."""
    scores: list[int]
    """The points of every seat."""
    winners: list[int]
    """The seats that won."""
    share: str | None
    """The path of a link for others; null for a log that was opened."""
    story: list[StoryStep]
    """The deal and every decision, in order."""
