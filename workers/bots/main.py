"""The bot worker as a process: a Celery worker that plays what it is asked to."""

from typing import Any

from celery import Celery, bootsteps
from msgspec import MsgspecError

from shared.adapters.celery.app import MOVE_TASK, QUEUE, bot_app
from shared.adapters.celery.bots import unpacked
from shared.adapters.redis.connection import connect
from shared.adapters.redis.queue import RedisCommandQueue
from shared.adapters.system.failpoints import guarded
from shared.adapters.system.process import ALIVE_EVERY_S, Process, run_process
from shared.ports import CommandQueue, Signals
from workers.bots import tasks

ROLE = "bots"


def register(app: Celery, queue: CommandQueue, signals: Signals) -> None:
    """Give ``app`` its one task, closed over its doors."""

    def move(content: bytes) -> None:
        try:
            task = unpacked(content)
        except MsgspecError as error:
            signals.alarm("unreadable_task", reason=str(error))
            return
        tasks.move(task, queue, signals)

    app.task(name=MOVE_TASK, ignore_result=True)(move)


def work(process: Process) -> None:
    """Play until asked to stop; the moves in hand are finished first."""
    settings = process.settings
    assert settings.log_url is not None
    assert settings.cache_url is not None
    app = bot_app(settings.cache_url)
    app.steps["worker"].add(_signs_of_life(process))
    queue = guarded(ROLE, "queue", RedisCommandQueue(connect(settings.log_url)))
    register(app, queue, process.signals)
    processes = settings.bot_processes
    app.worker_main(
        [
            "worker",
            f"--queues={QUEUE}",
            f"--pool={'solo' if processes == 1 else 'prefork'}",
            f"--concurrency={processes}",
            f"--loglevel={settings.log_level}",
            "--without-gossip",
            "--without-mingle",
            "--without-heartbeat",
        ]
    )


def _signs_of_life(process: Process) -> type[bootsteps.StartStopStep]:
    """A step of Celery's worker whose timer lives and dies with its consumer loop."""

    class SignsOfLife(bootsteps.StartStopStep):  # type: ignore[misc]
        requires = {"celery.worker.components:Timer"}

        def start(self, parent: Any) -> None:
            process.alive()
            parent.timer.call_repeatedly(ALIVE_EVERY_S, process.alive)

    return SignsOfLife


def main() -> int:
    return run_process(ROLE, ("log_url", "cache_url"), work)


if __name__ == "__main__":
    raise SystemExit(main())
