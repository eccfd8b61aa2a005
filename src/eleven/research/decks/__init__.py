"""Small decks: components files with so few cards that an algorithm can traverse the whole game tree.

The rules are unchanged; only the deck is smaller. `small_tree("eleven_cards")` returns such a tree.
"""

from pathlib import Path

from eleven.core.text.errors import Mistake
from eleven.research.explicit import GameTree

FOLDER = Path(__file__).parent
DECKS = {path.stem: path for path in sorted(FOLDER.glob("*.toml"))}
"""The components file of every game that has a small deck."""

OPTIONS = {"eleven_board": {"start": "1"}, "eleven_cards": {"rows": "listed", "start": "1"}}
"""Options that leave less to chance, which makes the trees smaller still."""


def small_tree(game: str, players: int = 2) -> GameTree:
    """Return the tree of a game with its small deck."""
    if game not in DECKS:
        raise Mistake("there is no small deck of {game}; there is one of {names}", game=game, names=", ".join(DECKS))
    return GameTree(game, players, OPTIONS[game], components=DECKS[game])
