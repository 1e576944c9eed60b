"""The archivist as a process: sweeps every partition, one after the other, for ever."""

from shared.adapters.redis.connection import connect
from shared.adapters.redis.feed import RedisFeed
from shared.adapters.redis.journal import RedisJournal
from shared.adapters.redis.views import RedisViews
from shared.adapters.sql.archive import SqlArchive
from shared.adapters.sql.engine import Database
from shared.adapters.sql.migration import upgrade
from shared.adapters.system.clock import SystemClock
from shared.adapters.system.failpoints import guarded
from shared.adapters.system.process import Process, run_process
from shared.flows import records, tables
from shared.flows.archive import Archivist, Doors
from shared.ports import Unavailable

ROLE = "archivist"
SWEEP_S = 1.0
RETRY_S = 1.0


def work(process: Process) -> None:
    """Sweep until asked to stop, always between two partitions."""
    archivist = _archivist(process)
    while not process.stop.wait(SWEEP_S):
        for partition in range(process.settings.partitions):
            process.alive()
            if process.stop.is_set():
                return
            try:
                archivist.sweep(partition)
            except Unavailable as error:
                process.signals.note("archivist_waits", reason=str(error))
                process.stop.wait(RETRY_S)
                break


def _archivist(process: Process) -> Archivist:
    settings = process.settings
    assert settings.log_url is not None
    assert settings.cache_url is not None
    upgrade(settings.database_url)
    log = connect(settings.log_url)
    doors = Doors(
        guarded(ROLE, "journal", RedisJournal(log)),
        guarded(ROLE, "archive", SqlArchive(Database(settings.database_url))),
        RedisFeed(log),
        RedisViews(connect(settings.cache_url)),
        SystemClock(),
        process.signals,
    )
    return Archivist(doors, (records.NAME, tables.NAME), settings.close_after_ms)


def main() -> int:
    return run_process(ROLE, ("log_url", "cache_url"), work)


if __name__ == "__main__":
    raise SystemExit(main())
