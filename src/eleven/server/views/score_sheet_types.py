"""The score sheet as the page is sent it; `view_types` has the rest of a view."""

from pydantic import with_config
from typing_extensions import TypedDict

from eleven.server.views.openapi_config import DOCUMENTED


@with_config(DOCUMENTED)
class SheetRow(TypedDict):
    """A line of the score sheet."""

    label: str
    """The category, in words."""
    values: list[int | None]
    """The points of every seat; null for a seat that did not score in it."""
    counts: bool
    """Whether the values are points; else they only explain them."""


@with_config(DOCUMENTED)
class SheetRound(TypedDict):
    """What one round brought."""

    title: str
    """Which round, in words; empty where there are none, or only one."""
    rows: list[SheetRow]
    """Its categories."""
    sum: list[int]
    """Its points for every seat."""


@with_config(DOCUMENTED)
class Sheet(TypedDict):
    """The score sheet: every round and category that brought points."""

    title: str
    """The title of the sheet."""
    places: list[str]
    """The place that every seat took, in words."""
    rounds: list[SheetRound]
    """The rounds, in order."""
    sum: str
    """What the sum of a round is called."""
    total: str
    """What the sum of all is called."""
