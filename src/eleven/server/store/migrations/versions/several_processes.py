"""Schema 3: several serving processes and their claims, none of which must survive a crash."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


SEATED = sa.text("holder IS NOT NULL")


def upgrade() -> None:
    """Add processes and their claims, as unlogged tables in PostgreSQL; and indices for a quick lobby."""
    op.drop_index("tables_by_stage", "tables")
    op.create_index("tables_by_stage", "tables", ["stage", "public", "created"])
    op.drop_index("events_by_holder", "events")
    op.create_index("events_by_holder", "events", ["holder"], sqlite_where=SEATED, postgresql_where=SEATED)
    light = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    op.create_table(
        "processes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
        prefixes=light,
    )
    op.create_table(
        "claims",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("process", sa.String(32), nullable=False),
        prefixes=light,
    )
    op.create_index("claims_by_process", "claims", ["process"])
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("process", sa.String(32), primary_key=True),
        sa.Column("seats", sa.Text, nullable=False),
        prefixes=light,
    )
    op.create_table(
        "opened_logs",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        prefixes=light,
    )


def downgrade() -> None:
    """Remove them."""
    op.drop_table("opened_logs")
    op.drop_table("presence")
    op.drop_table("claims")
    op.drop_table("processes")
    op.drop_index("events_by_holder", "events")
    op.create_index("events_by_holder", "events", ["holder"])
    op.drop_index("tables_by_stage", "tables")
    op.create_index("tables_by_stage", "tables", ["public", "stage"])
