"""CFR on a small deck: the whole tree of a game, played against itself until nobody can gain much by playing otherwise.

    python examples/cfr_small_deck.py
    python examples/cfr_small_deck.py --iterations 2000 --bound 0.002

The deck is a components file with few cards; the rules are those of the game. Exploitability is what a best response
wins beyond the value of the game, on average over the seats; a victory is worth 1 and a defeat -1. The exit code is 1
if it has not fallen below the bound.
"""

import argparse
import sys
from dataclasses import dataclass, field

from eleven.core.rules.record import clone
from eleven.research.decks import DECKS, small_tree
from eleven.research.explicit import GameNode, GameTree

LUCK, END = -1, -2


def even(number: int) -> list[float]:
    """The same chance for each."""
    return [1 / number] * number


@dataclass
class Information:
    """What a seat may know when it is asked: how much each action was missed, and how often it was taken."""

    actions: list[int]
    points: list[int] = field(default_factory=list)
    regret: list[float] = field(default_factory=list)
    taken: list[float] = field(default_factory=list)
    policy: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.regret, self.taken = [0.0] * len(self.actions), [0.0] * len(self.actions)
        self.policy = even(len(self.actions))

    def match_regrets(self) -> None:
        """Play each action in proportion to how much it was missed."""
        missed = [max(regret, 0.0) for regret in self.regret]
        total = sum(missed)
        self.policy = [each / total for each in missed] if total > 0 else even(len(missed))

    def average(self) -> list[float]:
        """How it played all along."""
        total = sum(self.taken)
        return [each / total for each in self.taken] if total > 0 else even(len(self.taken))


@dataclass
class Point:
    """A point of the tree: who decides, and what follows. Ways to the same position and knowledge meet here."""

    who: int
    children: list[int]
    chances: list[float] = field(default_factory=list)
    key: str = ""
    returns: list[float] = field(default_factory=list)


class Solver:
    """The tree laid out, and CFR on it, the seats in turn."""

    def __init__(self, tree: GameTree) -> None:
        self.players = tree.players
        self.information: dict[str, Information] = {}
        self.points: list[Point] = []
        """Children stand before their parents; the last is the root."""
        self._known: dict[tuple[object, ...], int] = {}
        self._add(tree.root())
        for number, point in enumerate(self.points):
            if point.who >= 0:
                self.information[point.key].points.append(number)

    def _add(self, node: GameNode) -> int:
        """The number of a point, its children added before it."""
        node.begin()
        position = clone(node.records[0]).tobytes()
        known = (position, *node.seen, node.pending, tuple(node.tape), tuple(sorted(node.bag)))
        if known not in self._known:
            self.points.append(self._point(node))
            self._known[known] = len(self.points) - 1
        return self._known[known]

    def _point(self, node: GameNode) -> Point:
        if node.over:
            return Point(END, [], returns=node.returns())
        if node.at_luck:
            things, chances = zip(*node.outcomes(), strict=True)
            return Point(LUCK, [self._after(node, thing) for thing in things], list(chances))
        actions = node.legal()
        key = f"{node.asked}:{node.seen[node.asked].hex()}"
        self.information.setdefault(key, Information(actions))
        return Point(node.asked, [self._after(node, action) for action in actions], key=key)

    def _after(self, node: GameNode, action: int) -> int:
        child = node.copy()
        child.play(action)
        return self._add(child)

    def iterate(self) -> None:
        """One round of CFR: the regrets of each seat in turn, and a policy that follows them."""
        for seat in range(self.players):
            self._learn(seat)
            for information in self.information.values():
                information.match_regrets()

    def _learn(self, seat: int) -> None:
        policies = {key: each.policy for key, each in self.information.items()}
        own, others = self._reach(policies, seat)
        values = self.values(policies, seat)
        for number, point in enumerate(self.points):
            if point.who == seat:
                information = self.information[point.key]
                for i, child in enumerate(point.children):
                    information.regret[i] += others[number] * (values[child] - values[number])
                    information.taken[i] += own[number] * information.policy[i]

    def _reach(self, policies: dict[str, list[float]], seat: int) -> tuple[list[float], list[float]]:
        """How likely every point is as far as a seat decides, and as far as luck and the others do."""
        own, others = [0.0] * len(self.points), [0.0] * len(self.points)
        own[-1] = others[-1] = 1.0
        for number in reversed(range(len(self.points))):
            point = self.points[number]
            chances = policies[point.key] if point.who >= 0 else point.chances
            for child, chance in zip(point.children, chances, strict=True):
                own[child] = own[number] * chance if point.who == seat else own[number]
                others[child] += others[number] if point.who == seat else others[number] * chance
        return own, others

    def values(self, policies: dict[str, list[float]], seat: int) -> list[float]:
        """What every point is worth to a seat."""
        values: list[float] = []
        for point in self.points:
            if point.who == END:
                values.append(point.returns[seat])
            else:
                chances = policies[point.key] if point.who >= 0 else point.chances
                pairs = zip(point.children, chances, strict=True)
                values.append(sum(chance * values[child] for child, chance in pairs))
        return values

    def exploitability(self, policies: dict[str, list[float]]) -> float:
        """What a best response wins beyond the value of the policy, on average over the seats."""
        gained = [self._best(policies, seat) - self.values(policies, seat)[-1] for seat in range(self.players)]
        return sum(gained) / self.players

    def _best(self, policies: dict[str, list[float]], seat: int) -> float:
        """What a seat can get at best against the others' policy; it chooses by what it may know."""
        _, others = self._reach(policies, seat)
        values: dict[int, float] = {}
        choices: dict[str, int] = {}

        def choice(key: str) -> int:
            if key not in choices:
                known = self.information[key]
                worth = [
                    sum(others[number] * value(self.points[number].children[i]) for number in known.points)
                    for i in range(len(known.actions))
                ]
                choices[key] = worth.index(max(worth))
            return choices[key]

        def value(number: int) -> float:
            if number not in values:
                point = self.points[number]
                if point.who == END:
                    values[number] = point.returns[seat]
                elif point.who == seat:
                    values[number] = value(point.children[choice(point.key)])
                else:
                    chances = policies[point.key] if point.who >= 0 else point.chances
                    pairs = zip(point.children, chances, strict=True)
                    values[number] = sum(chance * value(child) for child, chance in pairs)
            return values[number]

        return value(len(self.points) - 1)

    def average(self) -> dict[str, list[float]]:
        """How all seats played all along: what CFR promises to be hard to exploit."""
        return {key: each.average() for key, each in self.information.items()}


def main() -> int:
    """Solve a small deck, and say how far it has come."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=sorted(DECKS), default="eleven_cards")
    parser.add_argument("--iterations", type=int, default=200)
    parser.add_argument("--bound", type=float, default=0.01)
    told = parser.parse_args()
    solver = Solver(small_tree(told.game))
    print(f"{told.game}: {len(solver.points)} points, {len(solver.information)} different sights to decide on")
    begin = solver.exploitability(solver.average())
    print(f"exploitability of random play: {begin:.4f}")
    for _ in range(told.iterations):
        solver.iterate()
    end = solver.exploitability(solver.average())
    value = solver.values(solver.average(), 0)[-1]
    print(f"after {told.iterations} iterations: {end:.4f}; the game is worth {value:+.4f} to the first seat")
    return 0 if end < told.bound else 1


if __name__ == "__main__":
    sys.exit(main())
