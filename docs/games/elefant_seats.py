"""The numbers about seats in elefant.md."""

from random import Random
from typing import Any

import numpy as np

from eleven.core.contract.game import find_game
from eleven.core.play.engine import engine
from eleven.core.play.match import legal_actions
from eleven.core.rules import luck
from eleven.core.rules.record import clone
from eleven.games.elefant.actions import BUY, LOSE, SCORE_AS
from eleven.games.elefant.scoring import everything, points
from eleven.games.elefant.state import ELEPHANT_KINDS, ROW, SCORE, TURN, VALUES, how_many

GAME, RULES = find_game("elefant"), engine("elefant")
RANDOM_GAMES, CHOOSY_GAMES = 100_000, 400


def shares(scores: Any) -> Any:
    """Victories by seat in percent, a shared one divided."""
    best = scores == scores.max(1, keepdims=True)
    return (100 * (best / best.sum(1, keepdims=True)).mean(0)).round(1)


def random_players(players: int) -> None:
    """Every legal action as likely, at full speed."""
    states, chance, dice, words = RULES.workspace()
    prepared = RULES.prepared(GAME.setup(players, options={"start": "white"}))
    lengths, scores = np.zeros(RANDOM_GAMES, np.int64), np.zeros((RANDOM_GAMES, GAME.max_players), np.int64)
    span = np.array([0, RANDOM_GAMES, 1, GAME.truncate_at])
    RULES.playouts(prepared, states, chance, dice, words, span, lengths, scores)
    own = scores[:, :players]
    print(players, "random, decisions", lengths.mean().round(1), "wins", shares(own), "points", own.mean(0).round(1))


def value(action: Any, first: int) -> int:
    """The value of the china card that an action is about."""
    return int(action.id - first) % VALUES


def left_after(s: Any, action: Any, chance: Any) -> int:
    """What a player's china is worth after an elephant, if they give up the cheapest."""
    world, p = clone(s), int(s.turn)
    RULES.apply(world, action.id, chance)
    while world.over == 0 and world.asking[world.depth - 1].what not in (TURN, SCORE):
        RULES.apply(world, min(legal_actions(GAME, world), key=lambda a: value(a, LOSE)).id, chance)
    return int(everything(world.seats[p].china))


def choosy(s: Any, random: Random, chance: Any) -> Any:
    """Buys the dearest, takes the kindest elephant, gives up the cheapest, scores the most, and never pushes."""
    actions = [action for action in legal_actions(GAME, s) if action.verb != "push"]
    random.shuffle(actions)
    verb = random.choice(sorted({action.verb for action in actions}))
    actions = [action for action in actions if action.verb == verb]
    if verb == "buy":
        return max(actions, key=lambda a: value(a, BUY))
    if verb == "take":
        return max(actions, key=lambda a: left_after(s, a, chance))
    if verb == "lose":
        return min(actions, key=lambda a: value(a, LOSE))
    return max(actions, key=lambda a: points(s, int(s.asking[s.depth - 1].seat), a.id - SCORE_AS))


def without_push(s: Any, random: Random, chance: Any) -> Any:
    """Any action but the push."""
    return random.choice([action for action in legal_actions(GAME, s) if action.verb != "push"])


def with_push(s: Any, random: Random, chance: Any) -> Any:
    """Any action."""
    return random.choice(legal_actions(GAME, s))


def fresh_rows(players: int, player: Any) -> None:
    """How often a seat's turn finds five china cards, and who wins."""
    prepared = RULES.prepared(GAME.setup(players, options={"start": "white"}))
    turns, fresh, scores = np.zeros(players), np.zeros(players), np.zeros((CHOOSY_GAMES, players))
    for number in range(CHOOSY_GAMES):
        s, random, chance = clone(prepared[0]), Random(number), luck.fresh(luck.key_of("seats", number))
        RULES.start(s, chance)
        while s.over == 0:
            if s.asking[s.depth - 1].what == TURN:
                turns[s.turn] += 1
                fresh[s.turn] += how_many(s.open_china, (1 << ELEPHANT_KINDS) - 1) == ROW
            RULES.apply(s, player(s, random, chance).id, chance)
        scores[number] = [GAME.score(s, p) for p in range(players)]
    rows, wins = (100 * fresh / turns).round(0), shares(scores)
    print(players, player.__name__, "fresh", rows, "wins", wins, "points", scores.mean(0).round(1), flush=True)


if __name__ == "__main__":
    for count in GAME.players:
        random_players(count)
    for count in GAME.players:
        for policy in (with_push, without_push, choosy):
            fresh_rows(count, policy)
