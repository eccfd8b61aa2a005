"""Setting up a table: who is to sit where, and the events with which it begins."""

from dataclasses import dataclass
from typing import Any

from eleven import __version__
from eleven.bots.available_levels import offered_level, refuse_level
from eleven.bots.levels import DEFAULT_LEVEL, drawn_character, has_character
from eleven.core.contract.game import find_game
from eleven.server.engine.rules_version import rules_version
from eleven.server.http.identity.signing import new_table_id
from eleven.server.live import fair_shuffle
from eleven.server.live.names import name_at
from eleven.server.live.table import BOT, HOTSEAT, HUMAN, OPEN_SEAT, WAITING, Table, components_of
from eleven.server.store import TableEvent, TableRow, records

BOT_NAMES = (
    *("Agnes", "Basil", "Clara", "Digby", "Edith", "Felix", "Greta", "Hugo", "Iris", "Jasper", "Kitty", "Ludwig"),
    *("Mabel", "Nigel", "Olive", "Percy", "Rosa", "Silas", "Tilda", "Victor", "Wilma", "Yann", "Zelda"),
)


@dataclass(frozen=True)
class SeatSpec:
    """What was asked for a seat: `me`, `friend`, `hotseat` or `bot`, with a name and a bot's level."""

    kind: str
    name: str = ""
    level: str = DEFAULT_LEVEL
    kept_for: str | None = None
    """The holder that the seat belongs to or is reserved for, if not the one who sets up the table."""
    character: str = ""
    """The character of a bot; random unless given."""


@dataclass(frozen=True)
class Listing:
    """What the lobby also tells of a new table: the language and the rating of its creator."""

    language: str = ""
    rating: int | None = None


UNLISTED = Listing()


def bot_name(table_id: str, seat: int) -> str:
    """A friendly name for a bot; no two at a table are called the same."""
    return BOT_NAMES[(int(table_id, 16) + seat) % len(BOT_NAMES)]


def new_table(
    holder: str,
    game_id: str,
    edition: str | None,
    options: dict[str, str],
    places: list[SeatSpec],
    public: bool,
    settings: dict[str, Any] | None = None,
    position: tuple[str, int] | None = None,
    listing: Listing = UNLISTED,
) -> Table:
    """A new table, which is not stored yet, dealt if no player and no share of the luck is awaited.

    `settings` are those that differ from the defaults. With a position and the seat it was imagined for, the game
    begins there instead of with a deal.
    """
    game = find_game(game_id)
    setup = game.setup(len(places), edition, options, components_of(game.id))
    for place in places:
        if place.kind == "bot":
            refuse_level(place.level, game, setup)
    if settings and "clock" in settings:
        refuse_level(settings["clock"].get("level", DEFAULT_LEVEL), game, setup)
    row = TableRow(
        id=new_table_id(),
        created=records.now(),
        game=game.id,
        edition=setup.edition,
        players=setup.players,
        options=dict(setup.options),
        components=setup.components.fingerprint,
        engine=__version__,
        rules=rules_version(game.id),
        public=public,
        secret=fair_shuffle.new_secret(),
        stage=WAITING,
        pace=(settings or {}).get("clock", {}).get("kind", "none"),
        language=listing.language,
        rated=bool((settings or {}).get("rated")),
        rating=listing.rating,
    )
    table = Table(row)
    if position:
        table = table.after(table.event("position", position[1], text=position[0]))
    for seat, place in enumerate(places):
        table = table.after(_placed(table, seat, place, holder))
    if settings:
        table = table.after(table.event("agree", **settings))
    return table.after(*table.with_deal()).with_stage()


def place_again(table: Table, seat: int, holder: str, level: str | None) -> SeatSpec:
    """What is asked for a seat in a rematch: its former player, or a bot of the same name."""
    before = table.seats[seat]
    if before.kind == BOT:
        again = level or offered_level(before.level, table.game, table.setup)
        return SeatSpec("bot", before.name, again, character=before.character)
    if before.holder == holder:
        return SeatSpec("hotseat" if before.kind == HOTSEAT else "me", before.name)
    return SeatSpec("friend", before.name, kept_for=before.holder)


def settings_again(table: Table) -> dict[str, Any]:
    """The agreed settings, for a rematch."""
    if table.clock is None:
        return table.settings
    level = offered_level(table.clock.level, table.game, table.setup)
    return {**table.settings, "clock": {**table.settings["clock"], "level": level}}


def _placed(table: Table, seat: int, place: SeatSpec, holder: str) -> TableEvent:
    """The event that puts a player, a bot or an empty chair at a seat."""
    kind = {"me": HUMAN, "hotseat": HOTSEAT, "bot": BOT, "friend": OPEN_SEAT}[place.kind]
    name = name_at(table, seat, place.name or (bot_name(table.row.id, seat) if kind == BOT else ""))
    mine = kind in (HUMAN, HOTSEAT)
    body = {"kind": kind, "name": name, "level": place.level if kind == BOT else ""}
    if kind == BOT and has_character(place.level):
        body["character"] = place.character or drawn_character(int(table.row.id, 16), seat)
    return table.event("sit", seat, place.kept_for or (holder if mine else None), **body)
