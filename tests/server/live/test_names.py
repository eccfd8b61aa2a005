"""Names say what they show, and nobody at a table looks like somebody else."""

import pytest

from eleven.server.live.names import MAX_NAME_LENGTH, clean, distinct, skeleton
from tests.server.conftest import Device


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Ann", "Ann"),
        ("  Ann \t of  Cleves\n", "Ann of Cleves"),
        ("\u202eAnn", "Ann"),
        ("A\u200bn\u200dn\ufeff", "Ann"),
        ("\u2066Ann\u2069", "Ann"),
        ("Rene\u0301e", "Ren\u00e9e"),
        ("A\x00n\x1bn\x7f", "Ann"),
        ("\u3164\u2800", ""),
        ("\U000e0041Ann\ufe0f", "Ann"),
        ("Ann\ud800", "Ann"),
        ("a" + "\u0335" * 30 + "b", "a\u0335\u0335b"),
        ("Zoë Łukasz 李雷 محمد", "Zoë Łukasz 李雷 محمد"),
    ],
)
def test_what_cannot_be_seen_is_left_out(given: str, kept: str) -> None:
    assert clean(given) == kept
    assert clean(kept) == kept


@pytest.mark.parametrize("other", ["ann", "ANN", "A nn", " Ann", "\uff21nn", "\u0410nn", "A\u200bnn"])
def test_names_that_look_alike_are_told_apart(other: str) -> None:
    assert skeleton(other) == skeleton("Ann")
    assert distinct("Ann", [other]) == "Ann (2)"


def test_a_third_of_the_same_name_is_the_third() -> None:
    assert distinct("Ann", ["Bob", ""]) == "Ann"
    assert distinct("Ann", ["Ann", "Ann (2)"]) == "Ann (3)"
    long = "A" * MAX_NAME_LENGTH
    assert len(distinct(long, [long])) == MAX_NAME_LENGTH
    assert distinct(long, [long]).endswith(" (2)")
    assert distinct("", ["", ""]) == ""


@pytest.mark.slow
def test_names_at_a_table(client: Device) -> None:
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "hotseat", "name": "\u202eANN"}, {"kind": "friend"}]
    made = client.post("/api/tables", game="elevenses", seats=seats).json()
    claim = made["seats"][2]["link"].rsplit("/", 1)[1]
    friend = Device(client.base)
    friend.post(f"/api/tables/{made['table']}/join", claim=claim, name="a\u200bnn")
    assert [seat["name"] for seat in friend.view(made["table"])["seats"]] == ["Ann", "ANN (2)", "ann (3)"]


@pytest.mark.slow
def test_nobody_is_called_like_another_seat_or_a_bot(client: Device) -> None:
    made = client.post("/api/tables", game="elevenses", seats=[{"kind": "me", "name": "vert"}, {"kind": "hotseat"}])
    assert made.json()["seats"][0]["name"] == "vert (2)"
    made = client.post("/api/tables", game="elevenses", seats=[{"kind": "me", "name": "red"}, {"kind": "bot"}])
    assert made.json()["seats"][0]["name"] == "red"
    again = {"kind": "bot", "name": "Ann"}
    made = client.post("/api/tables", game="elevenses", seats=[{"kind": "me", "name": "Ann"}, again])
    assert made.json()["seats"][1]["name"] == "Ann (2)"
