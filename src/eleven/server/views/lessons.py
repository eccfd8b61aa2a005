"""Lessons: a game's `lesson.toml` is a position, and steps in which the learner decides and the others reply.

It is played by the rules themselves, once for each language, and the page is sent the views of the learner's seat. A
step has a text (`lesson.<n>` in the game's words); one without a decision is only read.
"""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from eleven.core.contract.game import Game, find_game
from eleven.core.play.match import match_from
from eleven.core.play.score_sheet import sheet_of
from eleven.core.text.errors import Mistake
from eleven.core.text.narration import news
from eleven.core.text.notation import read_position
from eleven.server.views.languages import seat_words, words_of
from eleven.server.views.lesson_types import Lesson, LessonStep
from eleven.server.views.score_sheet_view import sheet_view
from eleven.server.views.view import (
    ending,
    moment_part,
    over_part,
    seat_row,
    sight_view,
    table_part,
    whole_view,
)
from eleven.server.views.view_types import EventLines, GameOver, SeatView, Stage, View

LUCK = bytes(32)
"""The key of every lesson's luck, so that it goes the same way each time."""


class NoLesson(Mistake):
    """A game without a lesson."""


def has_lesson(game: Game) -> bool:
    """Whether a game brings a lesson."""
    return (game.folder / "lesson.toml").is_file()


@cache
def lesson(game_id: str, language: str) -> Lesson:
    """A whole lesson in a language: its steps, each with a text, the table, what to do and what then happens."""
    game = find_game(game_id)
    if not has_lesson(game):
        raise NoLesson("there is no lesson for {game}", game=game.title)
    script = tomllib.loads((game.folder / "lesson.toml").read_text(encoding="utf-8"))
    table = LessonTable(game, script, language)
    words = words_of(game_id, language)
    steps = [table.step(step, words(f"lesson.{number}")) for number, step in enumerate(script["steps"], start=1)]
    return {
        "game": game_id,
        "title": game.title_in(language),
        "language": language,
        "steps": steps,
        "end": words("lesson.end"),
    }


class LessonTable:
    """A lesson being played through the rules."""

    def __init__(self, game: Game, script: Mapping[str, Any], language: str) -> None:
        setup, state = read_position(game, script["position"])
        self.game, self.language = game, language
        self.play = match_from(game, setup, state, LUCK, quick=True)
        self.learner = game.seat.value(script["seat"])
        self.names = seat_words(game.id, language)[: setup.players]
        self.version = 0

    def step(self, step: Mapping[str, Any], text: str) -> LessonStep:
        """The table before a step with the one decision that is wanted, and the table after it and after each reply."""
        wanted = step.get("do")
        before = self.view()
        before["actions"] = [action for action in before["actions"] if action["name"] == wanted]
        names = [name for name in (wanted, *step.get("then", [])) if name is not None]
        return {"text": text, "view": before, "then": [self.decide(name) for name in names]}

    def decide(self, name: str) -> View:
        """Carry out a decision; the table after it."""
        self.play = self.play.after(name)
        self.version += 1
        return {**self.view(after=True), "actions": [], "yours": False}

    def view(self, after: bool = False) -> View:
        """The table as the learner sees it, in the shape of every view."""
        play, observation = self.play, self.play.observation(self.learner)
        seen = observation.value
        lines = news(self.game, seen, words_of(self.game.id, self.language), self.names)
        table = table_part(self.game, play.setup, self.language, self.learner, self.game.seat.token(self.learner))
        events: list[EventLines] = [{"version": self.version, "lines": lines}] if after and lines else []
        sight = sight_view(self.game, seen, self.names, self.language)
        stage: Stage = "over" if play.over else "playing"
        over = self._over() if play.over else None
        return whole_view(self.version, table, moment_part(sight, self._seats(observation.scores), events, stage, over))

    def _over(self) -> GameOver:
        play = self.play
        reason = ending(self.game, play.board.over, self.language)
        sheet = sheet_view(self.game, sheet_of(play), play.scores(), self.language)
        return over_part(reason, play.winners(), play.scores(), sheet)

    def _seats(self, scores: Sequence[int]) -> list[SeatView]:
        kinds = ["human" if seat == self.learner else "bot" for seat in range(len(self.names))]
        return [
            seat_row(self.game, seat, self.names[seat], scores[seat], kind, bot=kind == "bot")
            for seat, kind in enumerate(kinds)
        ]
