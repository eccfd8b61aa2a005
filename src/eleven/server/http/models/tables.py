"""Request and response models of tables."""

from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from eleven.bots.available_levels import Adviser
from eleven.bots.levels import DEFAULT_LEVEL, Character, Level
from eleven.server.live.names import MAX_NAME_LENGTH, clean
from eleven.server.views.view_types import Reaction

Name = Annotated[
    str,
    BeforeValidator(lambda given: clean(given) if isinstance(given, str) else given),
    Field(
        max_length=MAX_NAME_LENGTH,
        pattern=r"^[^<>]*$",
        description="what a player is called; what cannot be seen is left out",
    ),
]
Commitment = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", description="the hash that the table has shown")]
Digits = Annotated[
    str,
    Field(
        pattern=r"^[0-9a-f]{2,64}$", description="hexadecimal digits that the player's device has rolled, 64 of them"
    ),
]
BotLevel = Annotated[Level, Field(description="how well a bot plays")]
Word = Annotated[str, Field(max_length=40, pattern=r"^[a-z0-9_-]+$")]
Hour = Annotated[int, Field(ge=0, le=23, strict=True)]
SeatNumber = Annotated[int, Field(ge=0, le=15, strict=True)]
Version = Annotated[int, Field(ge=-1, le=2**31 - 1, strict=True)]
MoveId = Annotated[str, Field(max_length=64, pattern=r"^[A-Za-z0-9._:-]*$", description="the sender's own id for it")]
ActionName = Annotated[str, Field(min_length=1, max_length=120, pattern=r"^[\x20-\x7e]+$")]


class StrictModel(BaseModel):
    """A model that forbids unknown fields."""

    model_config = ConfigDict(extra="forbid")


class ResponseModel(BaseModel):
    """A model of an answer: every field is sent, whether it has a default or not, and the document says so."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)


class SeatRequest(StrictModel):
    """Who is to sit here."""

    kind: Literal["me", "friend", "hotseat", "bot"]
    name: Name = ""
    level: BotLevel = DEFAULT_LEVEL
    character: Character | None = Field(default=None, description="what a bot is like; drawn unless given")


class LiveClock(StrictModel):
    """A number of seconds for each decision, and a reserve for the whole game that longer decisions are taken from."""

    kind: Literal["live"]
    seconds: int = Field(ge=5, le=3600, strict=True)
    reserve: int = Field(default=0, ge=0, le=86_400, strict=True)
    level: BotLevel = DEFAULT_LEVEL


class DaysClock(StrictModel):
    """A number of days for each decision; never runs out at night or on away days."""

    kind: Literal["days"]
    days: Literal[1, 3, 7]
    night: tuple[Hour, Hour] | None = Field(default=(22, 8), description="the hours between which it does not run out")
    offset: int = Field(
        default=0, ge=-720, le=840, strict=True, description="minutes by which the table's time of day is ahead of UTC"
    )
    level: BotLevel = DEFAULT_LEVEL


class NewTable(StrictModel):
    """A table to set up."""

    game: Word
    edition: Word | None = None
    options: dict[Word, Annotated[str, Field(max_length=40)]] = Field(default_factory=dict, max_length=32)
    seats: list[SeatRequest] = Field(min_length=1, max_length=16)
    public: bool = False
    hints: bool | None = Field(default=None, description="are hints allowed? by default only for one person among bots")
    memory: bool = Field(default=True, description="show players what they have seen and could remember")
    absence: int = Field(
        default=120, ge=0, le=86_400, description="seconds after which a bot may play for somebody away; 0 for never"
    )
    chat: bool | None = Field(default=None, description="is there a chat? by default only at private tables")
    rated: bool = Field(default=False, description="does the result count for ratings? at public tables of people only")
    clock: Annotated[LiveClock | DaysClock, Field(discriminator="kind")] | None = Field(
        default=None, description="how long a decision may take before a bot plays on; by default there is no limit"
    )


class Join(StrictModel):
    """Take a seat: an open one of a public table, or one whose link the visitor has.

    With a commitment, a table with another one refuses; with a share, it is added at once.
    """

    seat: SeatNumber | None = None
    name: Name = ""
    commitment: Commitment | None = None
    share: Digits | None = None
    claim: Annotated[str, Field(max_length=200)] | None = None


class Share(StrictModel):
    """What a device adds to the luck, for all its seats, with the commitment that it was shown."""

    commitment: Commitment
    share: Digits


class OwnSeat(StrictModel):
    """One of the visitor's seats; by default the first."""

    seat: SeatNumber | None = None


class TakeOver(StrictModel):
    """Let a bot play for somebody who has left, or has been away for as long as was agreed."""

    seat: SeatNumber
    level: BotLevel = DEFAULT_LEVEL


class ChatRequest(StrictModel):
    """Something to say: a text, or one of the reactions; a spectator may give a name."""

    text: Annotated[str, Field(max_length=280)] = ""
    reaction: Reaction | None = None
    seat: SeatNumber | None = None
    name: Name = ""


class AwayDays(StrictModel):
    """The player's away days, from today on, in the time of the table; they replace those set before."""

    days: Annotated[list[date], Field(max_length=60)]
    seat: SeatNumber | None = None


class Rematch(StrictModel):
    """Another game; with a level, all its bots are of that level."""

    level: BotLevel | None = None


class Move(StrictModel):
    """A decision, and the version of the table it is based on."""

    action: ActionName
    version: Version
    seat: SeatNumber | None = None
    id: MoveId = ""


class TakeBack(StrictModel):
    """Take back the player's last decision."""

    version: Version
    seat: SeatNumber | None = None


class HintedAction(ResponseModel):
    """A candidate action of the best bot; if it searched, the share of imagined games won, and their number."""

    action: str
    sentence: str
    win_share: float | None
    visits: int


class Hint(ResponseModel):
    """What the best bot would do on the version asked about, best first; `light` while no search is compiled yet."""

    version: int
    actions: list[HintedAction]
    light: bool
    by: Adviser


class SeatLink(ResponseModel):
    """Access to a seat: `link` opens it on a device, `token` lets a bot act for it."""

    seat: int
    color: str
    kind: str
    name: str
    mine: bool
    link: str | None = None
    url: str | None = None
    qr: str | None = None
    token: str | None = None


class Invitation(ResponseModel):
    """One link for all free seats: each person who opens it takes one."""

    free: int
    url: str
    qr: str


class Seated(ResponseModel):
    """A table that was just set up or joined, and the hash of its secret."""

    table: str
    commitment: str
    seats: list[SeatLink]


class NewVersion(ResponseModel):
    """The version of the table after a change."""

    version: int


class ChatLineNumber(ResponseModel):
    """The number of a line that was said or reported."""

    number: int


class ErrorAnswer(ResponseModel):
    """Why a request failed."""

    error: str
    rule: str | None = None


class Liveness(ResponseModel):
    """The server is alive."""

    ok: bool = True


class Health(ResponseModel):
    """The state of the server; `store` says whether it can write, `reason` why not."""

    ok: bool
    version: str
    store: bool
    reason: str | None = None
    tables: int
    uptime: float
