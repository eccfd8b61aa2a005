"""Lessons: a game's `lesson.toml` is a position, and steps in which the learner decides and the others reply.

The rules themselves play it, once for each language, and the page is sent the views of the learner's seat. A step has a
text (`lesson.<n>` in the game's words); where it names no decision, it is read and passed on.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from eleven.core.contract.game import Game, find_game
from eleven.core.rules.record import clone
from eleven.core.text.errors import Mistake
from eleven.core.text.narration import news
from eleven.core.text.notation import read_position
from eleven.server.engine.boards import board_of
from eleven.server.live.play import Play
from eleven.server.views.narration import seat_words, words_of
from eleven.server.views.types import View
from eleven.server.views.view import (
    Json,
    ending,
    frame_part,
    moment_part,
    over_part,
    points,
    seat_row,
    sight_view,
    whole_view,
)

LUCK = bytes(32)
"""The key of every lesson's luck, so that it goes the same way each time."""


class NoLesson(Mistake):
    """A game without a lesson."""


def has_lesson(game: Game) -> bool:
    """Whether a game brings a lesson."""
    return (game.folder / "lesson.toml").is_file()


@cache
def lesson(game_id: str, language: str) -> Json:
    """A whole lesson in a language: its steps, each with a text, the table, what to do and what then happens."""
    game = find_game(game_id)
    if not has_lesson(game):
        raise NoLesson("there is no lesson for {game}", game=game.title)
    told = tomllib.loads((game.folder / "lesson.toml").read_text(encoding="utf-8"))
    stage = Stage(game, told, language)
    words = words_of(game_id, language)
    steps = [
        {"text": words(f"lesson.{number}"), **stage.step(step)} for number, step in enumerate(told["steps"], start=1)
    ]
    return {
        "game": game_id,
        "title": game.title_in(language),
        "language": language,
        "steps": steps,
        "end": words("lesson.end"),
    }


class Stage:
    """A lesson being played through the rules."""

    def __init__(self, game: Game, told: Mapping[str, Any], language: str) -> None:
        setup, state = read_position(game, told["position"])
        self.game, self.language = game, language
        self.play = Play(game, setup, board_of(game, state, LUCK), [], clone(state))
        self.learner = game.seat.value(told["seat"])
        self.names = seat_words(game.id, language)[: setup.players]
        self.version = 0

    def step(self, step: Mapping[str, Any]) -> Json:
        """The table before a step with the one decision that is wanted, and the table after it and after each reply."""
        wanted = step.get("do")
        before = self.view()
        before["actions"] = [action for action in before["actions"] if action["name"] == wanted]
        names = [name for name in (wanted, *step.get("then", [])) if name is not None]
        return {"view": before, "then": [self.decide(name) for name in names]}

    def decide(self, name: str) -> View:
        """The table after a decision of whoever is asked."""
        self.play = self.play.after(self.play.check(name, self.play.asked))
        self.version += 1
        return {**self.view(after=True), "actions": [], "yours": False}

    def view(self, after: bool = False) -> View:
        """The table as the learner sees it, in the shape of every view."""
        play, seen = self.play, self.play.seen(self.learner)
        lines = news(self.game, seen, words_of(self.game.id, self.language), self.names)
        frame = frame_part(self.game, play.setup, self.language, self.learner, self.game.seat.token(self.learner))
        events = [{"version": self.version, "lines": lines}] if after and lines else []
        sight = sight_view(self.game, seen, self.names, self.language)
        stage, over = ("over", self._over()) if play.over else ("playing", None)
        return whole_view(self.version, frame, moment_part(sight, self._seats(seen), events, stage, over))

    def _over(self) -> Json:
        play = self.play
        reason = ending(self.game, play.state, self.language)
        return over_part(reason, play.winners(), play.scores())

    def _seats(self, seen: Any) -> list[Json]:
        scores = points(self.game, seen)
        kinds = ["human" if seat == self.learner else "bot" for seat in range(len(self.names))]
        return [
            seat_row(self.game, seat, self.names[seat], scores[seat], kind, bot=kind == "bot")
            for seat, kind in enumerate(kinds)
        ]
