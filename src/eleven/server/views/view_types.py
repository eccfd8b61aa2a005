"""What the page and bots are sent of a table: one `View` for live tables, replays and lessons.

They are in the OpenAPI document, and `typescript` makes the page's types of them. They are for readers and checks; a
view on its way to a player is never validated.
"""

from typing import Literal, NotRequired

from pydantic import with_config
from typing_extensions import TypedDict

from eleven.server.views.openapi_config import DOCUMENTED, documented_with
from eleven.server.views.score_sheet_types import Sheet

SeatKind = Literal["human", "hotseat", "bot", "open"]
Stage = Literal["waiting", "playing", "over"]
Room = Literal["players", "spectators"]
Reaction = Literal["hello", "well_played", "thanks", "oops", "moment", "good_game"]


@with_config(DOCUMENTED)
class ThingView(TypedDict):
    """Something in a zone; fields with their default value may be left out."""

    id: str
    """Its id in touch paths; that of a face-down thing names its place."""
    text: str
    """What is written on it."""
    back: NotRequired[str]
    """What its back shows; usually nothing."""
    up: NotRequired[bool]
    """Whether it is face up; usually it is."""
    note: NotRequired[str]
    """A note next to it; usually empty."""
    token: NotRequired[str]
    """Its token, the same in every language; usually empty."""
    about: NotRequired[str]
    """What it does, where that is more than its name says; usually nothing."""
    marks: NotRequired[str]
    """Words for the game's look, in no language; usually none."""


@with_config(DOCUMENTED)
class ZoneView(TypedDict):
    """A part of the table; fields with their default value may be left out."""

    id: str
    """What it is, in no language."""
    label: str
    """What it is called."""
    things: list[ThingView]
    """The things in it, in order."""
    seat: NotRequired[int | None]
    """The seat that it belongs to; usually none."""
    columns: NotRequired[int]
    """How many things make a row; usually 0, for one row."""
    note: NotRequired[str]
    """A note next to its label; usually empty."""


@with_config(DOCUMENTED)
class SeatView(TypedDict):
    """Who sits on a seat."""

    token: str
    """The seat's name, in no language."""
    name: str
    """What the player is called."""
    kind: SeatKind
    """Who plays here; `open` while nobody does."""
    level: str
    """How well the bot plays; empty for a person."""
    character: str
    """What the bot is like: careful, daring or friendly; empty for a person, and for a bot without a character."""
    here: bool
    """Whether the player is at the table now."""
    score: int
    """The points, as far as the viewer can count them."""
    left: bool
    """Whether the player has gone away."""
    bot: bool
    """Whether a bot decides here now."""
    absent: bool
    """Whether the player has been away so long that the others may let a bot play on."""
    late: bool
    """Whether the player's time has run out: a bot plays until they say that they are back."""
    away: list[str]
    """Days on which a clock of days does not count for the player, such as 2026-11-16."""


@with_config(DOCUMENTED)
class ClockView(TypedDict):
    """How long a decision may take, and who has how much time left."""

    kind: Literal["live", "days"]
    """Whether time is counted in seconds with a reserve, or in days."""
    seconds: int
    """The seconds for a decision."""
    reserves: list[int]
    """The milliseconds of reserve that every seat had left when the decision was asked for; empty if in days."""
    asked_at: int
    """When the time of the player who is asked began, in milliseconds since 1970."""
    due: int | None
    """When it runs out; null while no clock is running."""
    night: list[int]
    """The hours between which it does not run out; empty if none were agreed."""
    offset: int
    """Minutes by which the time of day at this table is ahead of UTC."""
    level: str
    """The level of the bot that takes over from somebody whose time has run out."""


@with_config(DOCUMENTED)
class ChatLine(TypedDict):
    """What somebody said."""

    number: int
    """Its number at this table."""
    at: int
    """When, in milliseconds since 1970."""
    room: Room
    """Whether it was said at the table or among the spectators."""
    seat: int | None
    """The seat; null for a spectator."""
    name: str
    """The name of the speaker; a spectator may have none."""
    reaction: Reaction | Literal[""]
    """Which of the quick reactions it was; empty for a text."""
    text: str
    """The text, to be shown as text; empty for a reaction."""


