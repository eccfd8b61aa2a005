"""What the look of Elevenses writes on its cards is what the component table says."""

import re
import tomllib

from eleven.core.contract.game import find_game
from eleven.games.elevenses.tokens import CARD_NAMES, COLOURS, GUEST_NAMES

FOLDER = find_game("elevenses").folder
SCRIPT = (FOLDER / "look" / "look.js").read_text()
ART = (FOLDER / "look" / "art.svg").read_text()
COMPONENTS = tomllib.loads((FOLDER / "components.toml").read_text())


def test_numbers_and_spoons_are_those_of_the_components() -> None:
    drawn = {name: (int(no), int(spoons)) for name, no, spoons in re.findall(r"(\w+): \[(\d+), (\d)\]", SCRIPT)}
    spoons = COMPONENTS["spoons"]["values"]
    assert drawn == {name: (number, spoons[number - 1]) for number, name in enumerate(CARD_NAMES, 1)}


def test_wishes_are_those_of_the_components() -> None:
    lists = re.findall(r'"?([\w-]+)"?: \[(\d+), (\d+), (\d+)\]', SCRIPT)
    drawn = {name: [int(number) for number in numbers] for name, *numbers in lists}
    assert drawn == {name: COMPONENTS["guests"][name] for name in GUEST_NAMES}


def test_every_card_guest_and_set_has_its_drawing() -> None:
    drawn = set(re.findall(r'<symbol id="([^"]+)"', ART))
    assert {*CARD_NAMES, *GUEST_NAMES, *COLOURS, "back", "cube", "spoon", "guest"} == drawn


def test_the_note_of_a_spread_names_the_total_before_the_cubes() -> None:
    """The drawn total is read from it, whatever the language."""
    for catalogue in FOLDER.glob("words.*.toml"):
        note = tomllib.loads(catalogue.read_text())["zone"]["total"]
        assert re.findall(r"\{(\w+)\}|\d", note) == ["total", "cubes"], catalogue.name
