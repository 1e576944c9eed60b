"""The timekeeper as a process: looks at every partition's deadlines many times a second."""

from shared.adapters.celery.bots import CeleryBots
from shared.adapters.redis.connection import connect
from shared.adapters.redis.journal import RedisJournal
from shared.adapters.redis.queue import RedisCommandQueue
from shared.adapters.system.clock import SystemClock
from shared.adapters.system.failpoints import guarded
from shared.adapters.system.master_keys import load_master_keys
from shared.adapters.system.process import Process, run_process
from shared.flows.deadlines import Doors, Timekeeper
from shared.flows.secrets import MasterSecrets
from shared.ports import Unavailable

ROLE = "timekeeper"
TICK_S = 0.02
RETRY_S = 0.5


def work(process: Process) -> None:
    """Tick until asked to stop; what a tick began is a command in a stream, or not sent."""
    timekeeper = _timekeeper(process)
    partitions = range(process.settings.partitions)
    while not process.stop.wait(TICK_S):
        process.alive()
        try:
            timekeeper.tick(partitions)
        except Unavailable as error:
            process.signals.note("timekeeper_waits", reason=str(error))
            process.stop.wait(RETRY_S)


def _timekeeper(process: Process) -> Timekeeper:
    settings = process.settings
    assert settings.log_url is not None
    assert settings.cache_url is not None
    log = connect(settings.log_url)
    keys = load_master_keys(settings.keys)
    doors = Doors(
        RedisJournal(log),
        guarded(ROLE, "queue", RedisCommandQueue(log)),
        CeleryBots(settings.cache_url),
        SystemClock(),
        process.signals,
    )
    return Timekeeper(doors, MasterSecrets(keys.current, keys.by_id))


def main() -> int:
    return run_process(ROLE, ("log_url", "cache_url"), work)


if __name__ == "__main__":
    raise SystemExit(main())
