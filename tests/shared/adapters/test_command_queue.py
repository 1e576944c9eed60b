"""Every command reaches the owner of its partition, at least once, and is dropped on purpose."""

import threading

import pytest

from shared.adapters.memory.stream import parsed
from shared.adapters.redis import keys
from shared.adapters.redis.queue import FIELD
from shared.ports import CommandsVanished, Delivered, SetAside, set_aside
from tests.support.commands import PARTITION, command, ids
from tests.support.journals import Bench, MemoryBench, RedisBench

NOBODY = frozenset[str]()


def drop(bench: Bench, entry_id: str) -> None:
    """Take a command out of its stream as only an intruder could."""
    if isinstance(bench, MemoryBench):
        bench.log.partitions[PARTITION].commands.delete(parsed(entry_id))
    else:
        assert isinstance(bench, RedisBench)
        assert bench.server.xdel(keys.commands(PARTITION), entry_id) == 1


def inject(bench: Bench, raw: bytes) -> None:
    """Put bytes of one's choice into the stream, as a bot's user may."""
    if isinstance(bench, MemoryBench):
        bench.log.partitions[PARTITION].commands.add(bench.log.now_ms(), raw)
    else:
        assert isinstance(bench, RedisBench)
        bench.server.xadd(keys.commands(PARTITION), {FIELD: raw})


def test_what_was_sent_before_anyone_listened_is_received(log_bench: Bench) -> None:
    queue = log_bench.queue
    for number in (1, 2, 3):
        queue.send(command(number))
    assert ids(queue.receive(PARTITION, 2, 0)) == ["c1", "c2"]
    assert ids(queue.receive(PARTITION, 2, 0)) == ["c3"]
    assert queue.receive(PARTITION, 2, 0) == []


def test_a_command_goes_to_the_partition_of_its_game(log_bench: Bench) -> None:
    queue = log_bench.queue
    queue.send(command(1, game="0b" + "5" * 32))
    assert queue.receive(PARTITION, 10, 0) == []
    assert ids(queue.receive(0x0B, 10, 0)) == ["c1"]


def test_a_waiting_reader_gets_what_is_sent_meanwhile(log_bench: Bench) -> None:
    received: list[Delivered] = []

    def read() -> None:
        while not received:
            received.extend(log_bench.queue.receive(PARTITION, 1, 4_000))

    reader = threading.Thread(target=read)
    reader.start()
    log_bench.queue.send(command())
    reader.join()
    assert ids(received) == ["c1"]


def test_after_a_flush_new_commands_are_received(log_bench: Bench) -> None:
    queue = log_bench.queue
    queue.send(command(1))
    queue.receive(PARTITION, 1, 0)
    log_bench.flush()
    assert queue.pending(PARTITION, NOBODY) == []
    assert queue.receive(PARTITION, 1, 0) == []
    queue.send(command(2))
    assert ids(queue.receive(PARTITION, 10, 0)) == ["c2"]


def test_pending_commands_are_found_by_whoever_owns_the_partition_next(log_bench: Bench) -> None:
    queue = log_bench.queue
    for number in (1, 2, 3):
        queue.send(command(number))
    received = queue.receive(PARTITION, 2, 0)
    assert queue.pending(PARTITION, NOBODY) == received
    assert queue.pending(PARTITION, frozenset({received[0].entry_id})) == received[1:]


def test_a_pending_command_taken_out_from_outside_is_an_alarm(log_bench: Bench) -> None:
    queue = log_bench.queue
    for number in (1, 2, 3):
        queue.send(command(number))
    first, second, third = queue.receive(PARTITION, 3, 0)
    drop(log_bench, first.entry_id)
    drop(log_bench, second.entry_id)
    with pytest.raises(CommandsVanished) as raised:
        queue.pending(PARTITION, NOBODY)
    assert raised.value.partition == PARTITION
    assert raised.value.entry_ids == (first.entry_id, second.entry_id)
    for entry_id in raised.value.entry_ids:
        queue.forget(PARTITION, entry_id)
    assert queue.pending(PARTITION, NOBODY) == [third]


def test_a_command_in_flight_may_be_gone_already(log_bench: Bench) -> None:
    queue = log_bench.queue
    queue.send(command())
    (received,) = queue.receive(PARTITION, 1, 0)
    drop(log_bench, received.entry_id)
    assert queue.pending(PARTITION, frozenset({received.entry_id})) == []


def test_a_forgotten_command_is_gone(log_bench: Bench) -> None:
    queue = log_bench.queue
    queue.send(command())
    (received,) = queue.receive(PARTITION, 1, 0)
    queue.forget(PARTITION, received.entry_id)
    queue.forget(PARTITION, received.entry_id)
    assert queue.pending(PARTITION, NOBODY) == []
    assert queue.receive(PARTITION, 1, 0) == []


def test_unreadable_bytes_are_delivered_as_such(log_bench: Bench) -> None:
    inject(log_bench, b"\xc1")
    (received,) = log_bench.queue.receive(PARTITION, 10, 0)
    assert (received.command, received.raw) == (None, b"\xc1")


def test_a_parked_command_is_kept_aside_with_its_reason(log_bench: Bench) -> None:
    queue = log_bench.queue
    for number in (1, 2):
        queue.send(command(number))
    first, second = queue.receive(PARTITION, 2, 0)
    queue.park(PARTITION, second, "it fails")
    queue.park(PARTITION, first, "this too")
    queue.park(PARTITION, first, "this too")
    assert queue.parked(PARTITION) == [
        set_aside(second, "it fails"),
        set_aside(first, "this too"),
    ]
    assert queue.parked(PARTITION + 1) == []
    assert queue.pending(PARTITION, NOBODY) == []


def test_of_a_parked_command_stays_who_sent_what_kind_and_no_card(log_bench: Bench) -> None:
    queue = log_bench.queue
    sent = command(1)
    queue.send(sent)
    inject(log_bench, b"\xc1 K of spades")
    for one in queue.receive(PARTITION, 2, 0):
        queue.park(PARTITION, one, "it fails")
    read, unreadable = queue.parked(PARTITION)
    names = (sent.game, sent.actor, sent.command_id, sent.type)
    assert (read.game, read.actor, read.command_id, read.type) == names
    assert unreadable == SetAside(unreadable.entry_id, 13, "it fails")


def test_a_dismissed_command_is_parked_no_more(log_bench: Bench) -> None:
    queue = log_bench.queue
    for number in (1, 2):
        queue.send(command(number))
    first, second = queue.receive(PARTITION, 2, 0)
    for one in (first, second, first):
        queue.park(PARTITION, one, "it fails")
    queue.dismiss(PARTITION, first.entry_id)
    queue.dismiss(PARTITION, first.entry_id)
    assert queue.parked(PARTITION) == [set_aside(second, "it fails")]
