"""Playing with a network: choosing one action, and playing whole games in compiled code for the arena."""

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from eleven.core.contract.game import Game, Rule, find_game
from eleven.core.play.engine import engine
from eleven.core.rules import bits, luck
from eleven.core.rules.jit import JITTED, bind
from eleven.core.rules.record import Array
from eleven.network import inference, rollout, search
from eleven.network.inference import Net, NumpyLayers, in_doubles, logits_for_one, net_for, plain_layers
from eleven.network.layout import turned_actions
from eleven.network.weights import Layers, layers_of, refuse_size, whole_layers
from eleven.research.encoding import encode_rule, encoding_of
from eleven.search.compiled_search import MOST_SEATS, cached_by_thread, names_for
from eleven.search.ismcts import SIGHT, STATES
from eleven.search.tree import ALONE

TEMPLATES: Mapping[str, Any] = {
    "rollout": rollout.rollout_template,
    "sequential_halving": search.sequential_halving_template,
    "decide": search.decide_template,
    "play": search.play_template,
}
"""In dependency order: each template uses only the ones before it."""


@dataclass(frozen=True)
class NetworkFunctions:
    """The compiled functions of a network for one number of players."""

    decide: Rule
    play: Rule


@cache
def guided(game_id: str, players: int) -> NetworkFunctions:
    """Bind the network templates to a game; each function is compiled when it is first called."""
    game = find_game(game_id)
    names: dict[str, Any] = {**names_for(game), "encode": encode_rule(game, players)}
    names |= compiled_inference()
    for name, template in TEMPLATES.items():
        names[name] = bind(template, game_id, f"network_{name}{players}", **names)
    return NetworkFunctions(names["decide"], names["play"])


def compiled_inference() -> dict[str, Any]:
    """Return the inference functions that compiled rollouts use, by name."""
    return {name: getattr(inference, name) for name in ("forward_hidden", "best_action", "predicted_shares")}


class NetworkWorkspace:
    """The memory of a network and its search for one game and number of players."""

    def __init__(self, game_id: str, players: int) -> None:
        self.game = find_game(game_id)
        self.net: Net = net_for(self.game, players, layers_of(game_id, players))
        self.states = np.zeros(STATES, self.game.state)
        self.rewards = np.zeros(MOST_SEATS)
        self.mask = engine(game_id).no_actions()
        self.pace = 0.0
        """Seconds per simulation in the last decision that searched."""

    def decide(self, seen: Any, plan: Any, key: bytes) -> int:
        """Choose an action from what a seat sees."""
        self.states[SIGHT] = seen
        search_luck = luck.fresh(key)
        decide = guided(self.game.id, int(seen.players)).decide
        return int(decide(self.states, self.rewards, plan, search_luck, self.mask, self.net))

    def decide_within(self, seen: Any, plan: Any, key: bytes, seconds: float) -> int:
        """Choose with as many simulations as fit into `seconds` at the pace of the last decision."""
        if self.pace:
            plan.simulations = max(1, min(plan.simulations, int(seconds / self.pace)))
        begun = time.perf_counter()
        action = self.decide(seen, plan, key)
        if plan.done:
            self.pace = (time.perf_counter() - begun) / int(plan.done)
        return action


@cached_by_thread
def workspace_of(game_id: str, players: int) -> NetworkWorkspace:
    """Return the network memory of this thread, which is reused for every decision."""
    return NetworkWorkspace(game_id, players)


def choose(game: Game, seen: Any, plan: Any, key: bytes, seconds: float = math.inf) -> int:
    """Return the action that a game's network takes when its seat sees `seen`.

    Without compilation the network decides with NumPy, and does not search if there is a time limit.
    """
    if not JITTED and (plan.network == ALONE or math.isfinite(seconds)):
        return choose_plainly(game, seen)
    workspace = workspace_of(game.id, int(seen.players))
    return (
        workspace.decide(seen, plan, key) if math.isinf(seconds) else workspace.decide_within(seen, plan, key, seconds)
    )


def choose_plainly(game: Game, seen: Any) -> int:
    """Choose with the network alone, computed with NumPy."""
    return ranked(game, seen)[0]


def ranked(game: Game, seen: Any) -> list[int]:
    """Return the legal actions by descending logit, then by id."""
    mask = engine(game.id).no_actions()
    game.legal(seen, mask)
    legal = bits.members(mask)
    if len(legal) == 1:
        return legal
    logits, meant = logits_for(game, seen), turned_actions(game.id, int(seen.players))[int(seen.viewer)]
    return sorted(legal, key=lambda action: (-logits[meant[action]], action))


def logits_for(game: Game, seen: Any) -> Array:
    """Compute with NumPy the logits of all actions, then of all seats' win shares, relative to the viewer."""
    players = int(seen.players)
    encode, layers = plain_inference(game.id, players)
    words = np.zeros(encoding_of(game, players).words, np.uint64)
    encode(seen, words)
    return logits_for_one(layers, unpacked(words[np.newaxis], encoding_of(game, players).bits)[0])


@cache
def plain_inference(game_id: str, players: int) -> tuple[Rule, NumpyLayers]:
    """Return the rule that encodes the features, and the layers they are multiplied with."""
    game = find_game(game_id)
    refuse_size(game_id, players)
    return encode_rule(game, players), plain_layers(game, players, doubles_of(game_id))


@cache
def doubles_of(game_id: str) -> Layers:
    """Return the layers of a game's network for NumPy, shared by all numbers of players."""
    return in_doubles(whole_layers(game_id))


def unpacked(words: Array, width: int) -> Array:
    """Unpack 64-bit words into rows of 0 and 1."""
    found: Array = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")[:, :width]
    return found
