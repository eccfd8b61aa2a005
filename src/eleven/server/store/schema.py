"""The tables of the database; `migrations` brings an older database to this shape."""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text

METADATA = MetaData()

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
    Index("tables_by_stage", "public", "stage"),
)

REVIEWS = Table(
    "reviews",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("body", Text, nullable=False),
)

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
    Index("events_by_holder", "holder"),
)

TALK = Table(
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
