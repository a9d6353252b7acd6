"""Gains and peaks

Revision: 0014
Follows: 0013
"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None
expand = True
"""It only adds: the version before goes on with it."""

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""What a key is in both kinds of database."""

KEPT_ON_SQLITE = {
    "board_figure": (
        """INSERT INTO board_figure SELECT * FROM (SELECT standing.club_id, standing.list, standing.player_id, 'gain' AS kind, date(standing.date, 'start of month'), sum((CAST(entry.after + 0.5 AS INTEGER) - (entry.after + 0.5 < CAST(entry.after + 0.5 AS INTEGER))) - (CAST(entry.before + 0.5 AS INTEGER) - (entry.before + 0.5 < CAST(entry.before + 0.5 AS INTEGER)))), standing.shown
    FROM (SELECT * FROM standing WHERE standing.club_id = club_id) AS standing CROSS JOIN journal AS entry WHERE entry.club_id = standing.club_id AND entry.player_id = standing.player_id AND entry.list = standing.list AND entry.date >= date(standing.date, 'start of month') AND +entry.opening_id IS NULL AND entry.before IS NOT NULL AND entry.after IS NOT NULL GROUP BY standing.club_id, standing.list, standing.player_id, standing.date, standing.shown UNION ALL
    SELECT standing.club_id, standing.list, standing.player_id, 'peak', entry.date, 0, (CAST(entry.after + 0.5 AS INTEGER) - (entry.after + 0.5 < CAST(entry.after + 0.5 AS INTEGER))) FROM (SELECT * FROM standing WHERE standing.club_id = club_id) AS standing CROSS JOIN journal AS entry
    WHERE entry.club_id = standing.club_id AND entry.before IS NOT NULL AND +entry.opening_id IS NULL AND entry.id = (
        SELECT entry.id FROM journal AS entry WHERE entry.club_id = standing.club_id AND entry.player_id = standing.player_id AND entry.list = standing.list AND entry.after >= (
            SELECT (CAST(max(entry.after) + 0.5 AS INTEGER) - (max(entry.after) + 0.5 < CAST(max(entry.after) + 0.5 AS INTEGER))) - 0.5 FROM journal AS entry WHERE entry.club_id = standing.club_id AND entry.player_id = standing.player_id AND entry.list = standing.list
        ) ORDER BY +entry.date, entry.seq LIMIT 1
    )) AS made""",
        """CREATE TRIGGER board_figure_added AFTER INSERT ON standing BEGIN INSERT INTO board_figure
    SELECT NEW.club_id, NEW.list, NEW.player_id, 'gain' AS kind, date(NEW.date, 'start of month'), sum((CAST(entry.after + 0.5 AS INTEGER) - (entry.after + 0.5 < CAST(entry.after + 0.5 AS INTEGER))) - (CAST(entry.before + 0.5 AS INTEGER) - (entry.before + 0.5 < CAST(entry.before + 0.5 AS INTEGER)))), NEW.shown
    FROM journal AS entry WHERE entry.club_id = NEW.club_id AND entry.player_id = NEW.player_id AND entry.list = NEW.list AND entry.date >= date(NEW.date, 'start of month') AND +entry.opening_id IS NULL AND entry.before IS NOT NULL AND entry.after IS NOT NULL GROUP BY entry.player_id ON CONFLICT (club_id, list, player_id, kind)
    DO UPDATE SET day = excluded.day, points = excluded.points, rating = excluded.rating
    WHERE board_figure.day <> excluded.day OR board_figure.points <> excluded.points
    OR board_figure.rating <> excluded.rating; DELETE FROM board_figure WHERE club_id = NEW.club_id AND list = NEW.list AND player_id = NEW.player_id AND kind = 'gain' AND NOT EXISTS (SELECT 1 FROM journal AS entry WHERE entry.club_id = NEW.club_id AND entry.player_id = NEW.player_id AND entry.list = NEW.list AND entry.date >= date(NEW.date, 'start of month') AND +entry.opening_id IS NULL AND entry.before IS NOT NULL AND entry.after IS NOT NULL); INSERT INTO board_figure
    SELECT NEW.club_id, NEW.list, NEW.player_id, 'peak', entry.date, 0, (CAST(entry.after + 0.5 AS INTEGER) - (entry.after + 0.5 < CAST(entry.after + 0.5 AS INTEGER))) FROM journal AS entry
    WHERE entry.club_id = NEW.club_id AND entry.before IS NOT NULL AND +entry.opening_id IS NULL AND entry.id = (
        SELECT entry.id FROM journal AS entry WHERE entry.club_id = NEW.club_id AND entry.player_id = NEW.player_id AND entry.list = NEW.list AND entry.after >= (
            SELECT (CAST(max(entry.after) + 0.5 AS INTEGER) - (max(entry.after) + 0.5 < CAST(max(entry.after) + 0.5 AS INTEGER))) - 0.5 FROM journal AS entry WHERE entry.club_id = NEW.club_id AND entry.player_id = NEW.player_id AND entry.list = NEW.list
        ) ORDER BY +entry.date, entry.seq LIMIT 1
    ) ON CONFLICT (club_id, list, player_id, kind)
    DO UPDATE SET day = excluded.day, points = excluded.points, rating = excluded.rating
    WHERE board_figure.day <> excluded.day OR board_figure.points <> excluded.points
    OR board_figure.rating <> excluded.rating; DELETE FROM board_figure WHERE club_id = NEW.club_id AND list = NEW.list AND player_id = NEW.player_id AND kind = 'peak' AND NOT EXISTS (
    SELECT NEW.club_id, NEW.list, NEW.player_id, 'peak', entry.date, 0, (CAST(entry.after + 0.5 AS INTEGER) - (entry.after + 0.5 < CAST(entry.after + 0.5 AS INTEGER))) FROM journal AS entry
    WHERE entry.club_id = NEW.club_id AND entry.before IS NOT NULL AND +entry.opening_id IS NULL AND entry.id = (
        SELECT entry.id FROM journal AS entry WHERE entry.club_id = NEW.club_id AND entry.player_id = NEW.player_id AND entry.list = NEW.list AND entry.after >= (
            SELECT (CAST(max(entry.after) + 0.5 AS INTEGER) - (max(entry.after) + 0.5 < CAST(max(entry.after) + 0.5 AS INTEGER))) - 0.5 FROM journal AS entry WHERE entry.club_id = NEW.club_id AND entry.player_id = NEW.player_id AND entry.list = NEW.list
        ) ORDER BY +entry.date, entry.seq LIMIT 1
    )); END""",
        """CREATE TRIGGER board_figure_gone AFTER DELETE ON standing BEGIN DELETE FROM board_figure WHERE club_id = OLD.club_id AND list = OLD.list AND player_id = OLD.player_id; END""",
        """CREATE TRIGGER board_figure_moved AFTER UPDATE OF shown, date, seq ON standing BEGIN INSERT INTO board_figure
    SELECT NEW.club_id, NEW.list, NEW.player_id, 'gain' AS kind, date(NEW.date, 'start of month'), sum((CAST(entry.after + 0.5 AS INTEGER) - (entry.after + 0.5 < CAST(entry.after + 0.5 AS INTEGER))) - (CAST(entry.before + 0.5 AS INTEGER) - (entry.before + 0.5 < CAST(entry.before + 0.5 AS INTEGER)))), NEW.shown
    FROM journal AS entry WHERE entry.club_id = NEW.club_id AND entry.player_id = NEW.player_id AND entry.list = NEW.list AND entry.date >= date(NEW.date, 'start of month') AND +entry.opening_id IS NULL AND entry.before IS NOT NULL AND entry.after IS NOT NULL GROUP BY entry.player_id ON CONFLICT (club_id, list, player_id, kind)
    DO UPDATE SET day = excluded.day, points = excluded.points, rating = excluded.rating
    WHERE board_figure.day <> excluded.day OR board_figure.points <> excluded.points
    OR board_figure.rating <> excluded.rating; DELETE FROM board_figure WHERE club_id = NEW.club_id AND list = NEW.list AND player_id = NEW.player_id AND kind = 'gain' AND NOT EXISTS (SELECT 1 FROM journal AS entry WHERE entry.club_id = NEW.club_id AND entry.player_id = NEW.player_id AND entry.list = NEW.list AND entry.date >= date(NEW.date, 'start of month') AND +entry.opening_id IS NULL AND entry.before IS NOT NULL AND entry.after IS NOT NULL); INSERT INTO board_figure
    SELECT NEW.club_id, NEW.list, NEW.player_id, 'peak', entry.date, 0, (CAST(entry.after + 0.5 AS INTEGER) - (entry.after + 0.5 < CAST(entry.after + 0.5 AS INTEGER))) FROM journal AS entry
    WHERE entry.club_id = NEW.club_id AND entry.before IS NOT NULL AND +entry.opening_id IS NULL AND entry.id = (
        SELECT entry.id FROM journal AS entry WHERE entry.club_id = NEW.club_id AND entry.player_id = NEW.player_id AND entry.list = NEW.list AND entry.after >= (
            SELECT (CAST(max(entry.after) + 0.5 AS INTEGER) - (max(entry.after) + 0.5 < CAST(max(entry.after) + 0.5 AS INTEGER))) - 0.5 FROM journal AS entry WHERE entry.club_id = NEW.club_id AND entry.player_id = NEW.player_id AND entry.list = NEW.list
        ) ORDER BY +entry.date, entry.seq LIMIT 1
    ) ON CONFLICT (club_id, list, player_id, kind)
    DO UPDATE SET day = excluded.day, points = excluded.points, rating = excluded.rating
    WHERE board_figure.day <> excluded.day OR board_figure.points <> excluded.points
    OR board_figure.rating <> excluded.rating; DELETE FROM board_figure WHERE club_id = NEW.club_id AND list = NEW.list AND player_id = NEW.player_id AND kind = 'peak' AND NOT EXISTS (
    SELECT NEW.club_id, NEW.list, NEW.player_id, 'peak', entry.date, 0, (CAST(entry.after + 0.5 AS INTEGER) - (entry.after + 0.5 < CAST(entry.after + 0.5 AS INTEGER))) FROM journal AS entry
    WHERE entry.club_id = NEW.club_id AND entry.before IS NOT NULL AND +entry.opening_id IS NULL AND entry.id = (
        SELECT entry.id FROM journal AS entry WHERE entry.club_id = NEW.club_id AND entry.player_id = NEW.player_id AND entry.list = NEW.list AND entry.after >= (
            SELECT (CAST(max(entry.after) + 0.5 AS INTEGER) - (max(entry.after) + 0.5 < CAST(max(entry.after) + 0.5 AS INTEGER))) - 0.5 FROM journal AS entry WHERE entry.club_id = NEW.club_id AND entry.player_id = NEW.player_id AND entry.list = NEW.list
        ) ORDER BY +entry.date, entry.seq LIMIT 1
    )); END""",
    ),
    "figure_count": (
        """INSERT INTO figure_count SELECT * FROM (SELECT club_id, list, kind, day, points, count(*) FROM board_figure WHERE board_figure.club_id = club_id GROUP BY club_id, list, kind, day, points) AS made""",
        """CREATE TRIGGER figure_count_added AFTER INSERT ON board_figure BEGIN INSERT INTO figure_count VALUES (NEW.club_id, NEW.list, NEW.kind, NEW.day, NEW.points, 1)
    ON CONFLICT (club_id, list, kind, day, points) DO UPDATE SET players = figure_count.players + 1; END""",
        """CREATE TRIGGER figure_count_gone AFTER DELETE ON board_figure BEGIN UPDATE figure_count SET players = players - 1 WHERE club_id = OLD.club_id AND list = OLD.list AND kind = OLD.kind AND day = OLD.day AND points = OLD.points;
    DELETE FROM figure_count WHERE club_id = OLD.club_id AND list = OLD.list AND kind = OLD.kind AND day = OLD.day AND points = OLD.points AND players = 0; END""",
        """CREATE TRIGGER figure_count_moved AFTER UPDATE OF day, points ON board_figure WHEN OLD.day <> NEW.day OR OLD.points <> NEW.points BEGIN UPDATE figure_count SET players = players - 1 WHERE club_id = OLD.club_id AND list = OLD.list AND kind = OLD.kind AND day = OLD.day AND points = OLD.points;
    DELETE FROM figure_count WHERE club_id = OLD.club_id AND list = OLD.list AND kind = OLD.kind AND day = OLD.day AND points = OLD.points AND players = 0; INSERT INTO figure_count VALUES (NEW.club_id, NEW.list, NEW.kind, NEW.day, NEW.points, 1)
    ON CONFLICT (club_id, list, kind, day, points) DO UPDATE SET players = figure_count.players + 1; END""",
    ),
}

