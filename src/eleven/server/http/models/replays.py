"""Request and response models of replays and reviews."""

from typing import Annotated, Any, Literal

from pydantic import Field

from eleven.bots.levels import DEFAULT_LEVEL
from eleven.server.http.models.tables import BotLevel, Name, ResponseModel, StrictModel


class LogText(StrictModel):
    """The log of a finished game."""

    log: Annotated[str, Field(min_length=1, max_length=130_000)]


class PlayOn(StrictModel):
    """Go on from a moment of a finished game: on which seat, and how well the bots on the others play."""

    step: Annotated[int, Field(ge=0, le=2**31 - 1, strict=True)]
    seat: Annotated[str, Field(pattern=r"^[a-z0-9-]{1,24}$")]
    level: BotLevel = DEFAULT_LEVEL
    name: Name = ""


class ReviewState(ResponseModel):
    """The progress of a review, and what it has found so far."""

    state: Literal["none", "waiting", "working", "done", "failed"]
    progress: float
    review: dict[str, Any] | None = None


class OpenedLog(ResponseModel):
    """The id of an opened log."""

    replay: str
