"""How long a partition stands still when the rules worker that owns it is killed."""

import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from typing import Any, Final

from redis import Redis

from ops.bench.material import game_id, opening_fields, table_command
from ops.bench.rows import Row, Scale
from ops.bench.service import installed
from ops.bench.stage import AlarmsEndIt
from shared.adapters.redis import keys
from shared.adapters.redis.acl import Role
from shared.adapters.redis.connection import connect
from shared.adapters.redis.journal import RedisJournal
from shared.adapters.redis.queue import RedisCommandQueue
from shared.adapters.system.supervisor import Supervisor

AIM: Final = 3.0
"""Seconds from the kill to the first answer of the new owner."""
POLL_S: Final = 0.005
PATIENCE_S: Final = 60.0


def rows(scale: Scale) -> Iterator[Row]:
    """Seconds from the kill of one of two workers to an answer in each of its partitions."""
    with installed(scale.partitions) as installation, ExitStack() as stack:
        log = stack.enter_context(connect(installation.url("log", Role.ADMIN)))
        workers = [
            stack.enter_context(Supervisor(installation, AlarmsEndIt(), (Role.RULES,)))
            for _ in range(2)
        ]
        taken = [_killed(log, workers[kill % 2], scale, kill) for kill in range(scale.kills)]
    waits = [wait for waits in taken for wait in waits]
    note = f"{len(waits)} partitions of {len(taken)} killed workers; median {_median(waits)}"
    yield Row("takeover after kill -9, the longest", max(waits), "s", AIM, "less", note)


def _killed(log: Redis, worker: Supervisor, scale: Scale, kill: int) -> list[float]:
    """Kill ``worker`` once both own something; how long each of its partitions stood still."""
    pid = worker.process(Role.RULES).pid
    _await(lambda: _shared_out(log, scale.partitions))
    orphaned = [p for p, owner in _owners(log, scale.partitions).items() if owner == pid]
    queue, journal = RedisCommandQueue(log), RedisJournal(log)
    killed_at = time.monotonic()
    worker.process(Role.RULES).kill()
    waiting = {partition: game_id(partition, kill) for partition in orphaned}
    for game in waiting.values():
        queue.send(table_command(game, "open", "table.open", opening_fields(1)))
    waits: list[float] = []

    def answered() -> bool:
        for partition, game in list(waiting.items()):
            if journal.head(game) is not None:
                waits.append(time.monotonic() - killed_at)
                del waiting[partition]
        return not waiting

    _await(answered)
    worker.process(Role.RULES).wait()
    worker.start(Role.RULES)
    return waits


def _shared_out(log: Redis, partitions: int) -> bool:
    """Whether two living workers own all partitions between them."""
    owners = _owners(log, partitions)
    return len(owners) == partitions and len(set(owners.values())) == min(2, partitions)


def _owners(log: Redis, partitions: int) -> Mapping[int, int]:
    """The process that owns each partition that is owned now."""
    now = log.time()[0] * 1_000
    owners = {}
    for partition in range(partitions):
        owner: Any = log.hgetall(keys.owner(partition))
        if owner and int(owner[b"until"]) > now:
            owners[partition] = int(owner[b"name"].rpartition(b":")[2])
    return owners


def _await(done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not done():
        assert time.monotonic() < deadline, "the partitions have no owner"
        time.sleep(POLL_S)


def _median(waits: list[float]) -> str:
    return f"{statistics.median(waits):.2f} s"
