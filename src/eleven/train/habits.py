"""The bots that a best response is learnt to, and how they err, as compiled code reads it."""

from collections.abc import Mapping, Sequence

import numpy as np

from eleven.bots.choosing import plan_of
from eleven.bots.levels import GUIDED, LEVELS, SEARCH, Bot, find_bot
from eleven.bots.offered import refuse_level
from eleven.core.contract.game import Game, Setup
from eleven.core.rules.record import Array
from eleven.core.text.errors import Mistake
from eleven.train import templates


def frozen_bots(name: str, game: Game, setups: Sequence[Setup]) -> dict[int, Bot]:
    """The bot of a name as it plays at these tables, by number of players; one that searches is refused."""
    if name in LEVELS:
        for setup in setups:
            refuse_level(name, game, setup)
    bots = {setup.players: find_bot(name, game, setup.players) for setup in setups}
    searching = [str(players) for players, bot in bots.items() if bot.kind in (SEARCH, GUIDED)]
    if searching:
        raise Mistake(
            "a best response is learnt to bots that do not search; in {game} for {players} {bot} does",
            game=game.title,
            players=", ".join(searching),
            bot=name,
        )
    return bots


def habits_of(game: Game, bots: Mapping[int, Bot]) -> Array:
    """What bots misjudge, forget and overlook, by number of players."""
    found = np.zeros((game.max_players + 1, templates.HABITS), np.int64)
    for players, bot in bots.items():
        plan = plan_of(bot)
        found[players] = plan.noise, plan.forget, plan.overlook
    return found
