"""How many partitions a rules worker should own: its share among the workers that are alive."""

import threading
import time
from typing import Final

from shared.ports import Presence, Unavailable

ROLE: Final = "rules"
ANNOUNCE_EVERY_S: Final = 0.5


class FairShare:
    """One worker's share. Shared by the threads of its partitions.

    Shares are about load, leases about safety. Without the cache nobody can tell how many are
    alive: the last number known stands for as long as they would be taken for alive, and then
    whoever comes first takes what is free, for the others may be dead.
    """

    def __init__(
        self,
        presence: Presence,
        name: str,
        partitions: int,
        ttl_ms: int,
        announce_every_s: float = ANNOUNCE_EVERY_S,
    ) -> None:
        self._presence: Final = presence
        self._name: Final = name
        self._partitions: Final = partitions
        self._ttl_ms: Final = ttl_ms
        self._known_for_s: Final = ttl_ms / 1000
        self._announce_every_s: Final = announce_every_s
        self._lock: Final = threading.Lock()
        self._held: Final[set[int]] = set()
        self._workers = 1
        self._announced_at = self._known_at = float("-inf")

    def may_take(self, partition: int) -> bool:
        """Whether this worker should try to own one more; it then counts as held."""
        with self._lock:
            self._announce()
            if len(self._held) >= self._share():
                return False
            self._held.add(partition)
            return True

    def should_yield(self, partition: int) -> bool:
        """Whether to give ``partition`` up: this worker owns too many, and a newcomer waits."""
        with self._lock:
            self._announce()
            if len(self._held) <= self._share():
                return False
            self._held.discard(partition)
            return True

    def gave_up(self, partition: int) -> None:
        with self._lock:
            self._held.discard(partition)

    def leave(self) -> None:
        """This worker stops: the others need not wait until it is missed."""
        try:
            self._presence.leave(ROLE, self._name)
        except Unavailable:
            return

    def _share(self) -> int:
        return -(-self._partitions // self._workers)

    def _announce(self) -> None:
        now = time.monotonic()
        if now - self._announced_at < self._announce_every_s:
            return
        self._announced_at = now
        try:
            self._workers = max(1, self._presence.announce(ROLE, self._name, self._ttl_ms))
            self._known_at = now
        except Unavailable:
            if now - self._known_at >= self._known_for_s:
                self._workers = 1
