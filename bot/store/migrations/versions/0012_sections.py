"""Sections, knockout, queues and what counts beside them

Revision: 0012
Follows: 0011
"""

import sqlalchemy as sa
from alembic import op

import bot.store.types

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None
expand = True
"""It only adds: the version before goes on with it."""

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""What a key is in both kinds of database."""


def upgrade() -> None:
    op.create_table(
        "schema_step",
        sa.Column("revision", sa.String(length=32), nullable=False),
        sa.Column("follows", sa.String(length=32), nullable=False),
        sa.Column(
            "expand",
            sa.Boolean(),
            nullable=False,
            comment="it only adds: a version that needs the one before can go on",
        ),
        sa.PrimaryKeyConstraint("revision", name=op.f("pk_schema_step")),
        comment="what the migrations say of themselves to versions that do not have them yet",
    )
    op.create_table(
        "shard",
        sa.Column("shard_id", sa.Integer(), autoincrement=False, nullable=False, comment="-1: all there are"),
        sa.Column("process", sa.String(length=128), nullable=False, comment="the machine's name and the number there"),
        sa.Column("seen_at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("shard_id", name=op.f("pk_shard")),
        comment="which process is on Discord with which shards (bot.store.turns)",
    )
    op.add_column(
        "club",
        sa.Column(
            "confirm_minutes",
            sa.Integer(),
            server_default=sa.text("(15)"),
            nullable=False,
            comment="so of a paired evening",
        ),
    )
    op.add_column(
        "evening",
        sa.Column(
            "starts_at",
            bot.store.types.UtcDateTime(timezone=True),
            nullable=True,
            comment="when it starts; null: not told",
        ),
    )
    op.add_column(
        "evening", sa.Column("place", sa.String(length=100), nullable=True, comment="where; told with the start")
    )
    op.add_column(
        "evening",
        sa.Column(
            "scheduled_id",
            sa.BigInteger(),
            nullable=True,
            comment="Discord's scheduled event for it, while there is one",
        ),
    )
    op.add_column(
        "evening",
        sa.Column(
            "sections",
            sa.String(length=120),
            nullable=True,
            comment="the ratings below which a section begins, highest first; null: none",
        ),
    )
    op.add_column("evening", sa.Column("part_of", KEY, nullable=True, comment="the evening of which it is a section"))
    op.add_column(
        "evening",
        sa.Column(
            "under",
            sa.Integer(),
            nullable=True,
            comment="the rating below which its players are; null: the highest section, or none",
        ),
    )
    op.add_column(
        "evening",
        sa.Column(
            "forbidden",
            sa.JSON(none_as_null=True),
            nullable=True,
            comment="numbers of two who shall not meet, and the last round of that; null: nobody",
        ),
    )
    op.add_column(
        "evening",
        sa.Column(
            "fixed",
            sa.JSON(none_as_null=True),
            nullable=True,
            comment="numbers with the board that they keep; null: nobody",
        ),
    )
    op.add_column(
        "evening",
        sa.Column("accelerated", sa.Boolean(), server_default=sa.false(), nullable=False, comment="by C.04.5.1"),
    )
    op.add_column(
        "evening",
        sa.Column(
            "all_meet_in", sa.Integer(), nullable=True, comment="the round that is paired as if everybody might meet"
        ),
    )
    op.create_index(op.f("ix_evening_part_of"), "evening", ["part_of"], unique=False)
    op.add_column(
        "evening_entrant",
        sa.Column(
            "ready_at",
            bot.store.types.UtcDateTime(timezone=True),
            nullable=True,
            comment="in free pairing: since when they wait for a game; none: they do not",
        ),
    )
    op.add_column(
        "evening_pairing",
        sa.Column(
            "goes_on", sa.Integer(), nullable=True, comment="in a knockout after a draw: number of the entrant who does"
        ),
    )
    op.add_column(
        "evening_pairing",
        sa.Column("play_off", sa.String(length=16), nullable=True, comment="the score that decided it"),
    )
    op.add_column(
        "evening_pairing",
        sa.Column(
            "paired_at",
            bot.store.types.UtcDateTime(timezone=True),
            nullable=True,
            comment="in free pairing, whose games are counted by the day",
        ),
    )


def downgrade() -> None:
    op.drop_column("evening_pairing", "paired_at")
    op.drop_column("evening_pairing", "play_off")
    op.drop_column("evening_pairing", "goes_on")
    op.drop_column("evening_entrant", "ready_at")
    op.drop_index(op.f("ix_evening_part_of"), table_name="evening")
    op.drop_column("evening", "all_meet_in")
    op.drop_column("evening", "accelerated")
    op.drop_column("evening", "fixed")
    op.drop_column("evening", "forbidden")
    op.drop_column("evening", "under")
    op.drop_column("evening", "part_of")
    op.drop_column("evening", "sections")
    op.drop_column("evening", "scheduled_id")
    op.drop_column("evening", "place")
    op.drop_column("evening", "starts_at")
    op.drop_column("club", "confirm_minutes")
    op.drop_table("shard")
    op.drop_table("schema_step")
