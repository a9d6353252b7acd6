"""Reads a SQLite file's schema; names that SQLite and Alembic use themselves are left out."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import Connection

from bot.store.schema.words import column_words, index_words, key_words

_COLUMNS = """
SELECT tables.name, info.name, info.type, info."notnull", info.dflt_value, info.pk
FROM sqlite_master AS tables, pragma_table_info(tables.name) AS info
WHERE tables.type = 'table' ORDER BY tables.name, info.pk"""
_FOREIGN = """
SELECT tables.name, keys.id, keys."table", keys."from", keys."to"
FROM sqlite_master AS tables, pragma_foreign_key_list(tables.name) AS keys
WHERE tables.type = 'table' ORDER BY tables.name, keys.id, keys.seq"""
_INDEXES = """
SELECT tables.name, indexes.name, indexes."unique", indexes.origin, info.name, info."desc", made.sql
FROM sqlite_master AS tables, pragma_index_list(tables.name) AS indexes, pragma_index_xinfo(indexes.name) AS info
JOIN sqlite_master AS made ON made.type = 'index' AND made.name = indexes.name
WHERE tables.type = 'table' AND info.key AND indexes.origin != 'pk'
ORDER BY tables.name, indexes.name, info.seqno"""
_TABLES = "SELECT name, sql FROM sqlite_master WHERE type = 'table'"
_WHERE = re.compile(r"\sWHERE\s(.*)", re.IGNORECASE | re.DOTALL)
_CHECK = re.compile(r'CONSTRAINT "?(\w+)"? CHECK', re.IGNORECASE)


def parts(connection: Connection) -> Iterator[tuple[str, str]]:
    """Return the words of every part, by its name."""
    for table, columns in groupby(_ours(connection, _COLUMNS), key=lambda row: row[0]):
        rows = list(columns)
        yield table, "a table"
        yield f"{table} primary key", key_words(name for _, name, *_, place in rows if place)
        for _, name, kind, never_null, default, _ in rows:
            yield f"{table}.{name}", column_words(kind, not never_null, default)
    for (table, _), keys in groupby(_ours(connection, _FOREIGN), key=lambda row: row[:2]):
        rows = list(keys)
        target = key_words(row[4] for row in rows)
        yield f"{table} foreign key {key_words(row[3] for row in rows)}", f"{rows[0][2]} {target}"
    for (table, name), terms in groupby(_ours(connection, _INDEXES), key=lambda row: row[:2]):
        rows = list(terms)
        if rows[0][3] == "u":
            yield f"{table} unique {key_words(row[4] for row in rows)}", "a constraint"
        else:
            on = [(row[4], bool(row[5])) for row in rows]
            where = _WHERE.search(rows[0][6] or "")
            yield f"{table} index {name}", index_words(on, unique=bool(rows[0][2]), where=where and where[1])
    for table, sql in _ours(connection, _TABLES):
        for name in _CHECK.findall(sql):
            yield f"{table} check {name}", "a constraint"


def _ours(connection: Connection, query: str) -> Sequence[Any]:
    rows = connection.exec_driver_sql(query).all()
    return [row for row in rows if row[0] != "alembic_version" and not row[0].startswith("sqlite_")]
