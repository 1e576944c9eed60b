"""The gateway's doors over the pipeline in memory: each command is decided where it is sent."""

import asyncio
from collections.abc import AsyncIterator, Sequence

from shared.adapters.memory.archive import MemoryArchive
from shared.adapters.memory.views import MemoryViews
from shared.ports import Command, GameId, Given, News, Reply, Sealed, Unavailable
from tests.support.pipeline import Pipeline


class MemoryPipeline(Pipeline):
    """The pipeline, its cache and database within reach of tests."""

    def connect(self) -> None:
        super().connect()
        assert isinstance(self.views, MemoryViews)
        assert isinstance(self.archive, MemoryArchive)
        self.cache = self.views
        self.database = self.archive


class MemoryLink:
    """The protocol ``Link``. Used from the event loop that serves; tests call it from there."""

    def __init__(self, pipeline: MemoryPipeline) -> None:
        self.pipeline = pipeline
        self.holding = False
        """Commands are taken, and nobody decides them."""
        self.deaf = False
        """Replies are lost on their way."""
        self.forgetful = False
        """The cache was flushed: what sealed refusals say is no longer there."""
        self.away = False
        """Every server is away."""
        self._news: asyncio.Queue[News | None] = asyncio.Queue()
        self._replies: asyncio.Queue[tuple[str, Reply]] = asyncio.Queue()
        self._told = 0
        self._replied = 0

    async def send(self, command: Command, /) -> None:
        self._reach()
        self.pipeline.queue.send(command)
        self.advance()

    def advance(self) -> None:
        """Decide what was sent, project it, and tell whoever listens."""
        if self.holding:
            return
        self.pipeline.decide()
        self.pipeline.project()
        self.tell()

    def tell(self) -> None:
        """Pass on the replies and news that came up since."""
        pushed = self.pipeline.replies.pushed
        for route, reply in pushed[self._replied :]:
            if not self.deaf:
                self._replies.put_nowait((route.rpartition(".")[2], reply))
        self._replied = len(pushed)
        news = self.pipeline.cache.news
        for one in news[self._told :]:
            self._news.put_nowait(one)
        self._told = len(news)

    def break_news(self) -> None:
        """The connection over which news come is lost, and with it what was told."""
        while not self._news.empty():
            self._news.get_nowait()
        self._news.put_nowait(None)

    async def answer(self, game: GameId, actor: str, command_id: str, /) -> Given | None:
        self._reach()
        given = self.pipeline.journal.answer(game, actor, command_id)
        if given is None or self.forgetful or not isinstance(given.answer, Sealed):
            return given
        told = next(
            reply.answer
            for _, reply in reversed(self.pipeline.replies.pushed)
            if reply.sealed and (reply.actor, reply.command_id) == (actor, command_id)
        )
        return Given(given.fingerprint, told)

    async def entries(self, game: GameId, after: int, upto: int, /) -> list[bytes]:
        self._reach()
        head = self.pipeline.journal.head(game)
        if head is None or head.status == "closed":
            return []
        return self.pipeline.journal.read(game, after, min(upto, head.position.seq))

    async def views(self, wanted: Sequence[tuple[GameId, str]], /) -> list[bytes | None]:
        self._reach()
        return [self.pipeline.views.get(game, viewer) for game, viewer in wanted]

    async def news(self) -> AsyncIterator[News]:
        while (news := await self._news.get()) is not None:
            yield news
        raise Unavailable("the connection was lost")

    async def replies(self, gateway: str, /) -> AsyncIterator[tuple[str, Reply]]:
        while True:
            yield await self._replies.get()

    async def ping(self) -> None:
        self._reach()

    def _reach(self) -> None:
        if self.away:
            raise Unavailable("the test took the servers away")
