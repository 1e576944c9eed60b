"""Servers and a database of the bench's own, and one rules worker's part on them."""

import gc
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct
from redis import Redis

from ops.bench.material import NOW, SECRETS, Played
from shared.adapters.command_bytes import encode
from shared.adapters.memory.replies import MemoryReplies
from shared.adapters.redis import keys
from shared.adapters.redis.connection import connect
from shared.adapters.redis.journal import RedisJournal
from shared.adapters.redis.leases import RedisLeases
from shared.adapters.redis.queue import RedisCommandQueue, sealed_fields
from shared.adapters.sql.archive import SqlArchive
from shared.adapters.sql.engine import Database
from shared.adapters.sql.migration import upgrade
from shared.adapters.system.entropy import SystemEntropy
from shared.adapters.system.servers import LOG_DIRECTIVES, RedisServer, ServerSettings
from shared.flows.partition import PartitionDesk, Stores
from shared.flows.records import RecordsProjector
from shared.ports import Command, Lease

PARTITION: Final = 3
BATCH: Final = 200
"""Commands decided before they are committed together: the default of the setting ``batch``."""
_LEASE_MS: Final = 3_600_000
_GAMES_KEPT: Final = 100_000
_SENT_AT_ONCE: Final = 500


class StandingClock:
    """The port ``Clock`` at ``NOW``, so that pre-made commands meet the chains they name."""

    def now_ms(self) -> int:
        return NOW


class AlarmsEndIt:
    """The port ``Signals`` of a bench: nothing may go wrong while it measures."""

    def note(self, what: str, /, **facts: object) -> None:
        """Goes unheard."""

    def alarm(self, what: str, /, **facts: object) -> None:
        raise AssertionError(f"{what}: {facts}")


class Stage(Struct, frozen=True):
    """A durable log server, an upgraded SQLite file, and the lease of :data:`PARTITION`."""

    server: RedisServer
    log: Redis
    journal: RedisJournal
    queue: RedisCommandQueue
    archive: SqlArchive
    lease: Lease

    def desk(self) -> PartitionDesk:
        """A rules worker's desk. Its commands are bots', who await no replies."""
        replies, clock = MemoryReplies(), StandingClock()
        stores = Stores(self.journal, self.queue, self.archive, replies, clock, AlarmsEndIt())
        return PartitionDesk(self.lease, stores, SECRETS, _GAMES_KEPT)

    def records(self) -> RecordsProjector:
        return RecordsProjector(self.journal, self.archive, AlarmsEndIt())

    def send(self, commands: Sequence[Command]) -> None:
        """Fill the commands stream, in order."""
        key, secret = keys.commands(PARTITION), self.lease.incarnation.encode()
        for start in range(0, len(commands), _SENT_AT_ONCE):
            with self.log.pipeline(transaction=False) as pipe:
                for command in commands[start : start + _SENT_AT_ONCE]:
                    pipe.xadd(key, sealed_fields(secret, encode(command)))
                pipe.execute()

    def decide(self, desk: PartitionDesk, count: int) -> None:
        """The rules worker's loop over the next ``count`` commands."""
        while count > 0:
            delivered = self.queue.receive(PARTITION, BATCH, 0)
            assert delivered, "the commands stream is empty too early"
            desk.step(delivered)
            assert not desk.in_flight, "a command waits"
            count -= len(delivered)

    def begin(self, desk: PartitionDesk, games: Sequence[Played]) -> None:
        """Open the tables and start the games, SQL in step."""
        records = self.records()
        for step in range(2):
            self.send([played.opening[step] for played in games])
            self.decide(desk, len(games))
            records.catch_up([played.game for played in games])

    def restore(self, games: Sequence[Played]) -> None:
        """Put whole logs there at once, and into SQL."""
        for played in games:
            self.journal.restore(self.lease, played.game, played.entries)
        self.records().catch_up([played.game for played in games])


def side_by_side(games: Sequence[Played]) -> list[Command]:
    """The games' commands, a move of each in turn."""
    longest = max(len(played.commands) for played in games)
    return [
        played.commands[place]
        for place in range(longest)
        for played in games
        if place < len(played.commands)
    ]


@contextmanager
def set_apart() -> Iterator[None]:
    """Around what is measured: the collector does not walk what was made ready for it."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


@contextmanager
def folder() -> Iterator[Path]:
    """A folder whose path is short enough for unix sockets."""
    with tempfile.TemporaryDirectory(prefix="gr-bench-", dir="/tmp") as path:
        yield Path(path)


@contextmanager
def stage() -> Iterator[Stage]:
    """A log server (``appendfsync always``, a unix socket) and a database, both new."""
    with ExitStack() as stack:
        place = stack.enter_context(folder())
        server = stack.enter_context(RedisServer(ServerSettings(place / "log", LOG_DIRECTIVES)))
        log = stack.enter_context(connect(server.url()))
        url = f"sqlite:///{place / 'bench.sqlite'}"
        upgrade(url)
        database = Database(url)
        stack.callback(database.close)
        journal = RedisJournal(log)
        lease = _owned(log, journal)
        queue, archive = RedisCommandQueue(log), SqlArchive(database)
        yield Stage(server, log, journal, queue, archive, lease)


def _owned(log: Redis, journal: RedisJournal) -> Lease:
    taken = RedisLeases(log, SystemEntropy()).take(PARTITION, "bench", _LEASE_MS)
    assert taken is not None
    lease = taken.lease
    incarnation = SystemEntropy().token(16).hex()
    journal.set_incarnation(lease, incarnation)
    return Lease(lease.partition, lease.epoch, lease.token, incarnation)
