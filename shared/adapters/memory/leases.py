"""Who owns which partition, in memory."""

from typing import Final

from shared.adapters.memory.log import MemoryLog
from shared.ports import LEASE_MS_MAX, Lease, Taken


class MemoryLeases:
    """:class:`~shared.ports.Leases` on a :class:`MemoryLog`.

    Tokens are the partition and the epoch: here nobody has to be kept from guessing them, and a
    simulation must be the same at every run.
    """

    def __init__(self, log: MemoryLog) -> None:
        self._log: Final = log
        self._lives: Final[dict[str, str]] = {}
        """The server's run id when each lease was taken, by token."""

    def take(self, partition: int, owner: str, ttl_ms: int, /) -> Taken | None:
        with self._log.changed:
            record = self._log.partitions[partition]
            now = self._log.now_ms()
            if now < record.owner.until <= now + LEASE_MS_MAX:
                return None
            record.owner.epoch += 1
            record.owner.token = f"{owner}/{partition:02x}/{record.owner.epoch}"
            record.owner.until = now + ttl_ms
            self._lives[record.owner.token] = self._log.run_id
            lease = Lease(
                partition, record.owner.epoch, record.owner.token, record.incarnation or ""
            )
            return Taken(lease, record.owner.run_id)

    def renew(self, lease: Lease, ttl_ms: int, /) -> bool:
        with self._log.changed:
            owner = self._log.partitions[lease.partition].owner
            same_life = self._lives.get(lease.token) == self._log.run_id
            if not same_life or owner.token != lease.token:
                return False
            owner.until = self._log.now_ms() + ttl_ms
            return True

    def release(self, lease: Lease, /) -> None:
        with self._log.changed:
            owner = self._log.partitions[lease.partition].owner
            if owner.token == lease.token:
                owner.token, owner.until = "", 0
        self._lives.pop(lease.token, None)

    def current(self, partition: int, /) -> Lease | None:
        with self._log.changed:
            record = self._log.partitions[partition]
            owner = record.owner
            if not owner.token or owner.until <= self._log.now_ms():
                return None
            return Lease(partition, owner.epoch, owner.token, record.incarnation or "")

    def note_ready(self, lease: Lease, /) -> None:
        """Notes the server life in which the lease was taken, whatever runs by now."""
        with self._log.changed:
            owner = self._log.partitions[lease.partition].owner
            if owner.token == lease.token:
                owner.run_id = self._lives[lease.token]

    def run_id(self) -> str:
        return self._log.run_id

    def promoted(self) -> bool:
        return self._log.promoted
