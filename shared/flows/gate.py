"""The recovery gate: whether a partition's logs may be trusted, asked when its lease is taken.

SQL is the witness of every head outside Redis. What the gate decides is design.md's section 3:
same server life: ready; else by incarnation; else game by game against the witness.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Raw, Struct
from msgspec.msgpack import encode

from shared.flows.fold import Folded, fold
from shared.flows.secrets import MasterSecrets
from shared.flows.submit import decide_command
from shared.journal import chain
from shared.journal.envelope import open_envelope
from shared.journal.position import Position
from shared.ports import (
    Archive,
    BrokenLog,
    Clock,
    Command,
    Entropy,
    GameId,
    Head,
    Journal,
    Lease,
    LeaseLost,
    Leases,
    Signals,
    Taken,
)
from shared.table.deadlines import bot_overdue, deadline_of

INCARNATION_BYTES: Final = 16
RENEWALS: Final = 4
"""How often a lease is renewed in the time that it lasts."""


class AdoptionNeeded(Exception):
    """Redis and SQL belong to different lives of the log: `greffier adopt` decides."""


class GateStores(Struct, frozen=True):
    """The doors the gate looks through."""

    journal: Journal
    archive: Archive
    leases: Leases
    clock: Clock
    entropy: Entropy
    signals: Signals


class RecoveryGate:
    """Decides for one partition, once a lease of it is taken.

    Each of its steps is whole by itself and found done when the gate is passed again: its owner
    may die at any of them.
    """

    def __init__(self, stores: GateStores, secrets: MasterSecrets, lease_ms: int) -> None:
        """``lease_ms``: how long a lease lasts, which is renewed while games are compared."""
        self._stores: Final = stores
        self._secrets: Final = secrets
        self._lease_ms: Final = lease_ms

    def open(self, taken: Taken) -> Lease:
        """Pass the gate: the lease to work under.

        Raises AdoptionNeeded, Unavailable, LeaseLost.
        """
        stores, lease = self._stores, taken.lease
        run_id = stores.leases.run_id()
        if taken.ready_run_id == run_id and lease.incarnation:
            return lease
        in_redis = stores.journal.incarnation(lease.partition)
        in_sql = stores.archive.incarnation(lease.partition)
        if in_redis is not None and in_redis != in_sql:
            raise AdoptionNeeded(
                f"partition {lease.partition:02x}: Redis holds incarnation {in_redis}, "
                f"SQL {in_sql or 'none'}; decide with `greffier adopt`"
            )
        incarnation = in_redis or self._new_incarnation(lease)
        self._compare(lease, run_id)
        if in_redis is None:
            stores.journal.set_incarnation(lease, incarnation)
        stores.leases.note_ready(lease)
        return Lease(lease.partition, lease.epoch, lease.token, incarnation)

    def _new_incarnation(self, lease: Lease) -> str:
        """Drawn and kept in SQL first: a crash before Redis has it repeats this step."""
        incarnation = self._stores.entropy.token(INCARNATION_BYTES).hex()
        self._stores.archive.set_incarnation(lease.partition, incarnation)
        return incarnation

    def _compare(self, lease: Lease, run_id: str) -> None:
        """Every game of the partition against its witness."""
        stores = self._stores
        hold = _Hold(stores, lease, self._lease_ms)
        opened = stores.journal.open_games(lease.partition)
        # Asked before which games are unclosed: what is archived later cannot look closed.
        archived = stores.archive.positions(opened)
        witnessed = stores.archive.unclosed(lease.partition)
        for game in opened:
            hold.renew()
            if game not in witnessed and archived[game].seq > 0:
                self._close_again(lease, game)
        promoted = stores.leases.promoted()
        heads = stores.journal.heads(list(witnessed))
        for (game, witness), head in zip(witnessed.items(), heads, strict=True):
            hold.renew()
            entries = self._trusted(lease, game, head, witness)
            if entries is None:
                continue
            if len(entries) < witness.seq:
                self._put_back(lease, game, stores.archive.entries(game), run_id)
            elif promoted and not _ends_voided(entries, run_id):
                self._put_back(lease, game, entries, run_id)

    def _close_again(self, lease: Lease, game: GameId) -> None:
        """An older copy of the log brought back a game that was closed since: it stays over."""
        stores = self._stores
        entries = stores.archive.entries(game)
        try:
            stores.journal.restore(lease, game, entries)
        except BrokenLog as error:
            self._freeze(lease, game, f"SQL holds no whole log of it: {error}")
            return
        stores.journal.close(game, chain.advance(chain.origin(game), entries))
        stores.signals.note("game_closed_again", game=game, entries=len(entries))

    def _trusted(
        self, lease: Lease, game: GameId, head: Head | None, witness: Position
    ) -> list[bytes] | None:
        """The log, if it continues the witness or is a shorter prefix; anything odd is frozen."""
        if head is not None and head.status != "open":
            return None
        try:
            entries = self._stores.journal.read(game)
        except BrokenLog as error:
            self._freeze(lease, game, str(error))
            return None
        odd = self._oddity(game, entries, head, witness)
        if odd is not None:
            self._freeze(lease, game, odd)
            return None
        return entries

    def _oddity(
        self, game: GameId, entries: list[bytes], head: Head | None, witness: Position
    ) -> str | None:
        """Why the log can be neither the witness continued nor a shorter prefix of it."""
        position = chain.advance(chain.origin(game), entries)
        if head is not None and head.position != position:
            return f"head {head.position.seq}, log {position.seq}: they differ"
        if position.seq >= witness.seq:
            at_witness = chain.advance(chain.origin(game), entries[: witness.seq])
            if at_witness != witness or head is None:
                return f"differs from SQL at seq {witness.seq}"
        elif self._stores.archive.entries(game)[: position.seq] != entries:
            return f"is no prefix of what SQL holds to seq {witness.seq}"
        return None

    def _freeze(self, lease: Lease, game: GameId, reason: str) -> None:
        self._stores.journal.freeze(lease, game, reason)
        self._stores.signals.alarm("game_frozen", game=game, reason=reason)

    def _put_back(self, lease: Lease, game: GameId, entries: Sequence[bytes], run_id: str) -> None:
        """Put back a log whose tail may be lost, and void its deal, as one effect.

        The deal after the last one opened is voided, whether it had started or not: someone
        may have seen its cards.
        """
        try:
            folded = fold(game, entries, self._secrets)
            void, folded = voided(self._secrets, folded, run_id, self._stores.clock.now_ms())
        except Exception as error:  # noqa: BLE001 - one game's trouble must not shut its partition
            self._freeze(lease, game, f"cannot be read: {type(error).__name__}: {error}")
            return
        entries = [*entries, *void]
        deadline = deadline_of(folded.rules, folded.table)
        self._stores.journal.restore(
            lease,
            game,
            entries,
            None if deadline is None else deadline.due,
            bot_overdue(folded.rules, folded.table),
        )
        self._stores.signals.note("game_restored", game=game, entries=len(entries))


class _Hold:
    """Keeps a lease while its games are compared, which may take longer than it lasts."""

    def __init__(self, stores: GateStores, lease: Lease, lease_ms: int) -> None:
        self._stores: Final = stores
        self._lease: Final = lease
        self._lease_ms: Final = lease_ms
        self._renewed_at = stores.clock.now_ms()

    def renew(self) -> None:
        """Renew the lease if it is time to. Raises LeaseLost."""
        now = self._stores.clock.now_ms()
        if now - self._renewed_at < self._lease_ms // RENEWALS:
            return
        if not self._stores.leases.renew(self._lease, self._lease_ms):
            raise LeaseLost(self._lease.partition)
        self._renewed_at = now


def voided(
    secrets: MasterSecrets, folded: Folded, occasion: str, now: int
) -> tuple[tuple[bytes, ...], Folded]:
    """The entries that void the deal whose tail may be lost, and the game after them.

    Nothing where no deal can have been seen: before the start of a game and after its end. The
    command is named for the ``occasion`` (1 to 40 of a command id's characters) and the place.
    """
    command = Command(
        version=1,
        game=folded.game,
        actor="system",
        command_id=f"{_void_ids(occasion)}{folded.position.seq}",
        type="table.void_deal",
        turn=None,
        data=Raw(encode({"reason": "recovery"})),
    )
    decided = decide_command(secrets, folded, command, None, now)
    return decided.commit.entries, decided.folded


def _void_ids(occasion: str) -> str:
    return f"void:{occasion}:"


def _ends_voided(entries: Sequence[bytes], run_id: str) -> bool:
    """Whether the last commit is the gate's own of this server life, made when it died here."""
    causes = (open_envelope(raw).cause for raw in reversed(entries))
    last = next(cause for cause in causes if cause is not None)
    return last.command_id.startswith(_void_ids(run_id))
