"""The names of the best known

Revision: 0015
Follows: 0014
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None
expand = True
"""It only adds: the version before goes on with it."""

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""What a key is in both kinds of database."""

KEPT_ON_SQLITE = (
    r"""INSERT INTO known_part SELECT * FROM (WITH RECURSIVE place(n, most) AS (SELECT 1, max(length(folded)) FROM player WHERE player.club_id = club_id UNION ALL SELECT n + 1, most FROM place WHERE n < most) SELECT standing.club_id, list, at_least, CAST(substr(folded, n, 8) AS BLOB), player_id FROM standing JOIN player ON player.club_id = standing.club_id AND player.id = player_id, (SELECT 64 AS at_least UNION ALL SELECT 128 AS at_least UNION ALL SELECT 256 AS at_least UNION ALL SELECT 512 AS at_least UNION ALL SELECT 1024 AS at_least UNION ALL SELECT 2048 AS at_least UNION ALL SELECT 4096 AS at_least) AS leasts, place WHERE standing.club_id = standing.club_id AND at_least <= games AND n <= length(folded) UNION SELECT standing.club_id, list, at_least, CAST(x'00' || CAST(substr(folded, 1, 8) AS BLOB) AS BLOB), player_id FROM standing JOIN player ON player.club_id = standing.club_id AND player.id = player_id, (SELECT 64 AS at_least UNION ALL SELECT 128 AS at_least UNION ALL SELECT 256 AS at_least UNION ALL SELECT 512 AS at_least UNION ALL SELECT 1024 AS at_least UNION ALL SELECT 2048 AS at_least UNION ALL SELECT 4096 AS at_least) AS leasts WHERE standing.club_id = standing.club_id AND at_least <= games) AS made ORDER BY 1, 2, 3""",
    r"""CREATE TRIGGER known_part_added AFTER INSERT ON standing WHEN NEW.games >= 64 BEGIN INSERT INTO known_part SELECT NEW.club_id, NEW.list, at_least, part, NEW.player_id
    FROM (SELECT 64 AS at_least UNION ALL SELECT 128 AS at_least UNION ALL SELECT 256 AS at_least UNION ALL SELECT 512 AS at_least UNION ALL SELECT 1024 AS at_least UNION ALL SELECT 2048 AS at_least UNION ALL SELECT 4096 AS at_least) AS leasts, (
    WITH RECURSIVE place(n, folded) AS (
        SELECT 1, folded FROM player WHERE id = NEW.player_id
        UNION ALL SELECT n + 1, folded FROM place WHERE n < length(folded)
    )
    SELECT CAST(substr(folded, n, 8) AS BLOB) AS part FROM place
    UNION SELECT CAST(x'00' || CAST(substr(folded, 1, 8) AS BLOB) AS BLOB) FROM player WHERE id = NEW.player_id
) WHERE at_least <= NEW.games ON CONFLICT DO NOTHING; END""",
    r"""CREATE TRIGGER known_part_gone AFTER DELETE ON standing WHEN OLD.games >= 64 BEGIN DELETE FROM known_part WHERE club_id = OLD.club_id AND list = OLD.list AND player_id = OLD.player_id
    AND at_least IN (SELECT at_least FROM (SELECT 64 AS at_least UNION ALL SELECT 128 AS at_least UNION ALL SELECT 256 AS at_least UNION ALL SELECT 512 AS at_least UNION ALL SELECT 1024 AS at_least UNION ALL SELECT 2048 AS at_least UNION ALL SELECT 4096 AS at_least) AS leasts WHERE at_least <= OLD.games)
    AND part IN (SELECT part FROM (
    WITH RECURSIVE place(n, folded) AS (
        SELECT 1, folded FROM player WHERE id = OLD.player_id
        UNION ALL SELECT n + 1, folded FROM place WHERE n < length(folded)
    )
    SELECT CAST(substr(folded, n, 8) AS BLOB) AS part FROM place
    UNION SELECT CAST(x'00' || CAST(substr(folded, 1, 8) AS BLOB) AS BLOB) FROM player WHERE id = OLD.player_id
)); END""",
    r"""CREATE TRIGGER known_part_moved AFTER UPDATE OF games ON standing WHEN (OLD.games >= 64) <> (NEW.games >= 64) OR (OLD.games >= 128) <> (NEW.games >= 128) OR (OLD.games >= 256) <> (NEW.games >= 256) OR (OLD.games >= 512) <> (NEW.games >= 512) OR (OLD.games >= 1024) <> (NEW.games >= 1024) OR (OLD.games >= 2048) <> (NEW.games >= 2048) OR (OLD.games >= 4096) <> (NEW.games >= 4096) BEGIN DELETE FROM known_part WHERE club_id = OLD.club_id AND list = OLD.list AND player_id = OLD.player_id
    AND at_least IN (SELECT at_least FROM (SELECT 64 AS at_least UNION ALL SELECT 128 AS at_least UNION ALL SELECT 256 AS at_least UNION ALL SELECT 512 AS at_least UNION ALL SELECT 1024 AS at_least UNION ALL SELECT 2048 AS at_least UNION ALL SELECT 4096 AS at_least) AS leasts WHERE at_least <= OLD.games AND at_least > NEW.games)
    AND part IN (SELECT part FROM (
    WITH RECURSIVE place(n, folded) AS (
        SELECT 1, folded FROM player WHERE id = OLD.player_id
        UNION ALL SELECT n + 1, folded FROM place WHERE n < length(folded)
    )
    SELECT CAST(substr(folded, n, 8) AS BLOB) AS part FROM place
    UNION SELECT CAST(x'00' || CAST(substr(folded, 1, 8) AS BLOB) AS BLOB) FROM player WHERE id = OLD.player_id
)); INSERT INTO known_part SELECT NEW.club_id, NEW.list, at_least, part, NEW.player_id
    FROM (SELECT 64 AS at_least UNION ALL SELECT 128 AS at_least UNION ALL SELECT 256 AS at_least UNION ALL SELECT 512 AS at_least UNION ALL SELECT 1024 AS at_least UNION ALL SELECT 2048 AS at_least UNION ALL SELECT 4096 AS at_least) AS leasts, (
    WITH RECURSIVE place(n, folded) AS (
        SELECT 1, folded FROM player WHERE id = NEW.player_id
        UNION ALL SELECT n + 1, folded FROM place WHERE n < length(folded)
    )
    SELECT CAST(substr(folded, n, 8) AS BLOB) AS part FROM place
    UNION SELECT CAST(x'00' || CAST(substr(folded, 1, 8) AS BLOB) AS BLOB) FROM player WHERE id = NEW.player_id
) WHERE at_least <= NEW.games AND at_least > OLD.games ON CONFLICT DO NOTHING; END""",
    r"""CREATE TRIGGER known_part_renamed AFTER UPDATE OF folded ON player WHEN OLD.folded <> NEW.folded BEGIN DELETE FROM known_part WHERE club_id = OLD.club_id AND list IN (SELECT DISTINCT list FROM games_count WHERE club_id = NEW.club_id) AND player_id = OLD.id
    AND at_least IN (SELECT at_least FROM (SELECT 64 AS at_least UNION ALL SELECT 128 AS at_least UNION ALL SELECT 256 AS at_least UNION ALL SELECT 512 AS at_least UNION ALL SELECT 1024 AS at_least UNION ALL SELECT 2048 AS at_least UNION ALL SELECT 4096 AS at_least) AS leasts) AND part IN (SELECT part FROM (
    WITH RECURSIVE place(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM place WHERE n < length(OLD.folded))
    SELECT CAST(substr(OLD.folded, n, 8) AS BLOB) AS part FROM place
    UNION ALL SELECT CAST(x'00' || CAST(substr(OLD.folded, 1, 8) AS BLOB) AS BLOB)
));
    INSERT INTO known_part SELECT NEW.club_id, list, at_least, part, NEW.id FROM standing, (SELECT 64 AS at_least UNION ALL SELECT 128 AS at_least UNION ALL SELECT 256 AS at_least UNION ALL SELECT 512 AS at_least UNION ALL SELECT 1024 AS at_least UNION ALL SELECT 2048 AS at_least UNION ALL SELECT 4096 AS at_least) AS leasts, (
    WITH RECURSIVE place(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM place WHERE n < length(NEW.folded))
    SELECT CAST(substr(NEW.folded, n, 8) AS BLOB) AS part FROM place
    UNION ALL SELECT CAST(x'00' || CAST(substr(NEW.folded, 1, 8) AS BLOB) AS BLOB)
)
    WHERE club_id = NEW.club_id AND list IN (SELECT DISTINCT list FROM games_count WHERE club_id = NEW.club_id) AND player_id = NEW.id AND at_least <= games
    ON CONFLICT DO NOTHING; END""",
)

