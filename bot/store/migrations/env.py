"""Run the history on the connection that `bot.store.migrate` hands over.

While 0.1.0 is unreleased, a change of `bot/store/tables.py` is written into its only revision anew:
`python tools/first_revision.py`. From the release on, a change is a revision of its own.
"""

from typing import Any, Literal

from alembic import context
from sqlalchemy import ClauseElement, DefaultClause

from bot.store.tables import metadata


def render_item(_kind: str, item: Any, _context: Any) -> str | Literal[False]:
    """Render a column's default in words that both databases take."""
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
