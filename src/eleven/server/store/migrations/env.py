"""Alembic runs this inside the connection that the store has opened."""

from alembic import context

from eleven.server.store.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
context.run_migrations()
