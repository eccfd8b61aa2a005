"""The tables of the database; `migrations` brings an older database to this schema."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
    text,
)

METADATA = MetaData()
SEATED = "holder IS NOT NULL"
"""Most events are moves, which have no holder and need no place in the index of holders."""
OPEN = "public AND stage = 'waiting'"
"""Tables that the lobby shows, a few among all."""
UNCOUNTED = "rated AND NOT counted AND stage = 'over'"
"""Finished games that are still to change somebody's rating."""

SETTINGS = Table(
    "settings", METADATA, Column("name", String(32), primary_key=True), Column("value", Text, nullable=False)
)

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("edition", String(64), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("components", String(64), nullable=False),
    Column("engine", String(32), nullable=False),
    Column("rules", String(64), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("stage", String(16), nullable=False),
    Column("pace", String(8), nullable=False, server_default="none"),
    Column("language", String(8), nullable=False, server_default=""),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("counted", Boolean, nullable=False, server_default=false()),
    Column("rating", Integer, nullable=True),
    Index("tables_by_stage", "stage", "public", "created"),
    Index("tables_open", "game", "created", sqlite_where=text(OPEN), postgresql_where=text(OPEN)),
    Index("tables_uncounted", "id", sqlite_where=text(UNCOUNTED), postgresql_where=text(UNCOUNTED)),
)
"""`pace`, `language` and `rating` (the creator's) are for the lobby; `counted` is set once the game has changed the
ratings."""

REVIEWS = Table(
    "reviews",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("body", Text, nullable=False),
)

PROCESSES = Table(
    "processes", METADATA, Column("id", String(32), primary_key=True), Column("until", BigInteger, nullable=False)
)
"""The serving processes of a PostgreSQL, each alive `until` a time by the database's clock, in ms since 1970."""

CLAIMS = Table(
    "claims",
    METADATA,
    Column("name", String(64), primary_key=True),
    Column("process", String(32), nullable=False),
    Index("claims_by_process", "process"),
)
"""Which process does what must be done once."""

PRESENCE = Table(
    "presence",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("process", String(32), primary_key=True),
    Column("seats", Text, nullable=False),
)
"""The seats whose players are connected to a table through a process, separated by spaces."""

OPENED_LOGS = Table(
    "opened_logs",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
)
"""Logs that were opened at one of several processes, for an hour."""

RESULTS = Table(
    "results",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("ended", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("players", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("level", String(16), nullable=False),
    Column("name", String(64), nullable=False),
    Column("holder", String(64), nullable=True),
    Column("gone", Boolean, nullable=False),
    Column("score", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("replaced", Boolean, nullable=False, server_default=false()),
    Column("opening", String(120), nullable=True),
    Column("rating", Integer, nullable=True),
    Column("rating_change", Integer, nullable=True),
    Index("results_by_holder", "holder", "ended"),
)
"""How each seat of a finished game did; names and holders follow their people.

`replaced` if a bot took too many decisions of a person, `opening` is the first decision of the seat, and `rating` what
somebody had after a rated game.
"""

RATINGS = Table(
    "ratings",
    METADATA,
    Column("holder", String(64), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("changed", BigInteger, nullable=False),
)
"""The estimated strength of somebody at a game: mean and standard deviation."""

QUEUE = Table(
    "wishes",
    METADATA,
    Column("holder", String(64), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("players", Integer, nullable=False),
    Column("pace", String(8), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("lease", BigInteger, nullable=False),
    Column("bots_at", BigInteger, nullable=True),
    Column("table_id", String(32), nullable=True),
    Column("body", Text, nullable=False),
    Index("wishes_alike", "game", "players", "pace", "rated", "since"),
)
"""Who wants to play now, as long as their page renews it (`lease`); with the table at which they were seated."""

BLOCKS = Table(
    "blocks",
    METADATA,
    Column("holder", String(64), primary_key=True),
    Column("other", String(64), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index("blocks_by_other", "other"),
)
"""People somebody has blocked: no invitations from them, never seated with them."""

PEOPLE = Table(
    "people",
    METADATA,
    Column("holder", String(64), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("name", String(64), nullable=False),
    Column("settings", Text, nullable=False),
)

CREDENTIALS = Table(
    "credentials",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("holder", String(64), nullable=True),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=True),
    Column("label", String(64), nullable=False),
    Column("body", Text, nullable=False),
    Index("credentials_by_holder", "holder"),
)
"""Ways to sign in on another device. `id` is the hash of a secret, which is not stored; `body` a public key."""

DEVICES = Table(
    "devices",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("holder", String(64), nullable=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("label", String(64), nullable=False),
    Column("signed_out", BigInteger, nullable=True),
    Index("devices_by_holder", "holder"),
    Index("devices_signed_out", "signed_out"),
)
"""The devices of people who want to be remembered, by hashes of their cookies.

One that was signed out is kept, also when its person is forgotten, so that its cookie opens nothing ever again.
"""

EVENTS = Table(
    "events",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("sequence", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer, nullable=True),
    Column("holder", String(64), nullable=True),
    Column("body", Text, nullable=False),
    Index("events_by_holder", "holder", sqlite_where=text(SEATED), postgresql_where=text(SEATED)),
)

CHAT_LINES = Table(
    "talk",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("room", String(16), nullable=False),
    Column("seat", Integer, nullable=True),
    Column("holder", String(64), nullable=True),
    Column("name", String(64), nullable=False),
    Column("reaction", String(16), nullable=False),
    Column("text", Text, nullable=False),
    Index("talk_by_holder", "holder"),
)

REPORTS = Table(
    "reports",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("reporter", String(64), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("name", String(64), nullable=False),
    Column("text", Text, nullable=False),
)

MAIL_ADDRESSES = Table(
    "mail_addresses",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("holder", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("address", String(254), nullable=False),
    Column("pace", String(16), nullable=False),
    Column("utc_offset", Integer, nullable=False),
    Column("language", String(8), nullable=False),
    Column("base", Text, nullable=False),
    Column("confirmed", BigInteger, nullable=True),
    Column("stopped", String(16), nullable=False),
    Column("bounces", Integer, nullable=False),
    Index("mail_addresses_by_holder", "holder"),
)
"""Where somebody wants reminders by e-mail; nothing is sent there before it is confirmed, or after it is stopped."""

PUSH_SUBSCRIPTIONS = Table(
    "push_subscriptions",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("holder", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(128), nullable=False),
    Column("auth", String(64), nullable=False),
    Column("language", String(8), nullable=False),
    Column("base", Text, nullable=False),
    Column("device", String(32), nullable=True),
    Index("push_subscriptions_by_holder", "holder"),
)
"""Browsers that want reminders by Web Push; `id` is the hash of the endpoint."""

REMINDERS = Table(
    "reminders",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("turn", Integer, primary_key=True),
    Column("channel", String(8), primary_key=True),
    Column("holder", String(64), nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("sent", BigInteger, nullable=True),
    Column("tries", Integer, nullable=False),
    Index("reminders_by_due", "due"),
    Index("reminders_by_holder", "holder"),
)
"""Reminders of turns, due or sent; each is there once, whichever processes wanted it."""
