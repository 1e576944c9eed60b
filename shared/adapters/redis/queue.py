"""The commands streams: how commands reach the owner of a partition, each at least once."""

from collections.abc import Sequence
from itertools import repeat
from typing import Any, Final, TypeAlias

from msgspec import msgpack
from msgspec.structs import replace
from redis import Redis
from redis.exceptions import ResponseError, WatchError

from shared.adapters.command_bytes import COMMAND_BYTES_MAX, decode, encode
from shared.adapters.redis import keys, seals
from shared.adapters.redis.command_scripts import LOOK, TAKE
from shared.adapters.redis.connection import reaching
from shared.ports import (
    Command,
    CommandsVanished,
    Delivered,
    GameId,
    SetAside,
    Unavailable,
    partition_of,
    set_aside,
)

Entry: TypeAlias = tuple[bytes, dict[bytes, bytes]]
"""An entry of a stream: its id and its fields."""

FIELD: Final = b"c"
"""The field of an entry that holds the command's bytes; its seal stands beside it."""

ASIDE: Final = b"aside"
"""The field of a parked command's entry that holds what is kept of it."""

BLOCK_MS_MAX: Final = 4_000
"""A blocking read ends before the client gives up on its reply."""

BYTES_READ: Final = COMMAND_BYTES_MAX + 1
"""Of a field; enough to see that it is too long."""

PENDING_MAX: Final = 10_000
LOOKED_UP: Final = 200
"""Pending entries that one call looks for, so that none holds up the server for long."""
PARKED_MAX: Final = 1_000
"""Of parked commands the newest are kept; each is also in the worker's log."""

encode_aside: Final = msgpack.Encoder().encode
decode_aside: Final = msgpack.Decoder(SetAside).decode

_LAST_ID: Final = b"18446744073709551615-18446744073709551615"
"""The highest id there is: a stream that has generated it takes no entry any more."""


