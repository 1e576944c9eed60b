"""A stream as Redis keeps one: entries under ever higher ids, read from any id on."""

from bisect import bisect_right
from typing import Generic, TypeAlias, TypeVar

T = TypeVar("T")

StreamId: TypeAlias = tuple[int, int]
"""Milliseconds and a counter."""

START: StreamId = (0, 0)


def parsed(text: str) -> StreamId:
    """``"17-2"`` as an id."""
    milliseconds, _, counter = text.partition("-")
    return int(milliseconds), int(counter or 0)


def shown(entry_id: StreamId) -> str:
    """An id as Redis writes it."""
    return f"{entry_id[0]}-{entry_id[1]}"


class Stream(Generic[T]):
    """Not thread-safe: whoever uses it holds its server's lock."""

    def __init__(self) -> None:
        self._ids: list[StreamId] = []
        self._values: dict[StreamId, T] = {}
        self._last = START

    def __len__(self) -> int:
        return len(self._ids)

    def __contains__(self, entry_id: StreamId) -> bool:
        return entry_id in self._values

    def __getitem__(self, entry_id: StreamId) -> T:
        return self._values[entry_id]

    def add(self, now_ms: int, value: T) -> StreamId:
        """Append under the next id: now, or just after the last where the clock stands still."""
        last_ms, counter = self._last
        self._last = (now_ms, 0) if now_ms > last_ms else (last_ms, counter + 1)
        self._ids.append(self._last)
        self._values[self._last] = value
        return self._last

    def after(self, entry_id: StreamId, count: int | None = None) -> list[tuple[StreamId, T]]:
        """Up to ``count`` entries with higher ids, lowest first."""
        first = bisect_right(self._ids, entry_id)
        stop = None if count is None else first + count
        return [(found, self._values[found]) for found in self._ids[first:stop]]

    def delete(self, entry_id: StreamId) -> None:
        if self._values.pop(entry_id, None) is not None:
            del self._ids[bisect_right(self._ids, entry_id) - 1]

    def trim(self, through: StreamId, length_max: int | None = None) -> None:
        """Drop entries up to ``through``, and the oldest beyond ``length_max``."""
        dropped = bisect_right(self._ids, through)
        if length_max is not None:
            dropped = max(dropped, len(self._ids) - length_max)
        for entry_id in self._ids[:dropped]:
            del self._values[entry_id]
        del self._ids[:dropped]
