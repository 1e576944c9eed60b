"""Games as the archive sees them: ids, commits of made-up entries, transfers, refusals."""

from typing import Final

from shared.journal.chain import advance, origin
from shared.journal.position import Position
from shared.kernel.refusal import Refusal
from shared.ledger.transfers import Transfer, settlement_transfers
from shared.ports import (
    Archived,
    Ended,
    GameId,
    Opened,
    RefusalRecord,
    Refused,
    Reservation,
    Seated,
)

OPENED_AT: Final = 1_700_000_000_000
OPENED: Final = Opened("call_break", 1, OPENED_AT, "EUR", 25)
PLAYERS: Final = ("a" * 32, "b" * 32, "c" * 32, None)
AMOUNTS: Final = (300, -100, -250, 50)


def game_id(number: int, partition: int = 0) -> GameId:
    return GameId(f"{partition:02x}{number:032x}")


def commit(
    game: GameId,
    before: Position | None = None,
    entries: int | tuple[bytes, ...] = 3,
    *,
    opened: Opened = OPENED,
    ended: Ended | None = None,
    seated: tuple[Seated, ...] = (),
    transfers: tuple[Transfer, ...] = (),
) -> Archived:
    """The next entries of ``game`` (or so many), from its first one if ``before`` is None."""
    start = before or origin(game)
    written = _made_up(game, start.seq, entries) if isinstance(entries, int) else entries
    return Archived(
        game,
        start,
        written,
        advance(start, written),
        transfers,
        opened if start.seq == 0 else None,
        ended,
        seated,
    )


def _made_up(game: GameId, after: int, count: int) -> tuple[bytes, ...]:
    return tuple(f"{game} entry {seq}".encode() for seq in range(after + 1, after + count + 1))


def settlement(game: GameId, seq: int, at: int = OPENED_AT) -> tuple[Transfer, ...]:
    """The transfers of a settlement: three players and a bot."""
    return settlement_transfers(game, seq, at, AMOUNTS, PLAYERS, "EUR")


def refusal(game: GameId, record_id: str, clause: str = "CB-PLAY-2") -> RefusalRecord:
    return RefusalRecord(
        record_id,
        game,
        f"player:{PLAYERS[0]}",
        "command-1",
        bytes(range(16)),
        Refused(Refusal("table.seat_taken", clause, {"seat": 1, "free": ("2", "3"), "by": "bob"})),
    )


def reservation(
    game: GameId,
    request_id: str = "request-1",
    *,
    client: str = "front-end",
    rules: str = "call_break",
    content: bytes = b"\1" * 32,
    at: int = OPENED_AT - 5,
) -> Reservation:
    return Reservation(client, request_id, content, game, rules, '{"deals": 5}', at)