class RedisCommandQueue:
    """The port ``CommandQueue`` on one stream a partition, read by the group ``rules``."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._secrets: Final[dict[int, bytes | None]] = {}
        """What the commands of each partition are sealed with, as it was when last looked up."""

    def send(self, command: Command, /) -> None:
        """Add ``command`` to its game's partition. Writes nothing else, as bots may not.

        Not repeated by the client; whoever repeats it after Unavailable may have sent two
        entries, which get one effect and one answer by the command id.
        """
        partition, raw = partition_of(GameId(command.game)), encode(command)
        with reaching():
            if seals.needs_seal(command):
                self._send_sealed(partition, raw)
            else:
                self._client.xadd(keys.commands(partition), {FIELD: raw})

    def receive(self, partition: int, count: int, block_ms: int, /) -> list[Delivered]:
        with reaching():
            try:
                found = self._read_new(partition, count, block_ms)
            except ResponseError as error:
                if not str(error).startswith("NOGROUP"):
                    raise
                self._create_group(partition)
                found = self._read_new(partition, count, block_ms)
            return self._judged(partition, found)

    def pending(self, partition: int, in_flight: frozenset[str], /) -> list[Delivered]:
        # Reading them with XREADGROUP would raise their delivery counts.
        with reaching():
            left = [name for name in self._pending_ids(partition) if name not in in_flight]
            entries = self._entries(partition, left)
            missing = [name for name in left if name not in entries]
            vanished = self._vanished(partition, missing)
            if vanished:
                raise CommandsVanished(partition, vanished)
            return self._judged(partition, list(entries.values()))

    def mend(self, partition: int, /) -> bool:
        key = keys.commands(partition)
        with reaching(), self._client.pipeline(transaction=True) as pipe:
            pipe.watch(key)  # type: ignore[no-untyped-call] # redis-py gives it no types
            if not _is_exhausted(pipe, key):
                return False
            waiting = self._look(partition, ["-", "+"])
            pipe.multi()
            pipe.delete(key)
            pipe.xgroup_create(key, keys.GROUP, "0", mkstream=True)
            for _, fields in waiting:
                # What has no field of a command is none.
                if fields:
                    pipe.xadd(key, dict[Any, Any](fields))
            try:
                pipe.execute()
            except WatchError:
                # Whoever answered from it or mended it meanwhile goes first.
                return False
        return True

    def forget(self, partition: int, entry_id: str, /) -> None:
        key = keys.commands(partition)
        with reaching(), self._client.pipeline(transaction=True) as pipe:
            pipe.xack(key, keys.GROUP, entry_id)
            pipe.xdel(key, entry_id)
            pipe.execute()

    def park(self, partition: int, delivered: Delivered, reason: str, /) -> None:
        commands, parked = keys.commands(partition), keys.parked(partition)
        kept = set_aside(delivered, reason)
        fields: dict[Any, Any] = {b"id": delivered.entry_id, ASIDE: encode_aside(kept)}
        with reaching(), self._client.pipeline(transaction=True) as pipe:
            pipe.xadd(parked, fields, maxlen=PARKED_MAX, approximate=False)
            pipe.xack(commands, keys.GROUP, delivered.entry_id)
            pipe.xdel(commands, delivered.entry_id)
            pipe.execute()

    def parked(self, partition: int, /) -> list[SetAside]:
        with reaching():
            entries: Any = self._client.xrange(keys.parked(partition))
        # One command parked twice (its worker did not hear the first reply) counts once.
        found = {fields[b"id"]: decode_aside(fields[ASIDE]) for _, fields in entries}
        return list(found.values())

    def dismiss(self, partition: int, entry_id: str, /) -> None:
        parked = keys.parked(partition)
        with reaching():
            entries: Any = self._client.xrange(parked)
            places = [place for place, fields in entries if fields[b"id"].decode() == entry_id]
            if places:
                self._client.xdel(parked, *places)

    def _send_sealed(self, partition: int, raw: bytes) -> None:
        """Sent anew where the seal was of an incarnation that is no more."""
        if partition not in self._secrets:
            self._look_up(partition)
        while True:
            secret = self._secrets[partition]
            with self._client.pipeline(transaction=False) as pipe:
                pipe.xadd(keys.commands(partition), sealed_fields(secret, raw))
                pipe.get(keys.incarnation(partition))
                _, now = pipe.execute()
            self._secrets[partition] = now
            if now == secret:
                return
            if now is None:
                raise Unavailable(f"nobody owns partition {partition:02x} after its loss yet")

    def _judged(self, partition: int, entries: Sequence[Entry]) -> list[Delivered]:
        """``entries`` as delivered, and whether each may speak for whom it speaks for."""
        delivered = [_delivered(partition, entry) for entry in entries]
        unknown = self._secrets.get(partition) is None
        if unknown or not all(map(self._is_genuine, repeat(partition), delivered, entries)):
            self._look_up(partition)
        return [
            one if self._is_genuine(partition, one, entry) else replace(one, genuine=False)
            for one, entry in zip(delivered, entries, strict=True)
        ]

    def _is_genuine(self, partition: int, one: Delivered, entry: Entry) -> bool:
        if one.command is None or not seals.needs_seal(one.command):
            return True
        secret = self._secrets.get(partition, b"")
        return secret is None or seals.holds(secret, one.raw, entry[1])

    def _look_up(self, partition: int) -> None:
        found: Any = self._client.get(keys.incarnation(partition))
        self._secrets[partition] = found

    def _read_new(self, partition: int, count: int, block_ms: int) -> list[Entry]:
        names, group = (keys.commands(partition),), (keys.GROUP, keys.CONSUMER)
        found, last = TAKE.run(self._client, names, (BYTES_READ, *group, count))
        if not found and block_ms > 0:
            self._wait(names[0], last, min(block_ms, BLOCK_MS_MAX))
            found, _ = TAKE.run(self._client, names, (BYTES_READ, *group, count))
        return _entries(found)

    def _wait(self, key: str, last: bytes, block_ms: int) -> None:
        """Return once ``key`` has an entry after ``last``, or after ``block_ms``.

        No script may wait, and a read that waits gives an entry whole, as long as anybody made
        it. So its reply is skipped, and what comes is the reply to the PING behind it.
        """
        waiting = [
            ("CLIENT", "REPLY", "SKIP"),
            ("XREAD", "COUNT", 1, "BLOCK", block_ms, "STREAMS", key, last),
            ("PING",),
        ]
        pool = self._client.connection_pool
        connection = pool.get_connection()
        try:
            packed = connection.pack_commands(waiting)  # type: ignore[no-untyped-call] # as above
            connection.send_packed_command(packed)  # type: ignore[no-untyped-call] # as above
            connection.read_response()
        except BaseException:
            # A reply that is still to come would be taken for the next one.
            connection.disconnect()  # type: ignore[no-untyped-call] # as above
            raise
        finally:
            pool.release(connection)

    def _create_group(self, partition: int) -> None:
        """From the stream's beginning: from ``$`` it would never see what waits already."""
        try:
            self._client.xgroup_create(keys.commands(partition), keys.GROUP, "0", mkstream=True)
        except ResponseError as error:
            if not str(error).startswith("BUSYGROUP"):
                raise

    def _pending_ids(self, partition: int) -> list[str]:
        key = keys.commands(partition)
        try:
            found: Any = self._client.xpending_range(key, keys.GROUP, "-", "+", PENDING_MAX)
        except ResponseError as error:
            if not str(error).startswith("NOGROUP"):
                raise
            return []
        return [one["message_id"].decode() for one in found]

    def _entries(self, partition: int, names: Sequence[str]) -> dict[str, Entry]:
        """By entry id, in order, those of ``names`` that are in the stream."""
        found: dict[str, Entry] = {}
        for at in range(0, len(names), LOOKED_UP):
            ranges = [name for name in names[at : at + LOOKED_UP] for _ in ("first", "last")]
            found |= {entry[0].decode(): entry for entry in self._look(partition, ranges)}
        return found

    def _look(self, partition: int, ranges: Sequence[str]) -> list[Entry]:
        """The entries from the first to the second id of ``ranges``, the third to the fourth …"""
        names = (keys.commands(partition),)
        return _entries(LOOK.run(self._client, names, (BYTES_READ, *ranges)))

    def _vanished(self, partition: int, missing: Sequence[str]) -> tuple[str, ...]:
        """Those of ``missing`` that are still pending: nobody answered them in the meantime."""
        if not missing:
            return ()
        still = set(self._pending_ids(partition))
        return tuple(name for name in missing if name in still)


def sealed_fields(secret: bytes | None, raw: bytes) -> dict[Any, Any]:
    """The entry of a command that speaks for someone; ``secret`` None: nobody owned this yet."""
    return {FIELD: raw} if secret is None else {FIELD: raw, seals.FIELD: seals.seal(secret, raw)}


def _entries(found: Any) -> list[Entry]:
    """What the scripts give: id, command and seal of each entry, None where it has none."""
    return [
        (entry_id, {n: v for n, v in ((FIELD, raw), (seals.FIELD, seal)) if v is not None})
        for entry_id, raw, seal in found
    ]


def _delivered(partition: int, entry: Entry) -> Delivered:
    entry_id, fields = entry
    raw = fields.get(FIELD, b"")
    too_long = len(raw) > COMMAND_BYTES_MAX
    return Delivered(entry_id.decode(), decode(partition, raw), raw, too_long=too_long)


def _is_exhausted(client: Redis, key: str) -> bool:
    try:
        info: Any = client.xinfo_stream(key)
    except ResponseError as error:
        if not str(error).startswith("no such key"):
            raise
        return False
    return bool(info["last-generated-id"] == _LAST_ID)
