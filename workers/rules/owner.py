"""How a rules worker owns a partition: takes its lease, passes the gate, decides, gives it up."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from msgspec import Struct

from shared.flows.gate import AdoptionNeeded, RecoveryGate
from shared.flows.partition import PartitionDesk
from shared.ports import (
    CommandQueue,
    CommandsVanished,
    Delivered,
    IncarnationMismatch,
    Lease,
    LeaseLost,
    Leases,
    Signals,
    Taken,
    Unavailable,
)
from workers.rules.share import FairShare

IDLE_BLOCK_MS: Final = 250
WAITING_BLOCK_MS: Final = 5
"""While commands wait for SQL they are looked at again this often."""
PENDING_EVERY_S: Final = 1.0
RETRY_S: Final = 0.25
ADOPTION_RETRY_S: Final = 5.0
FAILED_RETRY_S: Final = 1.0


class Ownership(Struct, frozen=True):
    """What owning partitions takes."""

    name: str
    """This worker's name, unique among workers."""
    leases: Leases
    gate: RecoveryGate
    queue: CommandQueue
    signals: Signals
    desk: Callable[[Lease], PartitionDesk]
    lease_ms: int
    batch: int
    alive: Callable[[], None]
    share: FairShare


class PartitionOwner:
    """Owns one partition whenever it can, until asked to stop."""

    def __init__(self, partition: int, ownership: Ownership, stop: threading.Event) -> None:
        self._partition: Final = partition
        self._own: Final = ownership
        self._stop: Final = stop

    def run(self) -> None:
        """Take the partition, serve it, and begin again whenever it is lost."""
        while not self._stop.is_set():
            self._own.alive()
            if self._own.share.may_take(self._partition):
                self._try()
                self._own.share.gave_up(self._partition)
            self._stop.wait(RETRY_S)

    def _try(self) -> None:
        try:
            taken = self._own.leases.take(self._partition, self._own.name, self._own.lease_ms)
        except Unavailable:
            return
        if taken is not None:
            self._serve(taken)

    def _serve(self, taken: Taken) -> None:
        with self._released(taken.lease):
            try:
                lease = self._own.gate.open(taken)
                self._own.signals.note(
                    "partition_taken", partition=self._partition, epoch=taken.lease.epoch
                )
                self._decide(self._own.desk(lease), lease)
            except AdoptionNeeded as error:
                self._own.signals.alarm("adoption_needed", reason=str(error))
                self._stop.wait(ADOPTION_RETRY_S)
            except (LeaseLost, IncarnationMismatch, Unavailable) as error:
                self._own.signals.note(
                    "partition_lost",
                    partition=self._partition,
                    reason=f"{type(error).__name__}: {error}",
                )
            except Exception as error:  # noqa: BLE001 - one partition's trouble stops no other
                self._own.signals.alarm(
                    "partition_failed",
                    partition=self._partition,
                    reason=f"{type(error).__name__}: {error}",
                )
                self._stop.wait(FAILED_RETRY_S)

    def _decide(self, desk: PartitionDesk, lease: Lease) -> None:
        """The loop: new commands as they come; what nobody has in flight, every second.

        Returns between two batches: at the end, or when another worker waits for its share.
        """
        renew_every = self._own.lease_ms / 4000
        renewed_at = looked_at = 0.0
        while not self._stop.is_set():
            self._own.alive()
            now = time.monotonic()
            if now - renewed_at >= renew_every:
                if self._own.share.should_yield(self._partition):
                    return
                if not self._own.leases.renew(lease, self._own.lease_ms):
                    raise LeaseLost(self._partition)
                renewed_at = now
            if now - looked_at >= PENDING_EVERY_S:
                if self._own.queue.mend(self._partition):
                    self._own.signals.alarm("commands_mended", partition=self._partition)
                desk.step(self._pending(desk))
                looked_at = now
            block_ms = WAITING_BLOCK_MS if desk.in_flight else IDLE_BLOCK_MS
            delivered = self._own.queue.receive(self._partition, self._own.batch, block_ms)
            if delivered or desk.in_flight:
                desk.step(delivered)

    def _pending(self, desk: PartitionDesk) -> list[Delivered]:
        """Delivered to a former owner, or to a zombie that woke up inside its read."""
        try:
            return self._own.queue.pending(self._partition, desk.in_flight)
        except CommandsVanished as error:
            self._own.signals.alarm("commands_vanished", reason=str(error))
            for entry_id in error.entry_ids:
                self._own.queue.forget(self._partition, entry_id)
            return []

    @contextmanager
    def _released(self, lease: Lease) -> Iterator[None]:
        """Give the lease up at the end, so that another worker need not wait for it to expire."""
        try:
            yield
        finally:
            try:
                self._own.leases.release(lease)
            except Unavailable:
                self._stop.wait(RETRY_S)
