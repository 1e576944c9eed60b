"""Whether an installation is well: heads against the witness, readers, what waits or is parked."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from shared.flows import records, tables
from shared.ports import (
    FEED_START,
    Archive,
    CommandQueue,
    CommandsVanished,
    Feed,
    GameId,
    Journal,
    Leases,
)

Grade: TypeAlias = Literal["good", "note", "wrong"]

PROJECTORS: Final = (records.NAME, tables.NAME)


class Finding(Struct, frozen=True):
    """One thing looked at."""

    grade: Grade
    what: str
    text: str


class Instruments(Struct, frozen=True):
    """The doors that a diagnosis looks through; it writes nothing."""

    journal: Journal
    archive: Archive
    leases: Leases
    queue: CommandQueue
    feed: Feed


def diagnose(instruments: Instruments, partitions: Sequence[int]) -> Iterator[Finding]:
    """Every finding, partition by partition. Raises Unavailable."""
    for partition in partitions:
        yield from _incarnation(instruments, partition)
        yield from _owner(instruments, partition)
        yield from _commands(instruments, partition)
        yield from _readers(instruments, partition)
        yield from _heads(instruments, partition)
    for projector in PROJECTORS:
        for game, (seq, reason) in instruments.archive.parked(projector).items():
            yield Finding("wrong", f"{projector} parked", f"game {game} at entry {seq}: {reason}")


def _incarnation(instruments: Instruments, partition: int) -> Iterator[Finding]:
    in_redis = instruments.journal.incarnation(partition)
    in_sql = instruments.archive.incarnation(partition)
    if in_redis == in_sql:
        return
    if in_redis is None:
        text = "Redis was flushed: the gate puts every unclosed game back"
        yield Finding("note", _name(partition), text)
    else:
        text = f"Redis holds incarnation {in_redis}, SQL {in_sql}: decide with `greffier adopt`"
        yield Finding("wrong", _name(partition), text)


def _owner(instruments: Instruments, partition: int) -> Iterator[Finding]:
    if instruments.leases.current(partition) is None:
        yield Finding("note", _name(partition), "no rules worker owns it now")


def _commands(instruments: Instruments, partition: int) -> Iterator[Finding]:
    for delivered, reason in instruments.queue.parked(partition):
        text = f"command {delivered.entry_id} is parked: {reason}"
        yield Finding("wrong", _name(partition), text)
    try:
        waiting = instruments.queue.pending(partition, frozenset())
    except CommandsVanished as error:
        yield Finding("wrong", _name(partition), f"commands were trimmed away: {error}")
        return
    if waiting:
        text = f"{len(waiting)} commands are taken and not answered yet"
        yield Finding("note", _name(partition), text)


def _readers(instruments: Instruments, partition: int) -> Iterator[Finding]:
    _, last = instruments.feed.bounds(partition)
    reached = instruments.feed.readers(partition)
    for projector in PROJECTORS:
        behind_ms = _milliseconds(last) - _milliseconds(reached.get(projector, FEED_START))
        if last != FEED_START and reached.get(projector, FEED_START) != last:
            text = f"{projector} is behind by {max(0, behind_ms)} ms of feed"
            yield Finding("note", _name(partition), text)


def _heads(instruments: Instruments, partition: int) -> Iterator[Finding]:
    witnessed = instruments.archive.unclosed(partition)
    games: list[GameId] = sorted({*witnessed, *instruments.journal.open_games(partition)})
    heads = dict(zip(games, instruments.journal.heads(games), strict=True))
    for game, head in heads.items():
        witness = witnessed.get(game) or instruments.archive.position(game)
        if head is None:
            yield Finding("wrong", f"game {game}", f"SQL holds {witness.seq} entries, Redis none")
        elif head.status == "frozen":
            text = f"frozen at entry {head.position.seq}: decide with `greffier recover`"
            yield Finding("wrong", f"game {game}", text)
        elif head.position.seq < witness.seq:
            text = f"Redis ends at {head.position.seq}, SQL at {witness.seq}"
            yield Finding("wrong", f"game {game}", text)
        elif head.position.seq == witness.seq and head.position != witness:
            yield Finding("wrong", f"game {game}", f"Redis and SQL differ at entry {witness.seq}")
        elif head.position.seq > witness.seq:
            ahead = head.position.seq - witness.seq
            yield Finding("note", f"game {game}", f"{ahead} entries are not in SQL yet")


def _name(partition: int) -> str:
    return f"partition {partition:02x}"


def _milliseconds(feed_id: str) -> int:
    return int(feed_id.partition("-")[0])
