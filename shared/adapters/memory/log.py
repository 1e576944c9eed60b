"""A log server in memory: what all partitions and games hold, in the forms Redis would keep.

Its facets (:mod:`journal`, :mod:`queue`, :mod:`leases`, :mod:`feed`) are the ports; this is the
server behind them, with the faults that a server can have.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import count
from threading import Condition
from typing import Final

from shared.adapters.memory.stream import START, Stream, StreamId
from shared.ports import Clock, GameId, SetAside, Status


@dataclass
class HeadRecord:
    """The hash ``head``."""

    seq: int
    chain: bytes
    status: Status = "open"
    reason: str | None = None
    """Why it was frozen."""
    refused: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    """How many refusals each actor got."""
    expires_at: int | None = None
    """When a tombstone goes, ms."""


@dataclass
class GameRecord:
    """All keys of one game."""

    entries: dict[int, bytes] = field(default_factory=dict)
    """The log: seq → entry."""
    last: int = 0
    """The log's last id, which stays when the last entry is deleted."""
    head: HeadRecord | None = None
    answers: dict[bytes, bytes] = field(default_factory=dict)


@dataclass
class OwnerRecord:
    """The hash ``owner``."""

    epoch: int = 0
    token: str = ""
    until: int = 0
    run_id: str | None = None


@dataclass
class PartitionRecord:
    """All keys of one partition but those of its games."""

    commands: Stream[bytes] = field(default_factory=Stream)
    delivered: StreamId = START
    """How far the consumer group has read."""
    pending: set[StreamId] = field(default_factory=set)
    parked: dict[StreamId, SetAside] = field(default_factory=dict)
    feed: Stream[tuple[GameId, tuple[bytes, ...]]] = field(default_factory=Stream)
    readers: dict[str, str] = field(default_factory=dict)
    refusals: Stream[tuple[GameId, str, str, bytes]] = field(default_factory=Stream)
    """Game, actor, command id; fingerprint and answer as bytes."""
    deadlines: dict[tuple[str, GameId], int] = field(default_factory=dict)
    open: set[GameId] = field(default_factory=set)
    owner: OwnerRecord = field(default_factory=OwnerRecord)
    incarnation: str | None = None

    def take_from_commands(self, entry_id: StreamId) -> None:
        """XACK and XDEL."""
        self.pending.discard(entry_id)
        self.commands.delete(entry_id)


class MemoryLog:
    """One server. Thread-safe through :attr:`changed`, which its facets hold at every call."""

    def __init__(self, clock: Clock) -> None:
        self._clock: Final = clock
        self._lives: Final = count(1)
        self.changed: Final = Condition()
        """The lock of everything here; notified at every write that someone may wait for."""
        self.partitions: defaultdict[int, PartitionRecord] = defaultdict(PartitionRecord)
        self.games: dict[GameId, GameRecord] = {}
        self.run_id = f"life-{next(self._lives)}"
        self.promoted = False

    def now_ms(self) -> int:
        """The server's own clock."""
        return self._clock.now_ms()

    def game(self, game: GameId) -> GameRecord:
        """The keys of ``game`` for reading; empty where there are none."""
        record = self.games.get(game)
        if record is None:
            return GameRecord()
        head = record.head
        if head is not None and head.expires_at is not None and head.expires_at <= self.now_ms():
            del self.games[game]
            return GameRecord()
        return record

    # --- faults -------------------------------------------------------------------------------

    def flush(self) -> None:
        """FLUSHALL: everything is gone, the server's life goes on."""
        with self.changed:
            self.partitions.clear()
            self.games.clear()

    def restart(self, *, promoted: bool = False) -> None:
        """A new life with the same data; ``promoted``: as a replica that became the master."""
        with self.changed:
            self.run_id = f"life-{next(self._lives)}"
            self.promoted = promoted
