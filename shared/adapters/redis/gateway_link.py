"""A gateway's way to log and cache: asynchronous, for thousands of requests at once.

A request may be cancelled at any await, and a connection on which a command was sent and its
reply not read would hand that reply to whoever uses it next. So short commands run in tasks of
their own, which nobody cancels, and each endless read has a connection of its own, which is
closed with it.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import suppress
from typing import Any, Final

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from shared.adapters.answer_bytes import decode_given, name_of
from shared.adapters.command_bytes import encode
from shared.adapters.redis import cache_keys, keys
from shared.adapters.redis.connection import TIMEOUT_S, reaching
from shared.adapters.redis.log_pages import PAGE, entries_of_page
from shared.adapters.redis.queue import sealed_fields
from shared.adapters.redis.replies import MARK, REPLY, decode_reply
from shared.ports import (
    FEED_START,
    Busy,
    Command,
    GameId,
    Given,
    News,
    Reply,
    Sealed,
    Unavailable,
    partition_of,
)

CONNECTIONS_MAX: Final = 32
"""To each server; a command waits for a free one."""

COMMANDS_MAX: Final = 10_000
"""How many commands may wait in a partition before no more are sent."""

BLOCK_MS: Final = 4_000
"""A blocking read ends before the client gives up on its reply."""

OWNER_TRIES: Final = 20
OWNER_RETRY_S: Final = 0.1
"""How long a command waits for the first owner that a partition ever has."""

READ_MAX: Final = 1_000
"""How many entries of a stream one read brings at most."""


class RedisGatewayLink:
    """Log and cache as one gateway asks them. Every call may raise Unavailable.

    :meth:`news` and :meth:`replies` remember how far they have come: read again after an end,
    they go on from there. Each has one reader at a time.
    """

    def __init__(self, log_url: str, cache_url: str, partitions: int) -> None:
        """Connects on first use. ``partitions``: how many the installation has."""
        self._log: Final = _client(log_url)
        self._cache: Final = _client(cache_url)
        self._cache_url: Final = cache_url
        self._news: Final = _Places(cache_keys.news(one) for one in range(partitions))
        self._replies: Final[dict[str, _Places]] = {}
        self._lengths: Final[dict[int, int]] = {}
        """How many commands waited in each partition when the last one was sent there."""
        self._secrets: Final[dict[int, bytes]] = {}
        """What commands are sealed with, by partition."""
        self._running: Final[set[asyncio.Task[Any]]] = set()

    async def close(self) -> None:
        """Let running commands end, then close every connection."""
        await asyncio.gather(*self._running, return_exceptions=True)
        await self._log.aclose()
        await self._cache.aclose()

    # --- the log ------------------------------------------------------------------------------

    async def send(self, command: Command, /) -> None:
        """Put ``command`` into its game's stream.

        Raises Busy where too many wait already: nothing was sent. After Unavailable it may
        have been sent.
        """
        await self._whole(self._send(partition_of(GameId(command.game)), encode(command)))

    async def answer(self, game: GameId, actor: str, command_id: str, /) -> Given | None:
        """The answer that the log holds; None if there is none (yet, or any more).

        What it holds sealed is given as it was told, for as long as the cache remembers.
        """
        name: Any = name_of(actor, command_id)
        raw = await self._whole(self._log.hget(keys.answers(game), name))
        if raw is None:
            return None
        given = decode_given(raw)
        if not isinstance(given.answer, Sealed):
            return given
        told = None
        with suppress(Unavailable):
            # The log's word stands without the cache, and once its deal is over it is enough.
            told = await self._whole(self._cache.get(cache_keys.refusal(game, actor, command_id)))
        return given if told is None else Given(given.fingerprint, decode_reply(told).answer)

    async def entries(self, game: GameId, after: int, upto: int, /) -> list[bytes]:
        """Entries with seq in (after, upto]; fewer where the log ends before or was closed.

        Raises BrokenLog where there is a hole.
        """
        entries: list[bytes] = []
        while after + len(entries) < upto:
            first = after + len(entries) + 1
            page = await self._whole(
                self._log.xrange(keys.log(game), f"0-{first}", f"0-{upto}", PAGE)
            )
            entries += entries_of_page(game, first, page)
            if len(page) < PAGE:
                break
        return entries

    # --- the cache ----------------------------------------------------------------------------

    async def views(self, wanted: Sequence[tuple[GameId, str]], /) -> list[bytes | None]:
        """The stored view of each (game, viewer); None where the cache has none."""
        if not wanted:
            return []
        names = [cache_keys.view(game, viewer) for game, viewer in wanted]
        found: list[bytes | None] = await self._whole(self._cache.mget(names))
        return found

    async def news(self) -> AsyncIterator[News]:
        """What is renewed from the first call on, in all partitions. Ends by Unavailable."""
        async for fields in self._follow(self._news):
            game, seq, chain = fields[b"g"], fields[b"seq"], fields[b"chain"]
            yield News(game.decode(), int(seq), chain)

    async def replies(self, gateway: str, /) -> AsyncIterator[tuple[str, Reply]]:
        """Answers sent to ``gateway`` with the mark each was asked under.

        Ends by Unavailable. A gateway that was started anew under an old name may hear replies
        to its former life: compare the reply with what was asked under its mark.
        """
        places = self._replies.setdefault(gateway, _Places([cache_keys.replies(gateway)]))
        async for fields in self._follow(places):
            yield fields[MARK].decode(), decode_reply(fields[REPLY])

    async def ping(self) -> None:
        """Return if both servers answer."""
        await self._whole(self._log.ping())
        await self._whole(self._cache.ping())

    # --- how ----------------------------------------------------------------------------------

    async def _whole(self, command: Any) -> Any:
        """Run ``command`` to its end, whatever becomes of whoever waits for it."""
        task: asyncio.Task[Any] = asyncio.ensure_future(_reached(command))
        self._running.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waited may be gone: then nobody else asks for it

    async def _send(self, partition: int, raw: bytes) -> None:
        key = keys.commands(partition)
        if self._lengths.get(partition, 0) >= COMMANDS_MAX:
            self._lengths[partition] = await self._log.xlen(key)
            if self._lengths[partition] >= COMMANDS_MAX:
                raise Busy(f"{self._lengths[partition]} commands wait in partition {partition}")
        # Sent before the length is known: one round trip, and one gateway passes the bound by
        # no more than it has requests at once.
        while True:
            secret = self._secrets.get(partition) or await self._secret(partition)
            async with self._log.pipeline(transaction=False) as pipe:
                pipe.xadd(key, sealed_fields(secret, raw))
                pipe.xlen(key)
                pipe.get(keys.incarnation(partition))
                _, self._lengths[partition], now = await pipe.execute()
            if now == secret:
                return
            # The partition was made anew: no seal of before is worth anything there.
            self._secrets.pop(partition, None)

    async def _secret(self, partition: int) -> bytes:
        """The partition's incarnation, once a first owner has drawn it. Raises Unavailable."""
        for _ in range(OWNER_TRIES):
            found: Any = await self._log.get(keys.incarnation(partition))
            if isinstance(found, bytes):
                self._secrets[partition] = found
                return found
            await asyncio.sleep(OWNER_RETRY_S)
        raise Unavailable(f"nobody owns partition {partition:02x} yet")

    async def _follow(self, places: "_Places") -> AsyncIterator[dict[bytes, bytes]]:
        client = _client(self._cache_url, connections=1)
        try:
            await _reached(places.find(client))
            while True:
                found = await _reached(client.xread(places.after, count=READ_MAX, block=BLOCK_MS))
                for key, entry_id, fields in _entries(found):
                    places.after[key] = entry_id
                    yield fields
        finally:
            await client.aclose()


