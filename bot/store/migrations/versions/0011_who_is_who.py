"""Who is who: claims, leavers, hidden players, ids that nobody has confirmed

Revision: 0011
Follows: 0006
"""

import sqlalchemy as sa
from alembic import op

import bot.store.types

revision = "0011"
down_revision = "0006"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""What a key is in both kinds of database."""


def upgrade() -> None:
    op.add_column(
        "club",
        sa.Column(
            "claims",
            sa.String(length=16),
            server_default="ask",
            nullable=False,
            comment="whether a director says who is who",
        ),
    )
    op.add_column(
        "player",
        sa.Column(
            "hidden", sa.Boolean(), server_default=sa.false(), nullable=False, comment="shown to directors alone"
        ),
    )
    op.add_column(
        "player",
        sa.Column(
            "left_at",
            bot.store.types.UtcDateTime(timezone=True),
            nullable=True,
            comment="since when they are no member of the server any more",
        ),
    )
    op.add_column(
        "player",
        sa.Column(
            "unconfirmed",
            sa.String(length=40),
            nullable=True,
            comment="ids that nobody but themselves has said to be theirs, by column",
        ),
    )
    op.add_column(
        "player",
        sa.Column(
            "known_as",
            sa.String(length=300),
            nullable=True,
            comment="the name without case by which a director knows a member",
        ),
    )
    op.add_column(
        "player",
        sa.Column(
            "named",
            sa.Boolean(),
            server_default=sa.false(),
            nullable=False,
            comment="by a director, whatever Discord says",
        ),
    )
    # Until now a member's own name was taken for theirs in files.
    op.execute("UPDATE player SET known_as = folded WHERE user_id IS NOT NULL")
    op.create_index("ix_player_club_id_known_as", "player", ["club_id", "known_as"], unique=False)
    op.create_table(
        "claim",
        sa.Column("id", KEY, nullable=False),
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("player_id", KEY, nullable=False, comment="who somebody says to be"),
        sa.Column("user_id", sa.BigInteger(), nullable=False, comment="who says so"),
        sa.Column("name", sa.String(length=100), nullable=False, comment="what they are called"),
        sa.Column(
            "status",
            sa.String(length=16),
            nullable=False,
            comment="waiting, confirmed, refused or denied by themselves",
        ),
        sa.Column("created_at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.Column("decided_by", sa.BigInteger(), nullable=True),
        sa.Column("decided_at", bot.store.types.UtcDateTime(timezone=True), nullable=True),
        sa.Column("merge_id", KEY, nullable=True, comment="the merge that a confirmation made"),
        sa.Column("interaction_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_claim_club_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_claim_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_claim")),
        sa.UniqueConstraint("interaction_id", name=op.f("uq_claim_interaction_id")),
        comment="members who say which player they are",
    )
    op.create_index("ix_claim_club_id_user_id", "claim", ["club_id", "user_id"], unique=False)
    op.create_index(op.f("ix_claim_player_id"), "claim", ["player_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_claim_player_id"), table_name="claim")
    op.drop_index("ix_claim_club_id_user_id", table_name="claim")
    op.drop_table("claim")
    op.drop_index("ix_player_club_id_known_as", table_name="player")
    op.drop_column("player", "named")
    op.drop_column("player", "known_as")
    op.drop_column("player", "unconfirmed")
    op.drop_column("player", "left_at")
    op.drop_column("player", "hidden")
    op.drop_column("club", "claims")
