"""What Alembic runs: the migrations, in the transaction that the caller holds open."""

from alembic import context

from shared.adapters.sql.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
