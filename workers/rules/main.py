"""The rules worker as a process: a thread for every partition, all on real servers."""

import os
import socket

from shared.adapters.bounded_witness import BoundedWitness
from shared.adapters.redis.connection import connect
from shared.adapters.redis.durability import check_log_server
from shared.adapters.redis.journal import RedisJournal
from shared.adapters.redis.leases import RedisLeases
from shared.adapters.redis.presence import RedisPresence
from shared.adapters.redis.queue import RedisCommandQueue
from shared.adapters.redis.replies import RedisReplies
from shared.adapters.sql.archive import SqlArchive
from shared.adapters.sql.engine import Database
from shared.adapters.sql.migration import upgrade
from shared.adapters.system.clock import SystemClock
from shared.adapters.system.entropy import SystemEntropy
from shared.adapters.system.failpoints import guarded
from shared.adapters.system.master_keys import load_master_keys
from shared.adapters.system.process import Process, run_process
from shared.adapters.system.settings import Settings
from shared.flows.gate import GateStores, RecoveryGate
from shared.flows.partition import PartitionDesk, Stores
from shared.flows.secrets import MasterSecrets
from shared.ports import Lease
from workers.rules.owner import Ownership, PartitionOwner
from workers.rules.share import FairShare

ROLE = "rules"
CACHE_TIMEOUT_S = 0.5
"""Replies are worth no more waiting: a cache that hangs must not make leases run out."""


def work(process: Process) -> None:
    """Own partitions until asked to stop; then finish what is held and give the leases up."""
    ownership = _ownership(process)
    process.run_threads(
        {
            f"partition-{partition:02x}": PartitionOwner(partition, ownership, process.stop).run
            for partition in range(process.settings.partitions)
        }
    )
    ownership.share.leave()


def _ownership(process: Process) -> Ownership:
    settings, signals = process.settings, process.signals
    assert settings.log_url is not None
    assert settings.cache_url is not None
    log = connect(settings.log_url)
    asserted = check_log_server(log, settings.log_durability)
    if asserted is not None:
        signals.note("log_durability_asserted", reason=asserted)
    upgrade(settings.database_url)
    secrets = _secrets(settings)
    journal = guarded(ROLE, "journal", RedisJournal(log))
    queue = guarded(ROLE, "queue", RedisCommandQueue(log))
    archive = guarded(ROLE, "archive", SqlArchive(Database(settings.database_url)))
    leases = RedisLeases(log, SystemEntropy())
    cache = connect(settings.cache_url, timeout_s=CACHE_TIMEOUT_S)
    replies = guarded(ROLE, "replies", RedisReplies(cache))
    name = f"{socket.gethostname()}:{os.getpid()}"
    stores = Stores(journal, queue, BoundedWitness(archive), replies, SystemClock(), signals)
    gate_stores = GateStores(journal, archive, leases, SystemClock(), SystemEntropy(), signals)
    gate = RecoveryGate(gate_stores, secrets, settings.lease_ms)

    # The setting is the worker's; it may come to own every partition.
    games_kept = max(1, settings.cached_games // settings.partitions)

    def desk(lease: Lease) -> PartitionDesk:
        return PartitionDesk(lease, stores, secrets, games_kept)

    return Ownership(
        name=name,
        leases=leases,
        gate=gate,
        queue=queue,
        signals=signals,
        desk=desk,
        lease_ms=settings.lease_ms,
        batch=settings.batch,
        alive=process.alive,
        share=FairShare(RedisPresence(cache), name, settings.partitions, settings.lease_ms),
    )


def _secrets(settings: Settings) -> MasterSecrets:
    keys = load_master_keys(settings.keys)
    return MasterSecrets(keys.current, keys.by_id)


def main() -> int:
    return run_process(ROLE, ("log_url", "cache_url"), work)


if __name__ == "__main__":
    raise SystemExit(main())
