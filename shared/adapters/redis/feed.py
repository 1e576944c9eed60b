"""The feeds: every commit of a partition in order, one stream entry each."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from redis import Redis

from shared.adapters.redis import keys
from shared.adapters.redis.connection import reaching
from shared.ports import FEED_START, BrokenLog, FeedEntry, GameId

GAME_FIELD: Final = b"g"
"""Before it nothing; after it, one field an event: its seq in decimal → the entry's bytes."""

BLOCK_MS_MAX: Final = 4_000
"""A blocking read ends before the client gives up on its reply."""


class RedisFeed:
    """The port ``Feed`` on one stream a partition.

    On a single server one XREAD waits on all partitions at once, so a commit is seen at once
    whichever partition it is in. In a cluster one command may not name two slots: there a read
    asks each partition in turn and then waits on one of them, so whoever needs every commit at
    once gives each partition a reader of its own.
    """

    def __init__(self, client: Redis) -> None:
        """Asks the server whether it is part of a cluster. Raises Unavailable."""
        self._client = client
        with reaching():
            info: Any = client.info("cluster")
        self._clustered = bool(int(info.get("cluster_enabled", 0)))
        self._turn = 0

    def read(
        self, after: Mapping[int, str], count: int, block_ms: int, /
    ) -> dict[int, list[FeedEntry]]:
        if not after:
            return {}
        if not self._clustered:
            return self._read(after, count, block_ms)
        found: dict[int, list[FeedEntry]] = {}
        for partition, feed_id in after.items():
            found |= self._read({partition: feed_id}, count, 0)
        if found or block_ms <= 0:
            return found
        self._turn += 1
        partition = sorted(after)[self._turn % len(after)]
        return self._read({partition: after[partition]}, count, block_ms)

    def bounds(self, partition: int, /) -> tuple[str, str]:
        key = keys.feed(partition)
        with reaching(), self._client.pipeline(transaction=True) as pipe:
            pipe.xrange(key, count=1)
            pipe.xrevrange(key, count=1)
            first, last = pipe.execute()
        if not first:
            return FEED_START, FEED_START
        return first[0][0].decode(), last[0][0].decode()

    def reached(self, partition: int, projector: str, feed_id: str, /) -> None:
        with reaching():
            self._client.hset(keys.readers(partition), projector, feed_id)

    def readers(self, partition: int, /) -> dict[str, str]:
        with reaching():
            found: Any = self._client.hgetall(keys.readers(partition))
        return {name.decode(): feed_id.decode() for name, feed_id in found.items()}

    def trim(self, partition: int, through: str, length_max: int, /) -> None:
        key = keys.feed(partition)
        with reaching(), self._client.pipeline(transaction=True) as pipe:
            pipe.xtrim(key, minid=_next(through), approximate=False)
            pipe.xtrim(key, maxlen=length_max, approximate=False)
            pipe.execute()

    def _read(
        self, after: Mapping[int, str], count: int, block_ms: int
    ) -> dict[int, list[FeedEntry]]:
        partitions = {keys.feed(partition).encode(): partition for partition in after}
        with reaching():
            found: Any = self._client.xread(
                {key: after[partition] for key, partition in partitions.items()},
                count=count,
                block=min(block_ms, BLOCK_MS_MAX) if block_ms > 0 else None,
            )
        streams = found.items() if isinstance(found, dict) else found or ()
        return {partitions[key]: _commits(partitions[key], entries) for key, entries in streams}


def _commits(
    partition: int, entries: Iterable[tuple[bytes, dict[bytes, bytes]]]
) -> list[FeedEntry]:
    commits = []
    for entry_id, fields in entries:
        events = list(fields)[1:]
        first = int(events[0]) if events and events[0].isdigit() else 0
        whole = [b"%d" % seq for seq in range(first, first + len(events))]
        if next(iter(fields)) != GAME_FIELD or not first or events != whole:
            feed_id = entry_id.decode()
            raise BrokenLog(f"feed {partition:02x}, entry {feed_id}: not a commit of ours")
        game = GameId(fields[GAME_FIELD].decode())
        content = tuple(fields[name] for name in events)
        commits.append(FeedEntry(entry_id.decode(), game, content))
    return commits


def _next(feed_id: str) -> str:
    """The smallest id after ``feed_id``."""
    milliseconds, _, counter = feed_id.partition("-")
    return f"{milliseconds}-{int(counter or 0) + 1}"
