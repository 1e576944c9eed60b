"""Servers and a database of the bench's own, in a folder that goes when it ends."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from msgspec import Struct
from redis import Redis

from shared.adapters.redis.connection import connect
from shared.adapters.sql.engine import Database
from shared.adapters.sql.migration import upgrade
from shared.adapters.system.servers import (
    LOG_DIRECTIVES,
    RedisServer,
    ServerSettings,
)


@contextmanager
def folder() -> Iterator[Path]:
    """A folder whose path is short enough for unix sockets."""
    with tempfile.TemporaryDirectory(prefix="gr-bench-", dir="/tmp") as path:
        yield Path(path)


class Stage(Struct, frozen=True):
    """A durable log server and an upgraded SQLite file."""

    server: RedisServer
    log: Redis
    database: Database
    database_url: str


@contextmanager
def stage() -> Iterator[Stage]:
    """A log server (``appendfsync always``, a unix socket) and a database, both new."""
    with ExitStack() as stack:
        place = stack.enter_context(folder())
        server = stack.enter_context(RedisServer(ServerSettings(place / "log", LOG_DIRECTIVES)))
        log = stack.enter_context(connect(server.url()))
        url = f"sqlite:///{place / 'bench.sqlite'}"
        upgrade(url)
        database = Database(url)
        stack.callback(database.close)
        yield Stage(server, log, database, url)
