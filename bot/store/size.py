"""How large the database is."""

from sqlalchemy import Connection


def bytes_of(connection: Connection) -> int:
    """Return the bytes of the database: tables, indexes, and what is free in it."""
    if connection.dialect.name == "sqlite":
        query = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
    else:
        query = "SELECT pg_database_size(current_database())"
    return int(connection.exec_driver_sql(query).scalar_one())
