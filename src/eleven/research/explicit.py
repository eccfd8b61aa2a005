"""A game as a tree with explicit chance nodes, for algorithms that traverse it: CFR, best responses, OpenSpiel.

Each chance node draws one thing (a card, a seat), so a shuffle of n things is n chance nodes. A seat's information
comes from `see` only.
"""

import hashlib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from eleven import compile_progress
from eleven.core.contract.game import find_game
from eleven.core.play.engine import engine
from eleven.core.rules import luck as fortune
from eleven.core.rules.bits import members
from eleven.core.rules.record import blank, blanks, clone
from eleven.core.text.errors import Mistake

DEAL = -1

compile_progress.announce()


class GameTree:
    """The tree of a game: its rules and its set-up. `components` is the path of a components file."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        edition: str | None = None,
        components: Path | str | None = None,
    ) -> None:
        self.game, self.rules = find_game(game), engine(game)
        box = self.game.components(Path(components)) if components else None
        self.setup = self.game.setup(players, edition, options, box)
        self.players = self.setup.players
        self.prepared = self.rules.prepared(self.setup)
        self._told = (game, players, tuple((options or {}).items()), edition, str(components) if components else None)

    def __reduce__(self) -> Any:
        """Pickle the constructor's arguments, so that OpenSpiel can serialize states."""
        return _tree_of, self._told

    def root(self) -> "GameNode":
        """Return the root, before the deal."""
        return GameNode(self)


@cache
def _tree_of(
    game: str, players: int | None, options: tuple[tuple[str, str], ...], edition: str | None, components: str | None
) -> GameTree:
    return GameTree(game, players, dict(options), edition, components)


class GameNode:
    """A mutable node of the tree: a decision, a chance node, or the end of the game. `play` moves on to a child."""

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.records = tree.prepared
        self.dealt = False
        self.pending: int | None = DEAL
        self.tape: list[int] = []
        self.bag: list[int] = []
        self.to_tell = 0
        self.seen = [b""] * tree.players
        """For each seat, a digest of everything it has seen and done (its information state)."""

    def __deepcopy__(self, memo: Any) -> "GameNode":
        return self.copy()

    def copy(self) -> "GameNode":
        """Return a copy, from which another branch can be taken."""
        other = GameNode.__new__(GameNode)
        other.__dict__.update(self.__dict__)
        other.records = self.records.copy()
        other.tape, other.bag, other.seen = self.tape[:], self.bag[:], self.seen[:]
        return other

    def begin(self) -> None:
        """Start the deal, if it has not been started."""
        if self.pending == DEAL and not self.to_tell:
            self._go_on()

    @property
    def at_luck(self) -> bool:
        """Whether this is a chance node."""
        self.begin()
        return self.pending is not None

    @property
    def over(self) -> bool:
        """Whether the game has ended or was truncated."""
        record = self.records[0]
        return self.pending is None and bool(record.over or record.step > self.tree.game.truncate_at)

    @property
    def asked(self) -> int:
        """The seat to move."""
        return int(self.tree.rules.asked(self.records))

    def legal(self) -> list[int]:
        """Return the legal actions of the seat to move."""
        mask = self.tree.rules.no_actions()
        self.tree.game.legal(self.records[0], mask)
        return [int(action) for action in members(mask)]

    def outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node with their probabilities."""
        self.begin()
        return [(thing, count / len(self.bag)) for thing, count in sorted(Counter(self.bag).items())]

    def play(self, action: int) -> None:
        """Play an action of the seat to move, or an outcome of a chance node."""
        self.begin()
        if self.pending is None:
            seat = self.asked
            self.seen[seat] = digest(self.seen[seat], b"did", str(action).encode())
            self.pending, self.tape = action, []
            self._go_on()
            return
        if action not in self.bag:
            raise Mistake("luck cannot take {thing} here", thing=action)
        self.bag.remove(action)
        self.tape.append(action)
        self.to_tell -= 1
        if self.to_tell == 0:
            self._go_on()

    def _go_on(self) -> None:
        """Try to apply the pending decision with the outcomes so far; if that needs another outcome, ask for it."""
        rules = self.tree.rules
        records, luck = self.records.copy(), blank(fortune.LUCK)
        fortune.script(luck, self.tape)
        if self.pending == DEAL:
            rules.start(records[0], luck)
        else:
            rules.apply(records[0], self.pending, luck)
        lacking = fortune.lacking(luck)
        if lacking is not None:
            kind, self.to_tell, self.bag = lacking
            self.tape += [kind, self.to_tell]
            return
        if not fortune.used_up(luck):
            raise Mistake("luck cannot have decided that")
        self.records, self.pending, self.tape, self.dealt = records, None, [], True
        self.seen = [digest(old, self.sight(seat).tobytes()) for seat, old in enumerate(self.seen)]

    def sight(self, seat: int) -> Any:
        """Return what a seat may know, as a record; it is blank before the deal."""
        seen = blanks(self.tree.game.state)
        if self.dealt:
            self.tree.rules.see(self.records, seat, seen)
        return clone(seen[0])

    def returns(self) -> list[float]:
        """Return zero-sum payoffs: 1 for a sole winner, split in a tie, and an equal loss for the others; 0 before."""
        record, players = self.records[0], self.tree.players
        if not self.over or not record.over:
            return [0.0] * players
        scores = [int(self.tree.game.score(record, seat)) for seat in range(players)]
        winners = scores.count(max(scores))
        return [(players * (score == max(scores)) / winners - 1) / (players - 1) for score in scores]

    def imagined(self, seat: int, luck: Any) -> "GameNode":
        """Return a node with another world that looks the same to a seat; only that seat's history is kept."""
        other = self.tree.root()
        other.records = blanks(self.tree.game.state)
        self.tree.game.imagine(self.sight(seat), luck, other.records[0])
        other.pending, other.dealt = None, True
        other.seen = [digest(other.sight(each).tobytes()) for each in range(len(other.seen))]
        other.seen[seat] = self.seen[seat]
        return other


def digest(*parts: bytes) -> bytes:
    """Hash several byte strings together with their lengths."""
    joined = hashlib.blake2b(digest_size=16)
    for part in parts:
        joined.update(len(part).to_bytes(4, "little") + part)
    return joined.digest()
