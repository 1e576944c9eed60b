"""The feeds in memory."""

from collections.abc import Mapping
from typing import Final

from shared.adapters.memory.log import MemoryLog
from shared.adapters.memory.stream import START, parsed, shown
from shared.ports import FEED_START, FeedEntry


class MemoryFeed:
    """:class:`~shared.ports.Feed` on a :class:`MemoryLog`."""

    def __init__(self, log: MemoryLog) -> None:
        self._log: Final = log

    def read(
        self, after: Mapping[int, str], count: int, block_ms: int, /
    ) -> dict[int, list[FeedEntry]]:
        with self._log.changed:
            self._log.changed.wait_for(lambda: self._new(after, 1), block_ms / 1000)
            return self._new(after, count)

    def bounds(self, partition: int, /) -> tuple[str, str]:
        with self._log.changed:
            held = self._log.partitions[partition].feed.after(START)
        return (shown(held[0][0]), shown(held[-1][0])) if held else (FEED_START, FEED_START)

    def reached(self, partition: int, projector: str, feed_id: str, /) -> None:
        with self._log.changed:
            self._log.partitions[partition].readers[projector] = feed_id

    def readers(self, partition: int, /) -> dict[str, str]:
        with self._log.changed:
            return dict(self._log.partitions[partition].readers)

    def trim(self, partition: int, through: str, length_max: int, /) -> None:
        with self._log.changed:
            self._log.partitions[partition].feed.trim(parsed(through), length_max)

    def _new(self, after: Mapping[int, str], count: int) -> dict[int, list[FeedEntry]]:
        found = {}
        for partition, feed_id in after.items():
            new = self._log.partitions[partition].feed.after(parsed(feed_id), count)
            if new:
                found[partition] = [
                    FeedEntry(shown(entry_id), game, entries) for entry_id, (game, entries) in new
                ]
        return found
