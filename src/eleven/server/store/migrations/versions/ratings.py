"""Schema 8: ratings, filters of the lobby, wishes to play now, and blocked people."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

OPEN = sa.text("public AND stage = 'waiting'")
UNCOUNTED = sa.text("rated AND NOT counted AND stage = 'over'")
CLOCKS = (
    "UPDATE tables SET pace = '{pace}' WHERE stage = 'waiting' AND EXISTS (SELECT 1 FROM events "
    "WHERE events.table_id = tables.id AND events.kind = 'agree' AND events.body LIKE '%\"kind\":\"{pace}\"%')"
)
"""The pace of tables that wait; for others it is not needed."""


def upgrade() -> None:
    """Add them; no earlier game is rated."""
    _widen_tables_and_results()
    op.create_table(
        "ratings",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "wishes",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("pace", sa.String(8), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("lease", sa.BigInteger, nullable=False),
        sa.Column("bots_at", sa.BigInteger, nullable=True),
        sa.Column("table_id", sa.String(32), nullable=True),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_index("wishes_alike", "wishes", ["game", "players", "pace", "rated", "since"])
    op.create_table(
        "blocks",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("other", sa.String(64), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("blocks_by_other", "blocks", ["other"])


def _widen_tables_and_results() -> None:
    op.add_column("tables", sa.Column("pace", sa.String(8), nullable=False, server_default="none"))
    op.add_column("tables", sa.Column("language", sa.String(8), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("counted", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("rating", sa.Integer, nullable=True))
    for pace in ("live", "days"):
        op.execute(sa.text(CLOCKS.format(pace=pace).replace(":", "\\:")))
    op.create_index("tables_open", "tables", ["game", "created"], sqlite_where=OPEN, postgresql_where=OPEN)
    op.create_index("tables_uncounted", "tables", ["id"], sqlite_where=UNCOUNTED, postgresql_where=UNCOUNTED)
    op.add_column("results", sa.Column("replaced", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("results", sa.Column("opening", sa.String(120), nullable=True))
    op.add_column("results", sa.Column("rating", sa.Integer, nullable=True))
    op.add_column("results", sa.Column("rating_change", sa.Integer, nullable=True))


def downgrade() -> None:
    """Remove them."""
    for table in ("blocks", "wishes", "ratings"):
        op.drop_table(table)
    for index in ("tables_open", "tables_uncounted"):
        op.drop_index(index, "tables")
    for column in ("replaced", "opening", "rating", "rating_change"):
        op.drop_column("results", column)
    for column in ("pace", "language", "rated", "counted", "rating"):
        op.drop_column("tables", column)
