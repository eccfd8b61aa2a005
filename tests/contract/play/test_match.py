"""A match under a restless hand: whatever is tried, nothing is lost and nothing wrong gets in."""

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from eleven.core.contract.game import Game, games
from eleven.core.contract.rulebook import rulebook
from eleven.core.play import match as playing
from eleven.core.play.match import Match, new_match
from eleven.core.rules import luck
from eleven.core.rules.record import clone, same
from eleven.core.text.errors import Mistake, Refused
from eleven.core.text.log import read_log, write_log
from tests.contract.text.test_texts import assert_same_match
from tests.contract.walking import legal_ids, pick

pytestmark = pytest.mark.slow

RESTLESS = settings(
    max_examples=5, stateful_step_count=20, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
WORLDS_ASKED = 2
"""Nothing may be lost, whatever is taken back; whether it should have been is not asked here, and takes long."""


class Restless(RuleBasedStateMachine):
    """Tries legal, illegal, foreign and unknown actions, takes back, looks back and replays, in any order."""

    game: Game

    @initialize(variant=st.integers(0, 1_000), seed=st.integers(0, 1_000))
    def sit_down(self, variant: int, seed: int) -> None:
        """A fresh match of any variant."""
        self.patience, playing.WORLDS_ASKED = playing.WORLDS_ASKED, WORLDS_ASKED
        variants = self.game.variants()
        self.key = luck.key_of(seed)
        self.match: Match = new_match(self.game, variants[variant % len(variants)], self.key)
        self.past: list[Any] = [clone(self.match.state)]

    def teardown(self) -> None:
        """Put back what was changed."""
        if hasattr(self, "patience"):
            playing.WORLDS_ASKED = self.patience

    @rule(random=st.randoms(use_true_random=False))
    @precondition(lambda self: not self.match.over)
    def do_something_legal(self, random: Any) -> None:
        """A legal action by the seat that is asked is carried out."""
        action = self.game.actions[pick(self.game, legal_ids(self.game, self.match.state), random)]
        assert self.match.try_apply(action.name, self.match.asked) is action
        self.past.append(clone(self.match.state))

    @rule(number=st.integers(0, 10_000))
    def do_anything(self, number: int) -> None:
        """An action that is not legal is refused by a rule, and nothing changes."""
        action = self.game.actions[number % len(self.game.actions)]
        if action.id in legal_ids(self.game, self.match.state):
            return
        with pytest.raises(Refused) as refusal:
            self.match.try_apply(action.name)
        assert refusal.value.rule in rulebook(self.game).rules

    @rule(number=st.integers(0, 10))
    @precondition(lambda self: not self.match.over)
    def speak_out_of_turn(self, number: int) -> None:
        """A legal action by another seat is refused."""
        seat = number % self.match.setup.players
        if seat == self.match.asked:
            return
        name = self.game.actions[legal_ids(self.game, self.match.state)[0]].name
        with pytest.raises(Mistake, match="does not decide now"):
            self.match.try_apply(name, seat)

    @rule(name=st.text(max_size=12))
    def mumble(self, name: str) -> None:
        """A name that no action has is refused."""
        with pytest.raises(Mistake):
            self.match.try_apply("?" + name)

    @rule()
    def take_back(self) -> None:
        """The last decision is undone, or kept where it cannot be."""
        allowed = self.match.may_take_back()
        if allowed:
            self.match.take_back()
            self.past.pop()
        else:
            with pytest.raises(Mistake, match="taken back"):
                self.match.take_back()

    @rule(number=st.integers(0, 1_000))
    def look_back(self, number: int) -> None:
        """The match as it was is the match as it was."""
        step = number % len(self.past)
        assert same(self.match.at(step).state, self.past[step])
        with pytest.raises(Mistake):
            self.match.at(len(self.past))

    @rule()
    def save_and_resume(self) -> None:
        """A log loses nothing; the match goes on from what was read, with its own luck."""
        again = read_log(write_log(self.match))
        assert_same_match(self.match, again)
        again.use_luck(self.key)
        self.match = again

    @invariant()
    def nothing_is_lost(self) -> None:
        """The state is the one that the decisions led to."""
        if hasattr(self, "match"):
            assert same(self.match.state, self.past[-1])
            assert len(self.match.entries) == len(self.past) - 1


def _test_of(game: Game) -> Any:
    machine: Any = type(f"Restless_{game.id}", (Restless,), {"game": game})
    machine.TestCase.settings = RESTLESS
    return machine.TestCase


for _game in games().values():
    globals()[f"TestRestless_{_game.id}"] = _test_of(_game)
