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
    op.create_table(
        "kept_form",
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("form", sa.String(length=100), nullable=False, comment="the form's id"),
        sa.Column("filled", sa.JSON(none_as_null=True), nullable=False, comment="what was typed, by field"),
        sa.Column("kept_at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_kept_form_club_id")),
        sa.PrimaryKeyConstraint("club_id", "user_id", name=op.f("pk_kept_form")),
        comment="what a member typed into a form that was refused, for a quarter of an hour",
    )
    op.create_table(
        "evening_bye",
        sa.Column("evening_id", KEY, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=1), nullable=False, comment="H, F or Z: half a point, a full one, none"),
        sa.Column("asked_by", sa.BigInteger(), nullable=False),
        sa.Column("asked_at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["evening_id"], ["evening.id"], name=op.f("fk_evening_bye_evening_id")),
        sa.PrimaryKeyConstraint("evening_id", "number", "round", name=op.f("pk_evening_bye")),
        comment="rounds that an entrant asked not to play",
    )
    op.create_table(
        "evening_pairing",
        sa.Column("id", KEY, nullable=False),
        sa.Column("evening_id", KEY, nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False, comment="0 for a bye"),
        sa.Column("first", sa.Integer(), nullable=False, comment="number of the entrant who begins"),
        sa.Column("second", sa.Integer(), nullable=True, comment="none for a bye"),
        sa.Column(
            "kind",
            sa.String(length=1),
            nullable=False,
            comment="G: a game; U: a bye by pairing; H, F, Z: one that was asked",
        ),
        sa.Column("by_hand", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(["evening_id"], ["evening.id"], name=op.f("fk_evening_pairing_evening_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_evening_pairing")),
        sa.UniqueConstraint("evening_id", "round", "first", name=op.f("uq_evening_pairing_evening_id_round_first")),
    )
    op.create_table(
        "evening_round",
        sa.Column("evening_id", KEY, nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False, comment="draft, published or closed"),
        sa.Column("facts", sa.String(length=64), nullable=False, comment="digest of what it was paired from"),
        sa.Column("drafted_by", sa.BigInteger(), nullable=False),
        sa.Column("drafted_at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.Column("published_by", sa.BigInteger(), nullable=True),
        sa.Column("published_at", bot.store.types.UtcDateTime(timezone=True), nullable=True),
        sa.Column("closed_by", sa.BigInteger(), nullable=True),
        sa.Column("closed_at", bot.store.types.UtcDateTime(timezone=True), nullable=True),
        sa.Column(
            "corrected", sa.Boolean(), server_default=sa.false(), nullable=False, comment="after a later one was paired"
        ),
        sa.ForeignKeyConstraint(["evening_id"], ["evening.id"], name=op.f("fk_evening_round_evening_id")),
        sa.PrimaryKeyConstraint("evening_id", "round", name=op.f("pk_evening_round")),
    )
    op.create_table(
        "evening_said",
        sa.Column("evening_id", KEY, nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["evening_id"], ["evening.id"], name=op.f("fk_evening_said_evening_id")),
        sa.PrimaryKeyConstraint("evening_id", "round", "kind", name=op.f("pk_evening_said")),
        comment="what an evening has announced, each once",
    )
    op.create_table(
        "evening_report",
        sa.Column("id", KEY, nullable=False),
        sa.Column("evening_id", KEY, nullable=False),
        sa.Column("pairing_id", KEY, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column(
            "result",
            sa.String(length=4),
            nullable=False,
            comment="from the side of who begins: 1-0, ½, 0-1, +-, -+, --",
        ),
        sa.Column("first_points", sa.Integer(), nullable=True),
        sa.Column("second_points", sa.Integer(), nullable=True),
        sa.Column("note", sa.String(length=200), nullable=True),
        sa.Column("reported_by", sa.BigInteger(), nullable=False),
        sa.Column("reported_at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.Column(
            "state", sa.String(length=10), nullable=False, comment="reported, confirmed, disputed, decided or withdrawn"
        ),
        sa.Column("state_by", sa.BigInteger(), nullable=True),
        sa.Column("state_at", bot.store.types.UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["evening_id"], ["evening.id"], name=op.f("fk_evening_report_evening_id")),
        sa.ForeignKeyConstraint(["pairing_id"], ["evening_pairing.id"], name=op.f("fk_evening_report_pairing_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_evening_report")),
        sa.UniqueConstraint("pairing_id", "version", name=op.f("uq_evening_report_pairing_id_version")),
        comment="what was said of a pairing; of its versions the last that is not withdrawn stands",
    )
    op.create_index(op.f("ix_evening_report_evening_id"), "evening_report", ["evening_id"], unique=False)
    op.add_column(
        "evening",
        sa.Column(
            "method",
            sa.String(length=24),
            server_default="typed",
            nullable=False,
            comment="how it is paired; typed: not at all",
        ),
    )
    op.add_column(
        "evening",
        sa.Column("rounds", sa.Integer(), nullable=True, comment="planned; none: as many as the method gives"),
    )
    op.add_column(
        "evening", sa.Column("most", sa.Integer(), nullable=True, comment="how many play; whoever comes later waits")
    )
    op.add_column(
        "evening",
        sa.Column(
            "confirm_minutes",
            sa.Integer(),
            server_default=sa.text("(15)"),
            nullable=False,
            comment="then it confirms itself",
        ),
    )
    op.add_column(
        "evening",
        sa.Column(
            "lot",
            sa.Integer(),
            server_default=sa.text("0"),
            nullable=False,
            comment="drawn once: what rules leave to lot",
        ),
    )
    op.add_column(
        "evening",
        sa.Column(
            "posts_in", sa.BigInteger(), nullable=True, comment="its thread; the channel where no thread may be made"
        ),
    )
    op.add_column(
        "evening_entrant",
        sa.Column(
            "from_round",
            sa.Integer(),
            server_default=sa.text("1"),
            nullable=False,
            comment="the first that they are paired in",
        ),
    )
    op.add_column(
        "evening_entrant",
        sa.Column("until_round", sa.Integer(), nullable=True, comment="the last, of whoever withdrew"),
    )
    op.add_column(
        "evening_entrant",
        sa.Column(
            "waits", sa.Boolean(), server_default=sa.false(), nullable=False, comment="whether they wait for a place"
        ),
    )
    op.add_column(
        "evening_entrant",
        sa.Column("seed", sa.Integer(), nullable=True, comment="pairing number, drawn with the first round"),
    )
    op.add_column("evening_entrant", sa.Column("entered_by", sa.BigInteger(), nullable=True))
    op.add_column("evening_entrant", sa.Column("entered_at", bot.store.types.UtcDateTime(timezone=True), nullable=True))
    op.add_column("evening_entrant", sa.Column("withdrawn_by", sa.BigInteger(), nullable=True))
    op.add_column(
        "evening_entrant", sa.Column("withdrawn_at", bot.store.types.UtcDateTime(timezone=True), nullable=True)
    )


def downgrade() -> None:
    op.drop_column("evening_entrant", "withdrawn_at")
    op.drop_column("evening_entrant", "withdrawn_by")
    op.drop_column("evening_entrant", "entered_at")
    op.drop_column("evening_entrant", "entered_by")
    op.drop_column("evening_entrant", "seed")
    op.drop_column("evening_entrant", "waits")
    op.drop_column("evening_entrant", "until_round")
    op.drop_column("evening_entrant", "from_round")
    op.drop_column("evening", "posts_in")
    op.drop_column("evening", "lot")
    op.drop_column("evening", "confirm_minutes")
    op.drop_column("evening", "most")
    op.drop_column("evening", "rounds")
    op.drop_column("evening", "method")
    op.drop_index(op.f("ix_evening_report_evening_id"), table_name="evening_report")
    op.drop_table("evening_report")
    op.drop_table("evening_said")
    op.drop_table("evening_round")
    op.drop_table("evening_pairing")
    op.drop_table("evening_bye")
    op.drop_table("kept_form")
    op.drop_table("chain")
    op.drop_table("forgotten")
