"""Many hands on one game: one order, no event lost or doubled, and no zombie writes."""

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

import pytest
from redis import Redis

from shared.adapters.redis.connection import connect
from shared.adapters.redis.journal import RedisJournal
from shared.journal import chain
from shared.journal.commits import answers_of
from shared.ports import Accepted, Conflict, Given, Lease, Repeated, Written
from tests.support.journals import TTL_MS, RedisBench, owned, sent, waiting
from tests.support.log_writer import CODEC, PARTITION, LogWriter, game_id

pytestmark = pytest.mark.integration

GAME = game_id(1)
WRITERS = 8
COMMANDS_EACH = 50


def write_all(url: str, lease: Lease, number: int, start: threading.Barrier) -> Counter[str]:
    """Commit this writer's commands, each as often as it takes; count how it went."""
    seen: Counter[str] = Counter()
    with connect(url) as client:
        journal = RedisJournal(client)
        for command in range(COMMANDS_EACH):
            for attempt in count():
                head = journal.head(GAME)
                writer = LogWriter(GAME, None if head is None else head.position)
                if command == attempt == 0:
                    start.wait()  # all have read the same head: one can win
                [outcome] = journal.commit(lease, [writer.accepted(f"w{number}-{command}", 2)])
                if isinstance(outcome, Written):
                    break
                assert outcome == Conflict("version")
                seen["conflicts"] += 1
            seen["written"] += 1
    return seen


def test_eight_writers_on_one_game_leave_no_gap_and_no_double(
    log_url: str, log_redis: Redis
) -> None:
    lease = owned(RedisBench(log_redis))
    start = threading.Barrier(WRITERS)
    with ThreadPoolExecutor(WRITERS) as pool:
        running = [pool.submit(write_all, log_url, lease, n, start) for n in range(WRITERS)]
        seen = sum((future.result() for future in running), Counter[str]())
    assert seen["written"] == WRITERS * COMMANDS_EACH
    assert seen["conflicts"] >= WRITERS - 1
    journal = RedisJournal(log_redis)
    raws = journal.read(GAME)
    entries = [CODEC.decode(raw) for raw in raws]
    assert [entry.seq for entry in entries] == list(range(1, 2 * WRITERS * COMMANDS_EACH + 1))
    written = answers_of(entries)
    assert {command_id for _, command_id in written} == {
        f"w{number}-{command}" for number in range(WRITERS) for command in range(COMMANDS_EACH)
    }
    for (actor, command_id), recorded in written.items():
        answer = Accepted(recorded.first, recorded.last)
        assert journal.answer(GAME, actor, command_id) == Given(recorded.fingerprint, answer)
    head = journal.head(GAME)
    assert head is not None
    assert head.position == chain.advance(chain.origin(GAME), raws)


def test_one_command_sent_by_many_at_once_is_one_event(log_url: str, log_redis: Redis) -> None:
    lease = owned(RedisBench(log_redis))
    start = threading.Barrier(WRITERS)

    def send(_: int) -> str:
        with connect(log_url) as client:
            journal = RedisJournal(client)
            start.wait()
            [outcome] = journal.commit(lease, [LogWriter(GAME).accepted("same")])
        assert isinstance(outcome, Written | Repeated)
        assert outcome.answer == Accepted(1, 1)
        return type(outcome).__name__

    with ThreadPoolExecutor(WRITERS) as pool:
        outcomes = Counter(pool.map(send, range(WRITERS)))
    assert outcomes == {"Written": 1, "Repeated": WRITERS - 1}
    assert len(RedisJournal(log_redis).read(GAME)) == 1


def test_a_zombie_that_wakes_up_inside_its_read_takes_a_command_and_cannot_answer_it(
    log_url: str, log_redis: Redis
) -> None:
    """Its lease ran out while it waited; the command that woke it is found by the new owner."""
    new = RedisBench(log_redis)
    with connect(log_url) as client, ThreadPoolExecutor(1) as pool:
        old = RedisBench(client)
        expiring = old.leases.take(PARTITION, "worker-1", 1)
        assert expiring is not None
        old.journal.set_incarnation(expiring.lease, "an incarnation")
        asleep = pool.submit(old.queue.receive, PARTITION, 10, 3_000)
        wait_until_blocked(log_redis)
        taken = None
        while taken is None:
            taken = new.leases.take(PARTITION, "worker-2", TTL_MS)
        sent(new, GAME, "c1")
        [woken] = asleep.result()
        opening = LogWriter(GAME).accepted("c1", entry_id=woken.entry_id)

        zombie = Lease(PARTITION, 1, expiring.lease.token, "an incarnation")
        assert old.journal.commit(zombie, [opening]) == [Conflict("lease")]

        assert new.queue.receive(PARTITION, 10, 0) == []
        assert waiting(new) == [woken.entry_id]
        assert new.journal.commit(taken.lease, [opening]) == [Written(Accepted(1, 1))]
        assert waiting(new) == []
        assert old.journal.commit(zombie, [opening]) == [Conflict("lease")]
        assert len(new.journal.read(GAME)) == 1


def wait_until_blocked(server: Redis) -> None:
    """Until some client sleeps in a blocking read."""
    blocked = 0
    while not blocked:
        clients: Any = server.info("clients")
        blocked = clients["blocked_clients"]
