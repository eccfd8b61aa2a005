"""Schema 9: the devices of people, so that a single one can be signed out."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add devices; which one takes Web Push is known of those that subscribe from now on."""
    op.create_table(
        "devices",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("label", sa.String(64), nullable=False),
        sa.Column("signed_out", sa.BigInteger, nullable=True),
    )
    op.create_index("devices_by_holder", "devices", ["holder"])
    op.create_index("devices_signed_out", "devices", ["signed_out"])
    op.add_column("push_subscriptions", sa.Column("device", sa.String(32), nullable=True))


def downgrade() -> None:
    """Remove them."""
    op.drop_column("push_subscriptions", "device")
    op.drop_table("devices")
