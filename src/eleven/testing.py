"""Helpers for rule tests: start from a position in text or from a deal, play actions by name, expect refusals."""

from typing import Any

from eleven.core.contract.game import Game, find_game
from eleven.core.play.match import Match, match_from, new_match
from eleven.core.rules import luck as fortune
from eleven.core.text.errors import Refused
from eleven.core.text.lines import read_lines
from eleven.core.text.log import _tape_of
from eleven.core.text.narration import news
from eleven.core.text.notation import read_position


class Scene:
    """A match that begins from a position written in the test."""

    def __init__(self, game_id: str, text: str) -> None:
        self.game: Game = find_game(game_id)
        setup, state = read_position(self.game, text)
        self.match: Match = match_from(self.game, setup, state, bytes(32))

    @property
    def s(self) -> Any:
        """The true state."""
        return self.match.state

    def play(self, *names: str, luck: str | None = None) -> "Scene":
        """Play actions; `luck` fixes the random outcomes of the last one, written as in a log (`drawn: red-tea`)."""
        for name in names[:-1]:
            self.match.try_apply(name)
        tape = None
        if luck is not None:
            tape = _tape_of(self.game, read_lines("\n".join(f"luck {line}" for line in luck.splitlines())))
        self.match.try_apply(names[-1], tape=tape)
        return self

    def legal(self) -> set[str]:
        """The names of the legal actions."""
        return {action.name for action in self.match.legal()}

    def refuses(self, name: str) -> str:
        """The id of the rule that forbids an action; fails if it is legal."""
        try:
            self.match.try_apply(name)
        except Refused as refusal:
            return refusal.rule
        raise AssertionError(f"'{name}' was allowed")

    def asked(self) -> tuple[str, str]:
        """The seat that has to decide, and the question it is asked."""
        top = self.s.asking[self.s.depth - 1]
        return self.game.seat.token(int(top.seat)), self.game.questions[int(top.what)]

    def seen(self, seat: str) -> Any:
        """What a seat sees; or `spectator`."""
        return self.match.seen(int(self.s.players) if seat == "spectator" else self.game.seat.value(seat))

    def news(self, seat: str) -> list[str]:
        """The last decision's events in words, as a seat saw them."""
        return news(self.game, self.seen(seat), self.game.words())


def dealt(game_id: str, players: int, seed: int = 0, **options: str) -> Scene:
    """A scene that starts from a fresh deal."""
    scene = Scene.__new__(Scene)
    scene.game = find_game(game_id)
    scene.match = new_match(scene.game, scene.game.setup(players, options=options), fortune.key_of(seed))
    return scene
