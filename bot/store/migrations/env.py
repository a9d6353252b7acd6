"""Run the history on the connection that `bot.store.migrate` hands over."""

from alembic import context

from bot.store.tables import metadata

connection = context.config.attributes["connection"]
# SQLite cannot alter most of a table: Alembic then copies it ("batch").
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, compare_type=True)
with context.begin_transaction():
    context.run_migrations()
