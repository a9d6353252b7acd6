"""Evenings kept in Discord, players merged, events amended

Revision: 0003
Follows: 0002
"""

import sqlalchemy as sa
from alembic import op

import bot.store.types

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "amendment",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("event_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("before", sa.JSON(none_as_null=True), nullable=False, comment="the event as it was"),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("amended_by", sa.BigInteger(), nullable=False),
        sa.Column("created_at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.Column("interaction_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_amendment_event_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_amendment")),
        sa.UniqueConstraint("interaction_id", name=op.f("uq_amendment_interaction_id")),
    )
    op.create_index(op.f("ix_amendment_event_id"), "amendment", ["event_id"], unique=False)
    op.create_table(
        "evening",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column(
            "list", sa.String(length=32), nullable=True, comment="none: the time control's or the club's default"
        ),
        sa.Column("minutes", sa.Integer(), nullable=True),
        sa.Column("seconds", sa.Integer(), nullable=True),
        sa.Column("status", sa.String(length=16), nullable=False, comment="open, closed or cancelled"),
        sa.Column(
            "event_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
            comment="the event that it became",
        ),
        sa.Column("created_by", sa.BigInteger(), nullable=False),
        sa.Column("created_at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.Column("interaction_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_evening_club_id")),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_evening_event_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_evening")),
        sa.UniqueConstraint("interaction_id", name=op.f("uq_evening_interaction_id")),
        comment="an event that is kept in Discord while it is played",
    )
    op.create_index(op.f("ix_evening_club_id"), "evening", ["club_id"], unique=False)
    op.create_table(
        "merge",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("kept_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("gone_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column(
            "moved", sa.JSON(none_as_null=True), nullable=False, comment="which facts went from one to the other"
        ),
        sa.Column("undone", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("merged_by", sa.BigInteger(), nullable=False),
        sa.Column("created_at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.Column("interaction_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_merge_club_id")),
        sa.ForeignKeyConstraint(["gone_id"], ["player.id"], name=op.f("fk_merge_gone_id")),
        sa.ForeignKeyConstraint(["kept_id"], ["player.id"], name=op.f("fk_merge_kept_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_merge")),
        sa.UniqueConstraint("interaction_id", name=op.f("uq_merge_interaction_id")),
        comment="two players who are one person",
    )
    op.create_index(op.f("ix_merge_club_id"), "merge", ["club_id"], unique=False)
    op.create_table(
        "evening_entrant",
        sa.Column("evening_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.ForeignKeyConstraint(["evening_id"], ["evening.id"], name=op.f("fk_evening_entrant_evening_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_evening_entrant_player_id")),
        sa.PrimaryKeyConstraint("evening_id", "number", name=op.f("pk_evening_entrant")),
        sa.UniqueConstraint("evening_id", "player_id", name=op.f("uq_evening_entrant_evening_id_player_id")),
    )
    op.create_table(
        "evening_result",
        sa.Column("evening_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("first", sa.Integer(), autoincrement=False, nullable=False, comment="number of the entrant"),
        sa.Column("second", sa.Integer(), nullable=False),
        sa.Column("result", sa.Float(precision=53), nullable=False, comment="game points of the first"),
        sa.Column("reported_by", sa.BigInteger(), nullable=False),
        sa.Column("reported_at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.Column("confirmed_by", sa.BigInteger(), nullable=True),
        sa.Column("confirmed_at", bot.store.types.UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["evening_id"], ["evening.id"], name=op.f("fk_evening_result_evening_id")),
        sa.PrimaryKeyConstraint("evening_id", "round", "first", name=op.f("pk_evening_result")),
    )
    op.add_column(
        "club",
        sa.Column(
            "confirm_results",
            sa.String(length=16),
            server_default="both",
            nullable=False,
            comment="who confirms at an evening",
        ),
    )
    op.add_column(
        "club",
        sa.Column(
            "confirm_hours",
            sa.Integer(),
            server_default=sa.text("24"),
            nullable=False,
            comment="then it confirms itself",
        ),
    )
    op.add_column("player", sa.Column("naspa_id", sa.String(length=16), nullable=True))
    op.add_column(
        "player", sa.Column("federation", sa.String(length=3), nullable=True, comment="three letters, such as USA")
    )
    op.add_column("player", sa.Column("sex", sa.String(length=1), nullable=True, comment="m or w"))
    op.add_column(
        "player", sa.Column("born_year", sa.Integer(), nullable=True, comment="where the birth date is not told")
    )
    op.add_column(
        "player",
        sa.Column(
            "merged_into",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
            comment="the player whom this one turned out to be",
        ),
    )


def downgrade() -> None:
    op.drop_column("player", "merged_into")
    op.drop_column("player", "born_year")
    op.drop_column("player", "sex")
    op.drop_column("player", "federation")
    op.drop_column("player", "naspa_id")
    op.drop_column("club", "confirm_hours")
    op.drop_column("club", "confirm_results")
    op.drop_table("evening_result")
    op.drop_table("evening_entrant")
    op.drop_index(op.f("ix_merge_club_id"), table_name="merge")
    op.drop_table("merge")
    op.drop_index(op.f("ix_evening_club_id"), table_name="evening")
    op.drop_table("evening")
    op.drop_index(op.f("ix_amendment_event_id"), table_name="amendment")
    op.drop_table("amendment")
