"""The first tables

Revision: 0001
Follows:
"""

import sqlalchemy as sa
from alembic import op

import bot.store.types

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:

    op.create_table(
        "club",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False, comment="the Discord server's id"),
        sa.Column("facts", sa.Integer(), server_default=sa.text("0"), nullable=False, comment="the last seq given out"),
        sa.Column("td_role_id", sa.BigInteger(), nullable=True, comment="holders are tournament directors"),
        sa.Column("default_list", sa.String(length=32), nullable=False),
        sa.Column("self_report", sa.String(length=16), nullable=False, comment="who may report their own events"),
        sa.Column(
            "reporter_role_id", sa.BigInteger(), nullable=True, comment="the role that may, where self_report is 'role'"
        ),
        sa.Column("created_at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club")),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.Column("actor_id", sa.BigInteger(), nullable=False),
        sa.Column("action", sa.String(length=32), nullable=False),
        sa.Column(
            "subject_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
            comment="the event, opening or club that was acted on",
        ),
        sa.Column("details", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("interaction_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_audit_club_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
        sa.UniqueConstraint("interaction_id", name=op.f("uq_audit_interaction_id")),
    )
    with op.batch_alter_table("audit", schema=None) as batch_op:
        batch_op.create_index("ix_audit_club_id_at", ["club_id", "at"], unique=False)

    op.create_table(
        "board",
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("list", sa.String(length=32), nullable=False),
        sa.Column("swept_on", sa.Date(), nullable=False, comment="the day up to which activity was checked"),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_board_club_id")),
        sa.PrimaryKeyConstraint("club_id", "list", name=op.f("pk_board")),
    )
    op.create_table(
        "board_count",
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("list", sa.String(length=32), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("shown", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("players", sa.Integer(), nullable=False, comment="how many stand at this displayed rating"),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_board_count_club_id")),
        sa.PrimaryKeyConstraint("club_id", "list", "active", "shown", name=op.f("pk_board_count")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "event",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("date", sa.Date(), nullable=False, comment="the day it ended"),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=True),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=True, comment="time control: main minutes"),
        sa.Column("seconds", sa.Integer(), nullable=True, comment="time control: increment or delay"),
        sa.Column(
            "source", sa.String(length=16), nullable=False, comment="how it came in: a member's report, a file, ..."
        ),
        sa.Column("voided", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("reported_by", sa.BigInteger(), nullable=False),
        sa.Column("created_at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.Column("interaction_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_event_club_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event")),
        sa.UniqueConstraint("club_id", "seq", name=op.f("uq_event_club_id_seq")),
        sa.UniqueConstraint("interaction_id", name=op.f("uq_event_interaction_id")),
    )
    op.create_table(
        "player",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True, comment="the Discord user, or none"),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("folded", sa.String(length=300), nullable=False, comment="the name without case, as Python folds it"),
        sa.Column("created_at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_player_club_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("club_id", "user_id", name=op.f("uq_player_club_id_user_id")),
    )
    with op.batch_alter_table("player", schema=None) as batch_op:
        batch_op.create_index("ix_player_club_id_folded", ["club_id", "folded"], unique=False)

    op.create_table(
        "entrant",
        sa.Column("event_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False, comment="pairing number"),
        sa.Column("player_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("name", sa.String(length=100), nullable=True),
        sa.Column("rating", sa.Float(precision=53), nullable=True, comment="as given with the event"),
        sa.Column("rated", sa.Boolean(), nullable=False, comment="whether the event moves this entrant's rating"),
        sa.Column(
            "score", sa.Float(precision=53), nullable=True, comment="total points, where single results are not known"
        ),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_entrant_event_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_entrant_player_id")),
        sa.PrimaryKeyConstraint("event_id", "number", name=op.f("pk_entrant")),
    )
    with op.batch_alter_table("entrant", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_entrant_player_id"), ["player_id"], unique=False)

    op.create_table(
        "event_list",
        sa.Column("event_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("list", sa.String(length=32), nullable=False, comment="a rating list that the event moves"),
        sa.Column(
            "rules", sa.String(length=32), nullable=True, comment="an edition chosen by name; none: by the event's date"
        ),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_event_list_event_id")),
        sa.PrimaryKeyConstraint("event_id", "list", name=op.f("pk_event_list")),
    )
    op.create_table(
        "game",
        sa.Column("event_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("first", sa.Integer(), autoincrement=False, nullable=False, comment="pairing number"),
        sa.Column("second", sa.Integer(), nullable=True, comment="pairing number; none for a bye"),
        sa.Column(
            "result",
            sa.Float(precision=53),
            nullable=True,
            comment="game points of the first; none when only totals are known",
        ),
        sa.Column(
            "first_points",
            sa.Float(precision=53),
            nullable=True,
            comment="points on the board, in games that have them",
        ),
        sa.Column("second_points", sa.Float(precision=53), nullable=True),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("unrated_reason", sa.String(length=16), nullable=True, comment="why a round is not rated"),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_game_event_id")),
        sa.PrimaryKeyConstraint("event_id", "round", "first", name=op.f("pk_game")),
    )
    op.create_table(
        "norm",
        sa.Column("event_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("list", sa.String(length=32), nullable=False),
        sa.Column("player_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("scheme", sa.String(length=32), nullable=False, comment="the rules of the norm"),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(length=8), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_norm_event_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_norm_player_id")),
        sa.PrimaryKeyConstraint("event_id", "list", "player_id", "scheme", name=op.f("pk_norm")),
    )
    with op.batch_alter_table("norm", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_norm_player_id"), ["player_id"], unique=False)

    op.create_table(
        "opening",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("list", sa.String(length=32), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("rating", sa.Float(precision=53), nullable=False),
        sa.Column("games", sa.Integer(), nullable=True, comment="none: a correction that keeps the games"),
        sa.Column("peak", sa.Float(precision=53), nullable=True),
        sa.Column("floor", sa.Float(precision=53), nullable=True),
        sa.Column("reason", sa.String(length=200), nullable=True),
        sa.Column("voided", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("reported_by", sa.BigInteger(), nullable=False),
        sa.Column("created_at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.Column("interaction_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_opening_club_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_opening_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_opening")),
        sa.UniqueConstraint("club_id", "seq", name=op.f("uq_opening_club_id_seq")),
        sa.UniqueConstraint("interaction_id", name=op.f("uq_opening_interaction_id")),
    )
    with op.batch_alter_table("opening", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_opening_player_id"), ["player_id"], unique=False)

    op.create_table(
        "standing",
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("list", sa.String(length=32), nullable=False),
        sa.Column("player_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("rating", sa.Float(precision=53), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False, comment="the rating as displayed; equal ones share a rank"),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("provisional", sa.Boolean(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False, comment="whether the last fact is recent"),
        sa.Column("date", sa.Date(), nullable=False, comment="of the last fact"),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("state", sa.JSON(none_as_null=True), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_standing_club_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_standing_player_id")),
        sa.PrimaryKeyConstraint("club_id", "list", "player_id", name=op.f("pk_standing")),
    )
    with op.batch_alter_table("standing", schema=None) as batch_op:
        batch_op.create_index(
            "ix_standing_active_shown",
            [
                "club_id",
                "list",
                "active",
                sa.literal_column("shown DESC"),
                sa.literal_column("rating DESC"),
                "player_id",
            ],
            unique=False,
        )
        batch_op.create_index("ix_standing_date", ["club_id", "list", "active", "date"], unique=False)
        batch_op.create_index(
            "ix_standing_games", ["club_id", "list", sa.literal_column("games DESC"), "player_id"], unique=False
        )
        batch_op.create_index(
            "ix_standing_shown",
            ["club_id", "list", sa.literal_column("shown DESC"), sa.literal_column("rating DESC"), "player_id"],
            unique=False,
        )

    op.create_table(
        "title",
        sa.Column("player_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("list", sa.String(length=32), nullable=False),
        sa.Column("scheme", sa.String(length=32), nullable=False),
        sa.Column("level", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column(
            "event_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=True,
            comment="the event that earned it",
        ),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_title_event_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_title_player_id")),
        sa.PrimaryKeyConstraint("player_id", "list", "scheme", "level", name=op.f("pk_title")),
    )
    op.create_table(
        "journal",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("list", sa.String(length=32), nullable=False),
        sa.Column("player_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("opening_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("before", sa.Float(precision=53), nullable=True, comment="rating; none for unrated"),
        sa.Column("after", sa.Float(precision=53), nullable=False),
        sa.Column("games_before", sa.Integer(), nullable=False),
        sa.Column("games_after", sa.Integer(), nullable=False),
        sa.Column("expected", sa.Float(precision=53), nullable=True),
        sa.Column("score", sa.Float(precision=53), nullable=True),
        sa.Column("performance", sa.Float(precision=53), nullable=True),
        sa.Column("rules", sa.String(length=32), nullable=True, comment="the edition that was applied"),
        sa.Column("steps", sa.Text(), nullable=True, comment="how it came about, as JSON"),
        sa.Column(
            "state", sa.JSON(none_as_null=True), nullable=False, comment="what the calculator needs to go on from here"
        ),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_journal_club_id")),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_journal_event_id")),
        sa.ForeignKeyConstraint(["opening_id"], ["opening.id"], name=op.f("fk_journal_opening_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_journal_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_journal")),
        sa.UniqueConstraint("player_id", "list", "date", "seq", name=op.f("uq_journal_player_id_list_date_seq")),
    )
    with op.batch_alter_table("journal", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_journal_event_id"), ["event_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_journal_opening_id"), ["opening_id"], unique=False)


def downgrade() -> None:

    with op.batch_alter_table("journal", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_journal_opening_id"))
        batch_op.drop_index(batch_op.f("ix_journal_event_id"))

    op.drop_table("journal")
    op.drop_table("title")
    with op.batch_alter_table("standing", schema=None) as batch_op:
        batch_op.drop_index("ix_standing_shown")
        batch_op.drop_index("ix_standing_games")
        batch_op.drop_index("ix_standing_date")
        batch_op.drop_index("ix_standing_active_shown")

    op.drop_table("standing")
    with op.batch_alter_table("opening", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_opening_player_id"))

    op.drop_table("opening")
    with op.batch_alter_table("norm", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_norm_player_id"))

    op.drop_table("norm")
    op.drop_table("game")
    op.drop_table("event_list")
    with op.batch_alter_table("entrant", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_entrant_player_id"))

    op.drop_table("entrant")
    with op.batch_alter_table("player", schema=None) as batch_op:
        batch_op.drop_index("ix_player_club_id_folded")

    op.drop_table("player")
    op.drop_table("event")
    op.drop_table("board_count")
    op.drop_table("board")
    with op.batch_alter_table("audit", schema=None) as batch_op:
        batch_op.drop_index("ix_audit_club_id_at")

    op.drop_table("audit")
    op.drop_table("club")
