"""The archivist's work: what SQL holds leaves Redis: finished games, refusals, read feeds."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from shared.journal import chain
from shared.ports import FEED_START, Archive, Clock, Feed, GameId, Journal, Signals, Views

FEED_LENGTH_MAX: Final = 100_000
REFUSALS_AT_ONCE: Final = 500


class Doors(Struct, frozen=True):
    """What the archivist reads, and where it clears away."""

    journal: Journal
    archive: Archive
    feed: Feed
    views: Views
    clock: Clock
    signals: Signals


class Archivist:
    """Clears away what is safe elsewhere. Everything it does may be repeated or cut short."""

    def __init__(self, doors: Doors, readers: Sequence[str], close_after_ms: int) -> None:
        """``readers``: the projectors whose place bounds the feed; ``close_after_ms``: how long
        a finished game stays in Redis, so that its last view is there for those who look."""
        self._doors: Final = doors
        self._readers: Final = tuple(readers)
        self._close_after_ms: Final = close_after_ms

    def sweep(self, partition: int) -> None:
        """Close, archive and trim what can be in one partition. Raises Unavailable."""
        self._close_finished(partition)
        self._archive_refusals(partition)
        self._trim_feed(partition)

    def _close_finished(self, partition: int) -> None:
        ended_before = self._doors.clock.now_ms() - self._close_after_ms
        for game in self._doors.archive.finished(partition, ended_before):
            self._close(game)

    def _close(self, game: GameId) -> None:
        """Close a game whose SQL copy verifies up to the head."""
        doors = self._doors
        archived, head = doors.archive.position(game), doors.journal.head(game)
        if head is not None and head.status == "frozen":
            # For an operator to decide; until then it would be read whole at every sweep.
            return
        held = chain.advance(chain.origin(game), doors.archive.entries(game))
        if held != archived:
            doors.signals.alarm("archive_broken", game=game, seq=held.seq)
            return
        if doors.journal.close(game, archived):
            doors.archive.mark_closed(game, doors.clock.now_ms())
            doors.views.drop(game)
            doors.signals.note("game_closed", game=game, entries=archived.seq)
        else:
            doors.signals.note("game_not_closed", game=game, seq=archived.seq)

    def _archive_refusals(self, partition: int) -> None:
        after = FEED_START
        while records := self._doors.journal.refusals(partition, after, REFUSALS_AT_ONCE):
            self._doors.archive.store_refusals(records)
            after = records[-1].record_id
            self._doors.journal.trim_refusals(partition, after)

    def _trim_feed(self, partition: int) -> None:
        """Below the lowest reader, and beyond the bound: who was away reads the logs and SQL."""
        reached = self._doors.feed.readers(partition)
        lowest = min((reached.get(name, FEED_START) for name in self._readers), key=_order)
        self._doors.feed.trim(partition, lowest, FEED_LENGTH_MAX)


def _order(feed_id: str) -> tuple[int, int]:
    milliseconds, _, counter = feed_id.partition("-")
    return int(milliseconds), int(counter or 0)
