"""What comes in and goes out over HTTP, checked and documented."""

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from eleven.bots.levels import DEFAULT_LEVEL, Character, Level
from eleven.bots.offered import Adviser
from eleven.server.live.names import LONGEST, clean
from eleven.server.views.types import Reaction

Name = Annotated[
    str,
    BeforeValidator(lambda given: clean(given) if isinstance(given, str) else given),
    Field(
        max_length=LONGEST, pattern=r"^[^<>]*$", description="what a player is called; what cannot be seen is left out"
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
MoveId = Annotated[str, Field(max_length=64, pattern=r"^[A-Za-z0-9._:-]*$", description="the sender's own name for it")]
ActionName = Annotated[str, Field(min_length=1, max_length=120, pattern=r"^[\x20-\x7e]+$")]


class Strict(BaseModel):
    """Nothing but the fields named."""

    model_config = ConfigDict(extra="forbid")


class SeatWish(Strict):
    """Who is to sit here."""

    kind: Literal["me", "friend", "hotseat", "bot"]
    name: Name = ""
    level: BotLevel = DEFAULT_LEVEL
    character: Character | None = Field(default=None, description="what a bot is like; drawn unless given")


class LiveClock(Strict):
    """So many seconds for each decision, and a reserve for the whole game that longer decisions are taken from."""

    kind: Literal["live"]
    seconds: int = Field(ge=5, le=3600, strict=True)
    reserve: int = Field(default=0, ge=0, le=86_400, strict=True)
    level: BotLevel = DEFAULT_LEVEL


class DaysClock(Strict):
    """So many days for each decision; it runs out neither at night nor on days on which somebody is away."""

    kind: Literal["days"]
    days: Literal[1, 3, 7]
    night: tuple[Hour, Hour] | None = Field(default=(22, 8), description="the hours between which it does not run out")
    offset: int = Field(
        default=0, ge=-720, le=840, strict=True, description="minutes by which the table's time of day is ahead of UTC"
    )
    level: BotLevel = DEFAULT_LEVEL


class NewTable(Strict):
    """A table to set up."""

    game: Word
    edition: Word | None = None
    options: dict[Word, Annotated[str, Field(max_length=40)]] = Field(default_factory=dict, max_length=32)
    seats: list[SeatWish] = Field(min_length=1, max_length=16)
    public: bool = False
    hints: bool | None = Field(default=None, description="may who is asked have a hint? usually only alone among bots")
    memory: bool = Field(default=True, description="show players what they have lawfully seen and could remember")
    absence: int = Field(
        default=120, ge=0, le=86_400, description="seconds after which a bot may play for somebody away; 0 for never"
    )
    talk: bool | None = Field(default=None, description="do people talk? usually only at tables that are not public")
    rated: bool = Field(default=False, description="does the result count for ratings? at public tables of people only")
    clock: Annotated[LiveClock | DaysClock, Field(discriminator="kind")] | None = Field(
        default=None, description="how long a decision may take before a bot plays on; usually as long as one likes"
    )


class Join(Strict):
    """Take a seat: an open one of a public table, or the one whose link one holds.

    With the commitment that one was shown, nothing is done at a table that has another; with a share, it is given too.
    """

    seat: SeatNumber | None = None
    name: Name = ""
    commitment: Commitment | None = None
    share: Digits | None = None
    claim: Annotated[str, Field(max_length=200)] | None = None


class Share(Strict):
    """What one's device adds to the luck, for all its seats, with the commitment it was shown before."""

    commitment: Commitment
    share: Digits


class ForSeat(Strict):
    """Which of one's seats is meant; by default the first."""

    seat: SeatNumber | None = None


class TakeOver(Strict):
    """Let a bot play for somebody who has left, or has been away for as long as was agreed."""

    seat: SeatNumber
    level: BotLevel = DEFAULT_LEVEL


class Saying(Strict):
    """Something to say: a text, or one of the reactions; a spectator may give a name."""

    text: Annotated[str, Field(max_length=280)] = ""
    reaction: Reaction | None = None
    seat: SeatNumber | None = None
    name: Name = ""


class Rematch(Strict):
    """Another game; with a level, all its bots are of that level."""

    level: BotLevel | None = None


class Move(Strict):
    """A decision, on the version it was made on."""

    action: ActionName
    version: Version
    seat: SeatNumber | None = None
    id: MoveId = ""


class TakeBack(Strict):
    """Take one's last decision back."""

    version: Version
    seat: SeatNumber | None = None


class Advised(BaseModel):
    """An action the best bot would think of; where it searched, the share of imagined games it won, and of how many."""

    action: str
    sentence: str
    win_share: float | None
    visits: int


class Hint(BaseModel):
    """What the best bot would do on the version asked about, best first; `light` while no search is compiled yet."""

    version: int
    actions: list[Advised]
    light: bool
    by: Adviser


class SeatLink(BaseModel):
    """How a seat is reached: `link` opens it on a device, `token` lets a bot act for it."""

    seat: int
    color: str
    kind: str
    name: str
    mine: bool
    link: str | None = None
    url: str | None = None
    qr: str | None = None
    token: str | None = None


class Invitation(BaseModel):
    """One link for all free seats: whoever comes by it takes one."""

    free: int
    url: str
    qr: str


class Seated(BaseModel):
    """A table one has just set up or joined, and the hash of the secret that it has committed to."""

    table: str
    commitment: str
    seats: list[SeatLink]


class Done(BaseModel):
    """The version that a change has made."""

    version: int


class Problem(BaseModel):
    """Why something was not done."""

    error: str
    rule: str | None = None


class Alive(BaseModel):
    """That the server answers."""

    ok: bool = True


class Health(BaseModel):
    """How the server does; `store` says whether it can write, `reason` why not."""

    ok: bool
    version: str
    store: bool
    reason: str | None = None
    tables: int
    uptime: float
