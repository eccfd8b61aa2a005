"""The games for OpenSpiel: after an import of this, `pyspiel.load_game("table_eleven(game=eleven_cards,players=2)")`.

Luck is explicit: each chance node takes one thing (a card, a seat) of those still possible, and a shuffle is as many
chance nodes as it has things. What a seat is told comes from `see` alone.
"""

from typing import Any

import numpy as np

from eleven.core.rules import luck
from eleven.core.text.errors import Mistake
from eleven.research.encoding import encode_rule, encoding_of
from eleven.research.explicit import Tree, digest
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
    """One of the games at a table. `players=0` is the smallest; `options` are written `rounds:one;rows:listed`."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        self.tree = _tree(given)
        self.rules, self.setup = self.tree.game, self.tree.setup
        self.encoding = encoding_of(self.rules, self.setup.players)
        self.encode = encode_rule(self.rules, self.setup.players)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.rules.actions),
            max_chance_outcomes=luck.TAPE,
            num_players=self.setup.players,
            min_utility=-1.0 / (self.setup.players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.rules.truncate_at,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> "State":
        """Before the deal."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What a seat sees; with perfect recall, the string tells all that it has seen."""
        return Observer(self, iig_obs_type is not None and iig_obs_type.perfect_recall)


def _tree(given: dict[str, Any]) -> Tree:
    options = {}
    for each in filter(None, given["options"].split(";")):
        name, colon, value = each.partition(":")
        if not colon:
            raise Mistake("options are written name:value;name:value, not '{given}'", given=given["options"])
        options[name] = value
    players, edition, components = (given[name] or None for name in ("players", "edition", "components"))
    return Tree(given["game"], players, options, edition, components)


class State(pyspiel.State):  # type: ignore[misc]
    """A game in progress: between decisions, or at luck's turn within the deal or a decision."""

    def __init__(self, game: TableEleven) -> None:
        super().__init__(game)
        self.at = game.tree.root()

    @property
    def table(self) -> TableEleven:
        """The game, which is not copied."""
        return self.get_game()  # type: ignore[no-any-return]

    def current_player(self) -> int:
        """The seat that is asked, luck, or nobody."""
        if self.at.at_luck:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.at.over else self.at.asked

    def _legal_actions(self, player: int) -> list[int]:
        return self.at.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The things that luck may take next, each as likely as there are many of it."""
        return self.at.outcomes()

    def _apply_action(self, action: int) -> None:
        self.at.play(action)

    def is_terminal(self) -> bool:
        """Whether the game has ended, or was cut off."""
        return self.at.over

    def returns(self) -> list[float]:
        """1 for whoever wins alone, the same loss for the others, shared when they tie; 0 before the end."""
        return self.at.returns()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"luck: {action}"
        return self.table.rules.actions[action].name

    def __str__(self) -> str:
        return " ".join(map(str, self.history())) or "before the deal"


class Observer:
    """Features of a sight as the tensor; the string is a digest of the sight or of everything seen so far."""

    def __init__(self, game: TableEleven, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        self.tensor = np.zeros(game.encoding.bits, np.float32)
        self.dict = {"observation": self.tensor}
        self._packed = np.zeros(game.encoding.words, np.uint64)

    def set_from(self, state: State, player: int) -> None:
        """Write the features of what a seat sees."""
        self.tensor[:] = 0
        if state.at.dealt:
            state.table.encode(state.at.sight(player), self._packed)
            bits = np.unpackbits(self._packed.view(np.uint8), bitorder="little")
            self.tensor[:] = bits[: len(self.tensor)]

    def string_from(self, state: State, player: int) -> str:
        """The same for states that a seat cannot tell apart."""
        if not state.at.dealt:
            return f"{player}:"
        seen = state.at.seen[player] if self.perfect_recall else digest(state.at.sight(player).tobytes())
        return f"{player}:{seen.hex()}"


def resampler(seed: int = 0) -> Any:
    """For `ISMCTSBot.set_resampler`: another world that looks the same to a seat, from its sight alone.

    The new state has no history of its own, so it cannot be serialised; of what was seen it keeps the seat's part.
    """
    chance, number = luck.fresh(luck.key_of("resampler", seed)), 0

    def resample(state: State, player: int) -> State:
        nonlocal number
        number += 1
        luck.begin(chance, number)
        other = state.table.new_initial_state()
        other.at = state.at.imagined(player, chance)
        return other

    return resample


if NAME not in pyspiel.registered_names():
    pyspiel.register_game(GAME_TYPE, TableEleven)
