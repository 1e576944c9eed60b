"""How a database is reached: connections, transactions, and what their failure means."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import URL, Connection, Table, create_engine, event, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import ConnectionPoolEntry

from shared.adapters.system.settings import WronglySetUp
from shared.ports import Unavailable

_WRITES: Final = "greffier_writes"
_SWITCH_WAIT_S: Final = 5.0
_SWITCH_RETRY_S: Final = 0.01

_SQLITE_PRAGMAS: Final = (
    # First of all, for the next one may have to wait for another process.
    "PRAGMA busy_timeout = 5000",
    "PRAGMA journal_mode = WAL",
    # In WAL mode anything less would lose acknowledged transactions when the power fails.
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    # Otherwise INSERT OR REPLACE would delete a row without asking the triggers that forbid it.
    "PRAGMA recursive_triggers = ON",
)

_POSTGRESQL_ARGUMENTS: Final[dict[str, str | int]] = {
    "application_name": "greffier",
    # A server that vanished without a word is noticed within seconds, not after two hours.
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}

_CONNECTIONS_KEPT: Final = 5
_CONNECTIONS_MAX: Final = 15
_CONNECTION_WAIT_S: Final = 10.0

Upsert = sqlite.Insert | postgresql.Insert
"""An INSERT that says what to do about a row already there."""


class UnusableDatabaseUrl(WronglySetUp):
    """The database URL is not one of ours: set one that is."""


def database_url(text: str) -> URL:
    """The URL of a SQLite file or a PostgreSQL database, with its driver.

    Raises UnusableDatabaseUrl; the message does not repeat the URL, which may hold a password.
    """
    try:
        url = make_url(text)
    except ArgumentError:
        raise UnusableDatabaseUrl("not a database URL: write sqlite:///PATH") from None
    match url.drivername:
        case "sqlite" if url.database not in {None, "", ":memory:"}:
            return url
        case "sqlite":
            raise UnusableDatabaseUrl("SQLite needs a file: write sqlite:///PATH")
        case "postgres" | "postgresql" | "postgresql+psycopg":
            return url.set(drivername="postgresql+psycopg")
        case other:
            raise UnusableDatabaseUrl(f"{other} is neither sqlite nor postgresql")


class Database:
    """A pool of connections to one database, for use from any thread.

    Connections are made when needed, checked before use, and made anew after a failure.
    """

    def __init__(self, url: str) -> None:
        target = database_url(url)
        self._is_sqlite = target.drivername == "sqlite"
        arguments = {} if self._is_sqlite else _postgresql_arguments(target)
        self._reader = create_engine(
            target,
            connect_args=arguments,
            hide_parameters=True,  # a failing statement must not log what it was given
            pool_pre_ping=not self._is_sqlite,
            pool_size=_CONNECTIONS_KEPT,
            max_overflow=_CONNECTIONS_MAX - _CONNECTIONS_KEPT,
            pool_timeout=_CONNECTION_WAIT_S,
        )
        if self._is_sqlite:
            event.listen(self._reader, "connect", _prepare_sqlite)
            event.listen(self._reader, "begin", _begin_sqlite)
        self._writer = self._reader.execution_options(**{_WRITES: True})

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that changes nothing. Raises Unavailable."""
        with _available(), self._reader.begin() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction committed at the end of the block. Raises Unavailable.

        On SQLite it holds the write lock from the start, so what it reads stays true.
        """
        with _available(), self._writer.begin() as connection:
            yield connection

    def insert(self, table: Table) -> Upsert:
        """An INSERT of this database's dialect."""
        return sqlite.insert(table) if self._is_sqlite else postgresql.insert(table)

    def close(self) -> None:
        """Close the connections that nobody uses; more are made if asked for."""
        self._reader.dispose()


def _postgresql_arguments(url: URL) -> dict[str, str | int]:
    """Ours, where the URL says nothing else."""
    return {key: value for key, value in _POSTGRESQL_ARGUMENTS.items() if key not in url.query}


def _prepare_sqlite(connection: Any, _record: ConnectionPoolEntry) -> None:
    # The driver's own BEGIN comes late and not before DDL: `_begin_sqlite` does it instead.
    connection.isolation_level = None
    for pragma in _SQLITE_PRAGMAS:
        _set_up(connection, pragma)


def _set_up(connection: Any, pragma: str) -> None:
    """A file's first switch to WAL does not heed the busy timeout: it is asked for again."""
    deadline = time.monotonic() + _SWITCH_WAIT_S
    while True:
        try:
            connection.execute(pragma)
        except sqlite3.OperationalError as error:
            # The low byte is the kind; what else goes wrong does not pass by waiting.
            busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > deadline:
                raise
            time.sleep(_SWITCH_RETRY_S)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def _available() -> Iterator[None]:
    try:
        yield
    except PoolTimeout as error:
        raise Unavailable("no connection to the database became free") from error
    except DBAPIError as error:
        if _is_outage(error):
            raise Unavailable(f"the database does not answer: {error.orig}") from error
        raise


def _is_outage(error: DBAPIError) -> bool:
    """Whether the server or file failed, not the statement."""
    if error.connection_invalidated:
        return True
    if isinstance(error.orig, sqlite3.Error):
        # SQLite reports a wrong statement (no such table) as an operational error, too.
        code = getattr(error.orig, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        return isinstance(error, OperationalError) and code != sqlite3.SQLITE_ERROR
    return isinstance(error, OperationalError | InterfaceError)
