"""The recovery gate: whether a partition's logs may be trusted, asked when its lease is taken.

SQL is the witness of every head outside Redis. What the gate decides is design.md's section 3:
same server life: ready; else by incarnation; else game by game against the witness.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Raw, Struct
from msgspec.msgpack import encode

from shared.flows.fold import Folded, fold
from shared.flows.secrets import MasterSecrets
from shared.journal import chain
from shared.journal.envelope import Unreadable
from shared.journal.position import Position
from shared.ports import (
    Archive,
    BrokenLog,
    Command,
    Entropy,
    GameId,
    Head,
    Journal,
    Lease,
    Leases,
    Signals,
    Taken,
)
from shared.table.deadlines import bot_overdue, deadline_of
from shared.table.state import Underway

INCARNATION_BYTES: Final = 16


class AdoptionNeeded(Exception):
    """Redis and SQL belong to different lives of the log: `greffier adopt` decides."""


class Opened(Struct, frozen=True):
    """The gate is passed: the lease to work under, and the commands to decide first."""

    lease: Lease
    voids: tuple[Command, ...]
    """One ``table.void_deal`` for every started game whose tail may be lost."""


class GateStores(Struct, frozen=True):
    """The doors the gate looks through."""

    journal: Journal
    archive: Archive
    leases: Leases
    entropy: Entropy
    signals: Signals


class RecoveryGate:
    """Decides for one partition, once a lease of it is taken."""

    def __init__(self, stores: GateStores, secrets: MasterSecrets) -> None:
        self._stores: Final = stores
        self._secrets: Final = secrets

    def open(self, taken: Taken) -> Opened:
        """Pass the gate, or raise: AdoptionNeeded, Unavailable, LeaseLost."""
        stores, lease = self._stores, taken.lease
        if taken.ready_run_id == stores.leases.run_id() and lease.incarnation:
            return Opened(lease, ())
        in_redis = stores.journal.incarnation(lease.partition)
        in_sql = stores.archive.incarnation(lease.partition)
        if in_redis is not None and in_redis != in_sql:
            raise AdoptionNeeded(
                f"partition {lease.partition:02x}: Redis holds incarnation {in_redis}, "
                f"SQL {in_sql or 'none'}; decide with `greffier adopt`"
            )
        incarnation = in_redis or self._new_incarnation(lease)
        voids = self._compare(lease, tail_lost=in_redis is None, incarnation=incarnation)
        if in_redis is None:
            stores.journal.set_incarnation(lease, incarnation)
        stores.leases.note_ready(lease)
        return Opened(_under(lease, incarnation), voids)

    def _new_incarnation(self, lease: Lease) -> str:
        """Drawn and kept in SQL first: a crash before Redis has it repeats this step."""
        incarnation = self._stores.entropy.token(INCARNATION_BYTES).hex()
        self._stores.archive.set_incarnation(lease.partition, incarnation)
        return incarnation

    def _compare(self, lease: Lease, *, tail_lost: bool, incarnation: str) -> tuple[Command, ...]:
        """Every unclosed game against its witness; the deals to void."""
        witnessed = self._stores.archive.unclosed(lease.partition)
        games = list(witnessed)
        heads = dict(zip(games, self._stores.journal.heads(games), strict=True))
        promoted = self._stores.leases.promoted()
        voids = []
        for game, head in heads.items():
            suspect = tail_lost or promoted
            if self._needs_restoring(lease, game, head, witnessed):
                self._restore(lease, game)
                suspect = True
            if suspect:
                voids += self._voids(game, incarnation)
        return tuple(voids)

    def _needs_restoring(
        self, lease: Lease, game: GameId, head: Head | None, witnessed: Mapping[GameId, Position]
    ) -> bool:
        """Whether the log is a shorter prefix of the witness; anything odd is frozen."""
        witness = witnessed[game]
        if head is not None and head.status != "open":
            return False
        try:
            entries = self._stores.journal.read(game)
        except BrokenLog as error:
            self._freeze(lease, game, str(error))
            return False
        position = chain.advance(chain.origin(game), entries)
        if head is not None and head.position != position:
            self._freeze(lease, game, f"head {head.position.seq}, log {position.seq}: they differ")
            return False
        if position.seq >= witness.seq:
            at_witness = chain.advance(chain.origin(game), entries[: witness.seq])
            if at_witness != witness or head is None:
                self._freeze(lease, game, f"differs from SQL at seq {witness.seq}")
            return False
        archived = self._stores.archive.entries(game)
        if list(archived[: position.seq]) != entries:
            self._freeze(lease, game, f"is no prefix of what SQL holds to seq {witness.seq}")
            return False
        return True

    def _freeze(self, lease: Lease, game: GameId, reason: str) -> None:
        self._stores.journal.freeze(lease, game, reason)
        self._stores.signals.alarm("game_frozen", game=game, reason=reason)

    def _restore(self, lease: Lease, game: GameId) -> None:
        entries = self._stores.archive.entries(game)
        self._stores.journal.restore(lease, game, entries)
        folded = fold(game, entries, self._secrets)
        deadline = deadline_of(folded.rules, folded.table)
        self._stores.journal.set_deadlines(
            lease,
            game,
            None if deadline is None else deadline.due,
            bot_overdue(folded.rules, folded.table),
        )
        self._stores.signals.note("game_restored", game=game, entries=len(entries))

    def _voids(self, game: GameId, incarnation: str) -> list[Command]:
        """The deal after the last one opened in SQL, started there or not, is voided."""
        try:
            folded = fold(game, self._stores.archive.entries(game), self._secrets)
        except (Unreadable, BrokenLog) as error:
            self._stores.signals.alarm("game_unreadable", game=game, reason=str(error))
            return []
        if not isinstance(folded.table, Underway):
            return []
        return [void_command(folded, incarnation)]


def void_command(folded: Folded, incarnation: str) -> Command:
    """The gate's own command: repeated under the same incarnation, it has one effect."""
    assert isinstance(folded.table, Underway)
    deal = folded.table.deal
    index = folded.table.next_index if deal is None else deal.index
    return Command(
        version=1,
        game=folded.game,
        actor="system",
        command_id=f"void:{incarnation}:{index}",
        type="table.void_deal",
        turn=None,
        data=Raw(encode({"reason": "recovery"})),
    )


def _under(lease: Lease, incarnation: str) -> Lease:
    return Lease(lease.partition, lease.epoch, lease.token, incarnation)
