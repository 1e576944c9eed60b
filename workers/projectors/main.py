"""The projectors as a process: `tables` and `records`, each a thread of its own."""

import time
from collections.abc import Sequence
from functools import partial

from shared.adapters.celery.bots import CeleryBots
from shared.adapters.redis.connection import connect
from shared.adapters.redis.feed import RedisFeed
from shared.adapters.redis.journal import RedisJournal
from shared.adapters.redis.views import RedisViews
from shared.adapters.sql.archive import SqlArchive
from shared.adapters.sql.engine import Database
from shared.adapters.sql.migration import upgrade
from shared.adapters.system.entropy import SystemEntropy
from shared.adapters.system.failpoints import guarded
from shared.adapters.system.master_keys import load_master_keys
from shared.adapters.system.process import Process, run_process
from shared.flows import records, tables
from shared.flows.reading import FeedReader
from shared.flows.records import RecordsProjector
from shared.flows.secrets import MasterSecrets
from shared.flows.tables import TablesProjector
from shared.ports import GameId, Views
from workers.projectors.following import Follower, Projection, Source

ROLE = "projectors"
GENERATION_EVERY_S = 1.0


def work(process: Process) -> None:
    """Run both projectors until asked to stop; each batch is finished before that."""
    projections = (_records(process), _tables(process))
    process.run_threads({one.name: partial(_run, process, one) for one in projections})


def _run(process: Process, projection: Projection) -> None:
    assert process.settings.log_url is not None
    log = connect(process.settings.log_url)
    partitions = range(process.settings.partitions)
    source = Source(
        RedisJournal(log),
        FeedReader(guarded(ROLE, "feed", RedisFeed(log)), partitions),
        partitions,
    )
    Follower(projection, source, process.signals, process.alive).follow(process.stop)


def _records(process: Process) -> Projection:
    settings = process.settings
    assert settings.log_url is not None
    upgrade(settings.database_url)
    archive = guarded(ROLE, "archive", SqlArchive(Database(settings.database_url)))
    for game in records.try_parked_again(archive):
        process.signals.note("parked_tried_again", projector=records.NAME, game=game)
    projector = RecordsProjector(RedisJournal(connect(settings.log_url)), archive, process.signals)
    return Projection(
        records.NAME,
        projector.catch_up,
        projector.apply,
        lambda: False,
    )


def _tables(process: Process) -> Projection:
    settings = process.settings
    assert settings.log_url is not None
    assert settings.cache_url is not None
    keys = load_master_keys(settings.keys)
    views = guarded(ROLE, "views", RedisViews(connect(settings.cache_url)))
    projector = TablesProjector(
        RedisJournal(connect(settings.log_url)),
        views,
        guarded(ROLE, "bots", CeleryBots(settings.cache_url)),
        MasterSecrets(keys.current, keys.by_id),
        process.signals,
    )
    generation = _Generation(views)

    def rebuild(games: Sequence[GameId]) -> None:
        generation.renew()
        projector.rebuild(games)

    return Projection(tables.NAME, rebuild, projector.apply, generation.lost)


class _Generation:
    """Whether the cache still holds what this process projected into it."""

    def __init__(self, views: Views) -> None:
        self._views = views
        self._mark: str | None = None
        self._looked_at = 0.0

    def renew(self) -> None:
        if self._mark is None:
            self._mark = SystemEntropy().token(16).hex()
        self._views.mark_generation(self._mark)

    def lost(self) -> bool:
        now = time.monotonic()
        if now - self._looked_at < GENERATION_EVERY_S:
            return False
        self._looked_at = now
        return self._views.generation() is None


def main() -> int:
    return run_process(ROLE, ("log_url", "cache_url"), work)


if __name__ == "__main__":
    raise SystemExit(main())
