"""The archive and the ledger in memory: what SQL would hold, for tests and simulation."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from threading import RLock
from typing import Final

from msgspec import msgpack
from msgspec.structs import replace

from shared.adapters.archive_bounds import Bounds, bounds_of
from shared.journal.chain import origin
from shared.journal.position import Position
from shared.ledger.transfers import Transfer, player_account
from shared.ports import (
    Archived,
    ArchiveMismatch,
    Dismissal,
    GameId,
    GameRow,
    Opened,
    PositionConflict,
    Recovery,
    RefusalRecord,
    partition_of,
)

_AMOUNT_BOUND: Final = 1 << 63
_SEATS: Final = range(4)


class MemoryArchive:
    """The ports ``Archive`` and ``Transfers``; rows are kept as bytes, as SQL would."""

    def __init__(self) -> None:
        self.lock = RLock()
        """Held by whoever reads and then writes; a ``MemoryDirectory`` shares it."""
        self._games: dict[GameId, GameRow] = {}
        self._positions: dict[GameId, Position] = {}
        self._entries: dict[GameId, list[bytes]] = defaultdict(list)
        self._transfers: dict[tuple[str, int, int], bytes] = {}
        self._refusals: dict[tuple[int, str], bytes] = {}
        self._incarnations: dict[int, str] = {}
        self._recoveries: list[bytes] = []
        self._dismissals: list[bytes] = []
        self._parked: dict[str, dict[GameId, tuple[int, str]]] = defaultdict(dict)

    # --- Archive ---

    def position(self, game: GameId, /) -> Position:
        with self.lock:
            return self._positions.get(game, origin(game))

    def positions(self, wanted: Sequence[GameId], /) -> dict[GameId, Position]:
        return {game: self.position(game) for game in wanted}

    def store(self, batch: Sequence[Archived], /) -> None:
        with self.lock:
            bounds = bounds_of(batch)
            for game, bound in bounds.items():
                if self.position(game) != bound.before:
                    raise PositionConflict(f"the archive of {game} ends elsewhere")
            self._check(batch, bounds)
            for archived in batch:
                self._apply(archived)

    def entries(self, game: GameId, after: int = 0, /) -> list[bytes]:
        with self.lock:
            return self._entries[game][after:] if game in self._entries else []

    def unclosed(self, partition: int, /) -> dict[GameId, Position]:
        with self.lock:
            return {
                game: position
                for game, position in self._positions.items()
                if partition_of(game) == partition and self._games[game].closed_at is None
            }

    def finished(self, partition: int, ended_before: int, /) -> list[GameId]:
        with self.lock:
            ended = sorted(
                (row.ended_at, game)
                for game, row in self._games.items()
                if partition_of(game) == partition
                and row.closed_at is None
                and row.ended_at is not None
            )
        return [game for ended_at, game in ended if ended_at < ended_before]

    def mark_closed(self, game: GameId, at: int, /) -> None:
        with self.lock:
            row = self._games.get(game)
            if row is not None and row.closed_at is None:
                self._games[game] = replace(row, closed_at=at)

    def store_refusals(self, records: Sequence[RefusalRecord], /) -> None:
        with self.lock:
            for record in records:
                key = partition_of(record.game), record.record_id
                self._refusals.setdefault(key, msgpack.encode(record))

    def refusals_of(self, game: GameId, /) -> list[RefusalRecord]:
        with self.lock:
            held = list(self._refusals.values())
        records = (msgpack.decode(raw, type=RefusalRecord) for raw in held)
        return [record for record in records if record.game == game]

    def incarnation(self, partition: int, /) -> str | None:
        return self._incarnations.get(partition)

    def set_incarnation(self, partition: int, incarnation: str, /) -> None:
        self._incarnations[partition] = incarnation

    def record_recovery(self, game: GameId, chosen: str, who: str, why: str, at: int, /) -> None:
        self._recoveries.append(msgpack.encode(Recovery(game, chosen, who, why, at)))

    def recoveries_of(self, game: GameId, /) -> list[Recovery]:
        recoveries = (msgpack.decode(raw, type=Recovery) for raw in self._recoveries)
        return [recovery for recovery in recoveries if recovery.game == game]

    def record_dismissal(self, dismissal: Dismissal, /) -> None:
        self._dismissals.append(msgpack.encode(dismissal))

    def dismissals(self, partition: int, /) -> list[Dismissal]:
        dismissals = (msgpack.decode(raw, type=Dismissal) for raw in self._dismissals)
        return [dismissal for dismissal in dismissals if dismissal.partition == partition]

    def park(self, projector: str, game: GameId, seq: int, reason: str, /) -> None:
        self._parked[projector][game] = seq, reason

    def unpark(self, projector: str, game: GameId, /) -> None:
        self._parked[projector].pop(game, None)

    def parked(self, projector: str, /) -> dict[GameId, tuple[int, str]]:
        return dict(self._parked[projector])

    # --- for a MemoryDirectory ---

    def reserve(self, row: GameRow) -> None:
        """Add the row of a game that has no log yet."""
        assert row.game not in self._games, "an id that was known is never opened again"
        self._games[row.game] = row

    def row(self, game: GameId) -> GameRow | None:
        return self._games.get(game)

    def rows(self) -> list[GameRow]:
        return list(self._games.values())

    # --- Transfers ---

    def of_game(self, game: GameId, /) -> list[Transfer]:
        return [transfer for transfer in self._posted() if transfer.game == game]

    def of_player(self, player: str, /) -> list[Transfer]:
        prefix = player_account(player, "")
        return [
            transfer
            for transfer in self._posted()
            if transfer.debit.startswith(prefix) or transfer.credit.startswith(prefix)
        ]

    def balances(self, /) -> dict[tuple[str, str], int]:
        balances: dict[tuple[str, str], int] = defaultdict(int)
        for transfer in self._posted():
            balances[transfer.credit, transfer.currency] += transfer.amount
            balances[transfer.debit, transfer.currency] -= transfer.amount
        return dict(balances)

    # --- what SQL's constraints do ---

    def _check(self, batch: Sequence[Archived], bounds: Mapping[GameId, Bounds]) -> None:
        posted = list(chain.from_iterable(archived.transfers for archived in batch))
        keys = {_key(transfer) for transfer in posted}
        if len(keys) < len(posted) or not keys.isdisjoint(self._transfers):
            raise ArchiveMismatch("a transfer was posted before under the same key")
        for transfer in posted:
            game = GameId(transfer.game)
            end = bounds[game].after if game in bounds else self.position(game)
            if not (_is_sound(transfer) and 1 <= transfer.seq <= end.seq):
                raise ArchiveMismatch(f"this cannot be posted: {transfer}")
        if any(seated.seat not in _SEATS for archived in batch for seated in archived.seated):
            raise ArchiveMismatch("there is no such seat")

    def _apply(self, archived: Archived) -> None:
        game = archived.game
        self._positions[game] = archived.after
        self._entries[game] += archived.entries
        self._transfers |= {
            _key(transfer): msgpack.encode(transfer) for transfer in archived.transfers
        }
        self._games[game] = _noted(self._games.get(game), archived)

    def _posted(self) -> Iterator[Transfer]:
        """Every transfer, in the order of time, then game, seq and seat."""
        with self.lock:
            held = list(self._transfers.values())
        transfers = [msgpack.decode(raw, type=Transfer) for raw in held]
        return iter(sorted(transfers, key=lambda transfer: (transfer.at, *_key(transfer))))


def _key(transfer: Transfer) -> tuple[str, int, int]:
    return transfer.game, transfer.seq, transfer.seat


def _is_sound(transfer: Transfer) -> bool:
    return (
        0 <= transfer.amount < _AMOUNT_BOUND
        and transfer.debit != transfer.credit
        and transfer.seat in _SEATS
        and transfer.currency != ""
    )


def _noted(row: GameRow | None, archived: Archived) -> GameRow:
    """What is known of a game after ``archived``."""
    if archived.opened is not None:
        row = _opened(row, archived.game, archived.opened)
    assert row is not None, "entry 1 opens"
    if archived.ended is not None:
        row = replace(row, ended_at=archived.ended.at, end_reason=archived.ended.reason)
    holders = {seated.seat: seated for seated in (*row.seats, *archived.seated)}
    return replace(row, seats=tuple(holders[seat] for seat in sorted(holders)))


def _opened(reserved: GameRow | None, game: GameId, opened: Opened) -> GameRow:
    """The reserved row completed, or that of a game which nobody reserved here."""
    row = reserved or GameRow(game=game, rules=opened.rules, created_at=opened.at)
    return replace(
        row,
        rules=opened.rules,
        ruleset=opened.ruleset,
        stake=opened.stake,
        currency=opened.currency,
        opened_at=opened.at,
    )
