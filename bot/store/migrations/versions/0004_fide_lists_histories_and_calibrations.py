"""FIDE's lists, what title norms need, Scrabble histories, calibrations, where Discord shows an event

Revision: 0004
Follows: 0003
"""

import sqlalchemy as sa
from alembic import op

import bot.store.types

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

Key = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "history",
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("origin", sa.String(length=200), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False, comment="score differences, counted by cell"),
        sa.Column("loaded_by", sa.BigInteger(), nullable=False),
        sa.Column("loaded_at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.Column("interaction_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_history_club_id")),
        sa.PrimaryKeyConstraint("club_id", name=op.f("pk_history")),
        sa.UniqueConstraint("interaction_id", name=op.f("uq_history_interaction_id")),
        comment="what a club ranks its Scrabble events against",
    )
    op.create_table(
        "list_fact",
        sa.Column("id", Key, nullable=False),
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("list", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False, comment="a publication or a calibration"),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("through", sa.Date(), nullable=False, comment="the last day whose events are in it"),
        sa.Column("voided", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("reported_by", sa.BigInteger(), nullable=True, comment="none: it was due"),
        sa.Column("created_at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.Column("interaction_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_list_fact_club_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_list_fact")),
        sa.UniqueConstraint("club_id", "seq", name=op.f("uq_list_fact_club_id_seq")),
        sa.UniqueConstraint("interaction_id", name=op.f("uq_list_fact_interaction_id")),
        comment="facts about a whole list",
    )
    op.create_index("ix_list_fact_club_id_list", "list_fact", ["club_id", "list", "date", "seq"], unique=False)
    op.add_column(
        "club",
        sa.Column(
            "fide_files",
            sa.String(length=8),
            server_default="never",
            nullable=False,
            comment="whether TRF moves FIDE's lists",
        ),
    )
    op.add_column("player", sa.Column("title", sa.String(length=4), nullable=True, comment="FIDE's, such as WIM"))
    op.add_column(
        "player",
        sa.Column(
            "kind",
            sa.String(length=16),
            nullable=True,
            comment="what they are where they are no human: an engine, a benchmark, ...",
        ),
    )
    op.add_column("event", sa.Column("began", sa.Date(), nullable=True, comment="none: on that day too"))
    op.add_column("event", sa.Column("channel_id", sa.BigInteger(), nullable=True, comment="where Discord shows it"))
    op.add_column("event", sa.Column("message_id", sa.BigInteger(), nullable=True))
    op.add_column(
        "event",
        sa.Column(
            "title_norms",
            sa.JSON(none_as_null=True),
            nullable=True,
            comment="what a director told of the event for title norms",
        ),
    )
    op.add_column("entrant", sa.Column("federation", sa.String(length=3), nullable=True, comment="at the event"))
    op.add_column("entrant", sa.Column("title", sa.String(length=4), nullable=True))
    op.add_column(
        "entrant",
        sa.Column("class", sa.String(length=16), nullable=True, comment="rating class of a Scrabble division"),
    )
    op.add_column("journal", sa.Column("list_fact_id", Key, nullable=True, comment="a publication or a calibration"))
    with op.batch_alter_table("journal") as journal:
        journal.alter_column(
            "after",
            existing_type=sa.Float(precision=53),
            nullable=True,
            comment="none for somebody who stays unrated",
            existing_comment=None,
        )


def downgrade() -> None:
    op.execute("DELETE FROM journal WHERE after IS NULL")
    with op.batch_alter_table("journal") as journal:
        journal.alter_column(
            "after",
            existing_type=sa.Float(precision=53),
            nullable=False,
            comment=None,
            existing_comment="none for somebody who stays unrated",
        )
    op.drop_column("journal", "list_fact_id")
    op.drop_column("entrant", "class")
    op.drop_column("entrant", "title")
    op.drop_column("entrant", "federation")
    op.drop_column("event", "title_norms")
    op.drop_column("event", "message_id")
    op.drop_column("event", "channel_id")
    op.drop_column("event", "began")
    op.drop_column("player", "kind")
    op.drop_column("player", "title")
    op.drop_column("club", "fide_files")
    op.drop_index("ix_list_fact_club_id_list", table_name="list_fact")
    op.drop_table("list_fact")
    op.drop_table("history")
