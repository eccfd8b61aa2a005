"""The open questions of a position as text: `red turn, green pass 1 0`, the top one last, or `-`."""

from typing import TYPE_CHECKING, Any

from eleven.core.contract.kinds import NOTHING, NUMBER
from eleven.core.rules import asking
from eleven.core.text.errors import Mistake

if TYPE_CHECKING:
    from eleven.core.contract.game import Game

SMALLEST, LARGEST = -128, 127
"""What the numbers of a question can hold."""


def write_questions(game: "Game", state: Any) -> str:
    """Every question with its two numbers."""
    parts = []
    for question in state.asking[: state.depth]:
        words = [game.seat.token(int(question.seat)), game.questions[int(question.what)]]
        parts.append(" ".join([*words, str(question.about), str(question.left)]))
    return ", ".join(parts) or NOTHING


def read_questions(game: "Game", text: str, state: Any) -> None:
    """Push the questions of a text onto the state; the two numbers may be left out."""
    for part in [] if text == NOTHING else text.split(","):
        tokens = part.split()
        if len(tokens) not in (2, 4) or tokens[1] not in game.questions:
            raise Mistake(
                "a question is '<seat> <{names}> [about left]', not '{given}'",
                names="|".join(game.questions),
                given=part.strip(),
            )
        numbers = [whole(token, SMALLEST, LARGEST) for token in tokens[2:]] or [0, 0]
        if state.depth >= len(state.asking):
            raise Mistake("at most {most} questions can be open", most=len(state.asking))
        seat = game.seat.value(tokens[0])
        if not 0 <= seat < state.players:
            raise Mistake("nobody sits at {seat}", seat=tokens[0])
        asking.ask(state, seat, game.questions.index(tokens[1]), *numbers)


def whole(text: str, low: int, high: int) -> int:
    """A whole number within bounds."""
    number = NUMBER.value(text)
    if not low <= number <= high:
        raise Mistake("a number from {low} to {high} is wanted, not {given}", low=low, high=high, given=text)
    return number
