"""Matches that wait for their confirmation, and answers that Discord did not take

Revision: 0005
Follows: 0004
"""

import sqlalchemy as sa
from alembic import op

import bot.store.types

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "event",
        sa.Column(
            "waits_until",
            bot.store.types.UtcDateTime(timezone=True),
            nullable=True,
            comment="voided till it is confirmed, or till then",
        ),
    )
    op.create_index(op.f("ix_event_waits_until"), "event", ["waits_until"], unique=False)
    op.create_table(
        "unshown",
        sa.Column("interaction_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_unshown_club_id")),
        sa.PrimaryKeyConstraint("interaction_id", name=op.f("pk_unshown")),
        comment="what was stored and whose answer Discord did not take",
    )
    op.create_index("ix_unshown_club_id_user_id", "unshown", ["club_id", "user_id"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_unshown_club_id_user_id", table_name="unshown")
    op.drop_table("unshown")
    op.drop_index(op.f("ix_event_waits_until"), table_name="event")
    op.drop_column("event", "waits_until")
