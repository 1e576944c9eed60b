"""The ledger in SQL, read: transfers as they were posted, balances as their sums."""

from decimal import Decimal
from typing import Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Integer,
    and_,
    func,
    literal_column,
    or_,
    select,
    union_all,
)

from shared.adapters.sql.engine import Database
from shared.adapters.sql.schema import transfers
from shared.ledger.transfers import Transfer, player_account
from shared.ports import GameId

# SQLite refuses a sum beyond 64 bits, and two amounts may reach that: the halves are summed.
_HALF_BITS: Final = 32
_HALF: Final = literal_column(str(_HALF_BITS), Integer)
_LOW: Final = literal_column(str((1 << _HALF_BITS) - 1), BigInteger)


class SqlTransfers:
    """The port ``Transfers`` on a SQL database that has been upgraded."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_game(self, game: GameId, /) -> list[Transfer]:
        return self._posted(transfers.c.game == game)

    def of_player(self, player: str, /) -> list[Transfer]:
        prefix = player_account(player, "")
        return self._posted(
            or_(*(_begins(account, prefix) for account in (transfers.c.debit, transfers.c.credit)))
        )

    def balances(self, /) -> dict[tuple[str, str], int]:
        moves = union_all(
            select(transfers.c.credit.label("account"), transfers.c.currency, transfers.c.amount),
            select(transfers.c.debit, transfers.c.currency, -transfers.c.amount),
        ).subquery()
        statement = select(
            moves.c.account,
            moves.c.currency,
            func.sum(moves.c.amount.bitwise_rshift(_HALF)).label("high"),
            func.sum(moves.c.amount.bitwise_and(_LOW)).label("low"),
        ).group_by(moves.c.account, moves.c.currency)
        with self._database.read() as connection:
            rows = connection.execute(statement).all()
        return {(row.account, row.currency): _whole(row.high, row.low) for row in rows}

    def _posted(self, condition: ColumnElement[bool]) -> list[Transfer]:
        statement = (
            select(
                transfers.c.game,
                transfers.c.seq,
                transfers.c.seat,
                transfers.c.debit,
                transfers.c.credit,
                transfers.c.amount,
                transfers.c.currency,
                transfers.c.at,
            )
            .where(condition)
            .order_by(transfers.c.at, transfers.c.game, transfers.c.seq, transfers.c.seat)
        )
        with self._database.read() as connection:
            return [Transfer(*row) for row in connection.execute(statement)]


def _begins(account: ColumnElement[str], prefix: str) -> ColumnElement[bool]:
    """Whether ``account`` begins with ``prefix``, as a range that an index can answer."""
    following = prefix[:-1] + chr(ord(prefix[-1]) + 1)
    return and_(account >= prefix, account < following)


def _whole(high: int | Decimal, low: int | Decimal) -> int:
    """A sum from those of its halves; PostgreSQL sums bigints as a numeric."""
    return (int(high) << _HALF_BITS) + int(low)