class _Places:
    """How far some streams of the cache were read."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names: Final = tuple(name.encode() for name in names)
        self.after: Final[dict[Any, Any]] = {}
        """By stream, the id of the last entry that was read."""

    async def find(self, client: Redis) -> None:
        """Begin each stream at its present end, or go on where it was left."""
        async with client.pipeline(transaction=False) as pipe:
            for name in self._names:
                pipe.xrevrange(name, count=1)
            found = await pipe.execute()
        for name, entries in zip(self._names, found, strict=True):
            last = entries[0][0] if entries else FEED_START.encode()
            known = self.after.setdefault(name, last)
            if _order(last) < _order(known):
                # The cache was flushed and its clock set back: all of this is news.
                self.after[name] = FEED_START.encode()


def _order(entry_id: bytes) -> tuple[int, int]:
    milliseconds, _, counter = entry_id.partition(b"-")
    return int(milliseconds), int(counter)


def _entries(found: Any) -> Iterable[tuple[bytes, bytes, dict[bytes, bytes]]]:
    """Stream, id and fields of everything that an XREAD brought."""
    for key, entries in found.items() if isinstance(found, dict) else found or ():
        for entry_id, fields in entries:
            yield key, entry_id, fields


async def _reached(command: Any) -> Any:
    with reaching():
        return await command


def _client(url: str, connections: int = CONNECTIONS_MAX) -> Redis:
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=connections,
        timeout=TIMEOUT_S,
        socket_timeout=TIMEOUT_S,
        socket_connect_timeout=TIMEOUT_S,
        retry=Retry(NoBackoff(), 0),
    )
    return Redis.from_pool(pool)
