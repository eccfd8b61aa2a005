"""Measure a policy against a bot: the win share over the same deals in every seating.

`duel(policy, "greedy", "elefant", players=3, deals=200)` calls the policy for the actions of a whole batch.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from eleven.arena.estimates import Estimate, share_of
from eleven.arena.series import BotSeating, seatings
from eleven.bots.choosing import choose
from eleven.bots.levels import find_bot
from eleven.core.contract.game import find_game
from eleven.core.rules.luck import key_of
from eleven.core.rules.record import Array
from eleven.research.batch import Batch

Policy = Callable[[Batch], Any]
"""A function that returns a legal action for every row of a batch."""

POLICY = 0


def duel(
    policy: Policy,
    opponent: str,
    game: str,
    players: int | None = None,
    deals: int = 100,
    seed: int = 0,
    options: Mapping[str, str] | None = None,
) -> Estimate:
    """Return the policy's win share with its 95 % interval; 0.5 is even for any number of players."""
    bot = find_bot(opponent, find_game(game), players)

    def actions_of_bot(batch: Batch, rows: Array, step: int) -> list[int]:
        return [choose(batch.game, batch.seen(row), bot, key_of(seed, row, step)) for row in rows.tolist()]

    batch = Batch(game, players, deals, seed, options, features=True)
    by_seating = []
    for seating in seatings(2, batch.players):
        batch.reset()
        by_seating.append(_shares(batch, policy, actions_of_bot, seating))
    return share_of(np.mean(by_seating, axis=0))


def _shares(batch: Batch, policy: Policy, actions_of_bot: Any, seating: BotSeating) -> Array:
    """Return the win share of the policy's seats in the first game of every row; a truncated game is shared by all."""
    ours = np.array(seating) == POLICY
    shares, playing, step = np.zeros(batch.size), np.ones(batch.size, bool), 0
    while playing.any():
        actions = np.array(policy(batch), np.int64)
        theirs = np.flatnonzero(playing & ~ours[batch.asked])
        actions[theirs] = actions_of_bot(batch, theirs, step)
        batch.step(actions)
        step += 1
        shares[playing & batch.done] = batch.reward[playing & batch.done][:, ours].sum(1)
        shares[playing & batch.truncated] = ours.mean()
        playing &= ~(batch.done | batch.truncated)
    return shares
