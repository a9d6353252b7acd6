"""Lifetime titles, demotions, imported files, and what newcomers bring along

Revision: 0002
Follows: 0001
"""

import sqlalchemy as sa
from alembic import op

import bot.store.types

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Columns are added one by one and not by Alembic's batch, which would copy tables that others refer to.
    op.add_column(
        "club",
        sa.Column(
            "house_rules",
            sa.JSON(none_as_null=True),
            nullable=True,
            comment="what the club decides beyond the systems' own rules",
        ),
    )
    op.add_column(
        "club",
        sa.Column(
            "fold_version",
            sa.Integer(),
            server_default=sa.text("1"),
            nullable=False,
            comment="the calculators' version",
        ),
    )
    op.add_column("player", sa.Column("born", sa.Date(), nullable=True, comment="birth date, for a first rating"))
    op.add_column(
        "player",
        sa.Column(
            "adult",
            sa.Boolean(),
            server_default=sa.true(),
            nullable=False,
            comment="inferred where the birth date is unknown",
        ),
    )
    op.add_column("player", sa.Column("uschess_id", sa.String(length=16), nullable=True, comment="membership numbers"))
    op.add_column("player", sa.Column("fide_id", sa.String(length=16), nullable=True))
    op.add_column(
        "event",
        sa.Column("digest", sa.String(length=64), nullable=True, comment="SHA-256 of the file that it came from"),
    )
    op.create_index(op.f("ix_event_club_id_digest"), "event", ["club_id", "digest"], unique=False)
    op.add_column(
        "opening",
        sa.Column(
            "event_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
            comment="the event that it came with",
        ),
    )
    op.create_index(op.f("ix_opening_event_id"), "opening", ["event_id"], unique=False)
    op.add_column(
        "game",
        sa.Column("first_began", sa.Boolean(), nullable=True, comment="whether the first had White, or the first move"),
    )
    op.add_column(
        "entrant",
        sa.Column(
            "elsewhere",
            sa.JSON(none_as_null=True),
            nullable=True,
            comment="ratings held elsewhere by a player without one here",
        ),
    )
    op.add_column(
        "entrant",
        sa.Column(
            "list_ratings",
            sa.JSON(none_as_null=True),
            nullable=True,
            comment="as given, on further lists that the event moves",
        ),
    )
    op.add_column(
        "standing",
        sa.Column(
            "title_level", sa.Integer(), nullable=True, comment="the lifetime title, and the points toward the next one"
        ),
    )
    op.add_column("standing", sa.Column("title_points", sa.Integer(), nullable=True))
    op.create_table(
        "demotion",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("list", sa.String(length=32), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("voided", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("reported_by", sa.BigInteger(), nullable=False),
        sa.Column("created_at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.Column("interaction_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_demotion_club_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_demotion_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_demotion")),
        sa.UniqueConstraint("club_id", "seq", name=op.f("uq_demotion_club_id_seq")),
        sa.UniqueConstraint("interaction_id", name=op.f("uq_demotion_interaction_id")),
        comment="a lifetime title lowered by 100 points, as a player may request",
    )
    op.create_index(op.f("ix_demotion_player_id"), "demotion", ["player_id"], unique=False)
    op.create_table(
        "pending_import",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False, comment="the file"),
        sa.Column("options", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("asked_by", sa.BigInteger(), nullable=False),
        sa.Column("created_at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_pending_import_club_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pending_import")),
        comment="files that wait for a director's confirmation",
    )
    op.create_index(op.f("ix_pending_import_club_id"), "pending_import", ["club_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_pending_import_club_id"), table_name="pending_import")
    op.drop_table("pending_import")
    op.drop_index(op.f("ix_demotion_player_id"), table_name="demotion")
    op.drop_table("demotion")
    op.drop_column("standing", "title_points")
    op.drop_column("standing", "title_level")
    op.drop_index(op.f("ix_opening_event_id"), table_name="opening")
    op.drop_column("opening", "event_id")
    op.drop_index(op.f("ix_event_club_id_digest"), table_name="event")
    op.drop_column("event", "digest")
    op.drop_column("player", "fide_id")
    op.drop_column("player", "uschess_id")
    op.drop_column("game", "first_began")
    op.drop_column("entrant", "list_ratings")
    op.drop_column("entrant", "elsewhere")
    op.drop_column("player", "adult")
    op.drop_column("player", "born")
    op.drop_column("club", "fold_version")
    op.drop_column("club", "house_rules")
