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

# KEEP HEAD
KEPT_ON_SQLITE = {
    "name_part": (
        """INSERT OR IGNORE INTO name_part SELECT club_id, part, id FROM ( WITH RECURSIVE place(n, most) AS (SELECT 1, max(length(folded)) FROM player UNION ALL SELECT n + 1, most FROM place WHERE n < most) SELECT club_id, id, CAST(substr(folded, n, 8) AS BLOB) AS part FROM player, place WHERE n <= length(folded) UNION ALL SELECT club_id, id, CAST(x'00' || CAST(substr(folded, 1, 8) AS BLOB) AS BLOB) FROM player) ORDER BY club_id, part, id""",
        """CREATE TRIGGER name_part_added AFTER INSERT ON player BEGIN INSERT OR IGNORE INTO name_part SELECT NEW.club_id, part, NEW.id FROM (
    WITH RECURSIVE place(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM place WHERE n < length(NEW.folded))
    SELECT CAST(substr(NEW.folded, n, 8) AS BLOB) AS part FROM place
    UNION ALL SELECT CAST(x'00' || CAST(substr(NEW.folded, 1, 8) AS BLOB) AS BLOB)
); END""",
        """CREATE TRIGGER name_part_gone AFTER DELETE ON player BEGIN DELETE FROM name_part WHERE club_id = OLD.club_id AND player_id = OLD.id AND part IN (SELECT part FROM (
    WITH RECURSIVE place(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM place WHERE n < length(OLD.folded))
    SELECT CAST(substr(OLD.folded, n, 8) AS BLOB) AS part FROM place
    UNION ALL SELECT CAST(x'00' || CAST(substr(OLD.folded, 1, 8) AS BLOB) AS BLOB)
)); END""",
        """CREATE TRIGGER name_part_renamed AFTER UPDATE OF folded ON player WHEN OLD.folded <> NEW.folded BEGIN DELETE FROM name_part WHERE club_id = OLD.club_id AND player_id = OLD.id AND part IN (SELECT part FROM (
    WITH RECURSIVE place(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM place WHERE n < length(OLD.folded))
    SELECT CAST(substr(OLD.folded, n, 8) AS BLOB) AS part FROM place
    UNION ALL SELECT CAST(x'00' || CAST(substr(OLD.folded, 1, 8) AS BLOB) AS BLOB)
)); INSERT OR IGNORE INTO name_part SELECT NEW.club_id, part, NEW.id FROM (
    WITH RECURSIVE place(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM place WHERE n < length(NEW.folded))
    SELECT CAST(substr(NEW.folded, n, 8) AS BLOB) AS part FROM place
    UNION ALL SELECT CAST(x'00' || CAST(substr(NEW.folded, 1, 8) AS BLOB) AS BLOB)
); END""",
    ),
    "games_count": (
        """INSERT INTO games_count SELECT club_id, list, active, games, count(*) FROM standing GROUP BY club_id, list, active, games""",
        """CREATE TRIGGER games_count_added AFTER INSERT ON standing BEGIN INSERT INTO games_count VALUES (NEW.club_id, NEW.list, NEW.active, NEW.games, 1)
    ON CONFLICT (club_id, list, active, games) DO UPDATE SET players = games_count.players + 1; END""",
        """CREATE TRIGGER games_count_gone AFTER DELETE ON standing BEGIN UPDATE games_count SET players = players - 1 WHERE club_id = OLD.club_id AND list = OLD.list AND active = OLD.active AND games = OLD.games;
    DELETE FROM games_count WHERE club_id = OLD.club_id AND list = OLD.list AND active = OLD.active AND games = OLD.games AND players = 0; END""",
        """CREATE TRIGGER games_count_moved AFTER UPDATE OF games, active ON standing WHEN OLD.games <> NEW.games OR OLD.active <> NEW.active BEGIN UPDATE games_count SET players = players - 1 WHERE club_id = OLD.club_id AND list = OLD.list AND active = OLD.active AND games = OLD.games;
    DELETE FROM games_count WHERE club_id = OLD.club_id AND list = OLD.list AND active = OLD.active AND games = OLD.games AND players = 0; INSERT INTO games_count VALUES (NEW.club_id, NEW.list, NEW.active, NEW.games, 1)
    ON CONFLICT (club_id, list, active, games) DO UPDATE SET players = games_count.players + 1; END""",
    ),
}

