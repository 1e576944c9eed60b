"""Running a Celery worker as a process of ours: its log lines, its sign of life, its end."""

import logging
from typing import Any, Final

import structlog
from celery import Celery, bootsteps, signals
from celery.exceptions import WorkerShutdown
from celery.worker import state

from shared.adapters.system.process import ALIVE_EVERY_S, Process


class WorkerFailed(Exception):
    """The worker ended by itself, not because it was asked to: start it again."""


class _ToStructlog(logging.Handler):
    """Celery's log records as lines like ours: the first line of each.

    Its longer messages go on with the body of a message, which may hold cards and a grant.
    """

    def __init__(self, role: str) -> None:
        super().__init__()
        self._log: Final = structlog.get_logger(role=role)

    def emit(self, record: logging.LogRecord) -> None:
        said, _, _ = record.getMessage().strip().partition("\n")
        self._log.log(record.levelno, said, logger=record.name, exc_info=record.exc_info)


def run_worker(app: Celery, process: Process, processes: int) -> None:
    """Work off the queues of ``app`` until SIGTERM; tasks that are running are finished.

    One process plays inline; more are a pool of forks under this one. Raises WorkerFailed.
    """
    _log_like_us(process)
    app.steps["worker"].add(_alive(process))
    worker = app.Worker(
        pool="solo" if processes == 1 else "prefork",
        concurrency=processes,
        quiet=True,
        loglevel=logging.WARNING,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    )
    worker.start()
    if worker.exitcode:
        raise WorkerFailed(f"the worker ended with status {worker.exitcode}")


def _alive(process: Process) -> type[Any]:
    """A step of the worker's start: its loop gives signs of life, and is kept from stalling."""

    class Alive(bootsteps.StartStopStep):  # type: ignore[misc] # Celery ships no types
        requires = {"celery.worker.components:Timer"}

        def start(self, worker: Any) -> None:
            # By now Celery's own handlers answer signals; one that came before only left a mark.
            if process.stop.is_set():
                raise WorkerShutdown(0)
            worker.timer.call_repeatedly(ALIVE_EVERY_S, _look, (worker, process))

    return Alive


def _look(worker: Any, process: Process) -> None:
    if _is_stalled(worker):
        # Celery takes it for what it is: a lost connection, and makes a new one.
        raise ConnectionResetError("messages are held that nobody works on")
    process.alive()


def _is_stalled(worker: Any) -> bool:
    """Whether the worker may take no message because of those that it could not acknowledge.

    An acknowledgement that fails is only logged; the message counts as held for as long as the
    connection lasts, which nobody reads from any more: its end would never be noticed.
    """
    consumer = worker.consumer and worker.consumer.task_consumer
    return bool(consumer) and not (consumer.channel.qos.can_consume() or state.reserved_requests)


def _log_like_us(process: Process) -> None:
    """Warnings of Celery and kombu on our lines. A receiver keeps Celery from its own set-up."""
    signals.setup_logging.connect(_set_up_already, weak=False)
    root = logging.getLogger()
    root.addHandler(_ToStructlog(process.role))
    root.setLevel(logging.WARNING)
    logging.captureWarnings(capture=True)


def _set_up_already(**_: object) -> None:
    """Celery sets up logging itself unless someone listens to this signal."""
