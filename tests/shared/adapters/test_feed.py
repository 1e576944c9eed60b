"""Projectors read whole commits, in order, from where they are, and the feed is trimmed."""

import threading

from shared.ports import FEED_START, FeedEntry, GameId, partition_of
from tests.support.journals import INCARNATION, TTL_MS, Bench, owned
from tests.support.log_writer import PARTITION, LogWriter, game_id

OTHER = (PARTITION + 1) % 256


def game_in(partition: int) -> GameId:
    game = GameId(f"{partition:02x}{game_id(1)[2:]}")
    assert partition_of(game) == partition
    return game


class Writer:
    """Commits to one game of one partition, one event after the other."""

    def __init__(self, bench: Bench, partition: int = PARTITION) -> None:
        self._bench = bench
        self._lease = owned(bench, partition)
        self._log = LogWriter(game_in(partition))
        self._number = 0

    def write(self, events: int = 1) -> tuple[bytes, ...]:
        self._number += 1
        commit = self._log.accepted(f"c{self._number}", events)
        self._bench.journal.commit(self._lease, [commit])
        return commit.entries


def contents(entries: list[FeedEntry]) -> list[tuple[bytes, ...]]:
    return [entry.entries for entry in entries]


def test_nothing_is_read_from_nothing(log_bench: Bench) -> None:
    assert log_bench.feed.read({PARTITION: FEED_START, OTHER: FEED_START}, 10, 0) == {}
    assert log_bench.feed.read({}, 10, 0) == {}
    assert log_bench.feed.bounds(PARTITION) == (FEED_START, FEED_START)


def test_commits_are_read_whole_and_in_order_from_any_place(log_bench: Bench) -> None:
    writer = Writer(log_bench)
    written = [writer.write(events) for events in (3, 1, 12)]
    entries = log_bench.feed.read({PARTITION: FEED_START}, 10, 0)[PARTITION]
    assert contents(entries) == written
    assert {entry.game for entry in entries} == {game_in(PARTITION)}
    after = {PARTITION: entries[0].feed_id}
    assert contents(log_bench.feed.read(after, 1, 0)[PARTITION]) == written[1:2]
    assert log_bench.feed.read({PARTITION: entries[-1].feed_id}, 10, 0) == {}
    bounds = log_bench.feed.bounds(PARTITION)
    assert bounds == (entries[0].feed_id, entries[-1].feed_id)


def test_several_partitions_are_read_at_once_each_from_its_place(log_bench: Bench) -> None:
    first, second = Writer(log_bench), Writer(log_bench, OTHER)
    one, two, three = first.write(), second.write(), first.write()
    found = log_bench.feed.read({PARTITION: FEED_START, OTHER: FEED_START}, 10, 0)
    assert {name: contents(entries) for name, entries in found.items()} == {
        PARTITION: [one, three],
        OTHER: [two],
    }
    after = {PARTITION: found[PARTITION][0].feed_id, OTHER: found[OTHER][0].feed_id}
    again = log_bench.feed.read(after, 10, 0)
    assert {name: contents(entries) for name, entries in again.items()} == {PARTITION: [three]}


def test_a_waiting_reader_is_woken_by_a_commit_to_any_partition(log_bench: Bench) -> None:
    writer = Writer(log_bench, OTHER)
    found: dict[int, list[FeedEntry]] = {}

    def read() -> None:
        while not found:
            found.update(
                log_bench.feed.read({PARTITION: FEED_START, OTHER: FEED_START}, 10, 4_000)
            )

    reader = threading.Thread(target=read)
    reader.start()
    written = writer.write()
    reader.join()
    assert contents(found[OTHER]) == [written]


def test_where_the_readers_are_is_kept(log_bench: Bench) -> None:
    assert log_bench.feed.readers(PARTITION) == {}
    log_bench.feed.reached(PARTITION, "tables", "5-0")
    log_bench.feed.reached(PARTITION, "records", "4-0")
    log_bench.feed.reached(PARTITION, "tables", "6-1")
    assert log_bench.feed.readers(PARTITION) == {"tables": "6-1", "records": "4-0"}
    assert log_bench.feed.readers(OTHER) == {}


def test_what_all_have_read_is_trimmed_and_no_more(log_bench: Bench) -> None:
    writer = Writer(log_bench)
    written = [writer.write() for _ in range(5)]
    entries = log_bench.feed.read({PARTITION: FEED_START}, 10, 0)[PARTITION]
    log_bench.feed.trim(PARTITION, entries[1].feed_id, 100)
    left = log_bench.feed.read({PARTITION: FEED_START}, 10, 0)[PARTITION]
    assert contents(left) == written[2:]
    assert log_bench.feed.bounds(PARTITION)[0] == entries[2].feed_id
    log_bench.feed.trim(PARTITION, FEED_START, 100)
    assert contents(log_bench.feed.read({PARTITION: FEED_START}, 10, 0)[PARTITION]) == written[2:]


def test_the_oldest_beyond_the_length_are_trimmed(log_bench: Bench) -> None:
    writer = Writer(log_bench)
    written = [writer.write() for _ in range(5)]
    log_bench.feed.trim(PARTITION, FEED_START, 2)
    left = log_bench.feed.read({PARTITION: FEED_START}, 10, 0)[PARTITION]
    assert contents(left) == written[3:]


def test_a_restored_log_is_fed_anew(log_bench: Bench) -> None:
    writer = Writer(log_bench)
    written = [writer.write(2), writer.write()]
    entries = [raw for commit in written for raw in commit]
    last = log_bench.feed.bounds(PARTITION)[1]
    log_bench.leases.release(writer._lease)
    taken = log_bench.leases.take(PARTITION, "worker-2", TTL_MS)
    assert taken is not None
    assert taken.lease.incarnation == INCARNATION
    log_bench.journal.restore(taken.lease, game_in(PARTITION), entries)
    fed = log_bench.feed.read({PARTITION: last}, 10, 0)[PARTITION]
    assert contents(fed) == written
