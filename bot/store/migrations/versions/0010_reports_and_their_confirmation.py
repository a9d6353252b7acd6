"""Reports that wait for their confirmation: what is stored counts as it did

Revision: 0010
Follows: 0013
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "club",
        sa.Column(
            "confirm_reports",
            sa.String(length=16),
            server_default="titles",
            nullable=False,
            comment="what of a member's own report waits for its confirmation",
        ),
    )
    op.add_column(
        "club",
        sa.Column(
            "rate_opponents",
            sa.Boolean(),
            server_default=sa.false(),
            nullable=False,
            comment="whether who confirms a report is rated by it too",
        ),
    )
    op.add_column(
        "club",
        sa.Column(
            "td_channel_id",
            sa.BigInteger(),
            nullable=True,
            comment="where directors are told once a day what waits for them",
        ),
    )
    op.add_column("club", sa.Column("queue_told", sa.Date(), nullable=True, comment="the last day on which they were"))
    op.add_column(
        "event",
        sa.Column(
            "standing",
            sa.String(length=16),
            server_default="confirmed",
            nullable=False,
            comment="reported, confirmed or disputed",
        ),
    )
    op.add_column(
        "opening",
        sa.Column(
            "confirmed",
            sa.Boolean(),
            server_default=sa.true(),
            nullable=False,
            comment="not: nothing of it is for life",
        ),
    )
    op.execute("UPDATE event SET standing = 'reported' WHERE waits_until IS NOT NULL")


def downgrade() -> None:
    op.drop_column("opening", "confirmed")
    op.drop_column("event", "standing")
    op.drop_column("club", "queue_told")
    op.drop_column("club", "td_channel_id")
    op.drop_column("club", "rate_opponents")
    op.drop_column("club", "confirm_reports")
