"""The contract every game fulfils, and the registry that finds the games.

A game is one folder whose `__init__` defines GAME, under `eleven.games` or wherever `registry` looks. The rules in it
are compiled functions over its state record; everything else describes them in words.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eleven.core.contract.actions import Actions
from eleven.core.contract.components import Components, load_components
from eleven.core.contract.kinds import Kind, plain_word
from eleven.core.contract.registry import game_modules
from eleven.core.contract.score_row import ScoreRow
from eleven.core.rules.compile_cache import compiled_from
from eleven.core.rules.record import Dtype
from eleven.core.text.errors import Mistake
from eleven.core.text.words import DEFAULT_LANGUAGE, Words, load_words

if TYPE_CHECKING:
    from eleven.core.contract.zones import Zone
    from eleven.core.text.notation import Notation

Rule = Callable[..., Any]
RANDOM = "random"


@dataclass(frozen=True)
class Edition:
    """A published edition."""

    id: str
    title: str
    publisher: str

    @property
    def name(self) -> str:
        """Title and publisher, where there is one."""
        return ", ".join(filter(None, (self.title, self.publisher)))


@dataclass(frozen=True)
class Option:
    """An option that is chosen before the deal; the default may depend on the edition.

    The catalogue has its name (`option.<name>`) and those of its values (`option.<name>.<value>`, or a seat).
    """

    name: str
    values: Sequence[str]
    default: str | Mapping[str, str]

    def default_for(self, edition: str) -> str:
        """The value unless the table chooses another one."""
        return self.default if isinstance(self.default, str) else self.default[edition]


@dataclass(frozen=True)
class EventKind:
    """How an event of the record reads: its word key, and the kinds of its thing, cover and place."""

    name: str
    thing: Kind | None = None
    cover: Kind | None = None
    place: Kind | None = None


@dataclass(frozen=True)
class LuckKind:
    """How an outcome of luck is written in a log: `luck <name>: <things>`."""

    name: str
    things: Kind


@dataclass(frozen=True)
class Setup:
    """What a table agreed on before the deal."""

    edition: str
    players: int
    options: Mapping[str, str]
    components: Components


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """Everything that defines a game; compared by identity, so that it can be a cache key."""

    id: str
    title: str
    designer: str
    minutes: str
    rule_prefix: str
    players: Sequence[int]
    editions: Sequence[Edition]
    options: Sequence[Option]
    folder: Path

    state: Dtype
    state_protocol: type
    hidden_fields: Sequence[str]
    """Every field outside these two lists is public: `see` must copy it unchanged."""
    seen_only_fields: Sequence[str]
    """Public fields that `see` computes; they are blank in the full state."""
    knowledge_fields: Sequence[str] = ()
    """Hidden fields about what a seat knows; an imagined world need not match them."""
    actions: Actions
    seat: Kind
    questions: Sequence[str]
    question_rules: Mapping[str, Sequence[str]]
    """For every question, the ids of the rules that the player who is asked may want to read."""
    events: Sequence[EventKind]
    lucks: Sequence[LuckKind]
    endings: Sequence[str]

    check_components: Callable[[Mapping[str, Any]], None]
    prepare: Callable[[Any, Setup], None]
    """Write players, options and components into a blank record."""
    deal: Rule
    """deal(s, luck): the first round of a prepared record."""
    legal: Rule
    """legal(s, mask): the actions of the seat that is asked, as a long set that the caller has emptied."""
    act: Rule
    """act(s, action, luck): one legal decision, in place."""
    see: Rule
    """see(s, seat, seen): what a seat (or seat number `players`, the spectator) may know, into a blank record."""
    imagine: Rule
    """imagine(seen, luck, world): a full state that would look like `seen`, into a blank record."""
    score: Rule
    """score(s, seat): points; the highest wins once `s.over` is set."""
    check: Rule
    """check(s): 0 while every invariant holds, else a number that names the broken one."""
    why_not: Callable[[Any, int], str]
    """why_not(s, action): the id of the rule that forbids an action that is not legal now."""
    notation: "Notation"
    zones: Callable[[Any, Words], list["Zone"]]
    """zones(seen, words): the table as a person sees it."""
    word: Callable[[Words, Kind, int], str] = plain_word
    explain: Callable[[Any, int, Words], str | None] = field(default=lambda seen, action, words: None)
    """explain(seen, action, words): what stands in the way of an action here and now, beside the rule."""
    scored: Callable[[Any, Any], Sequence[ScoreRow]] | None = None
    """scored(before, seen): what the last decision scored, by category and seat, from the sights before and after
    it."""
    about: Callable[[Any], int] | None = None
    """about(seen): the seat that the pending question is about, where the question itself does not name it."""
    forget: Callable[[Any], None] = field(default=lambda seen: None)
    """forget(seen): remove from a sight what a person could only remember; for tables without the memory aid."""
    weigh: Rule | None = None
    """weigh(s, action): how attractive a legal action is to the asked seat, from what that seat knows. For bots."""
    outlook: Rule | None = None
    """outlook(s, seat): a seat's chance to win an unfinished game, roughly, between 0 and 1. For bots."""
    misremember: Rule | None = None
    """misremember(seen, dice, percent): forget each remembered thing with a probability of `percent` percent. For
    bots."""
    mix: Rule | None = None
    """mix(s, luck): reshuffle everything whose order nobody has seen. For the arena."""
    levels: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Per bot level, what differs here from the defaults of that level: a number, or one per number of players.

    `players` lists the table sizes that offer the level, if not all do.
    """
    characters: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Per bot character and verb, how strongly it favours such actions, in the unit of `weigh`."""
    truncate_at: int = 100_000
    """Random play is cut off after this many decisions."""
    invariants: Sequence[str] = ()
    """What the numbers of `check` mean; the first is an empty text."""
    draft: bool = False
    """A draft may lack translations, a lesson, a golden log and pictures; see `drafts`."""

    def __post_init__(self) -> None:
        compiled_from(self.id, self.folder)

    @property
    def max_players(self) -> int:
        """The largest table."""
        return max(self.players)

    def title_in(self, language: str) -> str:
        """What the game is called in a language."""
        return self.words(language)("game.title")

    def words(self, language: str = DEFAULT_LANGUAGE) -> Words:
        """The catalogue of a language."""
        return load_words(self.folder, language)

    def components(self, path: Path | None = None) -> Components:
        """The game's own component tables, or the user's."""
        return load_components(path, self.check_components) if path else self._own_components

    @cached_property
    def _own_components(self) -> Components:
        """Read once and cached, as every set-up needs them."""
        return load_components(self.folder / "components.toml", self.check_components)

    def setup(
        self,
        players: int | None = None,
        edition: str | None = None,
        options: Mapping[str, str] | None = None,
        components: Components | None = None,
    ) -> Setup:
        """A checked set-up; what is left out gets its default."""
        seats = self.players[0] if players is None else players
        if not hasattr(seats, "__index__") or seats not in self.players:
            raise Mistake(
                "{game} is for {fewest} to {most} players, not {given}",
                game=self.title,
                fewest=self.players[0],
                most=self.players[-1],
                given=seats,
            )
        names = [e.id for e in self.editions]
        chosen = names[0] if edition is None else edition
        if chosen not in names:
            raise Mistake(
                "{game} has no edition '{given}'; there is {names}",
                game=self.title,
                given=chosen,
                names=", ".join(names),
            )
        values = {option.name: option.default_for(chosen) for option in self.options}
        for name, value in (options or {}).items():
            values[name] = self._checked_option(name, value, seats)
        return Setup(chosen, seats, values, components or self.components())

    def _checked_option(self, name: str, value: str, players: int) -> str:
        for option in self.options:
            if option.name == name:
                if value not in option.values:
                    raise Mistake(
                        "option {option} is one of {values}, not '{given}'",
                        option=name,
                        values=", ".join(option.values),
                        given=value,
                    )
                if value in self.seat.tokens and self.seat.value(value) >= players:
                    raise Mistake(
                        "option {option}: seat {seat} is not taken with {players} players",
                        option=name,
                        seat=value,
                        players=players,
                    )
                return value
        names = ", ".join(option.name for option in self.options)
        raise Mistake("{game} has no option '{option}'; there is {names}", game=self.title, option=name, names=names)

    def variants(self) -> list[Setup]:
        """Every edition × player count × value of each option taken one at a time; contract tests run over them."""
        found = []
        for edition in self.editions:
            for players in self.players:
                found.append(self.setup(players, edition.id))
                for option in self.options:
                    found.extend(
                        self.setup(players, edition.id, {option.name: value})
                        for value in option.values
                        if value != option.default_for(edition.id) and value not in self.seat.tokens
                    )
        return found


def option_word(option: Option, value: str, words: Words) -> str:
    """A value of an option in words; a seat is called by its name."""
    key = f"option.{option.name}.{value}"
    return words(key) if key in words else words(f"seat.{value}")


@cache
def games() -> Mapping[str, Game]:
    """All games by id, built-in and external."""
    found: dict[str, Game] = {}
    for module in game_modules():
        found.setdefault(module.GAME.id, module.GAME)
    return dict(sorted(found.items()))


def find_game(game_id: str) -> Game:
    """The game with an id; raises Mistake if there is none."""
    if game_id not in games():
        raise Mistake("there is no game '{game}'; there is {names}", game=game_id, names=", ".join(games()))
    return games()[game_id]
