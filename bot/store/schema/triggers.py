# ruff: noqa: S608 - put together of nothing but the texts below
"""Tables that triggers keep: parts of names, counts of games, the best known by parts; gains, peaks and their counts.

Whatever writes players or standings keeps them true; `verify` compares them with what they would be made anew. A
standing is written after the journal that it comes from, so that its trigger finds that. Every migration puts back the
triggers that are missing. One more is an entry in each of KEPT, SQLITE, POSTGRES, MADE_SQLITE and MADE_POSTGRES.
"""

import re
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, Table, text

from bot.store.tables import KEPT_BY_TRIGGERS as KEPT
from bot.store.tables import KNOWN_FROM, board_figure, figure_count, games_count, known_part, name_part

__all__ = ["KEPT", "differences", "put_back"]

Found = Sequence[Row[Any]]

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
_LEASTS = f"({' UNION ALL '.join(f'SELECT {games} AS at_least' for games in KNOWN_FROM)}) AS leasts"
_KNOWN_MOVED = " OR ".join(f"(OLD.games >= {games}) <> (NEW.games >= {games})" for games in KNOWN_FROM)
_KNOWN_PARTS = """(
    WITH RECURSIVE place(n, folded) AS (
        SELECT 1, folded FROM player WHERE id = {row}.player_id
        UNION ALL SELECT n + 1, folded FROM place WHERE n < length(folded)
    )
    SELECT CAST(substr(folded, n, 8) AS BLOB) AS part FROM place
    UNION SELECT CAST(x'00' || CAST(substr(folded, 1, 8) AS BLOB) AS BLOB) FROM player WHERE id = {row}.player_id
)"""
"""The parts of the name of a row's player."""


def _know(parts: str, more: str = "") -> str:
    """Return what adds the parts of the name of a standing's player. more: a condition on the number of games."""
    return f"""INSERT INTO known_part SELECT NEW.club_id, NEW.list, at_least, part, NEW.player_id
    FROM {_LEASTS}, {parts} WHERE at_least <= NEW.games{more} ON CONFLICT DO NOTHING;"""


def _forget(parts: str, more: str = "") -> str:
    """Return what takes those parts away."""
    return f"""DELETE FROM known_part WHERE club_id = OLD.club_id AND list = OLD.list AND player_id = OLD.player_id
    AND at_least IN (SELECT at_least FROM {_LEASTS} WHERE at_least <= OLD.games{more})
    AND part IN (SELECT part FROM {parts});"""


def _rename(old: str, new: str) -> str:
    """Return what puts the parts of a player's new name in the place of the old one's, on every list."""
    lists = "(SELECT DISTINCT list FROM games_count WHERE club_id = NEW.club_id)"
    return f"""DELETE FROM known_part WHERE club_id = OLD.club_id AND list IN {lists} AND player_id = OLD.id
    AND at_least IN (SELECT at_least FROM {_LEASTS}) AND part IN (SELECT part FROM {old});
    INSERT INTO known_part SELECT NEW.club_id, list, at_least, part, NEW.id FROM standing, {_LEASTS}, {new}
    WHERE club_id = NEW.club_id AND list IN {lists} AND player_id = NEW.id AND at_least <= games
    ON CONFLICT DO NOTHING;"""


_COUNT = """INSERT INTO games_count VALUES (NEW.club_id, NEW.list, NEW.active, NEW.games, 1)
    ON CONFLICT (club_id, list, active, games) DO UPDATE SET players = games_count.players + 1;"""
_ITS_COUNT = "club_id = OLD.club_id AND list = OLD.list AND active = OLD.active AND games = OLD.games"
_UNCOUNT = f"""UPDATE games_count SET players = players - 1 WHERE {_ITS_COUNT};
    DELETE FROM games_count WHERE {_ITS_COUNT} AND players = 0;"""

_GAIN = """
    SELECT {row}.club_id, {row}.list, {row}.player_id, 'gain' AS kind, {month}, sum({after} - {before}), {row}.shown
    FROM {source}journal AS entry WHERE {moved} GROUP BY {group}"""
"""The points that a player has gained within the month of their last fact, but for what was entered."""

_PEAK = """
    SELECT {row}.club_id, {row}.list, {row}.player_id, 'peak', entry.date, 0, {after} FROM {source}journal AS entry
    WHERE {club} AND entry.before IS NOT NULL AND +entry.opening_id IS NULL AND entry.id = (
        SELECT entry.id FROM journal AS entry WHERE {whose} AND entry.after >= (
            SELECT {highest} - 0.5 FROM journal AS entry WHERE {whose}
        ) ORDER BY {day}, entry.seq LIMIT 1
    )"""
"""The day on which a player first had their highest rating, where that was neither their first nor entered."""


