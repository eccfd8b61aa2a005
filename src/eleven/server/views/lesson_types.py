"""A lesson as the page is sent it; its tables are views like any other (see `view_types`)."""

from pydantic import with_config
from typing_extensions import TypedDict

from eleven.server.views.openapi_config import DOCUMENTED
from eleven.server.views.view_types import View


@with_config(DOCUMENTED)
class LessonStep(TypedDict):
    """One step of a lesson."""

    text: str
    """What the learner is told."""
    view: View
    """The table before the step; its actions are the one that is wanted, or none where the step is only read."""
    then: list[View]
    """The table after the learner's decision, and after each reply of the others."""


@with_config(DOCUMENTED)
class Lesson(TypedDict):
    """An introduction that teaches a game by playing."""

    game: str
    """The name of the game."""
    title: str
    """What the game is called."""
    language: str
    """The language of every text here."""
    steps: list[LessonStep]
    """The steps, in order."""
    end: str
    """What is said when the last step is done."""
