"""The ASGI server in front of the application: uvicorn, and how it parts with bad company."""

import asyncio
import logging
from typing import Any, Final, cast

import uvicorn
from litestar import Litestar
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode as ProtocolCode
from websockets.frames import Frame

from services.gateway.messages import MESSAGE_BYTES_MAX
from shared.ports import Signals

DRAIN_S: Final = 10
"""How long requests that are being served may take after SIGTERM."""
CLOSE_PATIENCE_S: Final = 5.0
REQUEST_PATIENCE_S: Final = 30.0
"""How long a request may take to arrive whole, and a new connection to begin one."""
WRAPPING_BYTES_MAX: Final = 64 * 1024
"""What a request has beside its body: its head, the sizes of its chunks, its trailers."""
UNREAD_BYTES_MAX: Final = 1024 * 1024
"""What may wait for a client that sends pings and does not read the pongs."""
FRAGMENTS_MAX: Final = 1024
"""Of one message: fragments may be empty, and cost memory all the same."""

_HEAD_TOO_LARGE: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"connection: close\r\ncontent-length: 0\r\n\r\n"
)


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's protocol, but requests end: httptools bounds neither heads nor trailers nor time.

    The body's size is the application's to judge.
    """

    _wrapping = 0
    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._wrapping += len(data)
        super().data_received(data)
        if self._wrapping > WRAPPING_BYTES_MAX and not self.transport.is_closing():
            self.transport.write(_HEAD_TOO_LARGE)
            self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._wait()

    def on_body(self, body: bytes) -> None:
        self._wrapping -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._wrapping = 0
        # A request for a socket that has a body, which none has, is never answered.
        if not (self.parser.should_upgrade() and self._should_upgrade()):
            self._wait_no_more()

    def handle_websocket_upgrade(self) -> None:
        self._wait_no_more()
        super().handle_websocket_upgrade()

    def _wait(self) -> None:
        self._wait_no_more()
        self._patience = self.loop.call_later(REQUEST_PATIENCE_S, self.transport.abort)

    def _wait_no_more(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, but a client that does not read can still be sent away.

    Before it sends anything, uvicorn waits until the client has read most of what was sent
    before. Were the close frame to wait, too, a client that never reads would keep its
    connection and its buffer for ever. Nor does uvicorn bound pongs and fragments, or answer a
    handshake that the protocol cannot read.
    """

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        # The request comes in one piece: what is not understood at once will never be.
        if not self.handshake_initiated and not self.transport.is_closing():
            self.transport.write(_HEAD_TOO_LARGE)
            self.transport.close()

    def handle_ping(self) -> None:
        if self.transport.get_write_buffer_size() > UNREAD_BYTES_MAX:
            self.transport.abort()
        else:
            super().handle_ping()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) < FRAGMENTS_MAX:
            super().handle_cont(event)
        elif not self.close_sent:
            self.conn.send_close(ProtocolCode.MESSAGE_TOO_BIG, "too many fragments")
            self.handle_parser_exception()

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
        http=HttpProtocol,
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