def _parts(row: str, source: str = "", *, sqlite: bool) -> dict[str, str]:
    """Return what `_GAIN` and `_PEAK` are put together of, for a row of `standing`, or for those of a source."""
    # As ratings are displayed; SQLite's CAST alone is not rounding down below 0.
    down = "(CAST({0} + 0.5 AS INTEGER) - ({0} + 0.5 < CAST({0} + 0.5 AS INTEGER)))"
    down = down if sqlite else "CAST(floor({0} + 0.5) AS integer)"
    month = "date({0}.date, 'start of month')" if sqlite else "CAST(date_trunc('month', {0}.date) AS date)"
    club = "entry.club_id = " + ("{entrys}" if source else f"{row}.club_id")
    whose = f"{club} AND entry.player_id = {row}.player_id AND entry.list = {row}.list"
    # After a sign an index of entered ratings, of which most entries have none, is not gone along.
    counts = "+entry.opening_id IS NULL AND entry.before IS NOT NULL AND entry.after IS NOT NULL"
    key = ("club_id", "list", "player_id", "date", "shown")
    return {
        "row": row,
        "source": source,
        "group": ", ".join(f"{row}.{column}" for column in key) if source else "entry.player_id",
        "month": month.format(row),
        "club": club,
        "whose": whose,
        "moved": f"{whose} AND entry.date >= {month.format(row)} AND {counts}",
        "day": "+entry.date" if sqlite else "entry.date",  # after a sign SQLite does not go along the days
        "after": down.format("entry.after"),
        "before": down.format("entry.before"),
        "highest": down.format("max(entry.after)"),
    }


def _keep_figures(*, sqlite: bool) -> str:
    """Return what puts a standing's figures right. Of a report it is a hundredth: only what differs is written."""
    parts = _parts("NEW", sqlite=sqlite)
    gain, peak = _GAIN.format(**parts), _PEAK.format(**parts)
    differs = """ON CONFLICT (club_id, list, player_id, kind)
    DO UPDATE SET day = excluded.day, points = excluded.points, rating = excluded.rating
    WHERE board_figure.day <> excluded.day OR board_figure.points <> excluded.points
    OR board_figure.rating <> excluded.rating;"""
    gone = "DELETE FROM board_figure WHERE club_id = NEW.club_id AND list = NEW.list AND player_id = NEW.player_id"
    if not sqlite:  # in one, for PostgreSQL takes as long to begin a statement as for what these do
        return f"""WITH made AS ({gain} UNION ALL{peak}), gone AS ({gone} AND kind NOT IN (SELECT kind FROM made))
    INSERT INTO board_figure SELECT * FROM made {differs}"""
    moved = f"SELECT 1 FROM journal AS entry WHERE {parts['moved']}"
    return " ".join(
        f"INSERT INTO board_figure{figure} {differs} {gone} AND kind = '{kind}' AND NOT EXISTS ({there});"
        for kind, figure, there in (("gain", gain, moved), ("peak", peak, peak))
    )


_DROP_FIGURES = (
    "DELETE FROM board_figure WHERE club_id = OLD.club_id AND list = OLD.list AND player_id = OLD.player_id;"
)
_DROP_GONE = f"IF TG_OP = 'DELETE' THEN {_DROP_FIGURES} END IF;"
_COUNT_FIGURE = """INSERT INTO figure_count VALUES (NEW.club_id, NEW.list, NEW.kind, NEW.day, NEW.points, 1)
    ON CONFLICT (club_id, list, kind, day, points) DO UPDATE SET players = figure_count.players + 1;"""
