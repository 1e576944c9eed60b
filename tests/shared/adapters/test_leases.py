"""One worker at a time owns a partition, by the log server's clock and a token of its own."""

from typing import Any

from msgspec.structs import replace

from shared.adapters.memory.leases import MemoryLeases
from shared.adapters.redis import keys
from shared.ports import LEASE_MS_MAX, Conflict, Taken
from tests.support.journals import Bench, FakeClock, MemoryBench, RedisBench, owned, write
from tests.support.log_writer import LogWriter, game_id

PARTITION = 0x0A
LONG_MS = 60_000


def taken(bench: Bench, owner: str = "ada", ttl_ms: int = LONG_MS) -> Taken:
    found = bench.leases.take(PARTITION, owner, ttl_ms)
    assert found is not None
    return found


def wait_until_expired(bench: Bench) -> None:
    """Until the server's own clock has passed the lease's end."""
    if isinstance(bench, MemoryBench):
        clock = bench.log._clock
        assert isinstance(clock, FakeClock)
        clock.now = bench.log.partitions[PARTITION].owner.until
        return
    assert isinstance(bench, RedisBench)
    end: Any = bench.server.hget(keys.owner(PARTITION), "until")
    passed = 0
    while passed < int(end):
        time: Any = bench.server.time()
        passed = time[0] * 1000 + time[1] // 1000


def test_a_free_partition_is_taken(log_bench: Bench) -> None:
    found = taken(log_bench)
    lease = found.lease
    assert (lease.partition, lease.epoch, lease.incarnation) == (PARTITION, 1, "")
    assert found.ready_run_id is None


def test_nobody_takes_a_partition_that_is_held(log_bench: Bench) -> None:
    taken(log_bench)
    assert log_bench.leases.take(PARTITION, "bob", LONG_MS) is None
    assert log_bench.leases.take(PARTITION, "ada", LONG_MS) is None


def test_partitions_are_taken_one_by_one(log_bench: Bench) -> None:
    taken(log_bench)
    assert log_bench.leases.take(PARTITION + 1, "bob", LONG_MS) is not None


def test_an_expired_lease_is_taken_over_and_its_holder_notices(log_bench: Bench) -> None:
    old = taken(log_bench, ttl_ms=1).lease
    wait_until_expired(log_bench)
    new = taken(log_bench, "bob").lease
    assert new.epoch == old.epoch + 1
    assert new.token != old.token
    assert not log_bench.leases.renew(old, LONG_MS)
    assert log_bench.leases.renew(new, LONG_MS)


def test_an_expired_lease_that_nobody_took_goes_on_when_renewed(log_bench: Bench) -> None:
    lease = taken(log_bench, ttl_ms=1).lease
    wait_until_expired(log_bench)
    assert log_bench.leases.renew(lease, LONG_MS)
    assert log_bench.leases.take(PARTITION, "bob", LONG_MS) is None


def test_a_lease_from_before_the_servers_clock_was_set_back_keeps_nobody_out(
    log_bench: Bench,
) -> None:
    dead = taken(log_bench, ttl_ms=LEASE_MS_MAX + LONG_MS).lease
    assert taken(log_bench, "bob", ttl_ms=LEASE_MS_MAX).lease.epoch == dead.epoch + 1
    assert not log_bench.leases.renew(dead, LONG_MS)
    assert log_bench.leases.take(PARTITION, "ada", LONG_MS) is None


def test_a_released_partition_is_free_and_its_lease_is_dead(log_bench: Bench) -> None:
    lease = taken(log_bench).lease
    log_bench.leases.release(lease)
    assert not log_bench.leases.renew(lease, LONG_MS)
    assert taken(log_bench, "bob").lease.epoch == 2


def test_releasing_twice_does_not_take_it_from_the_next(log_bench: Bench) -> None:
    old = taken(log_bench).lease
    log_bench.leases.release(old)
    new = taken(log_bench, "bob").lease
    log_bench.leases.release(old)
    assert log_bench.leases.renew(new, LONG_MS)


def test_a_guessed_token_releases_nothing(log_bench: Bench) -> None:
    held = taken(log_bench).lease
    for token in ("", "guess"):
        log_bench.leases.release(replace(held, token=token))
    assert log_bench.leases.renew(held, LONG_MS)


def test_a_lease_carries_the_incarnation_of_its_partition(log_bench: Bench) -> None:
    lease = taken(log_bench).lease
    log_bench.journal.set_incarnation(lease, "abc")
    log_bench.leases.release(lease)
    assert taken(log_bench).lease.incarnation == "abc"


def test_a_passed_gate_is_noted_for_this_life_of_the_server(log_bench: Bench) -> None:
    lease = taken(log_bench).lease
    log_bench.leases.note_ready(lease)
    log_bench.leases.release(lease)
    assert taken(log_bench, "bob").ready_run_id == log_bench.leases.run_id()


def test_a_lost_lease_notes_nothing(log_bench: Bench) -> None:
    lease = taken(log_bench, ttl_ms=1).lease
    wait_until_expired(log_bench)
    taken(log_bench, "bob", ttl_ms=1)
    log_bench.leases.note_ready(lease)
    wait_until_expired(log_bench)
    assert taken(log_bench).ready_run_id is None


def test_a_server_that_was_never_a_replica_was_not_promoted(log_bench: Bench) -> None:
    assert not log_bench.leases.promoted()


def test_nothing_is_committed_in_memory_in_a_life_that_no_gate_has_passed() -> None:
    bench, writer = MemoryBench(), LogWriter(game_id(1))
    lease = owned(bench)
    bench.leases.note_ready(lease)
    write(bench, lease, writer.accepted("c1"))
    bench.log.restart()
    assert bench.journal.commit(lease, [writer.accepted("c2")]) == [Conflict("lease")]
    assert bench.leases.current(lease.partition) is None


def test_a_restart_in_memory_is_another_life() -> None:
    bench = MemoryBench()
    leases = MemoryLeases(bench.log)
    lease = taken(bench).lease
    before = leases.run_id()
    bench.log.restart()
    assert leases.run_id() != before
    assert not bench.leases.renew(lease, LONG_MS)
