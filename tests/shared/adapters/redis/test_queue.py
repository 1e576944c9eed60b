"""Every command reaches the owner of its partition, at least once, and is dropped on purpose."""

import threading
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from redis import Redis

from shared.adapters.command_bytes import COMMAND_BYTES_MAX, decode, encode, reply_route
from shared.adapters.redis import keys
from shared.adapters.redis.connection import connect
from shared.adapters.redis.queue import FIELD, PARKED_MAX, RedisCommandQueue
from shared.adapters.system.servers import RedisServer
from shared.ports import Command, CommandsVanished, Delivered, Unavailable
from tests.support.servers import StartRedis

PARTITION = 0x0A
GAME = "0a" + "5" * 32
NOBODY = frozenset[str]()


def command(number: int = 1, /, **changes: object) -> Command:
    made = Command(
        version=1,
        game=GAME,
        actor="player:ada",
        command_id=f"c{number}",
        type="play",
        turn="12-0123abcd",
        data=msgspec.Raw(msgspec.msgpack.encode({"card": number})),
        reply_to="gateway1.2f",
    )
    return msgspec.structs.replace(made, **changes)


def ids(delivered: list[Delivered]) -> list[str]:
    return [one.command.command_id for one in delivered if one.command is not None]


# --- a command's bytes ------------------------------------------------------------------------


def test_a_command_comes_back_as_it_was() -> None:
    for sent in (command(), command(turn=None, reply_to=None, grant=bytes(32), actor="bot:3")):
        assert decode(PARTITION, encode(sent)) == sent


@pytest.mark.parametrize(
    "changes",
    [
        {"version": 2},
        {"game": "0a" + "5" * 31},
        {"game": "0A" + "5" * 32},
        {"game": "0b" + "5" * 32},
        {"actor": "player:"},
        {"actor": "player:a b"},
        {"actor": "bot:4"},
        {"actor": "clock\n"},
        {"actor": "admin"},
        {"command_id": ""},
        {"command_id": "x" * 65},
        {"command_id": "naïve"},
        {"command_id": "x\n"},
        {"type": "Play"},
        {"type": "x" * 65},
        {"turn": "12"},
        {"turn": "0-0123abcd"},
        {"turn": "12-0123ABCD"},
        {"grant": bytes(31)},
        {"reply_to": "news:0a"},
        {"reply_to": "gateway1"},
        {"reply_to": "gateway1.XY"},
        {"data": msgspec.Raw(b"\xc0")},
        {"data": msgspec.Raw(msgspec.msgpack.encode([1]))},
        {"data": msgspec.Raw(msgspec.msgpack.encode({"x": "y" * COMMAND_BYTES_MAX}))},
    ],
)
def test_a_command_out_of_its_bounds_is_unreadable(changes: dict[str, object]) -> None:
    raw = msgspec.msgpack.encode(command(**changes))
    assert decode(PARTITION, raw) is None


def test_no_bytes_make_the_reader_fail() -> None:
    sound = encode(command())
    evil = [b"", b"\xc1", b"\x91" * 10_000, sound + b"\x00", b"\x80", b"\x9b" + sound[1:]]
    evil += [sound[:length] for length in range(len(sound))]
    nested = msgspec.Raw(b"\x81\xa1x" + b"\x91" * 8_000 + b"\xc0")
    evil.append(msgspec.msgpack.encode(command(data=nested)))
    assert [raw for raw in evil if decode(PARTITION, raw) is not None] == []


def test_a_changed_byte_is_unreadable_or_a_sound_command() -> None:
    sound = encode(command())
    for at in range(len(sound)):
        for value in (0x00, 0x7F, 0x80, 0x90, 0xC0, 0xDD, 0xFF):
            found = decode(PARTITION, sound[:at] + bytes([value]) + sound[at + 1 :])
            assert found is None or decode(PARTITION, encode(found)) == found


def test_an_unsound_command_is_never_sent() -> None:
    with pytest.raises(AssertionError):
        encode(command(actor="admin"))


def test_where_an_answer_is_awaited_names_gateway_and_request() -> None:
    assert reply_route("gateway1.2f") == ("gateway1", "2f")


# --- on a real server -------------------------------------------------------------------------


@pytest.fixture
def client(log_url: str) -> Iterator[Redis]:
    with connect(log_url) as client:
        yield client


@pytest.fixture
def queue(client: Redis) -> RedisCommandQueue:
    return RedisCommandQueue(client)


@pytest.mark.integration
def test_what_was_sent_before_anyone_listened_is_received(queue: RedisCommandQueue) -> None:
    for number in (1, 2, 3):
        queue.send(command(number))
    assert ids(queue.receive(PARTITION, 2, 0)) == ["c1", "c2"]
    assert ids(queue.receive(PARTITION, 2, 0)) == ["c3"]
    assert queue.receive(PARTITION, 2, 0) == []


@pytest.mark.integration
def test_a_command_goes_to_the_partition_of_its_game(queue: RedisCommandQueue) -> None:
    queue.send(command(1, game="0b" + "5" * 32))
    assert queue.receive(PARTITION, 10, 0) == []
    assert ids(queue.receive(0x0B, 10, 0)) == ["c1"]


