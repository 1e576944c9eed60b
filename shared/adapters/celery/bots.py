"""Asking bots for moves: the port ``Bots`` as Celery tasks."""

from kombu.exceptions import OperationalError
from msgspec.msgpack import Encoder

from shared.adapters.celery.broker import MOVE_TASK, celery_app
from shared.ports import BotTask, Unavailable


class CeleryBots:
    """Puts a task into the bots' queue; what becomes of it nobody is told."""

    def __init__(self, cache_url: str) -> None:
        self._app = celery_app(cache_url)
        self._pack = Encoder().encode

    def ask(self, task: BotTask, /) -> None:
        """Dispatch ``task``. After Unavailable it may have been sent or not."""
        try:
            self._app.send_task(
                MOVE_TASK,
                args=(self._pack(task),),
                # Celery would write the arguments out for its logs: cards and grant.
                argsrepr=f"({task.game}, {task.turn}, seat {task.seat})",
                kwargsrepr="{}",
                ignore_result=True,
            )
        except OperationalError as error:
            raise Unavailable(str(error)) from error
