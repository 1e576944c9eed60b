"""What the commands streams owe to a real server: groups, delivery counts, bounds, outages."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec import Raw, msgpack
from redis import Redis
from redis.exceptions import RedisError

from shared.adapters.command_bytes import COMMAND_BYTES_MAX, encode
from shared.adapters.redis import keys, seals
from shared.adapters.redis import queue as queue_module
from shared.adapters.redis.connection import connect
from shared.adapters.redis.queue import FIELD, PARKED_MAX, RedisCommandQueue, encode_aside
from shared.adapters.system.servers import LOG_DIRECTIVES
from shared.ports import Command, Delivered, SetAside, Unavailable
from tests.support.commands import PARTITION, command, ids
from tests.support.servers import StartRedis
from tests.support.waiting import until

pytestmark = pytest.mark.integration

NOBODY = frozenset[str]()


@pytest.fixture
def client(log_url: str) -> Iterator[Redis]:
    with connect(log_url) as client:
        yield client


@pytest.fixture
def queue(client: Redis) -> RedisCommandQueue:
    return RedisCommandQueue(client)


def test_a_destroyed_group_is_made_again_from_the_beginning(
    queue: RedisCommandQueue, client: Redis
) -> None:
    queue.send(command(1))
    queue.receive(PARTITION, 1, 0)
    queue.send(command(2))
    client.xgroup_destroy(keys.commands(PARTITION), keys.GROUP)
    assert queue.pending(PARTITION, NOBODY) == []
    assert ids(queue.receive(PARTITION, 10, 0)) == ["c1", "c2"]


def test_looking_at_pending_commands_does_not_make_them_look_like_poison(
    queue: RedisCommandQueue, client: Redis
) -> None:
    queue.send(command())
    (received,) = queue.receive(PARTITION, 1, 0)
    for _ in range(5):
        queue.pending(PARTITION, NOBODY)
    entry: Any
    (entry,) = client.xpending_range(keys.commands(PARTITION), keys.GROUP, "-", "+", 10)
    assert entry["times_delivered"] == 1
    assert entry["message_id"].decode() == received.entry_id
    assert entry["consumer"].decode() == keys.CONSUMER


def test_a_command_answered_between_the_two_looks_did_not_vanish(
    queue: RedisCommandQueue, client: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (1, 2):
        queue.send(command(number))
    first, second = queue.receive(PARTITION, 2, 0)
    look = queue._entries

    def answered_meanwhile(partition: int, names: Any) -> Any:
        queue.forget(partition, first.entry_id)
        return look(partition, names)

    monkeypatch.setattr(queue, "_entries", answered_meanwhile)
    assert queue.pending(PARTITION, NOBODY) == [second]


def genuine(delivered: list[Delivered]) -> list[str]:
    return ids([one for one in delivered if one.genuine])


# --- who may speak for whom -------------------------------------------------------------------

FORGED = [
    command(actor="player:ada"),
    command(actor="clock", type="table.clock_ran_out", turn=None),
]


@pytest.fixture
def owned(client: Redis) -> None:
    client.set(keys.incarnation(PARTITION), "drawn once")


@pytest.mark.usefixtures("owned")
@pytest.mark.parametrize("forged", FORGED, ids=lambda forged: forged.actor)
@pytest.mark.parametrize("seal", [b"", bytes(16), seals.seal(b"drawn once", b"another command")])
def test_whoever_cannot_read_the_partition_speaks_for_nobody(
    queue: RedisCommandQueue, client: Redis, forged: Command, seal: bytes
) -> None:
    fields: Any = {b"c": encode(forged), b"s": seal}
    client.xadd(keys.commands(PARTITION), fields)
    (received,) = queue.receive(PARTITION, 10, 0)
    assert (received.command, received.genuine) == (forged, False)
    assert queue.pending(PARTITION, NOBODY) == [received]


@pytest.mark.usefixtures("owned")
@pytest.mark.parametrize("actor", ["bot:1", "house:3"])
def test_bots_speak_for_themselves(queue: RedisCommandQueue, client: Redis, actor: str) -> None:
    client.xadd(keys.commands(PARTITION), {b"c": encode(command(actor=actor))})
    (received,) = queue.receive(PARTITION, 10, 0)
    assert received.genuine


@pytest.mark.usefixtures("owned")
@pytest.mark.parametrize("sent", FORGED, ids=lambda sent: sent.actor)
def test_whoever_can_read_it_does(queue: RedisCommandQueue, client: Redis, sent: Command) -> None:
    RedisCommandQueue(client).send(sent)
    (received,) = queue.receive(PARTITION, 10, 0)
    assert (received.command, received.genuine) == (sent, True)


def test_a_seal_of_an_incarnation_that_is_no_more_is_made_anew(
    queue: RedisCommandQueue, client: Redis
) -> None:
    sender = RedisCommandQueue(client)
    for number, incarnation in enumerate(("first", "second"), 1):
        client.delete(keys.commands(PARTITION))
        client.set(keys.incarnation(PARTITION), incarnation)
        sender.send(command(number))
        assert genuine(queue.receive(PARTITION, 10, 0)) == [f"c{number}"]


def test_nothing_is_sealed_for_a_partition_that_was_lost_and_has_no_owner_yet(
    client: Redis,
) -> None:
    sender = RedisCommandQueue(client)
    client.set(keys.incarnation(PARTITION), "lost")
    sender.send(command(1))
    client.flushall()
    with pytest.raises(Unavailable):
        sender.send(command(2))


def test_an_entry_of_other_fields_is_unreadable(queue: RedisCommandQueue, client: Redis) -> None:
    client.xadd(keys.commands(PARTITION), {b"other": b"field"})
    (received,) = queue.receive(PARTITION, 10, 0)
    assert (received.command, received.raw) == (None, b"")


@pytest.mark.parametrize("limit", [None, 0], ids=["left", "trimmed at once"])
def test_a_stream_without_ids_left_is_made_anew_with_all_that_waits(
    limit: int | None, queue: RedisCommandQueue, client: Redis
) -> None:
    for number in (1, 2):
        queue.send(command(number))
    queue.receive(PARTITION, 1, 0)
    assert not queue.mend(PARTITION)
    last = "18446744073709551615-18446744073709551615"
    client.xadd(keys.commands(PARTITION), {b"other": b"field"}, id=last, maxlen=limit)
    with pytest.raises(Unavailable):
        queue.send(command(3))
    assert queue.mend(PARTITION)
    assert not queue.mend(PARTITION)
    queue.send(command(3))
    waiting = ["c1", "c2", "c3"] if limit is None else ["c3"]
    assert ids(queue.receive(PARTITION, 10, 0)) == waiting


def test_nothing_is_mended_where_nothing_was_ever_sent(queue: RedisCommandQueue) -> None:
    assert not queue.mend(PARTITION)


def test_a_stream_mended_by_another_meanwhile_is_left_as_it_is(
    queue: RedisCommandQueue, client: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = "18446744073709551615-18446744073709551615"
    client.xadd(keys.commands(PARTITION), {b"other": b"field"}, id=last)
    look = queue_module._is_exhausted

    def mended_meanwhile(watching: Redis, key: str) -> bool:
        found = look(watching, key)
        client.delete(key)
        queue.send(command())
        return found

    monkeypatch.setattr(queue_module, "_is_exhausted", mended_meanwhile)
    assert not queue.mend(PARTITION)
    assert ids(queue.receive(PARTITION, 10, 0)) == ["c1"]


def bytes_sent(client: Redis) -> int:
    """What the server has sent to anyone."""
    info: dict[str, Any] = client.info("stats")
    return int(info["total_net_output_bytes"])


def test_of_giants_only_the_beginning_leaves_the_server(
    queue: RedisCommandQueue, client: Redis
) -> None:
    for _ in range(20):
        client.xadd(keys.commands(PARTITION), {b"c": b"x" * 1_000_000, b"junk": b"y" * 1_000_000})
    queue.send(command())
    before = bytes_sent(client)
    received = queue.receive(PARTITION, 100, 0)
    assert queue.pending(PARTITION, NOBODY) == received
    assert bytes_sent(client) - before < 2 * 21 * (COMMAND_BYTES_MAX + 1_000)
    assert [one.too_long for one in received] == [True] * 20 + [False]
    assert {len(one.raw) for one in received[:20]} == {COMMAND_BYTES_MAX + 1}
    assert ids(received) == ["c1"]


def test_a_giant_that_is_waited_for_is_cut_too(queue: RedisCommandQueue, client: Redis) -> None:
    reader, received = queue, []
    waiting = threading.Thread(
        target=lambda: received.extend(reader.receive(PARTITION, 10, 4_000))
    )
    queue.receive(PARTITION, 1, 0)
    waiting.start()
    client.xadd(keys.commands(PARTITION), {b"c": b"x" * 1_000_000})
    waiting.join()
    assert [(one.too_long, len(one.raw)) for one in received] == [(True, COMMAND_BYTES_MAX + 1)]


def test_no_value_of_megabytes_is_taken_by_the_log_server(start_redis: StartRedis) -> None:
    server = start_redis(LOG_DIRECTIVES)
    with connect(server.url()) as client:
        with pytest.raises(RedisError):
            client.xadd(keys.commands(PARTITION), {b"c": b"x" * 5_000_000})
        assert client.xlen(keys.commands(PARTITION)) == 0


def test_what_was_answered_leaves_nothing_behind(queue: RedisCommandQueue, client: Redis) -> None:
    for number in (1, 2):
        queue.send(command(number))
    first, second = queue.receive(PARTITION, 2, 0)
    queue.forget(PARTITION, first.entry_id)
    queue.park(PARTITION, second, "it fails")
    assert client.xlen(keys.commands(PARTITION)) == 0
    pending: Any = client.xpending(keys.commands(PARTITION), keys.GROUP)
    assert pending["pending"] == 0


def test_waiting_for_a_command_brings_no_more_of_it_than_a_command_may_be(
    queue: RedisCommandQueue, client: Redis
) -> None:
    queue.receive(PARTITION, 1, 0)
    received: list[Delivered] = []

    def wait() -> None:
        while not received:
            received.extend(queue.receive(PARTITION, 10, 4_000))

    def of(section: str, fact: str) -> int:
        facts: Any = client.info(section)
        return int(facts[fact])

    reader = threading.Thread(target=wait)
    reader.start()
    until(lambda: of("clients", "blocked_clients"))
    sent = of("stats", "total_net_output_bytes")
    fields: dict[Any, Any] = {f"f{number}": b"x" * 1_000_000 for number in range(20)}
    client.xadd(keys.commands(PARTITION), {**fields, FIELD: b"x" * 1_000_000})
    reader.join()
    assert of("stats", "total_net_output_bytes") - sent < 10 * COMMAND_BYTES_MAX
    assert [one.too_long for one in received] == [True]


def test_no_card_of_a_parked_command_stays_in_the_log_server(
    queue: RedisCommandQueue, client: Redis
) -> None:
    asked = Raw(msgpack.encode({"cards": "K♠ 9♥"}))
    queue.send(command(data=asked))
    client.xadd(keys.commands(PARTITION), {FIELD: b"\xc1" + bytes(asked)})
    for one in queue.receive(PARTITION, 2, 0):
        queue.park(PARTITION, one, "it fails")
    kept: Any = client.xrange(keys.parked(PARTITION))
    values = b"".join(value for _, fields in kept for value in fields.values())
    assert b"it fails" in values
    assert "♠".encode() not in values


def test_parked_commands_are_bounded_and_the_newest_stay(
    queue: RedisCommandQueue, client: Redis
) -> None:
    with client.pipeline() as pipe:
        for number in range(1, PARKED_MAX + 1):
            aside = encode_aside(SetAside(f"1-{number}", 0, "it fails"))
            pipe.xadd(keys.parked(PARTITION), {"id": f"1-{number}", "aside": aside})
        pipe.execute()
    queue.park(PARTITION, Delivered(f"1-{PARKED_MAX + 1}", None, b""), "it fails")
    parked = [one.entry_id for one in queue.parked(PARTITION)]
    assert parked == [f"1-{number}" for number in range(2, PARKED_MAX + 2)]


def test_a_server_that_is_away_is_unavailable_and_keeps_what_it_took(
    start_redis: StartRedis,
) -> None:
    server = start_redis()
    with connect(server.url()) as client:
        queue = RedisCommandQueue(client)
        asking: tuple[Callable[[], object], ...] = (
            lambda: queue.send(command()),
            lambda: queue.receive(PARTITION, 1, 10),
            lambda: queue.pending(PARTITION, NOBODY),
            lambda: queue.forget(PARTITION, "1-1"),
            lambda: queue.park(PARTITION, Delivered("1-1", None, b""), "it fails"),
            lambda: queue.parked(PARTITION),
        )
        queue.send(command())
        server.kill()
        for ask in asking:
            with pytest.raises(Unavailable):
                ask()
        server.start()
        assert ids(queue.receive(PARTITION, 10, 0)) == ["c1"]
