"""What the page and bots are sent of a table: one `View` for live tables, replays and lessons.

The OpenAPI document describes views by these types, and `typescript` makes the page's types of that. They are for those
who read and check; a view on its way to a player is never validated.
"""

from typing import Literal, NotRequired

from pydantic import ConfigDict
from typing_extensions import TypedDict

DOCUMENTED = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class Thing(TypedDict):
    """Something in a zone; what has its usual value may be left out."""

    __pydantic_config__ = DOCUMENTED  # type: ignore[misc]
    id: str
    """What touch paths call it; that of a face-down thing names its place."""
    text: str
    """What is written on it."""
    back: NotRequired[str]
    """What its back shows; usually nothing."""
    up: NotRequired[bool]
    """Whether it lies face up; usually it does."""
    note: NotRequired[str]
    """What is said beside it; usually nothing."""
    token: NotRequired[str]
    """What it is, in no language; usually nothing."""
    about: NotRequired[str]
    """What it does, where that is more than its name says; usually nothing."""
    marks: NotRequired[str]
    """Words for the game's look, in no language; usually none."""


class Zone(TypedDict):
    """A part of the table; what has its usual value may be left out."""

    __pydantic_config__ = DOCUMENTED  # type: ignore[misc]
    id: str
    """What it is, in no language."""
    label: str
    """What it is called."""
    things: list[Thing]
    """What lies in it, in order."""
    seat: NotRequired[int | None]
    """In front of whom it lies; usually of nobody."""
    columns: NotRequired[int]
    """How many things make a row; usually 0, for one row."""
    note: NotRequired[str]
    """What is said beside its label; usually nothing."""


class Seat(TypedDict):
    """Who sits on a seat."""

    __pydantic_config__ = DOCUMENTED  # type: ignore[misc]
    token: str
    """The seat's name, in no language."""
    name: str
    """What the player is called."""
    kind: Literal["human", "hotseat", "bot", "open"]
    """Who plays here; `open` while nobody does."""
    level: str
    """How well the bot plays; empty for a person."""
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


class Action(TypedDict):
    """A legal action of the viewer."""

    __pydantic_config__ = DOCUMENTED  # type: ignore[misc]
    name: str
    """What a move calls it."""
    sentence: str
    """What it does, in words."""
    touch: list[str]
    """What is touched for it, in order: ids of things, or keys of `verbs`."""


class News(TypedDict):
    """What happened at the table in one change."""

    __pydantic_config__ = DOCUMENTED  # type: ignore[misc]
    version: int
    """The version that the change made."""
    lines: list[str]
    """What the viewer heard of it, in words."""


class Over(TypedDict):
    """How the game ended."""

    __pydantic_config__ = DOCUMENTED  # type: ignore[misc]
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


class View(TypedDict):
    """A table as one seat or a spectator sees it: everything that is needed to go on from nothing."""

    __pydantic_config__ = DOCUMENTED  # type: ignore[misc]
    type: Literal["view"]
    """That this message is a view."""
    version: int
    """How many changes the table has seen; in a replay or lesson, how many decisions."""
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
    language: str
    """The language of every text here."""
    hash: str
    """The commitment to the server's secret; empty in replays and lessons."""
    share_wanted: bool
    """Whether the deal waits for this device's share of the luck."""
    rematch: str | None
    """The table where the same players go on."""
    hints: bool
    """Whether who is asked may have a hint."""
    memory: bool
    """Whether players are shown what they have seen and could remember."""
    public: bool
    """Whether the table is listed and may be watched."""
    you: int | None
    """The first seat of whoever looks; none for a spectator."""
    viewing: str
    """Whose sight this is: a seat's token, `spectator`, or in a replay `open` for all cards."""
    hot_seat: list[int]
    """The seats that share this device, where there are several."""
    zones: list[Zone]
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
    actions: list[Action]
    """What the viewer may do now."""
    verbs: dict[str, str]
    """The words for touches that are no thing on the table."""
    seats: list[Seat]
    """Who plays, in order."""
    events: list[News]
    """What happened since the version that the viewer had heard of, oldest first."""
    can_take_back: bool
    """Whether the viewer may take their last decision back."""
    stage: Literal["waiting", "playing", "over"]
    """How far the table is."""
    message: str
    """What is the matter with the table, in words; mostly nothing."""
    over: Over | None
    """How the game ended, once it has."""