KEPT_ON_POSTGRES = {
    "board_figure": (
        """ANALYZE standing, journal""",
        """INSERT INTO board_figure SELECT * FROM (SELECT standing.club_id, standing.list, standing.player_id, 'gain' AS kind, CAST(date_trunc('month', standing.date) AS date), sum(CAST(floor(entry.after + 0.5) AS integer) - CAST(floor(entry.before + 0.5) AS integer)), standing.shown
    FROM (SELECT * FROM standing WHERE standing.club_id = club_id) AS standing CROSS JOIN journal AS entry WHERE entry.club_id = standing.club_id AND entry.player_id = standing.player_id AND entry.list = standing.list AND entry.date >= CAST(date_trunc('month', standing.date) AS date) AND +entry.opening_id IS NULL AND entry.before IS NOT NULL AND entry.after IS NOT NULL GROUP BY standing.club_id, standing.list, standing.player_id, standing.date, standing.shown UNION ALL
    SELECT standing.club_id, standing.list, standing.player_id, 'peak', entry.date, 0, CAST(floor(entry.after + 0.5) AS integer) FROM (SELECT * FROM standing WHERE standing.club_id = club_id) AS standing CROSS JOIN journal AS entry
    WHERE entry.club_id = standing.club_id AND entry.before IS NOT NULL AND +entry.opening_id IS NULL AND entry.id = (
        SELECT entry.id FROM journal AS entry WHERE entry.club_id = standing.club_id AND entry.player_id = standing.player_id AND entry.list = standing.list AND entry.after >= (
            SELECT CAST(floor(max(entry.after) + 0.5) AS integer) - 0.5 FROM journal AS entry WHERE entry.club_id = standing.club_id AND entry.player_id = standing.player_id AND entry.list = standing.list
        ) ORDER BY entry.date, entry.seq LIMIT 1
    )) AS made""",
        """CREATE FUNCTION keep_board_figure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN IF TG_OP = 'DELETE' THEN DELETE FROM board_figure WHERE club_id = OLD.club_id AND list = OLD.list AND player_id = OLD.player_id; END IF; END IF;
    IF TG_OP <> 'DELETE' THEN WITH made AS (
    SELECT NEW.club_id, NEW.list, NEW.player_id, 'gain' AS kind, CAST(date_trunc('month', NEW.date) AS date), sum(CAST(floor(entry.after + 0.5) AS integer) - CAST(floor(entry.before + 0.5) AS integer)), NEW.shown
    FROM journal AS entry WHERE entry.club_id = NEW.club_id AND entry.player_id = NEW.player_id AND entry.list = NEW.list AND entry.date >= CAST(date_trunc('month', NEW.date) AS date) AND +entry.opening_id IS NULL AND entry.before IS NOT NULL AND entry.after IS NOT NULL GROUP BY entry.player_id UNION ALL
    SELECT NEW.club_id, NEW.list, NEW.player_id, 'peak', entry.date, 0, CAST(floor(entry.after + 0.5) AS integer) FROM journal AS entry
    WHERE entry.club_id = NEW.club_id AND entry.before IS NOT NULL AND +entry.opening_id IS NULL AND entry.id = (
        SELECT entry.id FROM journal AS entry WHERE entry.club_id = NEW.club_id AND entry.player_id = NEW.player_id AND entry.list = NEW.list AND entry.after >= (
            SELECT CAST(floor(max(entry.after) + 0.5) AS integer) - 0.5 FROM journal AS entry WHERE entry.club_id = NEW.club_id AND entry.player_id = NEW.player_id AND entry.list = NEW.list
        ) ORDER BY entry.date, entry.seq LIMIT 1
    )), gone AS (DELETE FROM board_figure WHERE club_id = NEW.club_id AND list = NEW.list AND player_id = NEW.player_id AND kind NOT IN (SELECT kind FROM made))
    INSERT INTO board_figure SELECT * FROM made ON CONFLICT (club_id, list, player_id, kind)
    DO UPDATE SET day = excluded.day, points = excluded.points, rating = excluded.rating
    WHERE board_figure.day <> excluded.day OR board_figure.points <> excluded.points
    OR board_figure.rating <> excluded.rating; END IF;
    RETURN NULL;
END $$""",
        """CREATE TRIGGER board_figure_kept AFTER INSERT OR DELETE ON standing FOR EACH ROW EXECUTE FUNCTION keep_board_figure()""",
        """CREATE TRIGGER board_figure_moved AFTER UPDATE OF shown, date, seq ON standing FOR EACH ROW EXECUTE FUNCTION keep_board_figure()""",
    ),
    "figure_count": (
        """INSERT INTO figure_count SELECT * FROM (SELECT club_id, list, kind, day, points, count(*) FROM board_figure WHERE board_figure.club_id = club_id GROUP BY club_id, list, kind, day, points) AS made""",
        """CREATE FUNCTION keep_figure_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN UPDATE figure_count SET players = players - 1 WHERE club_id = OLD.club_id AND list = OLD.list AND kind = OLD.kind AND day = OLD.day AND points = OLD.points;
    DELETE FROM figure_count WHERE club_id = OLD.club_id AND list = OLD.list AND kind = OLD.kind AND day = OLD.day AND points = OLD.points AND players = 0; END IF;
    IF TG_OP <> 'DELETE' THEN INSERT INTO figure_count VALUES (NEW.club_id, NEW.list, NEW.kind, NEW.day, NEW.points, 1)
    ON CONFLICT (club_id, list, kind, day, points) DO UPDATE SET players = figure_count.players + 1; END IF;
    RETURN NULL;
END $$""",
        """CREATE TRIGGER figure_count_kept AFTER INSERT OR DELETE ON board_figure FOR EACH ROW EXECUTE FUNCTION keep_figure_count()""",
        """CREATE TRIGGER figure_count_moved AFTER UPDATE OF day, points ON board_figure FOR EACH ROW WHEN (OLD.day <> NEW.day OR OLD.points <> NEW.points) EXECUTE FUNCTION keep_figure_count()""",
    ),
}
"""What fills the tables that triggers keep, and the triggers."""


