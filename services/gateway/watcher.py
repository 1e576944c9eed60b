"""One connection that watches a game: what it knows, and the bounded queue to it."""

import asyncio
from collections import deque
from typing import Final

from msgspec import Struct

from services.gateway.messages import CloseCode
from services.gateway.sight import ViewerName
from shared.journal.position import Position

QUEUE_MESSAGES_MAX: Final = 256
QUEUE_BYTES_MAX: Final = 256 * 1024


class Text(Struct, frozen=True):
    """A message ready to be sent; one object for all who get the same."""

    text: str
    size: int
    """In bytes."""


class Ending(Struct, frozen=True):
    """Why the connection is to be closed."""

    code: CloseCode
    reason: str


class Watcher:
    """What is between the game and one connection. Used from the event loop only."""

    def __init__(self, player: str | None, known: Position | None) -> None:
        self.player: Final = player
        self.viewer: ViewerName | None = None
        """As whom it watches, looked up at every change of the table; None: not yet."""
        self.known: Position | None = known
        """Up to where it was sent everything; None: nothing yet, and it wants nothing older."""
        self.greeted = False
        """Whether it got a first frame."""
        self.head: int | None = None
        """The newest seq that it may know of."""
        self.ending: Ending | None = None
        self.cut: Final = asyncio.Event()
        """Set when the connection is to be closed whatever is still queued or being sent."""
        self._queue: Final[deque[Text]] = deque()
        self._bytes = 0
        self._news: Final = asyncio.Event()

    def offer(self, message: Text) -> None:
        """Queue ``message``, or end a connection that does not read what it is sent."""
        if self.ending is not None:
            return
        full = len(self._queue) >= QUEUE_MESSAGES_MAX
        if full or (self._queue and self._bytes + message.size > QUEUE_BYTES_MAX):
            self.end(CloseCode.SLOW, "messages are not read; resume by seq and chain")
            return
        self._queue.append(message)
        self._bytes += message.size
        self._news.set()

    def end(self, code: CloseCode, reason: str, *, after_queue: bool = False) -> None:
        """Close the connection, at once or after what is queued."""
        if self.ending is not None:
            return
        self.ending = Ending(code, reason)
        self._news.set()
        if not after_queue:
            self.cut.set()

    async def next(self) -> Text | Ending:
        """The next message, or the end."""
        while not self._queue:
            if self.ending is not None:
                return self.ending
            self._news.clear()
            await self._news.wait()
        message = self._queue.popleft()
        self._bytes -= message.size
        return message
