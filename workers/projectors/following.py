"""How the projectors keep up: the logs once at the start and after a break, then the feeds."""

import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from shared.flows.reading import FeedReader
from shared.ports import BrokenLog, FeedEntry, GameId, Journal, Signals, Unavailable

BLOCK_MS: Final = 500
RETRY_S: Final = 0.5
NOTE_EVERY_S: Final = 1.0
"""How far one has got is noted this often, and whenever nothing more comes."""


class Projection(Struct, frozen=True):
    """A projector as the loop sees it."""

    name: str
    catch_up: Callable[[Sequence[GameId]], None]
    """Bring games up to date from their logs."""
    apply: Callable[[Sequence[FeedEntry]], None]
    stale: Callable[[], bool]
    """Whether what was projected is lost, so that all of it must be built anew."""


class Source(Struct, frozen=True):
    """Where the commits come from."""

    journal: Journal
    reader: FeedReader
    partitions: Sequence[int]


class Follower:
    """Keeps one projection up to date; servers may come and go meanwhile."""

    def __init__(
        self,
        projection: Projection,
        source: Source,
        signals: Signals,
        alive: Callable[[], None],
    ) -> None:
        self._projection: Final = projection
        self._source: Final = source
        self._signals: Final = signals
        self._alive: Final = alive

    def follow(self, stop: threading.Event) -> None:
        """Until ``stop``: the batch in hand is always finished first."""
        name = self._projection.name
        while not stop.is_set():
            try:
                self._from_the_logs(stop)
                self._from_the_feeds(stop)
            except Unavailable as error:
                self._signals.note("projector_waits", projector=name, reason=str(error))
                stop.wait(RETRY_S)
            except BrokenLog as error:
                # A feed only says sooner what the logs say: what is wrong in it is passed over.
                self._signals.alarm("feed_broken", projector=name, reason=str(error))
                stop.wait(RETRY_S)

    def _from_the_logs(self, stop: threading.Event) -> None:
        # The feeds are read from before the logs: what is committed in between comes twice.
        self._source.reader.skip_to_end()
        for partition in self._source.partitions:
            if stop.is_set():
                return
            self._alive()
            self._projection.catch_up(self._source.journal.open_games(partition))
        self._source.reader.reached(self._projection.name)
        self._signals.note("caught_up", projector=self._projection.name)

    def _from_the_feeds(self, stop: threading.Event) -> None:
        """Returns when everything has to be built anew."""
        noted_at = time.monotonic()
        while not stop.is_set():
            self._alive()
            commits = self._source.reader.read(BLOCK_MS)
            if commits:
                self._projection.apply(commits)
            # The log server syncs each note to its disk, and only the trimming waits for it.
            if not commits or time.monotonic() - noted_at >= NOTE_EVERY_S:
                self._source.reader.reached(self._projection.name)
                noted_at = time.monotonic()
            if self._projection.stale():
                return
