"""How a batch is written inside a transaction: from the position it expects, or not at all."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from sqlalchemy import Connection, Table, bindparam, insert, select, update

from shared.adapters.archive_bounds import Bounds
from shared.adapters.sql.batch import Batch, Row
from shared.adapters.sql.engine import Database
from shared.adapters.sql.schema import RECORDS, events, games, positions, seats, transfers
from shared.journal.chain import origin
from shared.journal.position import Position
from shared.ports import GameId, PositionConflict

_ASKED_AT_ONCE: Final = 1_000
"""Ids in one statement: below every dialect's bound on parameters."""


def held_positions(
    connection: Connection, wanted: Sequence[GameId], *, lock: bool = False
) -> dict[GameId, Position]:
    """Where the archive of each game ends; ``lock`` keeps it there until the transaction ends."""
    statement = (
        select(positions.c.game, positions.c.seq, positions.c.chain)
        .where(positions.c.projector == RECORDS)
        .order_by(positions.c.game)
    )
    if lock:
        statement = statement.with_for_update()
    held: dict[GameId, Position] = {}
    for some in _portions(wanted):
        rows = connection.execute(statement.where(positions.c.game.in_(some)))
        held.update((GameId(game), Position(seq, chain)) for game, seq, chain in rows)
    return held


def write_batch(database: Database, connection: Connection, batch: Batch) -> None:
    """Write every row of ``batch`` and advance the positions. Raises PositionConflict."""
    held = held_positions(connection, list(batch.bounds), lock=True)
    for game, bounds in batch.bounds.items():
        if held.get(game, origin(game)) != bounds.before:
            raise PositionConflict(f"the archive of {game} ends elsewhere")
    _write_opened(database, connection, batch.opened)
    _advance(database, connection, batch.bounds, held)
    _insert(connection, events, batch.events)
    _insert(connection, transfers, batch.transfers)
    _write_ended(connection, batch.ended)
    _write_seats(database, connection, batch.seats)


def _portions(wanted: Sequence[GameId]) -> Iterator[Sequence[GameId]]:
    for first in range(0, len(wanted), _ASKED_AT_ONCE):
        yield wanted[first : first + _ASKED_AT_ONCE]


def _write_opened(database: Database, connection: Connection, opened: Sequence[Row]) -> None:
    """Complete the reserved rows, and add the games that nobody reserved here."""
    if not opened:
        return
    statement = database.insert(games)
    told = ("rules", "ruleset", "stake", "currency", "opened_at")
    connection.execute(
        statement.on_conflict_do_update(
            index_elements=["id"], set_={column: statement.excluded[column] for column in told}
        ),
        opened,
    )


def _advance(
    database: Database,
    connection: Connection,
    bounds: Mapping[GameId, Bounds],
    held: Collection[GameId],
) -> None:
    known = [game for game in bounds if game in held]
    fresh = [game for game in bounds if game not in held]
    if known:
        connection.execute(
            update(positions).where(
                positions.c.projector == RECORDS, positions.c.game == bindparam("of_game")
            ),
            [{"of_game": game, **_position(bounds[game].after)} for game in known],
        )
    if fresh:
        # There was no row to lock, so another writer may have come first.
        statement = database.insert(positions).on_conflict_do_nothing()
        rows = [
            {"projector": RECORDS, "game": game, **_position(bounds[game].after)} for game in fresh
        ]
        options = {"preserve_rowcount": True}
        if connection.execute(statement, rows, execution_options=options).rowcount != len(rows):
            raise PositionConflict("another writer archived a game that the batch begins")


def _position(position: Position) -> Row:
    return {"seq": position.seq, "chain": position.chain}


def _insert(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    if rows:
        connection.execute(insert(table), rows)


def _write_ended(connection: Connection, ended: Sequence[Row]) -> None:
    if ended:
        connection.execute(update(games).where(games.c.id == bindparam("of_game")), ended)


def _write_seats(database: Database, connection: Connection, rows: Sequence[Row]) -> None:
    if not rows:
        return
    statement = database.insert(seats)
    connection.execute(
        statement.on_conflict_do_update(
            index_elements=["game", "seat"], set_={"player": statement.excluded.player}
        ),
        rows,
    )
