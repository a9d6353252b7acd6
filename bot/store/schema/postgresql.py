"""Reads a PostgreSQL database's schema; Alembic's own table is left out."""

from collections.abc import Iterator
from itertools import groupby

from sqlalchemy import Connection

from bot.store.schema.words import column_words, index_words, key_words

_COLUMNS = """
SELECT c.relname::text, a.attname::text, format_type(a.atttypid, a.atttypmod), a.attnotnull,
       pg_get_expr(d.adbin, d.adrelid)
FROM pg_class c
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> 'alembic_version'
ORDER BY 1, 2"""
_CONSTRAINTS = """
SELECT c.relname::text, k.conname::text, k.contype::text, other.relname::text, a.attname::text, b.attname::text
FROM pg_constraint k
JOIN pg_class c ON c.oid = k.conrelid
CROSS JOIN LATERAL unnest(k.conkey, k.confkey) WITH ORDINALITY AS part (here, there, place)
JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = part.here
LEFT JOIN pg_class other ON other.oid = k.confrelid
LEFT JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = part.there
WHERE c.relnamespace = current_schema()::regnamespace AND c.relname <> 'alembic_version'
  AND k.contype IN ('p', 'u', 'f', 'c') AND k.conparentid = 0  -- not what PostgreSQL makes for partitions
ORDER BY 1, 2, part.place"""
_INDEXES = """
SELECT c.relname::text, i.relname::text, x.indisunique, pg_get_indexdef(x.indexrelid, part.place::int, true),
       (part.option & 1) = 1, pg_get_expr(x.indpred, x.indrelid)
FROM pg_index x
JOIN pg_class i ON i.oid = x.indexrelid
JOIN pg_class c ON c.oid = x.indrelid
CROSS JOIN LATERAL unnest(x.indoption::int2[]) WITH ORDINALITY AS part (option, place)
WHERE c.relnamespace = current_schema()::regnamespace AND c.relname <> 'alembic_version'
  AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = x.indexrelid AND k.contype IN ('p', 'u'))
ORDER BY 1, 2, part.place"""


def parts(connection: Connection) -> Iterator[tuple[str, str]]:
    """Return the words of every part, by its name."""
    for table, group in groupby(connection.exec_driver_sql(_COLUMNS).all(), key=lambda row: row[0]):
        yield table, "a table"
        for _, name, kind, never_null, default in group:
            # A key that counts up itself has a sequence for its default, which is PostgreSQL's own way.
            counted = default is not None and default.startswith("nextval(")
            yield f"{table}.{name}", column_words(kind, not never_null, None if counted else default)
    for (table, name), group in groupby(connection.exec_driver_sql(_CONSTRAINTS).all(), key=lambda row: row[:2]):
        rows = list(group)
        columns = key_words(row[4] for row in rows)
        match rows[0][2]:
            case "p":
                yield f"{table} primary key", columns
            case "u":
                yield f"{table} unique {columns}", "a constraint"
            case "f":
                yield f"{table} foreign key {columns}", f"{rows[0][3]} {key_words(row[5] for row in rows)}"
            case _:
                yield f"{table} check {name}", "a constraint"
    for (table, name), group in groupby(connection.exec_driver_sql(_INDEXES).all(), key=lambda row: row[:2]):
        rows = list(group)
        terms = [(row[3].strip('"'), row[4]) for row in rows]
        yield f"{table} index {name}", index_words(terms, unique=rows[0][2], where=rows[0][5])
