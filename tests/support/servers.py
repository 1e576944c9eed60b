"""Fixtures of real servers: each test session starts its own, in folders of its own.

``log_server`` and ``cache_server`` live as long as the session; ``log_url`` and ``cache_url``
hand one test an emptied server. A test that kills, restarts or locks a server asks
``start_redis`` for one that nobody shares. ``postgres_url`` is a database of the test's own.
"""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TypeAlias

import pytest
from redis import Redis

from shared.adapters.system.servers import (
    CACHE_DIRECTIVES,
    LOG_DIRECTIVES,
    Directives,
    NoServerBinaryError,
    RedisServer,
    ServerBinary,
    ServerSettings,
    find_server,
)
from tests.support.optional import missing
from tests.support.postgres import PostgresServer, postgres_programs

StartRedis: TypeAlias = Callable[..., RedisServer]
"""``start_redis(directives=LOG_DIRECTIVES, users=(), binary=None)`` → a running server."""


@pytest.fixture(scope="session")
def server_folder() -> Iterator[Path]:
    """A folder whose path is short enough for unix sockets, which pytest's own is not always."""
    folder = Path(tempfile.mkdtemp(prefix="gr-", dir="/tmp"))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def redis_binary() -> ServerBinary:
    try:
        return find_server()
    except NoServerBinaryError as error:
        missing("a Redis-compatible server", str(error))


@pytest.fixture(scope="session")
def log_server(server_folder: Path, redis_binary: ServerBinary) -> Iterator[RedisServer]:
    """The session's log: append-only, synced at every write, nothing evicted."""
    settings = ServerSettings(server_folder / "log", LOG_DIRECTIVES)
    with RedisServer(settings, redis_binary) as server:
        yield server


@pytest.fixture(scope="session")
def cache_server(server_folder: Path, redis_binary: ServerBinary) -> Iterator[RedisServer]:
    """The session's cache: nothing is kept."""
    settings = ServerSettings(server_folder / "cache", CACHE_DIRECTIVES)
    with RedisServer(settings, redis_binary) as server:
        yield server


@pytest.fixture
def log_url(log_server: RedisServer) -> str:
    """The log's address; the server was emptied for this test."""
    return _emptied(log_server)


@pytest.fixture
def cache_url(cache_server: RedisServer) -> str:
    """The cache's address; the server was emptied for this test."""
    return _emptied(cache_server)


@pytest.fixture
def log_redis(log_url: str) -> Iterator[Redis]:
    """A client of the emptied log; replies are bytes."""
    with Redis.from_url(log_url) as client:
        yield client


@pytest.fixture
def cache_redis(cache_url: str) -> Iterator[Redis]:
    """A client of the emptied cache; replies are bytes."""
    with Redis.from_url(cache_url) as client:
        yield client


@pytest.fixture
def start_redis(server_folder: Path, redis_binary: ServerBinary) -> Iterator[StartRedis]:
    """Starts servers of this test's own, and stops those that still run at its end."""
    with ExitStack() as running:

        def start(
            directives: Directives = LOG_DIRECTIVES,
            users: tuple[str, ...] = (),
            binary: ServerBinary | None = None,
        ) -> RedisServer:
            folder = Path(tempfile.mkdtemp(prefix="own-", dir=server_folder))
            settings = ServerSettings(folder, directives, users)
            return running.enter_context(RedisServer(settings, binary or redis_binary))

        yield start


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """The session's PostgreSQL: a cluster of its own, on a unix socket."""
    programs = postgres_programs()
    if programs is None:
        missing("PostgreSQL", "install the package postgresql")
    with PostgresServer(programs) as server:
        yield server


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> Iterator[str]:
    """SQLAlchemy's URL (driver psycopg) of an empty database, dropped after the test."""
    with postgres_server.database() as url:
        yield url


def _emptied(server: RedisServer) -> str:
    with Redis.from_url(server.url()) as client:
        client.flushall()
        client.script_flush()
    return server.url()
