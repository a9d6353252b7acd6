# ruff: noqa: S608 - put together of nothing but the texts below
"""Tables that triggers keep: the parts of names, and how many have played how many games.

Whatever writes players or standings keeps them true, be it a version that does not know them. Revision 0012 makes
them; a table that `repair` adds gets its triggers here. A migration that makes `player` or `standing` anew on SQLite
loses their triggers, and makes these again.
"""

from typing import Any

from sqlalchemy import Connection, Table, event

from bot.store.tables import games_count, name_part

_PARTS = """(
    WITH RECURSIVE place(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM place WHERE n < length({row}.folded))
    SELECT CAST(substr({row}.folded, n, 8) AS BLOB) AS part FROM place
    UNION ALL SELECT CAST(x'00' || CAST(substr({row}.folded, 1, 8) AS BLOB) AS BLOB)
)"""
_ADD_PARTS = f"INSERT OR IGNORE INTO name_part SELECT NEW.club_id, part, NEW.id FROM {_PARTS.format(row='NEW')};"
_DROP_PARTS = (
    "DELETE FROM name_part WHERE club_id = OLD.club_id AND player_id = OLD.id"
    f" AND part IN (SELECT part FROM {_PARTS.format(row='OLD')});"
)
_COUNT = """INSERT INTO games_count VALUES (NEW.club_id, NEW.list, NEW.active, NEW.games, 1)
    ON CONFLICT (club_id, list, active, games) DO UPDATE SET players = games_count.players + 1;"""
_ITS_COUNT = "club_id = OLD.club_id AND list = OLD.list AND active = OLD.active AND games = OLD.games"
_UNCOUNT = f"""UPDATE games_count SET players = players - 1 WHERE {_ITS_COUNT};
    DELETE FROM games_count WHERE {_ITS_COUNT} AND players = 0;"""

SQLITE = {
    name_part.name: (
        f"CREATE TRIGGER name_part_added AFTER INSERT ON player BEGIN {_ADD_PARTS} END",
        f"CREATE TRIGGER name_part_gone AFTER DELETE ON player BEGIN {_DROP_PARTS} END",
        "CREATE TRIGGER name_part_renamed AFTER UPDATE OF folded ON player WHEN OLD.folded <> NEW.folded"
        f" BEGIN {_DROP_PARTS} {_ADD_PARTS} END",
    ),
    games_count.name: (
        f"CREATE TRIGGER games_count_added AFTER INSERT ON standing BEGIN {_COUNT} END",
        f"CREATE TRIGGER games_count_gone AFTER DELETE ON standing BEGIN {_UNCOUNT} END",
        "CREATE TRIGGER games_count_moved AFTER UPDATE OF games, active ON standing"
        f" WHEN OLD.games <> NEW.games OR OLD.active <> NEW.active BEGIN {_UNCOUNT} {_COUNT} END",
    ),
}

_PG_PARTS = (
    "SELECT convert_to(substr({row}.folded, n, 8), 'UTF8') AS part FROM generate_series(1, length({row}.folded)) AS n"
    " UNION ALL SELECT '\\x00'::bytea || convert_to(substr({row}.folded, 1, 8), 'UTF8')"
)
_PG_FUNCTION = """CREATE FUNCTION keep_{table}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN {drop} END IF;
    IF TG_OP <> 'DELETE' THEN {add} END IF;
    RETURN NULL;
END $$"""
POSTGRES = {
    name_part.name: (
        _PG_FUNCTION.format(
            table="name_part",
            drop="DELETE FROM name_part WHERE club_id = OLD.club_id AND player_id = OLD.id"
            f" AND part IN ({_PG_PARTS.format(row='OLD')});",
            add="INSERT INTO name_part SELECT NEW.club_id, part, NEW.id"
            f" FROM ({_PG_PARTS.format(row='NEW')}) AS parts ON CONFLICT DO NOTHING;",
        ),
        "CREATE TRIGGER name_part_kept AFTER INSERT OR DELETE ON player FOR EACH ROW EXECUTE FUNCTION keep_name_part()",
        "CREATE TRIGGER name_part_renamed AFTER UPDATE OF folded ON player FOR EACH ROW"
        " WHEN (OLD.folded <> NEW.folded) EXECUTE FUNCTION keep_name_part()",
    ),
    games_count.name: (
        _PG_FUNCTION.format(table="games_count", drop=_UNCOUNT, add=_COUNT),
        "CREATE TRIGGER games_count_kept AFTER INSERT OR DELETE ON standing"
        " FOR EACH ROW EXECUTE FUNCTION keep_games_count()",
        "CREATE TRIGGER games_count_moved AFTER UPDATE OF games, active ON standing FOR EACH ROW"
        " WHEN (OLD.games <> NEW.games OR OLD.active <> NEW.active) EXECUTE FUNCTION keep_games_count()",
    ),
}

_FILL_GAMES = (
    "INSERT INTO games_count SELECT club_id, list, active, games, count(*) FROM standing"
    " GROUP BY club_id, list, active, games"
)
FILL_SQLITE = {
    name_part.name: "INSERT OR IGNORE INTO name_part SELECT club_id, part, id FROM ("
    " WITH RECURSIVE place(n, most) AS (SELECT 1, max(length(folded)) FROM player"
    " UNION ALL SELECT n + 1, most FROM place WHERE n < most)"
    " SELECT club_id, id, CAST(substr(folded, n, 8) AS BLOB) AS part FROM player, place WHERE n <= length(folded)"
    " UNION ALL SELECT club_id, id, CAST(x'00' || CAST(substr(folded, 1, 8) AS BLOB) AS BLOB) FROM player)"
    " ORDER BY club_id, part, id",
    games_count.name: _FILL_GAMES,
}
FILL_POSTGRES = {
    name_part.name: "INSERT INTO name_part SELECT club_id, part, player.id FROM player,"
    f" LATERAL ({_PG_PARTS.format(row='player')}) AS parts ON CONFLICT DO NOTHING",
    games_count.name: _FILL_GAMES,
}


def keep(connection: Connection, table: str) -> None:
    """Fill a table that triggers keep, and make its triggers."""
    is_sqlite = connection.dialect.name == "sqlite"
    fill, triggers = (FILL_SQLITE, SQLITE) if is_sqlite else (FILL_POSTGRES, POSTGRES)
    for statement in (fill[table], *triggers[table]):
        connection.exec_driver_sql(statement)


@event.listens_for(name_part, "after_create")
@event.listens_for(games_count, "after_create")
def _keep(target: Table, connection: Connection, **_: Any) -> None:
    keep(connection, target.name)
