"""Playing a card (EL-3, EL-4)."""

import pytest

from tests.support import Scene

TWO = "game: elevenses\nplayers: 2\n"


@pytest.mark.rule("EL-4.3")
def test_a_second_copy_may_not_be_played() -> None:
    scene = Scene("elevenses", TWO + "red up: tea\nred kitchen: red-milk red-elevenses green-tea")
    assert scene.refuses("play green-tea") == "EL-4.3"
    assert "play red-milk" in scene.legal()