_ITS_FIGURE = "club_id = OLD.club_id AND list = OLD.list AND kind = OLD.kind AND day = OLD.day AND points = OLD.points"
_UNCOUNT_FIGURE = f"""UPDATE figure_count SET players = players - 1 WHERE {_ITS_FIGURE};
    DELETE FROM figure_count WHERE {_ITS_FIGURE} AND players = 0;"""

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
    known_part.name: (
        f"CREATE TRIGGER known_part_added AFTER INSERT ON standing WHEN NEW.games >= {KNOWN_FROM[0]}"
        f" BEGIN {_know(_KNOWN_PARTS.format(row='NEW'))} END",
        f"CREATE TRIGGER known_part_gone AFTER DELETE ON standing WHEN OLD.games >= {KNOWN_FROM[0]}"
        f" BEGIN {_forget(_KNOWN_PARTS.format(row='OLD'))} END",
        f"CREATE TRIGGER known_part_moved AFTER UPDATE OF games ON standing WHEN {_KNOWN_MOVED}"
        f" BEGIN {_forget(_KNOWN_PARTS.format(row='OLD'), ' AND at_least > NEW.games')}"
        f" {_know(_KNOWN_PARTS.format(row='NEW'), ' AND at_least > OLD.games')} END",
        "CREATE TRIGGER known_part_renamed AFTER UPDATE OF folded ON player WHEN OLD.folded <> NEW.folded"
        f" BEGIN {_rename(_PARTS.format(row='OLD'), _PARTS.format(row='NEW'))} END",
    ),
    board_figure.name: (
        f"CREATE TRIGGER board_figure_added AFTER INSERT ON standing BEGIN {_keep_figures(sqlite=True)} END",
        f"CREATE TRIGGER board_figure_gone AFTER DELETE ON standing BEGIN {_DROP_FIGURES} END",
        "CREATE TRIGGER board_figure_moved AFTER UPDATE OF shown, date, seq ON standing"
        f" BEGIN {_keep_figures(sqlite=True)} END",
    ),
    figure_count.name: (
        f"CREATE TRIGGER figure_count_added AFTER INSERT ON board_figure BEGIN {_COUNT_FIGURE} END",
        f"CREATE TRIGGER figure_count_gone AFTER DELETE ON board_figure BEGIN {_UNCOUNT_FIGURE} END",
        "CREATE TRIGGER figure_count_moved AFTER UPDATE OF day, points ON board_figure"
        f" WHEN OLD.day <> NEW.day OR OLD.points <> NEW.points BEGIN {_UNCOUNT_FIGURE} {_COUNT_FIGURE} END",
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
_PG_KNOWN_PARTS = (
    f"(SELECT part FROM player, LATERAL ({_PG_PARTS.format(row='player')}) AS parts"
    " WHERE player.club_id = {row}.club_id AND player.id = {row}.player_id) AS parts"
)
_PG_KNOWN_NO_MORE = " AND (TG_OP = 'DELETE' OR at_least > NEW.games)"
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
    known_part.name: (
        _PG_FUNCTION.format(
            table="known_part",
            drop=_forget(_PG_KNOWN_PARTS.format(row="OLD"), _PG_KNOWN_NO_MORE),
            add=_know(_PG_KNOWN_PARTS.format(row="NEW")),
        ),
        "CREATE TRIGGER known_part_added AFTER INSERT ON standing FOR EACH ROW"
        f" WHEN (NEW.games >= {KNOWN_FROM[0]}) EXECUTE FUNCTION keep_known_part()",
        "CREATE TRIGGER known_part_gone AFTER DELETE ON standing FOR EACH ROW"
        f" WHEN (OLD.games >= {KNOWN_FROM[0]}) EXECUTE FUNCTION keep_known_part()",
        "CREATE TRIGGER known_part_moved AFTER UPDATE OF games ON standing FOR EACH ROW"
        f" WHEN ({_KNOWN_MOVED}) EXECUTE FUNCTION keep_known_part()",
        f"""CREATE FUNCTION rename_known_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    {_rename(f"({_PG_PARTS.format(row='OLD')}) AS parts", f"({_PG_PARTS.format(row='NEW')}) AS parts")}
    RETURN NULL;
END $$""",
        "CREATE TRIGGER known_part_renamed AFTER UPDATE OF folded ON player FOR EACH ROW"
        " WHEN (OLD.folded <> NEW.folded) EXECUTE FUNCTION rename_known_part()",
    ),
    board_figure.name: (
        _PG_FUNCTION.format(table="board_figure", drop=_DROP_GONE, add=_keep_figures(sqlite=False)),
        "CREATE TRIGGER board_figure_kept AFTER INSERT OR DELETE ON standing"
        " FOR EACH ROW EXECUTE FUNCTION keep_board_figure()",
        "CREATE TRIGGER board_figure_moved AFTER UPDATE OF shown, date, seq ON standing"
        " FOR EACH ROW EXECUTE FUNCTION keep_board_figure()",
    ),
    figure_count.name: (
        _PG_FUNCTION.format(table="figure_count", drop=_UNCOUNT_FIGURE, add=_COUNT_FIGURE),
        "CREATE TRIGGER figure_count_kept AFTER INSERT OR DELETE ON board_figure"
        " FOR EACH ROW EXECUTE FUNCTION keep_figure_count()",
        "CREATE TRIGGER figure_count_moved AFTER UPDATE OF day, points ON board_figure FOR EACH ROW"
        " WHEN (OLD.day <> NEW.day OR OLD.points <> NEW.points) EXECUTE FUNCTION keep_figure_count()",
    ),
}

_GAMES = (
    "SELECT club_id, list, active, games, count(*) FROM standing WHERE standing.club_id = {club}"
    " GROUP BY club_id, list, active, games"
)
# Crossed, so that SQLite goes through the standings and not, for each of them, through all entries.
_STANDINGS = "(SELECT * FROM standing WHERE standing.club_id = {club}) AS standing CROSS JOIN "


def _made_figures(*, sqlite: bool) -> str:
    parts = _parts("standing", _STANDINGS, sqlite=sqlite)
    return f"{_GAIN.format(**parts)} UNION ALL{_PEAK.format(**parts)}"


