"""How a database gets the tables of this version, whoever of several processes comes first."""

from typing import Final

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, text

from shared.adapters.sql.engine import Database
from shared.adapters.system.settings import WronglySetUp

_LOCK: Final = int.from_bytes(b"greffier")
"""The advisory lock of PostgreSQL that one migration at a time holds (64 bits, ours alone)."""


class UnknownRevision(WronglySetUp):
    """The database was made by a newer version: install that one, or restore a backup."""


def upgrade(url: str) -> None:
    """Bring the database at ``url`` to the tables of this version; all of it or nothing.

    Several processes may do so at once: one works, the others wait and find it done.
    Raises UnknownRevision, UnusableDatabaseUrl or Unavailable.
    """
    database = Database(url)
    try:
        with database.write() as connection:
            _upgrade(connection)
    finally:
        database.close()


def alembic_config(connection: Connection) -> Config:
    """The migrations of this package, to be run on ``connection``."""
    config = Config()
    config.set_main_option("script_location", "shared.adapters.sql:migrations")
    config.attributes["connection"] = connection
    return config


def _upgrade(connection: Connection) -> None:
    # On SQLite the transaction itself holds the only write lock.
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    try:
        command.upgrade(alembic_config(connection), "head")
    except CommandError as error:
        raise UnknownRevision(f"the database is from another version: {error}") from error
