"""A club that is alive: live boards, roles, news, notices, seasons and challenges

Revision: 0009
Follows: 0008
"""

import sqlalchemy as sa
from alembic import op

import bot.store.types

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""What a key is in both kinds of database."""


def upgrade() -> None:
    op.create_table(
        "live_board",
        sa.Column("id", KEY, nullable=False),
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("list", sa.String(length=32), nullable=False),
        sa.Column("order", sa.String(length=16), nullable=False),
        sa.Column("top", sa.Integer(), nullable=False, comment="how many players"),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True, comment="none: not posted yet"),
        sa.Column(
            "shown", sa.String(length=64), nullable=True, comment="a digest of what stands there, without its time"
        ),
        sa.Column("edited_at", bot.store.types.UtcDateTime(timezone=True), nullable=True),
        sa.Column(
            "lost", sa.Integer(), server_default=sa.text("0"), nullable=False, comment="how often its message was gone"
        ),
        sa.Column(
            "limited_at",
            bot.store.types.UtcDateTime(timezone=True),
            nullable=True,
            comment="since when Discord takes no edits of its message",
        ),
        sa.Column(
            "reposted_at",
            bot.store.types.UtcDateTime(timezone=True),
            nullable=True,
            comment="when it was last posted anew because of that",
        ),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_live_board_club_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_live_board")),
        sa.UniqueConstraint("club_id", "list", "order", name=op.f("uq_live_board_club_id_list_order")),
        comment="leaderboards that are edited when ratings move",
    )
    op.create_table(
        "outbox",
        sa.Column("id", KEY, nullable=False),
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False, comment="board, role, digest, notice, ..."),
        sa.Column("subject", sa.String(length=64), nullable=False, comment="which board, member, digest"),
        sa.Column("details", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("due_at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.Column(
            "claimed_until",
            bot.store.types.UtcDateTime(timezone=True),
            nullable=True,
            comment="while a process sends it",
        ),
        sa.Column(
            "changes", sa.Integer(), server_default=sa.text("0"), nullable=False, comment="how often it was put again"
        ),
        sa.Column("tries", sa.Integer(), server_default=sa.text("0"), nullable=False, comment="how often it failed"),
        sa.Column("paused", sa.String(length=200), nullable=True, comment="why it is not tried any more"),
        sa.Column(
            "noted",
            sa.Boolean(),
            server_default=sa.false(),
            nullable=False,
            comment="whether directors know of the pause",
        ),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_outbox_club_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("club_id", "kind", "subject", name=op.f("uq_outbox_club_id_kind_subject")),
        comment="what is still to be sent to Discord",
    )
    op.create_index(op.f("ix_outbox_club_id"), "outbox", ["club_id"], unique=False)
    op.create_index(op.f("ix_outbox_due_at"), "outbox", ["due_at"], unique=False)
    op.create_table(
        "role_given",
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("role_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_role_given_club_id")),
        sa.PrimaryKeyConstraint("club_id", "user_id", "role_id", name=op.f("pk_role_given")),
        comment="which of the roles that follow ratings somebody was given last",
    )
    op.create_table(
        "role_rule",
        sa.Column("id", KEY, nullable=False),
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("list", sa.String(length=32), nullable=False),
        sa.Column("by", sa.String(length=8), nullable=False, comment="class or title"),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("low", sa.Float(), nullable=True, comment="the least rating of a class"),
        sa.Column("title", sa.String(length=8), nullable=True, comment="the title"),
        sa.Column("provisional", sa.Boolean(), nullable=False, comment="whether provisional ratings count"),
        sa.Column("role_id", sa.BigInteger(), nullable=True, comment="none: not made yet"),
        sa.Column("made_here", sa.Boolean(), nullable=False, comment="whether the bot made the role"),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_role_rule_club_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_role_rule")),
        comment="roles that follow ratings and titles",
    )
    op.create_index(op.f("ix_role_rule_club_id"), "role_rule", ["club_id"], unique=False)
    op.create_table(
        "season",
        sa.Column("id", KEY, nullable=False),
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("list", sa.String(length=32), nullable=False),
        sa.Column("starts", sa.Date(), nullable=False),
        sa.Column("ends", sa.Date(), nullable=True, comment="its last day as planned; none: until a director ends it"),
        sa.Column("ratings", sa.String(length=8), nullable=False, comment="how it begins: carry, middle or afresh"),
        sa.Column("minimum", sa.Integer(), nullable=False, comment="games for a place"),
        sa.Column("list_fact_id", KEY, nullable=True, comment="what its beginning does to the ratings; none: nothing"),
        sa.Column("ended_on", sa.Date(), nullable=True, comment="the last day that it had"),
        sa.Column(
            "ended_at",
            bot.store.types.UtcDateTime(timezone=True),
            nullable=True,
            comment="since when its board is kept",
        ),
        sa.Column(
            "corrected",
            sa.JSON(none_as_null=True),
            nullable=True,
            comment="since when and where the board is another than the one that is kept",
        ),
        sa.Column("voided", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("reported_by", sa.BigInteger(), nullable=False),
        sa.Column("created_at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.Column("interaction_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_season_club_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_season")),
        sa.UniqueConstraint("interaction_id", name=op.f("uq_season_interaction_id")),
        comment="stretches of a list with a board of their own",
    )
    op.create_index(op.f("ix_season_club_id"), "season", ["club_id"], unique=False)
    op.create_table(
        "challenge",
        sa.Column("id", KEY, nullable=False),
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("from_id", KEY, nullable=False),
        sa.Column("to_id", KEY, nullable=False),
        sa.Column("list", sa.String(length=32), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column(
            "white_first", sa.Boolean(), nullable=False, comment="whether who challenges has White in the first game"
        ),
        sa.Column("note", sa.String(length=200), nullable=True),
        sa.Column("until", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.Column(
            "status",
            sa.String(length=16),
            nullable=False,
            comment="open, accepted, declined, reported, done or withdrawn",
        ),
        sa.Column("results", sa.JSON(none_as_null=True), nullable=True, comment="what was reported, and by whom"),
        sa.Column("event_id", KEY, nullable=True, comment="the event that it became"),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("created_at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.Column("interaction_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_challenge_club_id")),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_challenge_event_id")),
        sa.ForeignKeyConstraint(["from_id"], ["player.id"], name=op.f("fk_challenge_from_id")),
        sa.ForeignKeyConstraint(["to_id"], ["player.id"], name=op.f("fk_challenge_to_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challenge")),
        sa.UniqueConstraint("interaction_id", name=op.f("uq_challenge_interaction_id")),
        comment="matches of two that somebody proposed",
    )
    op.create_index("ix_challenge_club_id_status", "challenge", ["club_id", "status"], unique=False)
    op.create_index(op.f("ix_challenge_from_id"), "challenge", ["from_id"], unique=False)
    op.create_index(op.f("ix_challenge_to_id"), "challenge", ["to_id"], unique=False)
    op.create_table(
        "news",
        sa.Column("id", KEY, nullable=False),
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("player_id", KEY, nullable=False),
        sa.Column("event_id", KEY, nullable=False),
        sa.Column("value", sa.JSON(none_as_null=True), nullable=False, comment="the figures"),
        sa.Column("made_at", bot.store.types.UtcDateTime(timezone=True), nullable=False),
        sa.Column("told_at", bot.store.types.UtcDateTime(timezone=True), nullable=True),
        sa.Column(
            "withdrawn_at",
            bot.store.types.UtcDateTime(timezone=True),
            nullable=True,
            comment="undone after it had been told",
        ),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_news_club_id")),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"], name=op.f("fk_news_event_id")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_news_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_news")),
        sa.UniqueConstraint(
            "club_id", "kind", "player_id", "event_id", name=op.f("uq_news_club_id_kind_player_id_event_id")
        ),
        comment="what there is to announce, and what has been",
    )
    op.create_index(op.f("ix_news_event_id"), "news", ["event_id"], unique=False)
    op.create_index(op.f("ix_news_player_id"), "news", ["player_id"], unique=False)
    op.create_table(
        "season_board",
        sa.Column("season_id", KEY, nullable=False),
        sa.Column(
            "position", sa.Integer(), autoincrement=False, nullable=False, comment="from 1, in the order of the board"
        ),
        sa.Column("player_id", KEY, nullable=False),
        sa.Column(
            "line",
            sa.JSON(none_as_null=True),
            nullable=False,
            comment="the place and the figures when the season ended",
        ),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_season_board_player_id")),
        sa.ForeignKeyConstraint(["season_id"], ["season.id"], name=op.f("fk_season_board_season_id")),
        sa.PrimaryKeyConstraint("season_id", "position", name=op.f("pk_season_board")),
        comment="the boards of seasons that have ended, as they were then",
    )
    op.create_index(op.f("ix_season_board_player_id"), "season_board", ["player_id"], unique=False)
    op.add_column(
        "club",
        sa.Column(
            "news_channel_id",
            sa.BigInteger(),
            nullable=True,
            comment="where titles, norms, peaks and upsets are announced",
        ),
    )
    op.add_column(
        "club",
        sa.Column(
            "news_when",
            sa.String(length=8),
            server_default="off",
            nullable=False,
            comment="off, event, daily or weekly",
        ),
    )
    op.add_column(
        "club",
        sa.Column("news_hour", sa.Integer(), server_default=sa.text("9"), nullable=False, comment="of the club's day"),
    )
    op.add_column(
        "club",
        sa.Column("news_kinds", sa.JSON(none_as_null=True), nullable=True, comment="which kinds of news; none: all"),
    )
    op.add_column(
        "club",
        sa.Column(
            "followed",
            sa.String(length=64),
            server_default="",
            nullable=False,
            comment="what follows ratings: board, news, ...",
        ),
    )
    op.add_column(
        "club",
        sa.Column(
            "lifetime_titles",
            sa.Boolean(),
            server_default=sa.true(),
            nullable=False,
            comment="whether the codes are shown",
        ),
    )
    op.add_column(
        "club",
        sa.Column(
            "gone",
            sa.String(length=8),
            server_default="month",
            nullable=False,
            comment="when leavers go from live boards",
        ),
    )
    op.add_column(
        "list_fact",
        sa.Column(
            "factor",
            sa.Float(precision=53),
            nullable=True,
            comment="of a season: how much of the distance to the middle stays; 0: afresh",
        ),
    )
    op.add_column(
        "player",
        sa.Column(
            "notices",
            sa.String(length=8),
            server_default="off",
            nullable=False,
            comment="of rating changes: off, each, weekly",
        ),
    )
    op.add_column(
        "player",
        sa.Column(
            "challenged",
            sa.Boolean(),
            server_default=sa.true(),
            nullable=False,
            comment="whether others may challenge them",
        ),
    )
    op.add_column(
        "player",
        sa.Column(
            "announced",
            sa.Boolean(),
            server_default=sa.true(),
            nullable=False,
            comment="whether the club's news names them",
        ),
    )
    op.add_column(
        "player",
        sa.Column(
            "card_private",
            sa.Boolean(),
            server_default=sa.false(),
            nullable=False,
            comment="shown to them and directors",
        ),
    )


def downgrade() -> None:
    op.drop_column("player", "card_private")
    op.drop_column("player", "announced")
    op.drop_column("player", "challenged")
    op.drop_column("player", "notices")
    op.drop_column("list_fact", "factor")
    op.drop_column("club", "gone")
    op.drop_column("club", "lifetime_titles")
    op.drop_column("club", "followed")
    op.drop_column("club", "news_kinds")
    op.drop_column("club", "news_hour")
    op.drop_column("club", "news_when")
    op.drop_column("club", "news_channel_id")
    op.drop_index(op.f("ix_season_board_player_id"), table_name="season_board")
    op.drop_table("season_board")
    op.drop_index(op.f("ix_news_player_id"), table_name="news")
    op.drop_index(op.f("ix_news_event_id"), table_name="news")
    op.drop_table("news")
    op.drop_index(op.f("ix_challenge_to_id"), table_name="challenge")
    op.drop_index(op.f("ix_challenge_from_id"), table_name="challenge")
    op.drop_index("ix_challenge_club_id_status", table_name="challenge")
    op.drop_table("challenge")
    op.drop_index(op.f("ix_season_club_id"), table_name="season")
    op.drop_table("season")
    op.drop_index(op.f("ix_role_rule_club_id"), table_name="role_rule")
    op.drop_table("role_rule")
    op.drop_table("role_given")
    op.drop_index(op.f("ix_outbox_due_at"), table_name="outbox")
    op.drop_index(op.f("ix_outbox_club_id"), table_name="outbox")
    op.drop_table("outbox")
    op.drop_table("live_board")