def upgrade() -> None:
    op.create_index("ix_journal_player_id_list_after", "journal", ["player_id", "list", "after"], unique=False)
    op.create_index("ix_standing_player_games", "standing", ["club_id", "list", "player_id", "games"], unique=False)
    op.create_table(
        "board_figure",
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("list", sa.String(length=32), nullable=False),
        sa.Column("player_id", KEY, autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False, comment="gain or peak"),
        sa.Column("day", sa.Date(), nullable=False, comment="the first of the month of the gain; the day of the peak"),
        sa.Column("points", sa.Integer(), nullable=False, comment="gained since that day; of a peak 0"),
        sa.Column("rating", sa.Integer(), nullable=False, comment="as displayed: the current one; the peak"),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_board_figure_club_id")),
        sa.PrimaryKeyConstraint("club_id", "list", "player_id", "kind", name=op.f("pk_board_figure")),
        comment="what the boards by gain and by peak go by",
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_board_figure_place",
        "board_figure",
        ["club_id", "list", "kind", sa.text("day DESC"), sa.text("points DESC"), sa.text("rating DESC"), "player_id"],
        unique=False,
    )
    op.create_table(
        "figure_count",
        sa.Column("club_id", sa.BigInteger(), nullable=False),
        sa.Column("list", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("points", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("players", sa.Integer(), nullable=False, comment="how many share that figure, and so a rank"),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_figure_count_club_id")),
        sa.PrimaryKeyConstraint("club_id", "list", "kind", "day", "points", name=op.f("pk_figure_count")),
        sqlite_with_rowid=False,
    )
    connection = op.get_bind()
    kept = KEPT_ON_SQLITE if connection.dialect.name == "sqlite" else KEPT_ON_POSTGRES
    for statements in kept.values():
        for statement in statements:
            connection.exec_driver_sql(statement)


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for name in ("board_figure_added", "board_figure_gone", "board_figure_moved"):
            op.execute(f"DROP TRIGGER {name}")
        for name in ("figure_count_added", "figure_count_gone", "figure_count_moved"):
            op.execute(f"DROP TRIGGER {name}")
    else:
        op.execute("DROP FUNCTION keep_board_figure() CASCADE")
        op.execute("DROP FUNCTION keep_figure_count() CASCADE")
    op.drop_table("figure_count")
    op.drop_index("ix_board_figure_place", table_name="board_figure")
    op.drop_table("board_figure")
    op.drop_index("ix_standing_player_games", table_name="standing")
    op.drop_index("ix_journal_player_id_list_after", table_name="journal")
