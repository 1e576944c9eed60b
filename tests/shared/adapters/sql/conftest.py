"""One set of tests for every store: in memory, SQLite, PostgreSQL."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec import Struct

from shared.adapters.memory.archive import MemoryArchive
from shared.adapters.memory.directory import MemoryDirectory, MemoryInstallation
from shared.adapters.sql.archive import SqlArchive
from shared.adapters.sql.directory import SqlDirectory, SqlInstallation
from shared.adapters.sql.engine import Database
from shared.adapters.sql.ledger import SqlTransfers
from shared.adapters.sql.migration import upgrade
from shared.adapters.system.entropy import SystemEntropy
from shared.ports import Archive, Directory, Installation, Transfers

POSTGRESQL = pytest.param("postgresql", marks=pytest.mark.integration)


class Stores(Struct, frozen=True):
    """The ports of one database, or of its twin in memory."""

    archive: Archive
    transfers: Transfers
    directory: Directory
    installation: Installation


@pytest.fixture(params=["sqlite", POSTGRESQL])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of either dialect without tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'greffier.sqlite'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
def database_url(empty_url: str) -> str:
    """A database of either dialect with the tables of this version."""
    upgrade(empty_url)
    return empty_url


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    with opened(database_url) as database:
        yield database


@pytest.fixture(params=["memory", "sqlite", POSTGRESQL])
def stores(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stores]:
    """The ports under test, empty."""
    if request.param == "memory":
        yield memory_stores()
        return
    url = f"sqlite:///{tmp_path / 'greffier.sqlite'}"
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres_url")
    upgrade(url)
    with opened(url) as database:
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
