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
    op.create_table(
        "chain",
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "position",
            sa.Integer(),
            autoincrement=False,
            nullable=False,
            comment="from 0, where the club itself stands",
        ),
        sa.Column(
            "kind", sa.String(length=16), nullable=False, comment="club, player, event, opening, demotion or list_fact"
        ),
        sa.Column("number", sa.BigInteger(), nullable=False, comment="of the club's own; of facts their seq"),
        sa.Column(
            "digest", sa.String(length=64), nullable=False, comment="SHA-256 of the fact as it was, without names"
        ),
        sa.Column("subject_id", KEY, nullable=True, comment="which player has the number; none: deleted"),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_chain_club_id")),
        sa.PrimaryKeyConstraint("club_id", "position", name=op.f("pk_chain")),
        comment="facts as exports have told of them, each version once; nothing is ever taken out",
    )


def downgrade() -> None:
    op.drop_table("chain")
    op.drop_table("forgotten")