_FIGURE_COUNTS = (
    "SELECT club_id, list, kind, day, points, count(*) FROM board_figure WHERE board_figure.club_id = {club}"
    " GROUP BY club_id, list, kind, day, points"
)
_KNOWN = f"standing JOIN player ON player.club_id = {{entrys}} AND player.id = player_id, {_LEASTS}"
MADE_SQLITE = {
    name_part.name: "WITH RECURSIVE place(n, most) AS ("
    "SELECT 1, max(length(folded)) FROM player WHERE player.club_id = {club}"
    " UNION ALL SELECT n + 1, most FROM place WHERE n < most)"
    " SELECT club_id, CAST(substr(folded, n, 8) AS BLOB), id FROM player, place"
    " WHERE n <= length(folded) AND player.club_id = {club}"
    " UNION SELECT club_id, CAST(x'00' || CAST(substr(folded, 1, 8) AS BLOB) AS BLOB), id FROM player"
    " WHERE player.club_id = {club}",
    games_count.name: _GAMES,
    known_part.name: "WITH RECURSIVE place(n, most) AS ("
    "SELECT 1, max(length(folded)) FROM player WHERE player.club_id = {club}"
    " UNION ALL SELECT n + 1, most FROM place WHERE n < most)"
    f" SELECT standing.club_id, list, at_least, CAST(substr(folded, n, 8) AS BLOB), player_id FROM {_KNOWN}, place"
    " WHERE standing.club_id = {entrys} AND at_least <= games AND n <= length(folded)"
    " UNION SELECT standing.club_id, list, at_least, CAST(x'00' || CAST(substr(folded, 1, 8) AS BLOB) AS BLOB),"
    f" player_id FROM {_KNOWN} WHERE standing.club_id = {{entrys}} AND at_least <= games",
    board_figure.name: _made_figures(sqlite=True),
    figure_count.name: _FIGURE_COUNTS,
}
MADE_POSTGRES = {
    name_part.name: "SELECT DISTINCT club_id, part, player.id FROM player,"
    f" LATERAL ({_PG_PARTS.format(row='player')}) AS parts WHERE player.club_id = {{club}}",
    games_count.name: _GAMES,
    known_part.name: f"SELECT DISTINCT standing.club_id, list, at_least, part, player_id FROM {_KNOWN},"
    f" LATERAL ({_PG_PARTS.format(row='player')}) AS parts"
    " WHERE standing.club_id = {entrys} AND at_least <= games",
    board_figure.name: _made_figures(sqlite=False),
    figure_count.name: _FIGURE_COUNTS,
}
"""What such a table holds when it is made anew, its columns in their order; club: whose rows.

entrys: the club of a journal's row too, for PostgreSQL goes to a partition by a club that is told, and not by one that
it finds on the way.
"""

_EVERYBODYS = {"club": "club_id", "entrys": "standing.club_id"}

_NAMED = re.compile(r"CREATE TRIGGER (\w+)").match
_TRIGGERS_SQLITE = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
_TRIGGERS_POSTGRES = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgrelid = ANY(ARRAY[{tables}])".format(
    tables=", ".join(f"to_regclass('{table}')::oid" for table in ("player", "standing", "board_figure"))
)


def put_back(connection: Connection, table: Table) -> list[str]:
    """Make the triggers that a table is kept by and that are missing; return their names."""
    sqlite = connection.dialect.name == "sqlite"
    there = set(connection.exec_driver_sql(_TRIGGERS_SQLITE if sqlite else _TRIGGERS_POSTGRES).scalars())
    missing = []
    for statement in (SQLITE if sqlite else POSTGRES)[table.name]:
        named = _NAMED(statement)
        if named is None:  # PostgreSQL's function
            connection.exec_driver_sql(statement.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"))
        elif named[1] not in there:
            connection.exec_driver_sql(statement)
            missing.append(named[1])
    return missing


def differences(connection: Connection, table: Table, club_id: int | None) -> list[Found]:
    """Return the rows that are stored and would not be made anew, then the other way round; None: of all clubs."""
    clubs = _EVERYBODYS if club_id is None else dict.fromkeys(_EVERYBODYS, f"{club_id:d}")
    made = f"SELECT * FROM ({_made(connection)[table.name].format(**clubs)}) AS made"
    stored = f"SELECT {', '.join(table.c.keys())} FROM {table.name} WHERE {table.name}.club_id = {clubs['club']}"
    sides = (f"{stored} EXCEPT {made}", f"{made} EXCEPT {stored}")
    return [connection.execute(text(side)).all() for side in sides]


def _made(connection: Connection) -> dict[str, str]:
    return MADE_SQLITE if connection.dialect.name == "sqlite" else MADE_POSTGRES
