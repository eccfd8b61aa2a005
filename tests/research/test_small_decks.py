"""Small decks: the whole tree, its luck, and CFR on it. OpenSpiel's own CFR is in test_openspiel.py."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from eleven.core.rules import luck
from eleven.core.text.errors import Mistake
from eleven.research.decks import DECKS, small_tree
from eleven.research.explicit import GameTree
from examples.cfr_small_deck import LUCK, Solver

pytestmark = pytest.mark.slow

EXAMPLE = Path(__file__).parents[2] / "examples" / "cfr_small_deck.py"


@pytest.mark.parametrize("game", sorted(DECKS))
def test_the_tree_is_whole_and_what_is_exploitable_falls(game: str) -> None:
    """Chances add up, a game is worth to one seat what it costs the other, and CFR finds what random play lacks."""
    solver = Solver(small_tree(game))
    for point in solver.points:
        assert point.who != LUCK or sum(point.chances) == pytest.approx(1)
        assert sum(point.returns) == pytest.approx(0)
    for known in solver.information.values():
        assert {len(solver.points[number].children) for number in known.points} == {len(known.actions)}
    assert max(len(known.points) for known in solver.information.values()) > 1, "nothing is hidden"
    random = solver.exploitability(solver.average())
    for _ in range(30):
        solver.iterate()
    assert solver.exploitability(solver.average()) < random / 5
    one, other = (solver.values(solver.average(), seat)[-1] for seat in range(2))
    assert one == pytest.approx(-other)


@pytest.mark.parametrize(("game", "hidden"), [("eleven_board", "rack"), ("eleven_cards", "hand")])
def test_imagined_worlds_are_all_that_are_possible(game: str, hidden: str) -> None:
    """With a small deck they can be counted: every hand that a seat cannot rule out is imagined, and no other."""
    tree = small_tree(game)
    possible: dict[bytes, set[bytes]] = {}
    examples = {}

    def deal(node: object, thing: int | None = None) -> None:
        following = node.copy()  # type: ignore[attr-defined]
        if thing is not None:
            following.play(thing)
        if following.at_luck:
            for each, _ in following.outcomes():
                deal(following, each)
        else:
            seen = following.seen[following.asked]
            possible.setdefault(seen, set()).add(following.records[0]["seats"][hidden].tobytes())
            examples[seen] = following

    deal(tree.root())
    search_luck = luck.fresh(bytes(32))
    for seen, node in examples.items():
        imagined = set()
        for number in range(60):
            luck.begin(search_luck, number)
            imagined.add(node.imagined(node.asked, search_luck).records[0]["seats"][hidden].tobytes())
        assert imagined == possible[seen]


def test_a_luck_that_is_not_possible_is_refused() -> None:
    node = small_tree("eleven_cards").root()
    assert node.at_luck
    with pytest.raises(Mistake, match="luck cannot take 999 here"):
        node.play(999)


def test_bad_input_is_refused_in_words() -> None:
    wrong: list[tuple[Any, str]] = [
        (lambda: small_tree("elefant"), "there is no small deck of elefant; there is one of eleven_"),
        (lambda: small_tree("eleven_cards", 7), "for 2 to 6 players, not 7"),
        (lambda: small_tree("eleven_cards", 3), "no hands for 3 players"),
        (lambda: small_tree("eleven_board", 3), "no hands for 3 players"),
        (lambda: GameTree("chess"), "there is no game 'chess'"),
        (lambda: GameTree("eleven_cards", components="nowhere.toml"), "cannot read nowhere.toml"),
    ]
    for call, said in wrong:
        with pytest.raises(Mistake, match=said):
            call()


@pytest.mark.parametrize(("bound", "code"), [("0.1", 0), ("0.00001", 1)])
def test_the_examples_exit_code_says_whether_it_worked(bound: str, code: int) -> None:
    command = [sys.executable, str(EXAMPLE), "--iterations", "10", "--bound", bound]
    assert subprocess.run(command, capture_output=True, text=True).returncode == code
