"""What comes in over a socket, checked."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from eleven.core.text.words import Language
from eleven.server.http.models import ActionName, Commitment, Digits, MoveId, SeatNumber, Strict, Version

Touch = Annotated[str, Field(max_length=80)]


class Hello(Strict):
    """The first message: the last version heard of, the reader's language, a seat's token where there is no cookie."""

    type: Literal["hello"]
    since: Version = -1
    language: Language = "en"
    token: Annotated[str, Field(max_length=200)] | None = None


class MoveMessage(Strict):
    """A decision."""

    type: Literal["move"]
    id: MoveId = ""
    version: Version
    seat: SeatNumber | None = None
    action: ActionName


class WhyMessage(Strict):
    """Tell me why this is not allowed: an action, or what a person touched on the table."""

    type: Literal["why"]
    action: ActionName | None = None
    touch: list[Touch] = Field(default_factory=list, max_length=8)
    seat: SeatNumber | None = None


class TakeBackMessage(Strict):
    """Take my last decision back."""

    type: Literal["take_back"]
    id: MoveId = ""
    version: Version
    seat: SeatNumber | None = None


class LookMessage(Strict):
    """Show me the table from another of my seats."""

    type: Literal["look"]
    seat: SeatNumber


class HintMessage(Strict):
    """Tell me what expert would do in my place."""

    type: Literal["hint"]
    id: MoveId = ""
    seat: SeatNumber | None = None


class ShareMessage(Strict):
    """Add this to the luck for all my seats; it is given for the commitment I was shown."""

    type: Literal["share"]
    id: MoveId = ""
    commitment: Commitment
    share: Digits


class PingMessage(Strict):
    """Say that you are there."""

    type: Literal["ping"]


Incoming = Hello | MoveMessage | WhyMessage | TakeBackMessage | LookMessage | HintMessage | ShareMessage | PingMessage
INCOMING: TypeAdapter[Incoming] = TypeAdapter(Annotated[Incoming, Field(discriminator="type")])
