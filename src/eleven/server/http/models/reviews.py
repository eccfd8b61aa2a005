"""The review of a finished game as it is sent; docs/review.md explains its numbers.

A review is kept for as long as its table, so one that an older version made may lack what came later.
"""

from typing import Literal, NotRequired

from pydantic import with_config
from typing_extensions import TypedDict

from eleven.bots.available_levels import Adviser
from eleven.server.views.openapi_config import DOCUMENTED

ReviewStage = Literal["none", "waiting", "working", "done", "failed"]


@with_config(DOCUMENTED)
class ShareEstimate(TypedDict):
    """A share of games won, or a change of it."""

    value: float
    """The estimate, between -1 and 1."""
    margin: float
    """By how much it may be off, 19 times in 20."""


@with_config(DOCUMENTED)
class ReviewReply(TypedDict):
    """What another player mostly did next."""

    seat: str
    """Who, by the seat's token."""
    action: str
    """What a move calls it."""
    sentence: str
    """What it does, in words."""
    share: float
    """In what part of the simulated worlds."""


@with_config(DOCUMENTED)
class ReviewReasons(TypedDict):
    """Why a decision was costly."""

    after: ReviewReply | None
    """What followed it."""
    instead: ReviewReply | None
    """What would have followed the better one."""
    worse: float
    """In what part of the simulated worlds the better decision did better."""
    better: float
    """In what part of them this one did."""


@with_config(DOCUMENTED)
class CostlyDecision(TypedDict):
    """A decision that surely cost something, given what its player could know."""

    step: int
    """The number of the decision, as in the log."""
    seat: str
    """Who took it, by the seat's token."""
    action: str
    """What a move calls it."""
    sentence: str
    """What it does, in words."""
    best: str
    """The better decision, as a move calls it."""
    better: str
    """The better decision in words."""
    options: int
    """How many decisions were legal."""
    cost: ShareEstimate
    """By how much the better one wins more often."""
    certain: bool
    """Whether the cost is more than chance explains."""
    simulations: int
    """How many worlds were simulated for it."""
    why: ReviewReasons | None
    """Why; null if nothing is known."""


@with_config(DOCUMENTED)
class LuckAndSkill(TypedDict):
    """Where a seat's result came from; `even`, the parts and what is left of luck add up to it."""

    seat: str
    """The seat's token."""
    even: float
    """The share that everybody begins with."""
    own: ShareEstimate
    """What the player's own decisions changed."""
    others: ShareEstimate
    """What the decisions of the others changed."""
    luck: ShareEstimate
    """What luck changed."""
    deal: ShareEstimate
    """How much of that luck was in the deal."""
    result: float
    """The share of the game that the seat won."""
    decisions: int
    """How many decisions the player took."""
    mistakes: int
    """How many of them surely cost something."""


@with_config(DOCUMENTED)
class LuckSwing(TypedDict):
    """A turn of luck."""

    step: int
    """After how many decisions."""
    seat: str
    """For whom, by the seat's token."""
    change: ShareEstimate
    """By how much the share of games won changed."""


@with_config(DOCUMENTED)
class ReviewReport(TypedDict):
    """The review of a finished game."""

    game: str
    """The name of the game."""
    seats: list[str]
    """The tokens of the seats, in order."""
    by: NotRequired[Adviser]
    """What judged; older reviews do not say, but it was `expert`."""
    simulations: int
    """How many worlds were simulated for each moment."""
    shares: list[list[ShareEstimate]]
    """Every seat's share of games won, after each decision."""
    skill: NotRequired[list[list[float]]]
    """What every seat's own decisions changed until then, after each decision; older reviews lack it."""
    fortune: NotRequired[list[list[float]]]
    """What luck changed for every seat until then, after each decision; older reviews lack it."""
    costliest: list[CostlyDecision]
    """The decisions that cost most."""
    luck: list[LuckAndSkill]
    """Luck and skill, for every seat."""
    swings: list[LuckSwing]
    """The greatest turns of luck."""


@with_config(DOCUMENTED)
class ReviewState(TypedDict):
    """The progress of a review, and what it has found so far."""

    state: ReviewStage
    """Whether it waits, is being made, is done or failed; `none` if nobody has asked for it."""
    progress: float
    """How much of it is done, between 0 and 1."""
    review: ReviewReport | None
    """What it has found; null before there is anything."""
