"""The owner of a partition: what it does beside deciding, in the real loop on memory's stores."""

import threading

import pytest
from msgspec import structs

from shared.adapters.memory.queue import MemoryCommandQueue
from shared.flows.gate import GateStores, RecoveryGate
from shared.flows.partition import PartitionDesk, Stores
from shared.ports import (
    CommandsVanished,
    Delivered,
    GameId,
    IncarnationMismatch,
    Lease,
    LeaseLost,
    Refused,
    Unavailable,
)
from tests.support.pipeline import LEASE_MS, PARTITION, Pipeline
from workers.rules import owner
from workers.rules.owner import Ownership, PartitionOwner
from workers.rules.share import FairShare

OWNED = PARTITION + 1


class Alone:
    """The only worker there is."""

    def announce(self, _role: str, _name: str, _ttl_ms: int, /) -> int:
        return 1

    def leave(self, role: str, name: str, /) -> None: ...


class SpoiltQueue(MemoryCommandQueue):
    """Finds its stream spoilt at the first look, and asks for the end at the second."""

    def __init__(self, pipeline: Pipeline, stop: threading.Event) -> None:
        super().__init__(pipeline.log)
        self._stop = stop
        self._mended = False

    def mend(self, partition: int, /) -> bool:
        assert partition == OWNED
        if self._mended:
            self._stop.set()
            return False
        self._mended = True
        return True


class FailingQueue(MemoryCommandQueue):
    """Fails as told, call by call of one method, and asks for the end when it is told no more."""

    def __init__(
        self, pipeline: Pipeline, stop: threading.Event, method: str, *errors: Exception
    ) -> None:
        super().__init__(pipeline.log)
        self._stop = stop
        self._method = method
        self._errors = list(errors)
        self.forgotten: list[str] = []

    def receive(self, partition: int, count: int, _block_ms: int, /) -> list[Delivered]:
        self._fail("receive")
        return super().receive(partition, count, 0)

    def pending(self, partition: int, in_flight: frozenset[str], /) -> list[Delivered]:
        self._fail("pending")
        return super().pending(partition, in_flight)

    def forget(self, partition: int, entry_id: str, /) -> None:
        self.forgotten.append(entry_id)
        super().forget(partition, entry_id)

    def _fail(self, method: str) -> None:
        if method != self._method:
            return
        if self._errors:
            raise self._errors.pop(0)
        self._stop.set()


def ownership(pipeline: Pipeline, queue: MemoryCommandQueue) -> Ownership:
    log, signals = pipeline.journal, pipeline.signals
    stores = Stores(log, queue, pipeline.archive, pipeline.replies, pipeline.clock, signals)
    gate = GateStores(
        log, pipeline.archive, pipeline.leases, pipeline.clock, pipeline.entropy, signals
    )

    def desk(lease: Lease) -> PartitionDesk:
        return PartitionDesk(lease, stores, pipeline.secrets, 10)

    return Ownership(
        name="owner",
        leases=pipeline.leases,
        gate=RecoveryGate(gate, pipeline.secrets, LEASE_MS),
        queue=queue,
        signals=signals,
        desk=desk,
        lease_ms=LEASE_MS,
        batch=10,
        alive=lambda: None,
        share=FairShare(Alone(), "owner", 1, LEASE_MS),
    )


def test_a_spoilt_stream_is_mended_and_said() -> None:
    pipeline, stop = Pipeline(), threading.Event()
    PartitionOwner(OWNED, ownership(pipeline, SpoiltQueue(pipeline, stop)), stop).run()
    assert pipeline.signals.alarms == [("commands_mended", {"partition": OWNED})]


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever fails here tries again at once."""
    for pause in ("RETRY_S", "FAILED_RETRY_S", "ADOPTION_RETRY_S", "PENDING_EVERY_S"):
        monkeypatch.setattr(owner, pause, 0)


def served(pipeline: Pipeline, method: str, *errors: Exception) -> FailingQueue:
    """A partition owned until nothing fails any more."""
    stop = threading.Event()
    queue = FailingQueue(pipeline, stop, method, *errors)
    PartitionOwner(OWNED, ownership(pipeline, queue), stop).run()
    return queue


def taken(pipeline: Pipeline) -> list[object]:
    """The epochs in which the partition was owned."""
    notes = pipeline.signals.notes
    return [facts["epoch"] for what, facts in notes if what == "partition_taken"]


def test_whoever_is_asked_to_stop_gives_the_lease_up() -> None:
    pipeline = Pipeline()
    served(pipeline, "receive")
    assert taken(pipeline) == [1]
    assert pipeline.leases.current(OWNED) is None


def test_what_was_taken_by_a_dead_owner_is_decided_by_the_next() -> None:
    pipeline = Pipeline()
    game = GameId(f"{OWNED:02x}" + 32 * "0")
    name = pipeline.send(game, "player:ann", "table.ready")
    assert len(pipeline.queue.receive(OWNED, 10, 0)) == 1
    served(pipeline, "receive")
    assert isinstance(pipeline.answer("player:ann", name), Refused)
    assert pipeline.queue.pending(OWNED, frozenset()) == []


def test_vanished_commands_are_said_and_forgotten_and_the_partition_goes_on() -> None:
    pipeline = Pipeline()
    queue = served(pipeline, "pending", CommandsVanished(OWNED, ("5-0", "6-0")))
    assert [what for what, _ in pipeline.signals.alarms] == ["commands_vanished"]
    assert queue.forgotten == ["5-0", "6-0"]
    assert taken(pipeline) == [1]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (Unavailable("connection refused"), []),
        (LeaseLost(OWNED), []),
        (IncarnationMismatch(OWNED), []),
        (KeyError("our own bug"), ["partition_failed"]),
    ],
)
def test_a_partition_that_was_lost_is_taken_again(error: Exception, said: list[str]) -> None:
    pipeline = Pipeline()
    served(pipeline, "receive", error)
    assert taken(pipeline) == [1, 2]
    assert [what for what, _ in pipeline.signals.alarms] == said


def test_a_partition_that_waits_for_an_operator_is_said_and_not_served() -> None:
    pipeline, stop = Pipeline(), threading.Event()
    lease = pipeline.leases.take(OWNED, "another installation", 1)
    assert lease is not None
    pipeline.journal.set_incarnation(lease.lease, "of another installation")
    pipeline.leases.release(lease.lease)
    looks = iter(range(3))

    def alive() -> None:
        if next(looks, None) is None:
            stop.set()

    owning = structs.replace(
        ownership(pipeline, FailingQueue(pipeline, stop, "receive")), alive=alive
    )
    PartitionOwner(OWNED, owning, stop).run()
    assert {what for what, _ in pipeline.signals.alarms} == {"adoption_needed"}
    assert taken(pipeline) == []
    assert pipeline.leases.current(OWNED) is None
