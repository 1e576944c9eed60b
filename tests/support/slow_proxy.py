"""A proxy in front of a server that holds replies back, so that much happens meanwhile."""

import asyncio
import random
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

CHUNK_BYTES: Final = 65_536


class SlowProxy:
    """Listens on a unix socket of the running loop; holds back each piece of a reply a while.

    Draws from a seeded generator.
    """

    def __init__(self, path: Path, server: Path, delay_max_s: float, seed: int) -> None:
        self._path = path
        self._server = server
        self._delay_max_s = delay_max_s
        self._random = random.Random(seed)
        self._serving: set[asyncio.Task[None]] = set()
        self._running = AsyncExitStack()
        self.url = f"unix://{path}"

    async def __aenter__(self) -> Self:
        listening = await asyncio.start_unix_server(self._serve, self._path)
        await self._running.enter_async_context(listening)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)
        await self._running.aclose()

    async def _serve(self, client: asyncio.StreamReader, answers: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._serving.add(task)
        replies, server = await asyncio.open_unix_connection(self._server)
        forward = asyncio.create_task(self._pass_on(client, server, 0))
        try:
            await self._pass_on(replies, answers, self._delay_max_s)
        finally:
            forward.cancel()
            for end in (answers, server):
                end.close()

    async def _pass_on(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, delay_max_s: float
    ) -> None:
        with suppress(ConnectionError):
            while piece := await source.read(CHUNK_BYTES):
                await asyncio.sleep(self._random.random() * delay_max_s)
                target.write(piece)
                await target.drain()
        target.close()
