"""The ASGI server in front of the application: uvicorn, and how it parts with slow readers."""

import logging
from typing import Any, Final, cast

import uvicorn
from litestar import Litestar
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from services.gateway.messages import MESSAGE_BYTES_MAX
from shared.ports import Signals

DRAIN_S: Final = 10
"""How long requests that are being served may take after SIGTERM."""
CLOSE_PATIENCE_S: Final = 5.0


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, but a client that does not read can still be sent away.

    Before it sends anything, uvicorn waits until the client has read most of what was sent
    before. Were the close frame to wait, too, a client that never reads would keep its
    connection and its buffer for ever.
    """

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.close" and not self.writable.is_set():
            self.loop.call_later(CLOSE_PATIENCE_S, self.transport.abort)
            self.writable.set()
        await super().send(message)


class _SaidToSignals(logging.Handler):
    """What uvicorn logs, in our own log: an alarm only for what strangers cannot cause."""

    def __init__(self, signals: Signals) -> None:
        super().__init__(logging.WARNING)
        self._signals: Final = signals

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        # Text that is not UTF-8, on a socket, is logged as an error with its traceback.
        harmless = record.levelno < logging.ERROR or isinstance(error, UnicodeDecodeError)
        say = self._signals.note if harmless else self._signals.alarm
        say("server_said", logger=record.name, text=self.format(record))


def server_config(app: Litestar, signals: Signals, **place: Any) -> uvicorn.Config:
    """How the application is served; ``place``: where uvicorn listens, as it calls it."""
    logger = logging.getLogger("uvicorn")
    logger.handlers = [_SaidToSignals(signals)]
    logger.propagate = False
    logger.setLevel(logging.WARNING)
    return uvicorn.Config(
        cast(Any, app),
        loop="uvloop",
        http="httptools",
        ws=SocketProtocol,
        ws_max_size=MESSAGE_BYTES_MAX,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=DRAIN_S,
        **place,
    )
