"""Who watches which game, and what is sent to them: one loop over the news for all."""

import asyncio
from collections import defaultdict
from contextlib import suppress
from typing import Final

from services.gateway.delivery import Delivery, Missed, grouped
from services.gateway.doors import Link
from services.gateway.frames import EventTexts
from services.gateway.history import History
from services.gateway.messages import CloseCode
from services.gateway.sight import (
    DELAYED,
    PUBLIC,
    Stored,
    ViewerName,
    read_facts,
    read_stored,
    viewer_of,
)
from services.gateway.watcher import Watcher
from shared.flows.fold import rules_of
from shared.journal.envelope import Unreadable
from shared.ports import BrokenLog, GameId, News, Signals, Unavailable

RETRY_S: Final = 0.25
LOOK_AGAIN_S: Final = 15.0
"""How often every watched game is looked at even without news, should some have been lost."""


class _Watched:
    """A game that somebody watches."""

    def __init__(self) -> None:
        self.watchers: Final[set[Watcher]] = set()
        self.told = 0
        """The newest seq that news spoke of."""
        self.stale = False
        """Whether something has happened since the views were last read."""
        self.task: asyncio.Task[None] | None = None


class Hub:
    """Sends every watcher of a game the frames it lacks, whenever views are renewed."""

    def __init__(self, link: Link, history: History, signals: Signals) -> None:
        self._link: Final = link
        self._history: Final = history
        self._signals: Final = signals
        self._watched: Final[dict[GameId, _Watched]] = {}
        self._awaited: Final[defaultdict[GameId, set[asyncio.Event]]] = defaultdict(set)

    def join(self, game: GameId, watcher: Watcher) -> None:
        """Send ``watcher`` the present, and from now on what follows."""
        watched = self._watched.setdefault(game, _Watched())
        watched.watchers.add(watcher)
        self._renew_soon(game, watched)

    def leave(self, game: GameId, watcher: Watcher) -> None:
        watched = self._watched.get(game)
        if watched is None:
            return
        watched.watchers.discard(watcher)
        if not watched.watchers:
            del self._watched[game]
            if watched.task is not None:
                watched.task.cancel()

    def watching(self, game: GameId) -> frozenset[Watcher]:
        """Everyone who watches ``game`` here."""
        watched = self._watched.get(game)
        return frozenset() if watched is None else frozenset(watched.watchers)

    async def renewed(self, game: GameId, timeout_s: float) -> None:
        """Return when the views of ``game`` are renewed, or after ``timeout_s``."""
        event = asyncio.Event()
        self._awaited[game].add(event)
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(timeout_s):
                    await event.wait()
        finally:
            self._awaited[game].discard(event)
            if not self._awaited[game]:
                del self._awaited[game]

    # --- the loops ----------------------------------------------------------------------------

    async def follow(self) -> None:
        """Follow the news for as long as the process lives."""
        while True:
            # Whatever ended the last turn may have swallowed news.
            self.look_again()
            try:
                async for news in self._link.news():
                    self._told(news)
            except Unavailable as error:
                self._signals.note("news_unheard", reason=str(error))
                await asyncio.sleep(RETRY_S)

    async def patrol(self) -> None:
        """Look at every watched game now and then: news may be lost with the cache."""
        while True:
            await asyncio.sleep(LOOK_AGAIN_S)
            self.look_again()

    def look_again(self) -> None:
        """Read the views of every watched game anew."""
        for game, watched in self._watched.items():
            self._renew_soon(game, watched)

    def _told(self, news: News) -> None:
        game = GameId(news.game)
        for event in self._awaited.get(game, ()):
            event.set()
        watched = self._watched.get(game)
        if watched is None:
            return
        for watcher in watched.watchers:
            if watcher.viewer not in {None, DELAYED}:
                watcher.head = news.seq
        watched.told = news.seq
        self._renew_soon(game, watched)

    # --- one game -----------------------------------------------------------------------------

    def _renew_soon(self, game: GameId, watched: _Watched) -> None:
        """At most one task a game reads views; what happens meanwhile makes it read again."""
        watched.stale = True
        if watched.task is None or watched.task.done():
            watched.task = asyncio.create_task(self._renew(game, watched))

    async def _renew(self, game: GameId, watched: _Watched) -> None:
        while watched.stale:
            watched.stale = False
            try:
                await self._deliver(game, watched)
            except Unavailable as error:
                self._signals.note("frames_late", game=game, reason=str(error))
                await asyncio.sleep(RETRY_S)
                watched.stale = True
            except (Unreadable, BrokenLog) as error:
                self._signals.alarm("frames_unreadable", game=game, reason=str(error))
                return

    async def _deliver(self, game: GameId, watched: _Watched) -> None:
        # Both at once: the news said how far the log has come.
        views, missed = await asyncio.gather(
            self._views(game, watched), self._missed(game, watched)
        )
        if not views:
            # The game is not open yet, or its views are being rebuilt; news will tell.
            return
        facts = read_facts(views[PUBLIC].view)
        texts = EventTexts(rules_of(facts.rules, facts.ruleset))
        delivery = Delivery(game, self._history, views, texts)
        if missed is not None:
            await delivery.complete(missed)
        for group, watchers in grouped(watched.watchers).items():
            await delivery.deliver(group, watchers)

    async def _missed(self, game: GameId, watched: _Watched) -> Missed | None:
        """What came after the oldest seq that anyone knows, as far as news spoke of it."""
        known = [one.known.seq for one in watched.watchers if one.known is not None]
        if not known:
            return None
        oldest = min(known)
        return Missed(oldest, await self._history.entries(game, oldest, watched.told))

    async def _views(self, game: GameId, watched: _Watched) -> dict[ViewerName, Stored]:
        """The views of all who watch, after it was looked up as whom each of them watches."""
        views = await self._read(game, {PUBLIC} | _viewers(watched))
        if PUBLIC not in views:
            return {}
        facts = read_facts(views[PUBLIC].view)
        for watcher in list(watched.watchers):
            viewer = viewer_of(facts, watcher.player)
            if viewer is None:
                watcher.end(CloseCode.NOT_FOUND, "this table has no spectators")
                watched.watchers.discard(watcher)
            else:
                watcher.viewer = viewer
        lacking = _viewers(watched) - views.keys()
        return views | await self._read(game, lacking) if lacking else views

    async def _read(self, game: GameId, viewers: set[ViewerName]) -> dict[ViewerName, Stored]:
        names = sorted(viewers)
        raws = await self._link.views([(game, name) for name in names])
        return {
            name: read_stored(raw)
            for name, raw in zip(names, raws, strict=True)
            if raw is not None
        }


def _viewers(watched: _Watched) -> set[ViewerName]:
    return {one.viewer for one in watched.watchers if one.viewer is not None}
