"""Schema 7: addresses and subscriptions for reminders, and the reminders."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add reminders."""
    op.create_table(
        "mail_addresses",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("pace", sa.String(16), nullable=False),
        sa.Column("utc_offset", sa.Integer, nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("base", sa.Text, nullable=False),
        sa.Column("confirmed", sa.BigInteger, nullable=True),
        sa.Column("stopped", sa.String(16), nullable=False),
        sa.Column("bounces", sa.Integer, nullable=False),
    )
    op.create_index("mail_addresses_by_holder", "mail_addresses", ["holder"])
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(128), nullable=False),
        sa.Column("auth", sa.String(64), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("base", sa.Text, nullable=False),
    )
    op.create_index("push_subscriptions_by_holder", "push_subscriptions", ["holder"])
    op.create_table(
        "reminders",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("turn", sa.Integer, primary_key=True),
        sa.Column("channel", sa.String(8), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("sent", sa.BigInteger, nullable=True),
        sa.Column("tries", sa.Integer, nullable=False),
    )
    op.create_index("reminders_by_due", "reminders", ["due"])
    op.create_index("reminders_by_holder", "reminders", ["holder"])


def downgrade() -> None:
    """Remove them."""
    op.drop_table("reminders")
    op.drop_table("push_subscriptions")
    op.drop_table("mail_addresses")
