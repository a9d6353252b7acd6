"""Run the revisions on the connection of `bot.store.database.migrate`.

Until the release, `python tools/first_revision.py` rewrites the only one; afterwards each change gets its own.
"""

from typing import Any, Literal

from alembic import context
from sqlalchemy import ClauseElement, DefaultClause

from bot.store.database.tables import metadata


def render_item(_kind: str, item: Any, _context: Any) -> str | Literal[False]:
    """Render a column's default for both databases."""
    is_clause = isinstance(item, DefaultClause) and isinstance(item.arg, ClauseElement)
    return f"sa.text({str(item.arg)!r})" if is_clause else False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot alter most of a table: Alembic then copies it ("batch")
    compare_type=True,
    render_item=render_item,
)
with context.begin_transaction():
    context.run_migrations()
