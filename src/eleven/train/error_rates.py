"""The bots against which best responses are trained, with their error rates as compiled code reads them."""

from collections.abc import Mapping, Sequence

import numpy as np

from eleven.bots.available_levels import refuse_level
from eleven.bots.choosing import plan_of
from eleven.bots.levels import GUIDED, LEVELS, SEARCH, Bot, find_bot
from eleven.core.contract.game import Game, Setup
from eleven.core.rules.record import Array
from eleven.core.text.errors import Mistake
from eleven.train import step_kernels


def bots_without_search(name: str, game: Game, setups: Sequence[Setup]) -> dict[int, Bot]:
    """Return a bot's settings by number of players; reject bots that search."""
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


def error_rates_of(game: Game, bots: Mapping[int, Bot]) -> Array:
    """Return an array of the bots' noise, forgetting and overlooking, by number of players."""
    found = np.zeros((game.max_players + 1, step_kernels.ERROR_RATES), np.int64)
    for players, bot in bots.items():
        plan = plan_of(bot)
        found[players] = plan.noise, plan.forget, plan.overlook
    return found
