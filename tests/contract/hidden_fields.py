"""What see and imagine do with the hidden fields of a game, found by looking at states and imagining worlds."""

from collections.abc import Iterable
from typing import Any

from eleven.core.contract.game import Game
from eleven.core.play.match import imagine, see
from tests.contract.fields import file_of, hidden_things, secrets, value
from tests.contract.walking import cases_of, dream, walk

DRAWS = 2
WALKS, MAX_CASES = 4, 3
"""How many games are searched for what is rare, of each of so many variants."""


class HiddenFields:
    """Which hidden fields were ever used, hidden from somebody, and different in two imagined worlds."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.used: set[str] = set()
        self.hidden: set[str] = set()
        self.varied: set[str] = set()
        self.sights = self.truths = self.worlds = 0

    def look(self, state: Any, seat: int, label: str) -> None:
        """Compare what a seat sees with the state, and the worlds imagined from it with each other."""
        game, seen = self.game, see(self.game, state, seat)
        drawn = [imagine(game, seen, dream(label, number)) for number in range(DRAWS)]
        self.used |= {path for path in game.hidden_fields if any(value(state, path))}
        self.hidden |= {path for path in game.hidden_fields if value(seen, path) != value(state, path)}
        self.varied |= {path for path in game.hidden_fields if len({value(world, path) for world in drawn}) > 1}
        self.truths += sum(hidden_things(game, world) == hidden_things(game, state) for world in drawn)
        self.worlds += len(drawn)
        self.sights += 1

    def look_for_what_is_rare(self) -> None:
        """Look at all seats' sights of more games while there is a problem: it may be one of the sample only."""
        cases = cases_of(self.game)
        for seed in range(1, WALKS + 1):
            for case in cases[:: len(cases) // MAX_CASES + 1]:
                for step in walk(case, seed):
                    for seat in range(case.setup.players + 1):
                        if not self.problem:
                            return
                        self.look(step.state, seat, f"{case.label}/{seed}/{step.state.step}/{seat}")

    @property
    def problem(self) -> str:
        """What is wrong with the first fields that something is wrong with, if anything."""
        game = self.game
        if unused := _joined(set(game.hidden_fields) - self.used):
            return f"{unused} was 0 in all of {self.sights} states: does any rule use it?"
        if shown := _joined(set(game.hidden_fields) - self.hidden):
            return (
                f"{shown} is hidden, because PUBLIC does not name it, but see ({file_of(game.see)}) showed it in all "
                f"{self.sights} sights: either see shows too much, or PUBLIC should name it"
            )
        if fixed := _joined(set(secrets(game)) - self.varied):
            return (
                f"worlds imagined ({file_of(game.imagine)}) from one sight never differed in {fixed}, in {self.sights} "
                "sights; a field that says what somebody knows belongs into KNOWLEDGE_FIELDS"
            )
        if self.truths >= self.worlds / 2:
            where = file_of(game.imagine)
            return f"{self.truths} of {self.worlds} worlds imagined ({where}) were the truth: how is it known?"
        return ""


def _joined(fields: Iterable[str]) -> str:
    return ", ".join(sorted(fields))
