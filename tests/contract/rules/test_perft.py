"""Perft: the number of ways to go on from named positions, where a game has written them down."""

import tomllib

from eleven.core.contract.game import Game
from eleven.core.text.notation import read_position
from tests.contract.perft import ways
from tests.contract.walking import each_game
from tests.game_files import own_tests


@each_game
def test_the_numbers_of_continuations_have_not_changed(game: Game) -> None:
    """A different number means that a rule has changed; if that is meant, write the file anew and say why."""
    path = own_tests(game) / "perft.toml"
    positions = tomllib.loads(path.read_text(encoding="utf-8"))["position"] if path.is_file() else []
    for position in positions:
        _, state = read_position(game, position["text"])
        found = [ways(game, state, depth) for depth in range(1, len(position["counts"]) + 1)]
        assert found == position["counts"], position["name"]
