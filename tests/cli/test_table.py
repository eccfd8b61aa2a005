"""The table as it is drawn."""

import io
from dataclasses import replace

import pytest

from eleven.core.contract.zones import Thing, Zone
from eleven.terminal.screen import Screen
from eleven.terminal.table import draw_table, legend

SPREAD = Zone(
    "spread:a",
    "Spread",
    tuple(Thing(f"slot:a:{n}", "Tea" if n % 2 else "?", "red", n % 3 == 0, str(n)) for n in range(1, 7)),
    seat=0,
    columns=3,
    note="total 5",
)
HAND = Zone("hand:b", "Hand", (Thing("x", "?", up=False), Thing("y", "?", up=False), Thing("z", "Milk")), seat=1)
WIDE = Zone("row:red", "red", tuple(Thing(f"r:{n}", "·", "red", False) for n in range(22)), columns=22)


def drawn(*zones: Zone, you: int | None = 0, width: int = 80) -> list[str]:
    out = io.StringIO()
    Screen(file=out, width=width).print(draw_table(zones, ["Ann", "Bob"], you, width))
    return [line.rstrip() for line in out.getvalue().splitlines()]


def test_what_lies_face_down_is_in_brackets_without_any_colour() -> None:
    lines = drawn(SPREAD)
    assert "1 (Tea) red" in lines[-2]
    assert "2 (?) red" in lines[-2]
    assert "3 Tea red" in lines[-2]
    assert "6 ? red" in lines[-1]


def test_the_own_seat_is_last_and_marked_and_totals_stand_beside_the_name() -> None:
    lines = drawn(SPREAD, HAND)
    assert lines[0].startswith("Bob ──")
    assert lines[1] == "Hand: (?) ×2 · Milk"
    assert lines[2].startswith("► Ann (you) · Spread, total 5 ══")
    assert not any("(you)" in line for line in drawn(SPREAD, HAND, you=None))


def test_rows_too_wide_for_columns_are_a_line() -> None:
    assert drawn(WIDE)[0] == "red: (·) ×22"


def test_a_back_that_the_row_tells_is_left_out_in_every_language() -> None:
    assert drawn(replace(WIDE, label="rouge"))[0] == "rouge: (·) ×22"


@pytest.mark.parametrize("width", [40, 80, 100, 160, 240])
def test_nothing_is_cut_off(width: int) -> None:
    text = " ".join(drawn(SPREAD, HAND, WIDE, width=width))
    assert "…" not in text
    assert all(len(line) <= width for line in drawn(SPREAD, HAND, WIDE, width=width))


def test_only_what_can_be_touched_is_explained() -> None:
    zone = Zone("hand", "Hand", (Thing("a", "Tea", about="pour"), Thing("b", "Milk", about="look"), Thing("c", "Cup")))
    out = io.StringIO()
    Screen(file=out, width=80).print(legend([zone], {"a", "c"}))
    assert out.getvalue().split() == ["Tea:", "pour"]
