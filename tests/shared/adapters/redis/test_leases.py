"""What leases owe to a real server: its lives, its replicas, its scripts run one by one."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from redis import Redis

from shared.adapters.redis import keys
from shared.adapters.redis.connection import connect
from shared.adapters.redis.leases import RedisLeases
from shared.adapters.system.entropy import SystemEntropy
from shared.ports import Conflict, Lease, Unavailable
from tests.support.journals import RedisBench, write
from tests.support.journals import owned as whole_lease
from tests.support.log_writer import LogWriter, game_id
from tests.support.ports import free_port
from tests.support.servers import StartRedis

pytestmark = pytest.mark.integration

PARTITION = 0x0A
LONG_MS = 60_000


@pytest.fixture
def client(log_url: str) -> Iterator[Redis]:
    with connect(log_url) as client:
        yield client


def owned(leases: RedisLeases) -> Lease:
    found = leases.take(PARTITION, "ada", LONG_MS)
    assert found is not None
    return found.lease


def test_who_owns_a_partition_is_never_dropped_by_time(client: Redis) -> None:
    RedisLeases(client, SystemEntropy()).take(PARTITION, "ada", 1)
    assert client.ttl(keys.owner(PARTITION)) == -1
    assert client.hget(keys.owner(PARTITION), "name") == b"ada"


def test_of_many_takers_at_once_one_wins(client: Redis) -> None:
    leases = RedisLeases(client, SystemEntropy())
    start = threading.Barrier(8)

    def take(number: int) -> bool:
        start.wait()
        return leases.take(PARTITION, f"worker{number}", LONG_MS) is not None

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(take, range(8)))
    assert sum(found) == 1


def test_a_restarted_server_is_another_life_whoever_reconnects(start_redis: StartRedis) -> None:
    server = start_redis()
    with connect(server.url()) as client:
        leases = RedisLeases(client, SystemEntropy())
        lease = owned(leases)
        before = leases.run_id()
        server.restart()
        # Its token still stands in the data, but the gate has to look at this life first.
        assert client.hget(keys.owner(PARTITION), "token") == lease.token.encode()
        assert not leases.renew(lease, LONG_MS)
        # A gate that was at work through the restart did not see this life's logs either.
        leases.note_ready(lease)
        leases.release(lease)
        found = leases.take(PARTITION, "bob", LONG_MS)
        assert found is not None
        assert found.lease.epoch == 2
        assert found.ready_run_id == before != leases.run_id()


def test_nothing_is_committed_in_a_life_of_the_server_that_no_gate_has_passed(
    start_redis: StartRedis,
) -> None:
    server = start_redis()
    with connect(server.url()) as client:
        bench, writer = RedisBench(client), LogWriter(game_id(1))
        lease = whole_lease(bench)
        bench.leases.note_ready(lease)
        write(bench, lease, writer.accepted("c1"))
        server.restart()
        # The client reconnects without a word, and the token still stands in the data.
        commits = [writer.accepted("c2"), writer.accepted("c3")]
        assert bench.journal.commit(lease, commits) == [Conflict("lease"), Conflict("lease")]
        assert len(bench.journal.read(game_id(1))) == 1
        assert bench.leases.current(lease.partition) is None


def test_a_server_that_is_away_is_unavailable(start_redis: StartRedis) -> None:
    server = start_redis()
    with connect(server.url()) as client:
        leases = RedisLeases(client, SystemEntropy())
        lease = owned(leases)
        server.kill()
        for ask in (
            lambda: leases.take(PARTITION, "ada", LONG_MS),
            lambda: leases.renew(lease, LONG_MS),
            lambda: leases.note_ready(lease),
            lambda: leases.release(lease),
            leases.promoted,
        ):
            with pytest.raises(Unavailable):
                ask()


def test_a_promoted_replica_says_so(start_redis: StartRedis) -> None:
    master, replica = start_redis(), start_redis()
    port = free_port()
    with connect(master.url()) as first, connect(replica.url()) as second:
        # A replica reaches its master by a port only.
        first.config_set("port", port)
        first.config_set("repl-diskless-sync-delay", 0)
        second.replicaof("127.0.0.1", str(port))
        wait_for(second, "replication", "master_link_status", "up")
        assert not RedisLeases(first, SystemEntropy()).promoted()
        second.replicaof("NO", "ONE")
        assert RedisLeases(second, SystemEntropy()).promoted()
        # A server that is still writing its first append-only file does not heed SIGTERM.
        wait_for(second, "persistence", "aof_rewrite_in_progress", 0)


def wait_for(client: Redis, section: str, name: str, value: object) -> None:
    found = None
    while found != value:
        info: Any = client.info(section)
        found = info[name]
