"""What an operator decides, and on record: which side is right, what was parked long enough."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from shared.flows import records
from shared.flows.fold import Folded, fold
from shared.flows.gate import voided
from shared.flows.secrets import MasterSecrets
from shared.journal import chain
from shared.ports import (
    Archive,
    BrokenLog,
    Clock,
    CommandQueue,
    Dismissal,
    GameId,
    Journal,
    Lease,
    Leases,
    SetAside,
    partition_of,
)
from shared.table.deadlines import bot_overdue, deadline_of

Side: TypeAlias = Literal["witness", "redis"]

OPERATOR_LEASE_MS: Final = 10_000


class CannotRecover(Exception):
    """What was decided cannot be done; the message says why, and nothing was changed."""


class Repair(Struct, frozen=True):
    """The doors of a repair."""

    journal: Journal
    archive: Archive
    leases: Leases
    queue: CommandQueue
    clock: Clock


class Decision(Struct, frozen=True):
    """Who takes which side, and why; kept with the game for good."""

    side: Side
    who: str
    why: str


def recover(repair: Repair, secrets: MasterSecrets, game: GameId, decision: Decision) -> Folded:
    """Put a frozen game's log back from the side chosen, and record the decision.

    From the witness the tail that Redis held is given up, and so is its running or next deal, as
    the gate does it: someone may have seen those cards.

    Raises CannotRecover, BrokenLog (that side is no whole log), Unavailable.
    """
    _check_frozen(repair.journal, game)
    entries, now = _entries(repair, game, decision.side), repair.clock.now_ms()
    folded = fold(game, entries, secrets)
    if decision.side == "witness":
        void, folded = voided(secrets, folded, f"recovery.{now}", now)
        entries += void
    repair.archive.record_recovery(game, decision.side, decision.who, decision.why, now)
    # Before the log is told again, or its archive would still be stopped when that is heard.
    repair.archive.unpark(records.NAME, game)
    with _lease(repair.leases, partition_of(game)) as lease:
        deadline = deadline_of(folded.rules, folded.table)
        repair.journal.restore(
            lease,
            game,
            entries,
            None if deadline is None else deadline.due,
            bot_overdue(folded.rules, folded.table),
        )
    return folded


def _check_frozen(journal: Journal, game: GameId) -> None:
    """A game that goes on has commits that no side may drop; a closed one is in SQL alone."""
    head = journal.head(game)
    if head is not None and head.status != "frozen":
        raise CannotRecover(f"game {game} is {head.status}: only a frozen game is recovered")


def _entries(repair: Repair, game: GameId, side: Side) -> list[bytes]:
    archived = repair.archive.entries(game)
    if side == "witness":
        if not archived:
            raise CannotRecover(f"SQL holds nothing of game {game}")
        return archived
    entries = repair.journal.read(game)
    if not entries:
        raise CannotRecover(f"Redis holds nothing of game {game}")
    if entries[: len(archived)] != archived:
        # What SQL holds may have been settled and shown: it is evidence, and is never rewritten.
        first = _first_difference(archived, entries)
        raise CannotRecover(
            f"SQL and Redis differ at entry {first}, and SQL's entries stand: "
            "recover from the witness"
        )
    return entries


def _first_difference(archived: list[bytes], entries: list[bytes]) -> int:
    for seq, (ours, theirs) in enumerate(zip(archived, entries, strict=False), 1):
        if ours != theirs:
            return seq
    return min(len(archived), len(entries)) + 1


@contextmanager
def _lease(leases: Leases, partition: int) -> Iterator[Lease]:
    """The owner's own lease where there is one: it holds nothing of a frozen game."""
    standing = leases.current(partition)
    if standing is not None:
        yield standing
        return
    taken = leases.take(partition, "operator", OPERATOR_LEASE_MS)
    if taken is None:
        raise CannotRecover(f"partition {partition:02x} was taken just now: try again")
    try:
        yield taken.lease
    finally:
        leases.release(taken.lease)


class Parked(Struct, frozen=True):
    """A command that was set aside."""

    partition: int
    aside: SetAside

    @property
    def name(self) -> str:
        """How an operator names it: the partition in hex and the entry, ``03/1700000000000-0``."""
        return f"{self.partition:02x}/{self.aside.entry_id}"


def parked_commands(repair: Repair, partitions: range) -> list[Parked]:
    """Every command that was set aside, oldest first in each partition."""
    return [
        Parked(partition, aside)
        for partition in partitions
        for aside in repair.queue.parked(partition)
    ]


def dismiss(repair: Repair, parked: Parked, who: str, why: str) -> None:
    """Record who decided that a command set aside needs nobody any more, and drop it.

    Nothing is dropped that is not on record: ended in between, the command is still there, and
    dismissed once more it has a second row. Raises Unavailable.
    """
    aside = parked.aside
    dismissal = Dismissal(
        partition=parked.partition,
        entry_id=aside.entry_id,
        game=aside.game,
        actor=aside.actor,
        command_id=aside.command_id,
        reason=aside.reason,
        who=who,
        why=why,
        at=repair.clock.now_ms(),
    )
    repair.archive.record_dismissal(dismissal)
    repair.queue.dismiss(parked.partition, aside.entry_id)


class Adoption(Struct, frozen=True):
    """A partition whose log and SQL belong to different lives of the log."""

    partition: int
    in_redis: str | None
    in_sql: str | None
    games: int
    """Unclosed games of the partition that SQL holds."""
    differing: tuple[GameId, ...]
    """Those that the gate will restore or freeze."""


def adoptions(repair: Repair, partitions: range) -> list[Adoption]:
    """The partitions that wait for an operator: Redis has an incarnation that SQL has not."""
    found = []
    for partition in partitions:
        in_redis = repair.journal.incarnation(partition)
        in_sql = repair.archive.incarnation(partition)
        if in_redis is None or in_redis == in_sql:
            continue
        witnessed = repair.archive.unclosed(partition)
        differing = tuple(
            game for game, witness in witnessed.items() if not _agrees(repair, game, witness.seq)
        )
        found.append(Adoption(partition, in_redis, in_sql, len(witnessed), differing))
    return found


def adopt(repair: Repair, adoption: Adoption) -> None:
    """Let SQL take over the log's incarnation; the gate then compares game by game."""
    assert adoption.in_redis is not None
    repair.archive.set_incarnation(adoption.partition, adoption.in_redis)


def _agrees(repair: Repair, game: GameId, seq: int) -> bool:
    try:
        entries = repair.journal.read(game, 0, seq)
    except BrokenLog:
        return False
    return chain.advance(chain.origin(game), entries) == repair.archive.position(game)
