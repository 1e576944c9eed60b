"""How a bot's turn is handed to a bot worker: a Celery task with everything it needs."""

from typing import Final

from kombu.exceptions import OperationalError
from msgspec.msgpack import decode, encode
from redis.exceptions import RedisError

from shared.adapters.celery.app import MOVE_TASK, bot_app
from shared.ports import BotTask, Unavailable


class CeleryBots:
    """The port ``Bots``: dispatches and forgets; what is lost is found by the sweep."""

    def __init__(self, cache_url: str) -> None:
        self._app: Final = bot_app(cache_url)

    def ask(self, task: BotTask, /) -> None:
        try:
            self._app.send_task(MOVE_TASK, args=(packed(task),), ignore_result=True)
        except (OperationalError, RedisError, OSError) as error:
            raise Unavailable(str(error)) from error


def packed(task: BotTask) -> bytes:
    """The task's one argument."""
    return encode(task)


def unpacked(content: bytes) -> BotTask:
    """The inverse of :func:`packed`. Raises msgspec's MsgspecError."""
    return decode(content, type=BotTask)
