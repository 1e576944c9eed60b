"""One set of tests for every store: in memory, SQLite, PostgreSQL."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec import Struct
from sqlalchemy import text

from shared.adapters.memory.archive import MemoryArchive
from shared.adapters.memory.directory import MemoryDirectory, MemoryInstallation
from shared.adapters.sql.archive import SqlArchive
from shared.adapters.sql.directory import SqlDirectory, SqlInstallation
from shared.adapters.sql.engine import Database
from shared.adapters.sql.ledger import SqlTransfers
from shared.adapters.sql.migration import upgrade
from shared.adapters.sql.schema import metadata
from shared.adapters.system.entropy import SystemEntropy
from shared.ports import Archive, Directory, Installation, Transfers
from tests.support.postgres import PostgresServer

POSTGRESQL = pytest.param("postgresql", marks=pytest.mark.integration)


class Stores(Struct, frozen=True):
    """The ports of one database, or of its twin in memory."""

    archive: Archive
    transfers: Transfers
    directory: Directory
    installation: Installation


@pytest.fixture(scope="session")
def upgraded_postgres(postgres_server: PostgresServer) -> Iterator[str]:
    """One database for all tests, for making one takes longer than most of them."""
    with postgres_server.database() as url:
        upgrade(url)
        yield url


@pytest.fixture
def emptied_postgres(upgraded_postgres: str) -> str:
    """The tables of PostgreSQL, empty."""
    names = ", ".join(table.name for table in metadata.sorted_tables)
    with opened(upgraded_postgres) as database, database.write() as connection:
        # What a replica does fires no trigger, so not those that forbid it either.
        connection.execute(text("SET LOCAL session_replication_role = replica"))
        connection.execute(text(f"TRUNCATE {names}"))
    return upgraded_postgres


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'greffier.sqlite'}"


@pytest.fixture(params=["sqlite", POSTGRESQL])
def empty_url(request: pytest.FixtureRequest) -> str:
    """A database of either dialect without tables."""
    fixture = "sqlite_url" if request.param == "sqlite" else "postgres_url"
    url: str = request.getfixturevalue(fixture)
    return url


@pytest.fixture(params=["sqlite", POSTGRESQL])
def database_url(request: pytest.FixtureRequest) -> str:
    """A database of either dialect with empty tables."""
    return _upgraded(request)


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    with opened(database_url) as database:
        yield database


@pytest.fixture(params=["memory", "sqlite", POSTGRESQL])
def stores(request: pytest.FixtureRequest) -> Iterator[Stores]:
    """The ports under test, empty."""
    if request.param == "memory":
        yield memory_stores()
        return
    with opened(_upgraded(request)) as database:
        yield sql_stores(database)


@pytest.fixture
def archive(stores: Stores) -> Archive:
    return stores.archive


@pytest.fixture
def transfers(stores: Stores) -> Transfers:
    return stores.transfers


@pytest.fixture
def directory(stores: Stores) -> Directory:
    return stores.directory


def _upgraded(request: pytest.FixtureRequest) -> str:
    url: str
    if request.param == "postgresql":
        url = request.getfixturevalue("emptied_postgres")
    else:
        url = request.getfixturevalue("sqlite_url")
        upgrade(url)
    return url


@contextmanager
def opened(url: str) -> Iterator[Database]:
    database = Database(url)
    try:
        yield database
    finally:
        database.close()


def memory_stores() -> Stores:
    archive = MemoryArchive()
    directory = MemoryDirectory(archive, SystemEntropy())
    return Stores(archive, archive, directory, MemoryInstallation())


def sql_stores(database: Database) -> Stores:
    return Stores(
        SqlArchive(database),
        SqlTransfers(database),
        SqlDirectory(database, SystemEntropy()),
        SqlInstallation(database),
    )
