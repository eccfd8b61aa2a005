"""The games for OpenSpiel: after an import of this, `pyspiel.load_game("table_eleven(game=eleven_cards,players=2)")`.

Luck is explicit: each chance node takes one thing (a card, a seat) of those still possible, and a shuffle is as many
chance nodes as it has things. What a seat is told comes from `see` alone.
"""

import hashlib
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from eleven.core.contract.game import Setup, find_game
from eleven.core.play.engine import engine
from eleven.core.rules import luck
from eleven.core.rules.bits import members
from eleven.core.rules.record import blank, blanks, clone
from eleven.core.text.errors import Mistake
from eleven.research.encoding import encode_rule, encoding_of
from eleven.research.extras import needed

with needed("pyspiel", "open_spiel", extra="openspiel"):
    import pyspiel

NAME = "table_eleven"
DEAL = -1
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
        self.rules = find_game(given["game"])
        self.setup = _setup(given)
        self.engine = engine(self.rules.id)
        self.prepared = self.engine.prepared(self.setup)
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


def _setup(given: dict[str, Any]) -> Setup:
    game = find_game(given["game"])
    options = {}
    for each in filter(None, given["options"].split(";")):
        name, colon, value = each.partition(":")
        if not colon:
            raise Mistake("options are written name:value;name:value, not '{given}'", given=given["options"])
        options[name] = value
    components = game.components(Path(given["components"])) if given["components"] else None
    return game.setup(given["players"] or None, given["edition"] or None, options, components)


class Position:
    """What a state has beside OpenSpiel's own history; copied whole, without looking inside."""

    def __init__(self, records: Any, players: int) -> None:
        self.records = records
        self.dealt = False
        self.pending: int | None = DEAL
        self.tape: list[int] = []
        self.bag: list[int] = []
        self.to_tell = 0
        self.seen = [b""] * players
        """For each seat, a digest of all it has seen and done."""

    def __deepcopy__(self, memo: Any) -> "Position":
        other = Position.__new__(Position)
        other.__dict__.update(self.__dict__)
        other.records = self.records.copy()
        other.tape, other.bag, other.seen = self.tape[:], self.bag[:], self.seen[:]
        return other


class State(pyspiel.State):  # type: ignore[misc]
    """A game in progress: between decisions, or at luck's turn within the deal or a decision."""

    def __init__(self, game: TableEleven) -> None:
        super().__init__(game)
        self.at = Position(game.prepared, game.setup.players)

    @property
    def table(self) -> TableEleven:
        """The game, which is not copied."""
        return self.get_game()  # type: ignore[no-any-return]

    def current_player(self) -> int:
        """The seat that is asked, luck, or nobody."""
        self._begin()
        if self.at.pending is not None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self.table.engine.asked(self.at.records))

    def _begin(self) -> None:
        """Ask luck for the deal, once."""
        if self.at.pending == DEAL and not self.at.to_tell:
            self._go_on()

    def _legal_actions(self, player: int) -> list[int]:
        mask = self.table.engine.no_actions()
        self.table.rules.legal(self.at.records[0], mask)
        return [int(action) for action in members(mask)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The things that luck may take next, each as likely as there are many of it."""
        self._begin()
        bag = self.at.bag
        return [(thing, count / len(bag)) for thing, count in sorted(Counter(bag).items())]

    def _apply_action(self, action: int) -> None:
        at = self.at
        self._begin()
        if at.pending is None:
            seat = int(self.table.engine.asked(at.records))
            at.seen[seat] = _digest(at.seen[seat], b"did", str(action).encode())
            at.pending, at.tape = action, []
            self._go_on()
            return
        at.bag.remove(action)
        at.tape.append(action)
        at.to_tell -= 1
        if at.to_tell == 0:
            self._go_on()

    def _go_on(self) -> None:
        """Try the pending decision with what luck has told so far; if luck must tell more, say what."""
        at, rules = self.at, self.table.engine
        records, chance = at.records.copy(), blank(luck.LUCK)
        luck.script(chance, at.tape)
        if at.pending == DEAL:
            rules.start(records[0], chance)
        else:
            rules.apply(records[0], at.pending, chance)
        lacking = luck.lacking(chance)
        if lacking is not None:
            kind, at.to_tell, at.bag = lacking
            at.tape += [kind, at.to_tell]
            return
        if not luck.used_up(chance):
            raise Mistake("luck cannot have decided that")
        at.records, at.pending, at.tape, at.dealt = records, None, [], True
        at.seen = [_digest(old, self.sight(seat).tobytes()) for seat, old in enumerate(at.seen)]

    def sight(self, seat: int) -> Any:
        """What a seat may know, as a record; blank before the deal."""
        seen = blanks(self.table.rules.state)
        if self.at.dealt:
            self.table.engine.see(self.at.records, seat, seen)
        return clone(seen[0])

    def is_terminal(self) -> bool:
        """Whether the game has ended, or was cut off."""
        record = self.at.records[0]
        return self.at.pending is None and bool(record.over or record.step > self.table.rules.truncate_at)

    def returns(self) -> list[float]:
        """1 for whoever wins alone, the same loss for the others, shared when they tie; 0 before the end."""
        record, players = self.at.records[0], self.table.setup.players
        if not self.is_terminal() or not record.over:
            return [0.0] * players
        scores = [int(self.table.rules.score(record, seat)) for seat in range(players)]
        winners = scores.count(max(scores))
        return [(players * (score == max(scores)) / winners - 1) / (players - 1) for score in scores]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"luck: {action}"
        return self.table.rules.actions[action].name

    def __str__(self) -> str:
        return " ".join(map(str, self.history())) or "before the deal"


def _digest(*parts: bytes) -> bytes:
    """One text for many; each part is known by its length too."""
    joined = hashlib.blake2b(digest_size=16)
    for part in parts:
        joined.update(len(part).to_bytes(4, "little") + part)
    return joined.digest()


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
            state.table.encode(state.sight(player), self._packed)
            bits = np.unpackbits(self._packed.view(np.uint8), bitorder="little")
            self.tensor[:] = bits[: len(self.tensor)]

    def string_from(self, state: State, player: int) -> str:
        """The same for states that a seat cannot tell apart."""
        if not state.at.dealt:
            return f"{player}:"
        seen = state.at.seen[player] if self.perfect_recall else _digest(state.sight(player).tobytes())
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
        records = blanks(state.table.rules.state)
        state.table.rules.imagine(state.sight(player), chance, records[0])
        at = other.at
        at.records, at.pending, at.dealt = records, None, True
        at.seen = [_digest(other.sight(seat).tobytes()) for seat in range(len(at.seen))]
        at.seen[player] = state.at.seen[player]
        return other

    return resample


if NAME not in pyspiel.registered_names():
    pyspiel.register_game(GAME_TYPE, TableEleven)