@pytest.mark.integration
def test_a_waiting_reader_gets_a_command_that_is_sent_meanwhile(
    queue: RedisCommandQueue, client: Redis
) -> None:
    received: list[Delivered] = []
    reader = threading.Thread(target=lambda: received.extend(queue.receive(PARTITION, 1, 4_000)))
    reader.start()
    while not client.info("clients")["blocked_clients"]:
        assert reader.is_alive()
    queue.send(command())
    reader.join()
    assert ids(received) == ["c1"]


@pytest.mark.integration
def test_a_destroyed_group_is_made_again_from_the_beginning(
    queue: RedisCommandQueue, client: Redis
) -> None:
    queue.send(command(1))
    queue.receive(PARTITION, 1, 0)
    queue.send(command(2))
    client.xgroup_destroy(keys.commands(PARTITION), keys.GROUP)
    assert queue.pending(PARTITION, NOBODY) == []
    assert ids(queue.receive(PARTITION, 10, 0)) == ["c1", "c2"]


@pytest.mark.integration
def test_after_a_flush_new_commands_are_received(queue: RedisCommandQueue, client: Redis) -> None:
    queue.send(command(1))
    queue.receive(PARTITION, 1, 0)
    client.flushall()
    assert queue.receive(PARTITION, 1, 0) == []
    queue.send(command(2))
    assert ids(queue.receive(PARTITION, 10, 0)) == ["c2"]


@pytest.mark.integration
def test_pending_commands_are_found_by_whoever_owns_the_partition_next(
    queue: RedisCommandQueue, client: Redis
) -> None:
    for number in (1, 2, 3):
        queue.send(command(number))
    received = queue.receive(PARTITION, 2, 0)
    assert queue.pending(PARTITION, NOBODY) == received
    in_flight = frozenset({received[0].entry_id})
    assert queue.pending(PARTITION, in_flight) == received[1:]


@pytest.mark.integration
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


@pytest.mark.integration
def test_a_pending_command_trimmed_from_outside_is_an_alarm(
    queue: RedisCommandQueue, client: Redis
) -> None:
    for number in (1, 2, 3):
        queue.send(command(number))
    received = queue.receive(PARTITION, 3, 0)
    client.xtrim(keys.commands(PARTITION), minid=received[2].entry_id, approximate=False)
    with pytest.raises(CommandsVanished) as raised:
        queue.pending(PARTITION, NOBODY)
    assert raised.value.entry_ids == (received[0].entry_id, received[1].entry_id)
    for entry_id in raised.value.entry_ids:
        queue.forget(PARTITION, entry_id)
    assert queue.pending(PARTITION, NOBODY) == [received[2]]


@pytest.mark.integration
def test_a_forgotten_command_is_gone(queue: RedisCommandQueue, client: Redis) -> None:
    queue.send(command())
    (received,) = queue.receive(PARTITION, 1, 0)
    queue.forget(PARTITION, received.entry_id)
    queue.forget(PARTITION, received.entry_id)
    assert queue.pending(PARTITION, NOBODY) == []
    assert client.xlen(keys.commands(PARTITION)) == 0


@pytest.mark.integration
def test_unreadable_bytes_are_delivered_as_such(queue: RedisCommandQueue, client: Redis) -> None:
    key = keys.commands(PARTITION)
    client.xadd(key, {FIELD: b"\xc1"})
    client.xadd(key, {b"other": b"field"})
    client.xadd(key, {FIELD: encode(command(game="0b" + "5" * 32))})
    received = queue.receive(PARTITION, 10, 0)
    assert [one.command for one in received] == [None, None, None]
    assert [one.raw for one in received][:2] == [b"\xc1", b""]


@pytest.mark.integration
def test_a_parked_command_is_kept_aside_with_its_reason(
    queue: RedisCommandQueue, client: Redis
) -> None:
    for number in (1, 2):
        queue.send(command(number))
    first, second = queue.receive(PARTITION, 2, 0)
    queue.park(PARTITION, second, "it fails")
    queue.park(PARTITION, first, "this too")
    queue.park(PARTITION, first, "this too")
    assert queue.parked(PARTITION) == [(second, "it fails"), (first, "this too")]
    assert queue.pending(PARTITION, NOBODY) == []
    assert client.xlen(keys.commands(PARTITION)) == 0


@pytest.mark.integration
def test_parked_commands_are_bounded_and_the_newest_stay(
    queue: RedisCommandQueue,
) -> None:
    poison = Delivered("1-1", None, b"\xc1")
    for number in range(PARKED_MAX + 5):
        queue.park(PARTITION, msgspec.structs.replace(poison, entry_id=f"1-{number + 1}"), "bad")
    parked = queue.parked(PARTITION)
    assert len(parked) == PARKED_MAX
    assert parked[-1][0].entry_id == f"1-{PARKED_MAX + 5}"


@pytest.mark.integration
def test_a_server_that_is_away_is_unavailable(start_redis: StartRedis) -> None:
    server: RedisServer = start_redis()
    with connect(server.url()) as client:
        queue = RedisCommandQueue(client)
        queue.send(command())
        server.kill()
        for ask in (
            lambda: queue.send(command()),
            lambda: queue.receive(PARTITION, 1, 10),
            lambda: queue.pending(PARTITION, NOBODY),
            lambda: queue.forget(PARTITION, "1-1"),
            lambda: queue.parked(PARTITION),
        ):
            with pytest.raises(Unavailable):
                ask()
        server.start()
        assert ids(queue.receive(PARTITION, 10, 0)) == ["c1"]
