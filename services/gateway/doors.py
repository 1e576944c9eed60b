"""What the gateway asks of the log and the cache: doors that never block its one thread.

The ports of ``shared.ports`` are synchronous; a gateway waits for thousands of people at once,
so what it asks at every request has an asynchronous form here. SQL, which it asks rarely, is
reached through threads.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import Executor
from typing import Final, ParamSpec, Protocol, TypeVar

from shared.ports import Command, GameId, Given, News, Reply

P = ParamSpec("P")
T = TypeVar("T")


class Link(Protocol):
    """The log and the cache. Every call may raise :class:`~shared.ports.Unavailable`."""

    async def send(self, command: Command, /) -> None:
        """Put ``command`` into its game's stream. Raises Busy: nothing was sent."""
        ...

    async def answer(self, game: GameId, actor: str, command_id: str, /) -> Given | None:
        """The answer that the log holds, None if there is none (yet, or any more).

        A refusal may be sealed there: then as it was told, or sealed where that is forgotten.
        """
        ...

    async def entries(self, game: GameId, after: int, upto: int, /) -> list[bytes]:
        """Entries with seq in (after, upto]; fewer where the log ends before or was closed."""
        ...

    async def views(self, wanted: Sequence[tuple[GameId, str]], /) -> list[bytes | None]:
        """The stored view of each (game, viewer); None where the cache has none."""
        ...

    def news(self) -> AsyncIterator[News]:
        """What was renewed from now on. Ends by Unavailable; what was told since is lost."""
        ...

    def replies(self, gateway: str, /) -> AsyncIterator[tuple[str, Reply]]:
        """Answers sent to ``gateway`` with the mark each was asked under. Ends by Unavailable."""
        ...

    async def ping(self) -> None:
        """Return if both servers answer."""
        ...


class Threads:
    """Where blocking calls run, so that the loop goes on."""

    def __init__(self, executor: Executor) -> None:
        self._executor: Final = executor

    async def run(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """``call(*args, **kwargs)``, in a thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, lambda: call(*args, **kwargs))
