"""The journals that the contract is tested on, each with a hand inside its server."""

from typing import Any, Final, Protocol

import fakeredis
from msgspec import Raw, msgpack
from msgspec.structs import replace
from redis import Redis

from shared.adapters.memory.feed import MemoryFeed
from shared.adapters.memory.journal import MemoryJournal
from shared.adapters.memory.leases import MemoryLeases
from shared.adapters.memory.log import GameRecord, MemoryLog
from shared.adapters.memory.queue import MemoryCommandQueue
from shared.adapters.redis import keys
from shared.adapters.redis.feed import RedisFeed
from shared.adapters.redis.journal import RedisJournal
from shared.adapters.redis.leases import RedisLeases
from shared.adapters.redis.queue import RedisCommandQueue
from shared.adapters.system.entropy import SystemEntropy
from shared.ports import (
    Command,
    CommandQueue,
    Commit,
    Feed,
    GameId,
    Journal,
    Lease,
    Leases,
    Outcome,
    Written,
    partition_of,
)
from tests.support.log_writer import PARTITION

INCARNATION: Final = "1f" * 16
TTL_MS: Final = 60_000


class FakeClock:
    """Stands still unless told otherwise."""

    def __init__(self, now_ms: int = 1_700_000_000_000) -> None:
        self.now = now_ms

    def now_ms(self) -> int:
        return self.now


class Bench(Protocol):
    """A log server under test: its ports, and what only an intruder could do."""

    journal: Journal
    queue: CommandQueue
    leases: Leases
    feed: Feed

    def flush(self) -> None: ...

    def delete_entry(self, game: GameId, seq: int) -> None: ...

    def add_entry(self, game: GameId, seq: int, raw: bytes) -> None: ...

    def delete_log(self, game: GameId) -> None: ...

    def contents(self) -> Any:
        """Everything that the server holds, comparable."""


def owned(bench: Bench, partition: int = PARTITION) -> Lease:
    """A lease of a partition that has passed its gate."""
    taken = bench.leases.take(partition, "worker-1", TTL_MS)
    assert taken is not None
    bench.journal.set_incarnation(taken.lease, INCARNATION)
    return Lease(partition, taken.lease.epoch, taken.lease.token, INCARNATION)


def taken_over(bench: Bench, lease: Lease) -> Lease:
    """The lease of another worker, which took the partition after the owner gave it up."""
    bench.leases.release(lease)
    taken = bench.leases.take(lease.partition, "worker-2", TTL_MS)
    assert taken is not None
    return taken.lease


class MemoryBench:
    def __init__(self) -> None:
        self.log = MemoryLog(FakeClock())
        self.journal: Journal = MemoryJournal(self.log)
        self.queue: CommandQueue = MemoryCommandQueue(self.log)
        self.leases: Leases = MemoryLeases(self.log)
        self.feed: Feed = MemoryFeed(self.log)

    def flush(self) -> None:
        self.log.flush()

    def delete_entry(self, game: GameId, seq: int) -> None:
        del self.log.games[game].entries[seq]

    def add_entry(self, game: GameId, seq: int, raw: bytes) -> None:
        record = self.log.games.setdefault(game, GameRecord())
        record.entries[seq] = raw
        record.last = seq

    def delete_log(self, game: GameId) -> None:
        self.log.games[game].entries.clear()
        self.log.games[game].last = 0

    def contents(self) -> Any:
        partitions = {
            number: {
                "commands": record.commands.after((0, 0)),
                "pending": sorted(record.pending),
                "feed": record.feed.after((0, 0)),
                "refusals": record.refusals.after((0, 0)),
                "rest": repr((record.deadlines, sorted(record.open), record.owner)),
            }
            for number, record in self.log.partitions.items()
        }
        return partitions, {game: repr(record) for game, record in self.log.games.items()}


class FakeServer(fakeredis.FakeRedis):
    """fakeredis with the INFO that it does not know."""

    def info(self, section: str | None = None, *args: Any, **kwargs: Any) -> Any:
        return {"cluster_enabled": 0, "run_id": "fa" * 20, "master_replid2": 0}


class RedisBench:
    def __init__(self, server: Redis) -> None:
        self.server = server
        self.journal: Journal = RedisJournal(server)
        self.queue: CommandQueue = RedisCommandQueue(server)
        self.leases: Leases = RedisLeases(server, SystemEntropy())
        self.feed: Feed = RedisFeed(server)

    def flush(self) -> None:
        self.server.flushall()

    def delete_entry(self, game: GameId, seq: int) -> None:
        assert self.server.xdel(keys.log(game), f"0-{seq}") == 1

    def add_entry(self, game: GameId, seq: int, raw: bytes) -> None:
        self.server.xadd(keys.log(game), {"e": raw}, id=f"0-{seq}")

    def delete_log(self, game: GameId) -> None:
        self.server.delete(keys.log(game))

    def contents(self) -> Any:
        found: Any = self.server.keys("*")
        return {key: self._content(key) for key in sorted(found)}

    def _content(self, key: bytes) -> Any:
        kind: Any = self.server.type(key)
        match kind:
            case b"stream":
                pending: Any = key.endswith(b":commands") and self.server.xpending(key, keys.GROUP)
                return self.server.xrange(key), pending
            case b"hash":
                return self.server.hgetall(key)
            case b"zset":
                return self.server.zrange(key, 0, -1, withscores=True)
            case b"set":
                return self.server.smembers(key)
            case _:
                return self.server.get(key)


def sent(bench: Bench, game: GameId, command_id: str, actor: str = "player:ada") -> None:
    """Put a command for ``game`` into its stream."""
    bench.queue.send(
        Command(
            version=1,
            game=game,
            actor=actor,
            command_id=command_id,
            type="play",
            turn=None,
            data=Raw(msgpack.encode({})),
        )
    )


def delivered(bench: Bench, game: GameId, command_id: str, actor: str = "player:ada") -> str:
    """The entry id of a command that was sent to ``game`` and is now the owner's to answer."""
    sent(bench, game, command_id, actor)
    [one] = bench.queue.receive(partition_of(game), 1, 0)
    return one.entry_id


def waiting(bench: Bench, partition: int = PARTITION) -> list[str]:
    """Entry ids of commands that were delivered and not answered."""
    return [one.entry_id for one in bench.queue.pending(partition, frozenset())]


def one(bench: Bench, lease: Lease, commit: Commit) -> Outcome:
    """The outcome of ``commit`` alone."""
    [outcome] = bench.journal.commit(lease, [commit])
    return outcome


def write(bench: Bench, lease: Lease, *commits: Commit) -> None:
    """Commits that must all be written."""
    outcomes = bench.journal.commit(lease, commits)
    assert outcomes == [Written(commit.answer) for commit in commits]


def nothing_written(bench: Bench, lease: Lease, commit: Commit) -> Outcome:
    """The outcome of a commit that leaves its command in the stream and all else as it was."""
    commit = replace(commit, entry_id=delivered(bench, commit.game, commit.command_id))
    before = bench.contents()
    outcome = one(bench, lease, commit)
    assert bench.contents() == before
    assert commit.entry_id in waiting(bench)
    return outcome
