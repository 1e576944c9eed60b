"""How a projector reads on from where it is: by the feed where it can, by the log over a gap."""

from collections.abc import Iterable, Sequence
from typing import Final

from shared.journal.envelope import open_envelope
from shared.ports import (
    BrokenLog,
    Feed,
    FeedEntry,
    GameId,
    Journal,
)

READ_MAX: Final = 500
"""Commits taken from a partition's feed at once."""


def next_entries(
    journal: Journal, game: GameId, seq: int, commits: Sequence[FeedEntry]
) -> tuple[bytes, ...]:
    """The entries of ``game`` after ``seq``, from its ``commits`` in the feed, in order.

    A gap is filled from the log, never skipped; what was read before is left out. Raises
    BrokenLog where the log has less than the feed promised.
    """
    entries: list[bytes] = []
    for commit in commits:
        first = first_seq(commit)
        if first > seq + 1:
            missing = journal.read(game, seq, first - 1)
            if len(missing) != first - 1 - seq:
                raise BrokenLog(f"{game}: the log has no entries {seq + 1} to {first - 1}")
            entries += missing
            seq = first - 1
        fresh = commit.entries[seq + 1 - first :]
        entries += fresh
        seq += len(fresh)
    return tuple(entries)


def repeats(commits: Sequence[FeedEntry], seq: int) -> bool:
    """Whether the feed tells again of something at or before ``seq``: perhaps otherwise."""
    return any(first_seq(commit) <= seq for commit in commits)


def first_seq(commit: FeedEntry) -> int:
    return open_envelope(commit.entries[0]).seq


def by_game(commits: Iterable[FeedEntry]) -> dict[GameId, list[FeedEntry]]:
    """Commits grouped by game, each group in order."""
    grouped: dict[GameId, list[FeedEntry]] = {}
    for commit in commits:
        grouped.setdefault(commit.game, []).append(commit)
    return grouped


class FeedReader:
    """Follows the feeds of all partitions from a known place on."""

    def __init__(self, feed: Feed, partitions: Sequence[int]) -> None:
        self._feed: Final = feed
        self._partitions: Final = tuple(partitions)
        self._after: dict[int, str] = {}
        self._noted: dict[int, str] = {}

    def skip_to_end(self) -> None:
        """Read only what is committed from now on; whoever calls reads the logs next."""
        self._after = {p: self._feed.bounds(p)[1] for p in self._partitions}
        self._noted = {}

    def read(self, block_ms: int) -> list[FeedEntry]:
        """The next commits of all partitions, waiting at most ``block_ms`` for the first."""
        commits: list[FeedEntry] = []
        for partition, found in self._feed.read(self._after, READ_MAX, block_ms).items():
            commits += found
            self._after[partition] = found[-1].feed_id
        return commits

    def reached(self, projector: str) -> None:
        """Note how far ``projector`` has got: the archivist trims below the lowest reader."""
        for partition, feed_id in self._after.items():
            # Each note is a write that the log server syncs to its disk.
            if self._noted.get(partition) != feed_id:
                self._feed.reached(partition, projector, feed_id)
                self._noted[partition] = feed_id
