"""The club of every row

Revision: 0013
Follows: 0012
"""

import sqlalchemy as sa
from alembic import op

# ruff: noqa: S608 - the names are those below

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

WHOLES = {
    "event_list": "event",
    "entrant": "event",
    "game": "event",
    "amendment": "event",
    "norm": "event",
    "title": "player",
    "season_board": "season",
    "evening_entrant": "evening",
    "evening_result": "evening",
    "evening_bye": "evening",
    "evening_round": "evening",
    "evening_said": "evening",
    "evening_pairing": "evening",
    "evening_report": "evening",
}
"""What the rows of each table are part of, which names the club."""

COMMENT = "the club of the whole"


def upgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name == "sqlite":
        _make_anew(connection)
        return
    for table, whole in WHOLES.items():
        op.add_column(table, sa.Column("club_id", sa.BigInteger(), nullable=True, comment=COMMENT))
        op.execute(f"UPDATE {table} SET club_id = whole.club_id FROM {whole} whole WHERE whole.id = {table}.{whole}_id")
        op.alter_column(table, "club_id", nullable=False)


def _make_anew(connection: sa.Connection) -> None:
    """Copy the tables: SQLite adds no column to one that is there which must not be empty."""
    made = "SELECT sql FROM sqlite_master WHERE tbl_name = ? AND sql IS NOT NULL ORDER BY type DESC"
    # Before any is renamed, for what refers to a table is renamed with it.
    texts = {table: list(connection.exec_driver_sql(made, (table,)).scalars()) for table in WHOLES}
    for table in WHOLES:
        named = "SELECT name FROM sqlite_master WHERE tbl_name = ? AND type = 'index' AND sql IS NOT NULL"
        for index in connection.exec_driver_sql(named, (table,)).scalars().all():
            connection.exec_driver_sql(f'DROP INDEX "{index}"')
        connection.exec_driver_sql(f"ALTER TABLE {table} RENAME TO before_{table}")
    for table, whole in WHOLES.items():
        text, *indexes = texts[table]
        connection.exec_driver_sql(text.replace("CONSTRAINT pk_", "club_id BIGINT NOT NULL, \n\tCONSTRAINT pk_", 1))
        columns = connection.exec_driver_sql(f"SELECT name FROM pragma_table_info('before_{table}')").scalars()
        names = ", ".join(f'"{column}"' for column in columns)
        club = f"(SELECT club_id FROM {whole} WHERE {whole}.id = {whole}_id)"
        connection.exec_driver_sql(f"INSERT INTO {table} ({names}, club_id) SELECT {names}, {club} FROM before_{table}")
        for index in indexes:
            connection.exec_driver_sql(index)
    for table in reversed(WHOLES):  # reports refer to pairings
        connection.exec_driver_sql(f"DROP TABLE before_{table}")


def downgrade() -> None:
    for table in WHOLES:
        op.drop_column(table, "club_id")