KEPT_ON_POSTGRES = (
    r"""ANALYZE player, standing""",
    r"""INSERT INTO known_part SELECT * FROM (SELECT DISTINCT standing.club_id, list, at_least, part, player_id FROM standing JOIN player ON player.club_id = standing.club_id AND player.id = player_id, (SELECT 64 AS at_least UNION ALL SELECT 128 AS at_least UNION ALL SELECT 256 AS at_least UNION ALL SELECT 512 AS at_least UNION ALL SELECT 1024 AS at_least UNION ALL SELECT 2048 AS at_least UNION ALL SELECT 4096 AS at_least) AS leasts, LATERAL (SELECT convert_to(substr(player.folded, n, 8), 'UTF8') AS part FROM generate_series(1, length(player.folded)) AS n UNION ALL SELECT '\x00'::bytea || convert_to(substr(player.folded, 1, 8), 'UTF8')) AS parts WHERE standing.club_id = standing.club_id AND at_least <= games) AS made ORDER BY 1, 2, 3""",
    r"""CREATE FUNCTION keep_known_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN DELETE FROM known_part WHERE club_id = OLD.club_id AND list = OLD.list AND player_id = OLD.player_id
    AND at_least IN (SELECT at_least FROM (SELECT 64 AS at_least UNION ALL SELECT 128 AS at_least UNION ALL SELECT 256 AS at_least UNION ALL SELECT 512 AS at_least UNION ALL SELECT 1024 AS at_least UNION ALL SELECT 2048 AS at_least UNION ALL SELECT 4096 AS at_least) AS leasts WHERE at_least <= OLD.games AND (TG_OP = 'DELETE' OR at_least > NEW.games))
    AND part IN (SELECT part FROM (SELECT part FROM player, LATERAL (SELECT convert_to(substr(player.folded, n, 8), 'UTF8') AS part FROM generate_series(1, length(player.folded)) AS n UNION ALL SELECT '\x00'::bytea || convert_to(substr(player.folded, 1, 8), 'UTF8')) AS parts WHERE player.club_id = OLD.club_id AND player.id = OLD.player_id) AS parts); END IF;
    IF TG_OP <> 'DELETE' THEN INSERT INTO known_part SELECT NEW.club_id, NEW.list, at_least, part, NEW.player_id
    FROM (SELECT 64 AS at_least UNION ALL SELECT 128 AS at_least UNION ALL SELECT 256 AS at_least UNION ALL SELECT 512 AS at_least UNION ALL SELECT 1024 AS at_least UNION ALL SELECT 2048 AS at_least UNION ALL SELECT 4096 AS at_least) AS leasts, (SELECT part FROM player, LATERAL (SELECT convert_to(substr(player.folded, n, 8), 'UTF8') AS part FROM generate_series(1, length(player.folded)) AS n UNION ALL SELECT '\x00'::bytea || convert_to(substr(player.folded, 1, 8), 'UTF8')) AS parts WHERE player.club_id = NEW.club_id AND player.id = NEW.player_id) AS parts WHERE at_least <= NEW.games ON CONFLICT DO NOTHING; END IF;
    RETURN NULL;
END $$""",
    r"""CREATE TRIGGER known_part_added AFTER INSERT ON standing FOR EACH ROW WHEN (NEW.games >= 64) EXECUTE FUNCTION keep_known_part()""",
    r"""CREATE TRIGGER known_part_gone AFTER DELETE ON standing FOR EACH ROW WHEN (OLD.games >= 64) EXECUTE FUNCTION keep_known_part()""",
    r"""CREATE TRIGGER known_part_moved AFTER UPDATE OF games ON standing FOR EACH ROW WHEN ((OLD.games >= 64) <> (NEW.games >= 64) OR (OLD.games >= 128) <> (NEW.games >= 128) OR (OLD.games >= 256) <> (NEW.games >= 256) OR (OLD.games >= 512) <> (NEW.games >= 512) OR (OLD.games >= 1024) <> (NEW.games >= 1024) OR (OLD.games >= 2048) <> (NEW.games >= 2048) OR (OLD.games >= 4096) <> (NEW.games >= 4096)) EXECUTE FUNCTION keep_known_part()""",
    r"""CREATE FUNCTION rename_known_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM known_part WHERE club_id = OLD.club_id AND list IN (SELECT DISTINCT list FROM games_count WHERE club_id = NEW.club_id) AND player_id = OLD.id
    AND at_least IN (SELECT at_least FROM (SELECT 64 AS at_least UNION ALL SELECT 128 AS at_least UNION ALL SELECT 256 AS at_least UNION ALL SELECT 512 AS at_least UNION ALL SELECT 1024 AS at_least UNION ALL SELECT 2048 AS at_least UNION ALL SELECT 4096 AS at_least) AS leasts) AND part IN (SELECT part FROM (SELECT convert_to(substr(OLD.folded, n, 8), 'UTF8') AS part FROM generate_series(1, length(OLD.folded)) AS n UNION ALL SELECT '\x00'::bytea || convert_to(substr(OLD.folded, 1, 8), 'UTF8')) AS parts);
    INSERT INTO known_part SELECT NEW.club_id, list, at_least, part, NEW.id FROM standing, (SELECT 64 AS at_least UNION ALL SELECT 128 AS at_least UNION ALL SELECT 256 AS at_least UNION ALL SELECT 512 AS at_least UNION ALL SELECT 1024 AS at_least UNION ALL SELECT 2048 AS at_least UNION ALL SELECT 4096 AS at_least) AS leasts, (SELECT convert_to(substr(NEW.folded, n, 8), 'UTF8') AS part FROM generate_series(1, length(NEW.folded)) AS n UNION ALL SELECT '\x00'::bytea || convert_to(substr(NEW.folded, 1, 8), 'UTF8')) AS parts
    WHERE club_id = NEW.club_id AND list IN (SELECT DISTINCT list FROM games_count WHERE club_id = NEW.club_id) AND player_id = NEW.id AND at_least <= games
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$""",
    r"""CREATE TRIGGER known_part_renamed AFTER UPDATE OF folded ON player FOR EACH ROW WHEN (OLD.folded <> NEW.folded) EXECUTE FUNCTION rename_known_part()""",
)
"""What fills the table that triggers keep, and the triggers."""


def upgrade() -> None:
    op.create_table(
        "known_part",
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("list", sa.String(length=32), nullable=False),
        sa.Column(
            "at_least",
            sa.Integer(),
            autoincrement=False,
            nullable=False,
            comment="who has played so many games on the list",
        ),
        sa.Column("part", sa.LargeBinary(), nullable=False, comment="of their names, as in name_part"),
        sa.Column("player_id", KEY, autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_known_part_club_id")),
        sa.PrimaryKeyConstraint("club_id", "list", "at_least", "part", "player_id", name=op.f("pk_known_part")),
        comment="finds the best known of many of a name",
        sqlite_with_rowid=False,
    )
    connection = op.get_bind()
    for statement in KEPT_ON_SQLITE if connection.dialect.name == "sqlite" else KEPT_ON_POSTGRES:
        connection.exec_driver_sql(statement)


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for name in ("known_part_added", "known_part_gone", "known_part_moved", "known_part_renamed"):
            op.execute(f"DROP TRIGGER {name}")
    else:
        op.execute("DROP FUNCTION keep_known_part() CASCADE")
        op.execute("DROP FUNCTION rename_known_part() CASCADE")
    op.drop_table("known_part")
