"""A real club: who is who, what is confirmed, where files land, whose days count, and when the bot left

Revision: 0008
Follows: 0007
"""

import sqlalchemy as sa
from alembic import op

import bot.store.types

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""What a key is in both kinds of database."""


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
    op.add_column(
        "club",
        sa.Column(
            "time_zone", sa.String(64), nullable=False, server_default="UTC", comment="whose days are the club's"
        ),
    )
    op.add_column(
        "event",
        sa.Column("site", sa.String(length=32), nullable=True, comment="where it was played online; none: at a board"),
    )
    op.add_column(
        "event",
        sa.Column(
            "overruled",
            sa.String(length=200),
            nullable=True,
            comment="why it moves these lists though their rules would not rate it",
        ),
    )
    op.create_table(
        "federation_entry",
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.String(length=16), nullable=False, comment="the membership number there"),
        sa.Column("month", sa.Date(), nullable=False, comment="of the list, or the day of its loading"),
        sa.Column("line", sa.JSON(), nullable=False, comment="what the list says of them"),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_federation_entry_club_id")),
        sa.PrimaryKeyConstraint("club_id", "number", name=op.f("pk_federation_entry")),
        comment="FIDE's list as the operator loaded it, of the club's players alone",
    )
    op.add_column(
        "club",
        sa.Column(
            "left_at",
            bot.store.types.UtcDateTime(timezone=True),
            nullable=True,
            comment="since when the bot is not on the server any more",
        ),
    )
    op.add_column(
        "club",
        sa.Column(
            "set_up",
            sa.JSON(none_as_null=True),
            nullable=True,
            comment="what each step of the set-up changed, before and after",
        ),
    )


def downgrade() -> None:
    op.drop_column("club", "set_up")
    op.drop_column("club", "left_at")
    op.drop_table("federation_entry")
    op.drop_column("event", "overruled")
    op.drop_column("event", "site")
    op.drop_column("club", "time_zone")
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
    op.drop_column("opening", "confirmed")
    op.drop_column("event", "standing")
    op.drop_column("club", "queue_told")
    op.drop_column("club", "td_channel_id")
    op.drop_column("club", "rate_opponents")
    op.drop_column("club", "confirm_reports")
