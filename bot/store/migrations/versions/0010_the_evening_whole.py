"""The evening, whole

Revision: 0010
Follows: 0009
"""

import sqlalchemy as sa
from alembic import op

import bot.store.types

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""What a key is in both kinds of database."""


def upgrade() -> None:
    op.create_table(
        "forgotten",
        sa.Column("club_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("player_id", KEY, autoincrement=False, nullable=False, comment="0: the whole club was erased"),
        sa.Column("at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("club_id", "player_id", name=op.f("pk_forgotten")),
        comment="whom a restored backup must forget again, by number; stays when its club is erased",
    )


def downgrade() -> None:
    op.drop_table("forgotten")
