"""Whether an installation is well: heads against the witness, readers, what waits or is parked."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from shared.flows import records, tables
from shared.flows.events import CODEC
from shared.journal.envelope import Unreadable
from shared.journal.position import Position
from shared.ports import (
    FEED_START,
    Archive,
    BrokenLog,
    CommandQueue,
    CommandsVanished,
    Feed,
    GameId,
    Head,
    Journal,
    Leases,
    Views,
)
from shared.table.events import GameOpened

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
    """Every finding, partition by partition, then what all amount to. Raises Unavailable."""
    for partition in partitions:
        yield from _incarnation(instruments, partition)
        yield from _owner(instruments, partition)
        yield from _commands(instruments, partition)
        yield from _readers(instruments, partition)
    compared = behind = 0
    for partition in partitions:
        for game, head, witness in _pairs(instruments, partition):
            compared += 1
            behind += 0 if head is None else max(0, head.position.seq - witness.seq)
            yield from _head(game, head, witness)
    yield Finding("good", "heads", f"{_games(compared)} in Redis compared with SQL")
    yield Finding("good", "archive lag", f"{_entries(behind)} not in SQL yet")
    for game, (seq, reason) in instruments.archive.parked(records.NAME).items():
        yield Finding("wrong", f"{records.NAME} parked", f"game {game} at entry {seq}: {reason}")


def parked_views(views: Views) -> Iterator[Finding]:
    """The games whose views are renewed no more. Raises Unavailable."""
    for game, reason in views.parked().items():
        yield Finding("wrong", f"{tables.NAME} parked", f"game {game}: {reason}")


def lost_master_keys(
    journal: Journal, partitions: Sequence[int], held: Collection[str]
) -> Iterator[Finding]:
    """The master keys of unclosed games that are not ``held``. Raises Unavailable."""
    stranded: Counter[str] = Counter()
    for partition in partitions:
        for game in journal.open_games(partition):
            key = _master_key_of(journal, game)
            if key is not None and key not in held:
                stranded[key] += 1
    for key, games in sorted(stranded.items()):
        text = f"{key} is not here, for {_games(games)}: put it back from its backup"
        yield Finding("wrong", "master key", text)


def _master_key_of(journal: Journal, game: GameId) -> str | None:
    """As its first entry names it; None where that cannot be read, which others find."""
    try:
        event = CODEC.decode(journal.read(game, 0, 1)[0]).event
    except (BrokenLog, IndexError, Unreadable):
        return None
    return event.master_key if isinstance(event, GameOpened) else None


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
    parked = instruments.queue.parked(partition)
    if parked:
        newest = parked[-1]
        text = f"{len(parked)} commands are parked; the newest, {newest.entry_id}: {newest.reason}"
        text += " (see them all with `greffier parked`)"
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


def _pairs(
    instruments: Instruments, partition: int
) -> Iterator[tuple[GameId, Head | None, Position]]:
    """Every unclosed game: its head in Redis, and where SQL says that it ends."""
    journal, archive = instruments.journal, instruments.archive
    games: list[GameId] = sorted({*archive.unclosed(partition), *journal.open_games(partition)})
    # SQL first: what is played meanwhile makes Redis longer, and never the other way round.
    witnessed = archive.positions(games)
    for game, head in zip(games, journal.heads(games), strict=True):
        yield game, head, witnessed[game]


def _head(game: GameId, head: Head | None, witness: Position) -> Iterator[Finding]:
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
        yield Finding("note", f"game {game}", f"{_entries(ahead)} not in SQL yet")


def _name(partition: int) -> str:
    return f"partition {partition:02x}"


def _milliseconds(feed_id: str) -> int:
    return int(feed_id.partition("-")[0])


def _games(count: int) -> str:
    return f"{count} unclosed game" + ("" if count == 1 else "s")


def _entries(count: int) -> str:
    return f"{count} entry" if count == 1 else f"{count} entries"
