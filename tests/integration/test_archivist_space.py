"""Finished games leave Redis: it holds no more after many games than after none."""

from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from shared.adapters.redis.feed import RedisFeed
from shared.adapters.redis.journal import RedisJournal
from shared.adapters.redis.leases import RedisLeases
from shared.adapters.redis.queue import RedisCommandQueue
from shared.adapters.sql.archive import SqlArchive
from shared.adapters.sql.engine import Database
from shared.adapters.sql.ledger import SqlTransfers
from shared.adapters.sql.migration import upgrade
from shared.ports import partition_of
from tests.support.pipeline import PARTITION, CountedEntropy, Pipeline, game_id

TOMBSTONE_BYTES_MAX = 400
"""What a closed game leaves for 30 days: its head."""
SLACK_BYTES = 1_500_000
"""What an allocator and a few streams' last nodes may keep."""


class SqlEvidence(SqlArchive, SqlTransfers):
    """Archive and ledger of one database."""


class ServerPipeline(Pipeline):
    """The pipeline on a real log server and SQLite; the lease outlives the test."""

    def __init__(self, log: Redis, folder: Path) -> None:
        self.server = log
        self.folder = folder
        super().__init__(close_after_ms=0)

    def connect(self) -> None:
        super().connect()
        url = f"sqlite:///{self.folder / 'records.sqlite'}"
        upgrade(url)
        self.journal = RedisJournal(self.server)
        self.queue = RedisCommandQueue(self.server)
        self.feed = RedisFeed(self.server)
        self.leases = RedisLeases(self.server, CountedEntropy())
        self.archive = SqlEvidence(Database(url))

    def play(self, first: int, games: int) -> None:
        """That many short games of bots, all at once, to their end and out of Redis."""
        for number in range(first, first + games):
            self.open(game_id(number), (0, 1, 2, 3), deals=1, stake=1)
        self.settle()
        self.clock.now += 1
        self.archivist.sweep(PARTITION)
        self.project()
        self.archivist.sweep(PARTITION)


def used_bytes(server: Redis) -> int:
    server.memory_purge()
    info: Any = server.info("memory")
    return int(info["used_memory"])


def expire_tombstones(server: Redis) -> int:
    """Thirty days pass; how many tombstones went."""
    heads = list(server.scan_iter("*:head:*", count=1000))
    for key in heads:
        assert server.pttl(key) > 0, "a head that never expires is no tombstone"
        server.pexpire(key, 0)  # at once: a time to come may not have come when keys are counted
    return len(heads)


def played_and_measured(server: Redis, folder: Path, games: int, at_once: int) -> None:
    pipeline = ServerPipeline(server, folder)
    pipeline.play(1, 10)
    expire_tombstones(server)
    base, base_keys = used_bytes(server), server.dbsize()
    for first in range(1_000, 1_000 + games, at_once):
        pipeline.play(first, at_once)
    assert pipeline.journal.open_games(PARTITION) == []
    assert used_bytes(server) - base < SLACK_BYTES + games * TOMBSTONE_BYTES_MAX
    assert server.dbsize() == base_keys + games
    assert expire_tombstones(server) == games
    assert server.dbsize() == base_keys
    assert used_bytes(server) - base < SLACK_BYTES
    assert len(pipeline.archive.of_game(game_id(1_000))) == 4
    assert sum(pipeline.archive.balances().values()) == 0
    assert pipeline.signals.alarms == []


@pytest.mark.integration
def test_redis_returns_to_its_base_size(log_redis: Redis, tmp_path: Path) -> None:
    assert partition_of(game_id()) == PARTITION
    played_and_measured(log_redis, tmp_path, games=40, at_once=40)


@pytest.mark.soak
@pytest.mark.integration
@pytest.mark.timeout(3600)
def test_redis_returns_to_its_base_size_after_ten_thousand_games(
    log_redis: Redis, tmp_path: Path
) -> None:
    played_and_measured(log_redis, tmp_path, games=10_000, at_once=250)
