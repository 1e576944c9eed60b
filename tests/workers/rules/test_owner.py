"""The owner of a partition: what it does beside deciding, in the real loop on memory's stores."""

import threading

from shared.adapters.memory.queue import MemoryCommandQueue
from shared.flows.gate import GateStores, RecoveryGate
from shared.flows.partition import PartitionDesk, Stores
from shared.ports import Lease
from tests.support.pipeline import LEASE_MS, PARTITION, Pipeline
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
