"""What is declared once: records, lists of fields, tables of numbers; and what is said when a declaration is wrong."""

from math import factorial
from typing import Annotated, Any, Protocol

import numpy as np
import pytest

from eleven.core.contract.actions import Actions
from eleven.core.contract.kinds import Kind
from eleven.core.rules.copying import copier
from eleven.core.rules.deck import draw_some, move, total
from eleven.core.rules.enums import Endings, Events, Invariants, Questions
from eleven.core.rules.luck import fresh
from eleven.core.rules.record import Header, Int8, Int16, Ints, Records, blank, record, record_of, state_of, state_type
from eleven.core.text.codecs import Box, Counted, Rest, SizeOf, fields_of
from eleven.core.text.words import Words
from tests.contract.worlds import assert_likely

CARD = Kind("card", ("ace", "king"))


class Seat(Protocol):
    """A player."""

    hand: Annotated[Ints, "i1", 2, Counted(CARD)]
    held: Annotated[int, "i1", SizeOf("hand")]
    points: Int16


class State(Header, Protocol):
    """A game."""

    seats: Annotated[Records[Seat], 3]
    turn: Int8
    deck: Annotated[Ints, "i1", 2, Rest(CARD, "box")]
    box: Annotated[Ints, "i1", 2, Box(CARD)]


def test_a_record_is_what_its_protocol_declares() -> None:
    seat = record([("hand", "i1", (2,)), ("held", "i1"), ("points", "i2")])
    assert record_of(Seat) == seat
    wanted: list[Any] = [("seats", seat, (3,)), ("turn", "i1"), ("deck", "i1", (2,)), ("box", "i1", (2,))]
    assert state_of(State) == state_type(wanted)


def test_a_position_has_the_lines_of_the_declaration() -> None:
    """Seats with their name before them; what is in the box is no part of it."""
    found = [(field.name, field.of_seat) for field in fields_of(State)]
    assert found == [("hand", True), ("held", True), ("points", True), ("turn", False), ("deck", False)]


class Vague(Protocol):
    """A row of which nobody says how long it is."""

    hand: Ints


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ([("board", "i1", (3, 3))], "the field board has 2 dimensions"),
        ([("size", "i1")], "no field may be called size"),
        ([("round", "i1")], "no field may be called round"),
    ],
)
def test_fields_that_cannot_be_are_refused_by_name(fields: Any, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        record(fields)


def test_a_field_that_is_not_declared_whole_is_named() -> None:
    with pytest.raises(TypeError, match=r"Vague\.hand: write Int8"):
        record_of(Vague)


def test_only_the_named_fields_are_copied_and_only_of_players() -> None:
    dtype = state_of(State)
    copy = copier(dtype, ("turn", "seats.points", "seats.hand"), __file__, "copy_some")
    s, to = blank(dtype), blank(dtype)
    s.players, s.turn, s.deck[:] = 2, 2, (5, 6)
    for p in range(3):
        s.seats[p].points, s.seats[p].held, s.seats[p].hand[:] = 10 + p, 1, (p, 1)
    copy(s, to)
    assert int(to.turn) == 2
    assert to["seats"]["points"].tolist() == [10, 11, 0]
    assert to["seats"]["hand"].tolist() == [[0, 1], [1, 1], [0, 0]]
    assert not any(to["seats"]["held"])
    assert not any(to.deck)


def test_a_field_that_is_not_there_cannot_be_copied() -> None:
    with pytest.raises(ValueError, match=r"test_declaring\.py: there is no field 'seats\.money'"):
        copier(state_of(State), ("seats.money",), __file__)


def test_a_number_and_its_name_come_from_one_line() -> None:
    events, questions, endings, invariants = Events(), Questions(), Endings(), Invariants()
    assert [events.add("drew", thing=CARD), events.add("passed")] == [0, 1]
    assert (events[0].thing, events[1].name) == (CARD, "passed")
    assert (questions.add("turn", "XX-1"), questions.rules) == (0, {"turn": ("XX-1",)})
    assert (endings.add("won"), endings[0]) == (1, "playing")
    assert (invariants.add("cards are lost"), list(invariants)) == (1, ["", "cards are lost"])


def test_counted_cards_move_and_none_is_lost() -> None:
    deck, hand = np.array([3, 2], np.int8), np.zeros(2, np.int8)
    draw_some(fresh(bytes(32)), 0, 4, deck, hand)
    assert (total(deck), total(hand)) == (1, 4)
    assert (deck + hand).tolist() == [3, 2]
    move(0, int(hand[0]), hand, deck)
    assert (int(hand[0]), int(deck[0])) == (0, 3)


def test_a_word_that_is_missing_is_named_with_its_file() -> None:
    words = Words("en", {"event.drew": "{seat} draws {thing}."}, "tea_time")
    with pytest.raises(KeyError, match=r"tea_time/words.en.toml has no word event\.passed: write passed"):
        words("event.passed", seat="Red")
    with pytest.raises(KeyError, match=r"event\.drew has the blank {thing}"):
        words("event.drew", seat="Red")


def test_an_action_names_the_rule_that_forbids_it() -> None:
    actions = Actions()
    actions.block("play", CARD, touch=lambda card: (f"hand:@:{card}",), rule="XX-4")
    assert {action.rule for action in actions} == {"XX-4"}


def test_worlds_of_counted_cards_are_as_likely_as_there_are_ways_to_deal_them() -> None:
    """Two aces and a king for a hand of two: ace and king is twice as likely as two aces."""
    ways = [1 / factorial(2), 1.0]
    assert_likely([(1_000, ways[0]), (2_000, ways[1])], "here")
    with pytest.raises(AssertionError, match="not drawn as often as they are likely"):
        assert_likely([(1_500, ways[0]), (1_500, ways[1])], "here")