KEPT_ON_POSTGRES = {
    "name_part": (
        """INSERT INTO name_part SELECT club_id, part, player.id FROM player, LATERAL (SELECT convert_to(substr(player.folded, n, 8), 'UTF8') AS part FROM generate_series(1, length(player.folded)) AS n UNION ALL SELECT '\\x00'::bytea || convert_to(substr(player.folded, 1, 8), 'UTF8')) AS parts ON CONFLICT DO NOTHING""",
        """CREATE FUNCTION keep_name_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN DELETE FROM name_part WHERE club_id = OLD.club_id AND player_id = OLD.id AND part IN (SELECT convert_to(substr(OLD.folded, n, 8), 'UTF8') AS part FROM generate_series(1, length(OLD.folded)) AS n UNION ALL SELECT '\\x00'::bytea || convert_to(substr(OLD.folded, 1, 8), 'UTF8')); END IF;
    IF TG_OP <> 'DELETE' THEN INSERT INTO name_part SELECT NEW.club_id, part, NEW.id FROM (SELECT convert_to(substr(NEW.folded, n, 8), 'UTF8') AS part FROM generate_series(1, length(NEW.folded)) AS n UNION ALL SELECT '\\x00'::bytea || convert_to(substr(NEW.folded, 1, 8), 'UTF8')) AS parts ON CONFLICT DO NOTHING; END IF;
    RETURN NULL;
END $$""",
        """CREATE TRIGGER name_part_kept AFTER INSERT OR DELETE ON player FOR EACH ROW EXECUTE FUNCTION keep_name_part()""",
        """CREATE TRIGGER name_part_renamed AFTER UPDATE OF folded ON player FOR EACH ROW WHEN (OLD.folded <> NEW.folded) EXECUTE FUNCTION keep_name_part()""",
    ),
    "games_count": (
        """INSERT INTO games_count SELECT club_id, list, active, games, count(*) FROM standing GROUP BY club_id, list, active, games""",
        """CREATE FUNCTION keep_games_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN UPDATE games_count SET players = players - 1 WHERE club_id = OLD.club_id AND list = OLD.list AND active = OLD.active AND games = OLD.games;
    DELETE FROM games_count WHERE club_id = OLD.club_id AND list = OLD.list AND active = OLD.active AND games = OLD.games AND players = 0; END IF;
    IF TG_OP <> 'DELETE' THEN INSERT INTO games_count VALUES (NEW.club_id, NEW.list, NEW.active, NEW.games, 1)
    ON CONFLICT (club_id, list, active, games) DO UPDATE SET players = games_count.players + 1; END IF;
    RETURN NULL;
END $$""",
        """CREATE TRIGGER games_count_kept AFTER INSERT OR DELETE ON standing FOR EACH ROW EXECUTE FUNCTION keep_games_count()""",
        """CREATE TRIGGER games_count_moved AFTER UPDATE OF games, active ON standing FOR EACH ROW WHEN (OLD.games <> NEW.games OR OLD.active <> NEW.active) EXECUTE FUNCTION keep_games_count()""",
    ),
}
"""What fills the tables that triggers keep, and the triggers."""
# END KEEP HEAD


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
    op.create_table(
        "games_count",
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("list", sa.String(length=32), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("games", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("players", sa.Integer(), nullable=False, comment="how many have played so many games"),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_games_count_club_id")),
        sa.PrimaryKeyConstraint("club_id", "list", "active", "games", name=op.f("pk_games_count")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "name_part",
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "part", sa.LargeBinary(), nullable=False, comment="eight letters of a folded name, from each letter on"
        ),
        sa.Column("player_id", KEY, autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_name_part_club_id")),
        sa.PrimaryKeyConstraint("club_id", "part", "player_id", name=op.f("pk_name_part")),
        sqlite_with_rowid=False,
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
    op.create_index("ix_player_club_id_fide_id", "player", ["club_id", "fide_id"], unique=False)
    op.create_index("ix_player_club_id_naspa_id", "player", ["club_id", "naspa_id"], unique=False)
    op.create_index("ix_player_club_id_uschess_id", "player", ["club_id", "uschess_id"], unique=False)
    # KEEP
    connection = op.get_bind()
    kept = KEPT_ON_SQLITE if connection.dialect.name == "sqlite" else KEPT_ON_POSTGRES
    for statements in kept.values():
        for statement in statements:
            connection.exec_driver_sql(statement)
    # END KEEP


def downgrade() -> None:
    # KEEP DOWN
    connection = op.get_bind()
    if connection.dialect.name == "sqlite":
        for name in ("name_part_added", "name_part_gone", "name_part_renamed"):
            op.execute(f"DROP TRIGGER {name}")
        for name in ("games_count_added", "games_count_gone", "games_count_moved"):
            op.execute(f"DROP TRIGGER {name}")
    else:
        op.execute("DROP FUNCTION keep_name_part() CASCADE")
        op.execute("DROP FUNCTION keep_games_count() CASCADE")
    # END KEEP DOWN
    op.drop_index("ix_player_club_id_uschess_id", table_name="player")
    op.drop_index("ix_player_club_id_naspa_id", table_name="player")
    op.drop_index("ix_player_club_id_fide_id", table_name="player")
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
    op.drop_table("name_part")
    op.drop_table("games_count")
    op.drop_table("shard")
    op.drop_table("schema_step")
