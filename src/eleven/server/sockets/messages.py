"""The messages of a socket: what comes in is checked, what goes out is typed; both are in the OpenAPI document."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError, with_config
from typing_extensions import TypedDict

from eleven.core.text.words import Language
from eleven.server.http.models.tables import (
    ActionName,
    ChatRequest,
    Commitment,
    Digits,
    Hint,
    MoveId,
    SeatNumber,
    StrictModel,
    Version,
)
from eleven.server.views.openapi_config import DOCUMENTED
from eleven.server.views.view_types import View

Touch = Annotated[str, Field(max_length=80)]


class Hello(StrictModel):
    """The first message: the last version received, the reader's language, a seat's token if there is no cookie."""

    type: Literal["hello"]
    since: Version = -1
    language: Language = "en"
    token: Annotated[str, Field(max_length=200)] | None = None


class MoveMessage(StrictModel):
    """A decision."""

    type: Literal["move"]
    id: MoveId = ""
    version: Version
    seat: SeatNumber | None = None
    action: ActionName


class WhyMessage(StrictModel):
    """Ask why this is not allowed: an action, or what a person touched on the table."""

    type: Literal["why"]
    action: ActionName | None = None
    touch: list[Touch] = Field(default_factory=list, max_length=8)
    seat: SeatNumber | None = None


class TakeBackMessage(StrictModel):
    """Take back the sender's last decision."""

    type: Literal["take_back"]
    id: MoveId = ""
    version: Version
    seat: SeatNumber | None = None


class LookMessage(StrictModel):
    """Look at the table from another of the sender's seats."""

    type: Literal["look"]
    seat: SeatNumber


class HintMessage(StrictModel):
    """Ask what the best bot would do."""

    type: Literal["hint"]
    id: MoveId = ""
    seat: SeatNumber | None = None


class ShareMessage(StrictModel):
    """Add this share of the luck for all of the sender's seats, with the commitment that was shown."""

    type: Literal["share"]
    id: MoveId = ""
    commitment: Commitment
    share: Digits


class SayMessage(ChatRequest):
    """Say this to those who may hear it."""

    type: Literal["say"]
    id: MoveId = ""


class PingMessage(StrictModel):
    """Say that you are there."""

    type: Literal["ping"]


Incoming = (
    Hello
    | MoveMessage
    | WhyMessage
    | TakeBackMessage
    | LookMessage
    | HintMessage
    | ShareMessage
    | SayMessage
    | PingMessage
)
INCOMING: TypeAdapter[Incoming] = TypeAdapter(Annotated[Incoming, Field(discriminator="type")])
MESSAGE_TOO_BIG = 1009, "a message is a text of a few hundred bytes"
"""The code (RFC 6455) and the reason with which a connection is closed that sends something else."""


@with_config(DOCUMENTED)
class AckMessage(TypedDict):
    """A decision, a decision taken back, a share or something said is stored."""

    type: Literal["ack"]
    """That this message is an acknowledgement."""
    id: str
    """The sender's own id for it."""
    version: int
    """The version that it made, or that the table has."""


@with_config(DOCUMENTED)
class RefusedMessage(TypedDict):
    """A request was refused."""

    type: Literal["refused"]
    """That this message is a refusal."""
    id: str
    """The sender's own id for what is refused; empty where it had none."""
    rule: str | None
    """The id of the rule that forbids it, if one does."""
    reason: str
    """Why, in words."""
    version: int
    """The version of the table."""


@with_config(DOCUMENTED)
class WhyAnswer(TypedDict):
    """Why an action is not allowed now."""

    type: Literal["why"]
    """That this message answers a `why`."""
    action: str | None
    """The action that is meant; null if no action begins with what was touched."""
    touch: list[str]
    """What was touched."""
    rule: str | None
    """The id of the rule that forbids it, if one does."""
    reason: str
    """Why, in words."""
    case: str | None
    """What prevents it in this situation, if the game can say."""


class HintAnswer(Hint):
    """What the best bot would do, for the seat that asked."""

    type: Literal["hint"] = "hint"
    seat: int


@with_config(DOCUMENTED)
class PongMessage(TypedDict):
    """The server is there."""

    type: Literal["pong"]
    """That this message answers a `ping`."""
    now: int
    """The server's time, by which clocks run, in milliseconds since 1970."""
    page_version: str
    """The version of the server's pages and their files; a page of another version should reload."""


@with_config(DOCUMENTED)
class ErrorMessage(TypedDict):
    """Something is wrong with the table, with a message, or with the connection."""

    type: Literal["error"]
    """That this message is an error."""
    reason: str
    """What is wrong, in words."""


def what_is_wrong(error: ValidationError) -> str:
    """What pydantic finds wrong with a message, in one line."""
    problem = error.errors(include_url=False, include_input=False, include_context=False)[0]
    return f"{'.'.join(str(part) for part in problem['loc']) or 'message'}: {problem['msg']}"


Answer = AckMessage | RefusedMessage | WhyAnswer | PongMessage | ErrorMessage
"""The direct answers to a message; `HintAnswer` and views are sent when they are ready."""
OUTGOING: TypeAdapter[View | Answer | HintAnswer] = TypeAdapter(
    Annotated[View | Answer | HintAnswer, Field(discriminator="type")]
)
