"""The games for OpenSpiel: import this, then call `pyspiel.load_game("table_eleven(game=eleven_cards,players=2)")`.

Chance is explicit: each chance node draws one thing (a card, a seat), so a shuffle of n things is n chance nodes. A
seat's information comes from `see` only.
"""

from typing import Any

import numpy as np

from eleven.core.rules import luck as fortune
from eleven.core.text.errors import Mistake
from eleven.research.encoding import encode_rule, encoding_of
from eleven.research.explicit import GameTree, digest
from eleven.research.extras import needed

with needed("pyspiel", "open_spiel", extra="openspiel"):
    import pyspiel

NAME = "table_eleven"
DEFAULTS = {"game": "eleven_cards", "players": 0, "edition": "", "options": "", "components": ""}

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Table Eleven",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


class TableEleven(pyspiel.Game):  # type: ignore[misc]
    """One of the games. `players=0` means the smallest number; `options` are written like `rounds:one;rows:listed`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        self.tree = _tree(given)
        self.rules, self.setup = self.tree.game, self.tree.setup
        self.encoding = encoding_of(self.rules, self.setup.players)
        self.encode = encode_rule(self.rules, self.setup.players)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.rules.actions),
            max_chance_outcomes=fortune.TAPE,
            num_players=self.setup.players,
            min_utility=-1.0 / (self.setup.players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.rules.truncate_at,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> "TableElevenState":
        """Return the state before the deal."""
        return TableElevenState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "TableElevenObserver":
        """Return an observer of what a seat sees, or with perfect recall, of everything it has seen so far."""
        return TableElevenObserver(self, iig_obs_type is not None and iig_obs_type.perfect_recall)


def _tree(given: dict[str, Any]) -> GameTree:
    options = {}
    for each in filter(None, given["options"].split(";")):
        name, colon, value = each.partition(":")
        if not colon:
            raise Mistake("options are written name:value;name:value, not '{given}'", given=given["options"])
        options[name] = value
    players, edition, components = (given[name] or None for name in ("players", "edition", "components"))
    return GameTree(given["game"], players, options, edition, components)


class TableElevenState(pyspiel.State):  # type: ignore[misc]
    """A state of a game: a decision, a chance node, or the end."""

    def __init__(self, game: TableEleven) -> None:
        super().__init__(game)
        self.at = game.tree.root()

    @property
    def table(self) -> TableEleven:
        """Return the game, which copies of the state share."""
        return self.get_game()  # type: ignore[no-any-return]

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's id for chance or a terminal state."""
        if self.at.at_luck:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.at.over else self.at.asked

    def _legal_actions(self, player: int) -> list[int]:
        return self.at.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node with their probabilities."""
        return self.at.outcomes()

    def _apply_action(self, action: int) -> None:
        self.at.play(action)

    def is_terminal(self) -> bool:
        """Whether the game has ended or was truncated."""
        return self.at.over

    def returns(self) -> list[float]:
        """Return zero-sum payoffs: 1 for a sole winner, split in a tie, and an equal loss for the others; 0 before."""
        return self.at.returns()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"luck: {action}"
        return self.table.rules.actions[action].name

    def __str__(self) -> str:
        return " ".join(map(str, self.history())) or "before the deal"


class TableElevenObserver:
    """An observer: the tensor has the features; the string is a digest of what the seat sees or has seen so far."""

    def __init__(self, game: TableEleven, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        self.tensor = np.zeros(game.encoding.bits, np.float32)
        self.dict = {"observation": self.tensor}
        self._packed = np.zeros(game.encoding.words, np.uint64)

    def set_from(self, state: TableElevenState, player: int) -> None:
        """Write the features of what a seat sees."""
        self.tensor[:] = 0
        if state.at.dealt:
            state.table.encode(state.at.sight(player), self._packed)
            bits = np.unpackbits(self._packed.view(np.uint8), bitorder="little")
            self.tensor[:] = bits[: len(self.tensor)]

    def string_from(self, state: TableElevenState, player: int) -> str:
        """Return a digest that is equal for states which the seat cannot tell apart."""
        if not state.at.dealt:
            return f"{player}:"
        seen = state.at.seen[player] if self.perfect_recall else digest(state.at.sight(player).tobytes())
        return f"{player}:{seen.hex()}"


def resampler(seed: int = 0) -> Any:
    """Return a function for `ISMCTSBot.set_resampler` that samples another world consistent with what a seat sees.

    The sampled state has no history, so it cannot be serialized; it keeps only what that seat has seen.
    """
    luck, number = fortune.fresh(fortune.key_of("resampler", seed)), 0

    def resample(state: TableElevenState, player: int) -> TableElevenState:
        nonlocal number
        number += 1
        fortune.begin(luck, number)
        other = state.table.new_initial_state()
        other.at = state.at.imagined(player, luck)
        return other

    return resample


if NAME not in pyspiel.registered_names():
    pyspiel.register_game(GAME_TYPE, TableEleven)
