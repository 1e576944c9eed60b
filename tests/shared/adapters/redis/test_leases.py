"""One worker at a time owns a partition, by the log server's clock and a token of its own."""

import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest
from redis import Redis

from shared.adapters.redis import keys
from shared.adapters.redis.connection import connect
from shared.adapters.redis.leases import RedisLeases
from shared.adapters.system.entropy import SystemEntropy
from shared.adapters.system.servers import LOG_DIRECTIVES
from shared.ports import Lease, Taken
from tests.support.servers import StartRedis

pytestmark = pytest.mark.integration

PARTITION = 0x0A
LONG_MS = 60_000


@pytest.fixture
def client(log_url: str) -> Iterator[Redis]:
    with connect(log_url) as client:
        yield client


@pytest.fixture
def leases(client: Redis) -> RedisLeases:
    return RedisLeases(client, SystemEntropy())


def taken(leases: RedisLeases, owner: str = "ada", ttl_ms: int = LONG_MS) -> Taken:
    found = leases.take(PARTITION, owner, ttl_ms)
    assert found is not None
    return found


def wait_until_expired(client: Redis) -> None:
    """Until the server's own clock has passed the lease's end."""
    end = client.hget(keys.owner(PARTITION), "until")
    assert end is not None
    while True:
        seconds, microseconds = client.time()
        if seconds * 1000 + microseconds // 1000 >= int(end):
            return


def test_a_free_partition_is_taken(leases: RedisLeases) -> None:
    lease, ready_run_id = msgspec.structs.astuple(taken(leases))
    assert (lease.partition, lease.epoch, lease.incarnation) == (PARTITION, 1, "")
    assert ready_run_id is None


def test_nobody_takes_a_partition_that_is_held(leases: RedisLeases) -> None:
    taken(leases)
    assert leases.take(PARTITION, "bob", LONG_MS) is None
    assert leases.take(PARTITION, "ada", LONG_MS) is None


def test_partitions_are_taken_one_by_one(leases: RedisLeases) -> None:
    taken(leases)
    assert leases.take(PARTITION + 1, "bob", LONG_MS) is not None


def test_an_expired_lease_is_taken_over_and_its_holder_notices(
    leases: RedisLeases, client: Redis
) -> None:
    old = taken(leases, ttl_ms=1).lease
    wait_until_expired(client)
    new = taken(leases, "bob").lease
    assert new.epoch == old.epoch + 1
    assert new.token != old.token
    assert not leases.renew(old, LONG_MS)
    assert leases.renew(new, LONG_MS)


def test_a_renewed_lease_does_not_expire(leases: RedisLeases, client: Redis) -> None:
    lease = taken(leases, ttl_ms=1).lease
    wait_until_expired(client)
    assert leases.renew(lease, LONG_MS)
    assert leases.take(PARTITION, "bob", LONG_MS) is None


def test_a_released_partition_is_free_and_its_lease_is_dead(leases: RedisLeases) -> None:
    lease = taken(leases).lease
    leases.release(lease)
    assert not leases.renew(lease, LONG_MS)
    assert taken(leases, "bob").lease.epoch == 2


def test_releasing_twice_does_not_take_it_from_the_next(leases: RedisLeases) -> None:
    old = taken(leases).lease
    leases.release(old)
    new = taken(leases, "bob").lease
    leases.release(old)
    assert leases.renew(new, LONG_MS)


def test_a_lease_carries_the_incarnation_of_its_partition(
    leases: RedisLeases, client: Redis
) -> None:
    client.set(keys.incarnation(PARTITION), "abc")
    assert taken(leases).lease.incarnation == "abc"


def test_who_owns_a_partition_is_never_dropped_by_time(leases: RedisLeases, client: Redis) -> None:
    taken(leases, ttl_ms=1)
    assert client.ttl(keys.owner(PARTITION)) == -1
    assert client.hget(keys.owner(PARTITION), "name") == b"ada"


def test_a_passed_gate_is_noted_for_this_life_of_the_server(leases: RedisLeases) -> None:
    lease = taken(leases).lease
    leases.note_ready(lease)
    leases.release(lease)
    assert taken(leases, "bob").ready_run_id == leases.run_id()


def test_a_lost_lease_notes_nothing(leases: RedisLeases, client: Redis) -> None:
    lease = taken(leases, ttl_ms=1).lease
    wait_until_expired(client)
    taken(leases, "bob")
    leases.note_ready(lease)
    assert client.hget(keys.owner(PARTITION), "run_id") is None


def test_a_restart_is_another_life(start_redis: StartRedis) -> None:
    server = start_redis()
    with connect(server.url()) as client:
        leases = RedisLeases(client, SystemEntropy())
        lease = taken(leases).lease
        before = leases.run_id()
        server.restart()
        # Its token still stands in the data, but the gate has to look at this life first.
        assert not leases.renew(lease, LONG_MS)
        leases.note_ready(lease)
        leases.release(lease)
        found = taken(leases, "bob")
        assert found.lease.epoch == 2
        assert found.ready_run_id == before != leases.run_id()


def test_of_many_takers_at_once_one_wins(client: Redis) -> None:
    leases = RedisLeases(client, SystemEntropy())
    start = threading.Barrier(8)

    def take(name: int) -> bool:
        start.wait()
        return leases.take(PARTITION, f"worker{name}", LONG_MS) is not None

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(take, range(8)))
    assert sum(found) == 1


def test_a_server_that_was_never_a_replica_was_not_promoted(leases: RedisLeases) -> None:
    assert not leases.promoted()


def test_a_promoted_replica_says_so(start_redis: StartRedis) -> None:
    # A loopback port: a replica cannot reach its master through a unix socket.
    port_of_master = free_port()
    master = start_redis((*LOG_DIRECTIVES, ("repl-diskless-sync-delay", "0")))
    replica = start_redis()
    with connect(master.url()) as first, connect(replica.url()) as second:
        first.config_set("port", port_of_master)
        second.replicaof("127.0.0.1", str(port_of_master))
        while second.info("replication")["master_link_status"] != "up":
            pass
        assert not RedisLeases(first, SystemEntropy()).promoted()
        second.replicaof("NO", "ONE")
        assert RedisLeases(second, SystemEntropy()).promoted()
        # A server that is still writing its first append-only file does not heed SIGTERM.
        while second.info("persistence")["aof_rewrite_in_progress"]:
            pass


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def test_a_lease_unknown_here_is_not_released_for_another(leases: RedisLeases) -> None:
    held = taken(leases).lease
    leases.release(Lease(PARTITION, 1, "", ""))
    leases.release(Lease(PARTITION, 1, "guess", ""))
    assert leases.renew(held, LONG_MS)
