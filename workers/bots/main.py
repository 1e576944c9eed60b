"""The bot worker as a process: a Celery worker that sees tasks, and of the log where moves go."""

from celery import Celery

from shared.adapters.celery.broker import MOVE_TASK, celery_app
from shared.adapters.celery.worker import run_worker
from shared.adapters.redis.connection import connect
from shared.adapters.redis.queue import RedisCommandQueue
from shared.adapters.system.failpoints import guarded
from shared.adapters.system.process import Process, run_process
from shared.ports import CommandQueue, Signals, Unavailable
from workers.bots import tasks

ROLE = "bots"


def register(app: Celery, queue: CommandQueue, signals: Signals) -> None:
    """Make ``app`` play moves, which go into ``queue``."""

    @app.task(name=MOVE_TASK)  # type: ignore[untyped-decorator] # Celery ships no types
    def move(packed: bytes) -> None:
        try:
            tasks.move(packed, queue)
        except Unavailable as error:
            # The turn's sweep asks again.
            signals.note("bot_move_lost", reason=str(error))
        except tasks.UnreadableTask as error:
            signals.alarm("bot_task_unreadable", reason=str(error))


def work(process: Process) -> None:
    """Play until asked to stop; the moves that were begun are sent before that."""
    settings = process.settings
    assert settings.log_url is not None
    assert settings.cache_url is not None
    queue = guarded(ROLE, "queue", RedisCommandQueue(connect(settings.log_url)))
    app = celery_app(settings.cache_url)
    register(app, queue, process.signals)
    run_worker(app, process, settings.bot_processes)


def main() -> int:
    return run_process(ROLE, ("log_url", "cache_url"), work)


if __name__ == "__main__":
    raise SystemExit(main())
