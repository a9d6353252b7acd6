"""Run the history on the connection that `bot.store.migrate` hands over."""

from typing import Any, cast

from alembic import context
from sqlalchemy import delete, insert, inspect

from bot.store.tables import metadata, schema_step


def note(*, ctx: Any, step: Any, **_: Any) -> None:
    """Note of a revision whether it only adds (`expand = True`): versions without its file can tell by that alone."""
    revision = step.up_revision_id
    if not inspect(ctx.connection).has_table(schema_step.name):
        return
    ctx.connection.execute(delete(schema_step).where(schema_step.c.revision == revision))
    if step.is_upgrade:
        expand = getattr(step.up_revision.module, "expand", False)
        row = {"revision": revision, "follows": step.up_revision.down_revision, "expand": expand}
        ctx.connection.execute(insert(schema_step).values(row))


connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot alter most of a table: Alembic then copies it ("batch")
    compare_type=True,
    on_version_apply=cast(Any, note),
)
with context.begin_transaction():
    context.run_migrations()
