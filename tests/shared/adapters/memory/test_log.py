"""The memory log has the clock, the lives and the losses that a server has."""

from shared.adapters.journal_limits import TOMBSTONE_MS
from shared.adapters.memory.journal import MemoryJournal
from shared.adapters.memory.leases import MemoryLeases
from shared.adapters.memory.log import MemoryLog
from shared.ports import Head, Lease, Written
from tests.support.journals import INCARNATION, TTL_MS, FakeClock
from tests.support.log_writer import PARTITION, LogWriter, game_id

GAME = game_id(1)


def a_closed_game(log: MemoryLog) -> LogWriter:
    journal = MemoryJournal(log)
    taken = MemoryLeases(log).take(PARTITION, "worker-1", TTL_MS)
    assert taken is not None
    journal.set_incarnation(taken.lease, INCARNATION)
    lease = Lease(PARTITION, 1, taken.lease.token, INCARNATION)
    writer = LogWriter(GAME)
    opening = writer.accepted("c1")
    assert journal.commit(lease, [opening]) == [Written(opening.answer)]
    assert journal.close(GAME, writer.position)
    return writer


def test_a_tombstone_goes_after_thirty_days() -> None:
    clock = FakeClock()
    log = MemoryLog(clock)
    writer = a_closed_game(log)
    clock.now += TOMBSTONE_MS - 1
    assert MemoryJournal(log).head(GAME) == Head(writer.position, "closed")
    clock.now += 1
    assert MemoryJournal(log).head(GAME) is None


def test_a_restart_keeps_the_data_and_begins_another_life() -> None:
    log = MemoryLog(FakeClock())
    writer = a_closed_game(log)
    leases = MemoryLeases(log)
    before = leases.run_id()
    log.restart()
    assert leases.run_id() != before
    assert not leases.promoted()
    assert MemoryJournal(log).head(GAME) == Head(writer.position, "closed")
    log.restart(promoted=True)
    assert leases.promoted()


def test_a_flush_loses_everything_and_is_the_same_life() -> None:
    log = MemoryLog(FakeClock())
    a_closed_game(log)
    before = log.run_id
    log.flush()
    assert log.run_id == before
    assert MemoryJournal(log).head(GAME) is None
    assert MemoryJournal(log).incarnation(PARTITION) is None