@with_config(DOCUMENTED)
class ChatView(TypedDict):
    """What is said at the table, as far as the viewer may hear it."""

    room: Room
    """Where the viewer's own messages go: everybody reads `players`; players read `spectators` after the game only."""
    lines: list[ChatLine]
    """What was said since the last lines the viewer received, oldest first; a line may come twice, with the same
    number."""


@with_config(DOCUMENTED)
class ActionView(TypedDict):
    """A legal action of the viewer."""

    name: str
    """What a move calls it."""
    sentence: str
    """What it does, in words."""
    touch: list[str]
    """What is touched for it, in order: ids of things, or keys of `verbs`."""


@with_config(DOCUMENTED)
class EventLines(TypedDict):
    """What happened at the table in one change."""

    version: int
    """The version that the change made."""
    lines: list[str]
    """What the viewer is told of it, in words."""


@with_config(DOCUMENTED)
class GameOver(TypedDict):
    """How the game ended."""

    reason: str
    """In words."""
    winners: list[int]
    """The seats that won."""
    scores: list[int]
    """The points of every seat."""
    secret: str
    """What the server had committed to; empty in replays and lessons."""
    shares: list[str]
    """What every seat's device added to the luck; none in replays and lessons."""
    sheet: Sheet
    """Where the points came from."""


@with_config(DOCUMENTED)
class TablePart(TypedDict):
    """The part of a view that stays the same from move to move."""

    table: str
    """The name of the table; empty in replays and lessons."""
    game: str
    """The name of the game."""
    title: str
    """What the game is called."""
    edition: str
    """Which edition is played."""
    options: dict[str, str]
    """The value of every option."""
    levels: list[str]
    """The levels that bots can have at this table, from weak to strong."""
    language: str
    """The language of every text here."""
    hash: str
    """The commitment to the server's secret; empty in replays and lessons."""
    share_wanted: bool
    """Whether the deal waits for this device's share of the luck."""
    rematch: str | None
    """The table where the same players go on."""
    hints: bool
    """Whether hints are allowed."""
    memory: bool
    """Whether players are shown what they have seen and could remember."""
    public: bool
    """Whether the table is listed and may be watched."""
    rated: bool
    """Whether the result counts for the ratings of those who play."""
    you: int | None
    """The viewer's first seat; null for a spectator."""
    viewing: str
    """Who the viewer is: a seat's token, `spectator`, or in a replay `open` for all cards."""
    hot_seat: list[int]
    """The seats that share this device, where there are several."""


@with_config(DOCUMENTED)
class SightPart(TypedDict):
    """The part of a view that comes from the sight alone."""

    zones: list[ZoneView]
    """The table."""
    question: str
    """What is asked, or what everybody waits for, in words."""
    rules: list[str]
    """The rules that the question is about, by id."""
    asked: int | None
    """The seat that is asked."""
    yours: bool
    """Whether the viewer is asked."""
    round: int | None
    """Which round is played, in a game that counts them."""
    actions: list[ActionView]
    """What the viewer may do now."""
    verbs: dict[str, str]
    """The labels of touches that are not things on the table."""


@with_config(DOCUMENTED)
class MomentPart(SightPart):
    """The part of a view that changes from move to move."""

    seats: list[SeatView]
    """Who plays, in order."""
    events: list[EventLines]
    """What happened since the last version the viewer received, oldest first."""
    can_take_back: bool
    """Whether the viewer may take their last decision back."""
    stage: Stage
    """The stage of the table."""
    message: str
    """A message about the state of the table; usually empty."""
    over: GameOver | None
    """How the game ended, once it has."""
    clock: ClockView | None
    """The clocks; null if there is no time limit."""
    chat: ChatView | None
    """The chat; null where there is none."""


@with_config(documented_with(TablePart, SightPart, MomentPart))
class View(TablePart, MomentPart):
    """A table as one seat or a spectator sees it: everything that is needed to start from nothing."""

    type: Literal["view"]
    """That this message is a view."""
    version: int
    """How many changes the table has seen; in a replay or lesson, how many decisions."""
