"""The archive in SQL: entries, where they end, what was refused and what was decided."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from msgspec.json import Decoder, encode
from msgspec.structs import asdict
from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.exc import DataError, IntegrityError

from shared.adapters.sql.batch import Row, batch_of
from shared.adapters.sql.engine import Database
from shared.adapters.sql.schema import (
    RECORDS,
    dismissals,
    events,
    games,
    incarnations,
    parked,
    positions,
    recoveries,
    refusals,
)
from shared.adapters.sql.store import held_positions, write_batch
from shared.journal.chain import origin
from shared.journal.position import Position
from shared.ports import (
    Archived,
    ArchiveMismatch,
    Dismissal,
    GameId,
    Recovery,
    RefusalRecord,
    Refused,
    Sealed,
    partition_of,
)

_AFTER_HEX: Final = "g"
"""Sorts after every hex digit, so that a prefix and it bound the ids with that prefix."""

_Evidence: TypeAlias = Refused | Sealed
_evidence_in: Final = Decoder[_Evidence](_Evidence).decode


class SqlArchive:
    """The port ``Archive`` on a SQL database that has been upgraded."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def position(self, game: GameId, /) -> Position:
        return self.positions([game])[game]

    def positions(self, wanted: Sequence[GameId], /) -> dict[GameId, Position]:
        with self._database.read() as connection:
            held = held_positions(connection, wanted)
        return {game: held.get(game, origin(game)) for game in wanted}

    def store(self, batch: Sequence[Archived], /) -> None:
        if not batch:
            return
        rows = batch_of(batch)
        try:
            with self._database.write() as connection:
                write_batch(self._database, connection, rows)
        except (IntegrityError, DataError, OverflowError) as error:
            raise ArchiveMismatch(str(error)) from error

    def entries(self, game: GameId, after: int = 0, /) -> list[bytes]:
        statement = (
            select(events.c.entry)
            .where(events.c.game == game, events.c.seq > after)
            .order_by(events.c.seq)
        )
        with self._database.read() as connection:
            return list(connection.scalars(statement))

    def unclosed(self, partition: int, /) -> dict[GameId, Position]:
        statement = (
            select(positions.c.game, positions.c.seq, positions.c.chain)
            .join(games, games.c.id == positions.c.game)
            .where(positions.c.projector == RECORDS, *_unclosed_in(partition))
        )
        with self._database.read() as connection:
            rows = connection.execute(statement).all()
        return {GameId(game): Position(seq, chain) for game, seq, chain in rows}

    def finished(self, partition: int, ended_before: int, /) -> list[GameId]:
        statement = (
            select(games.c.id)
            .where(games.c.ended_at < ended_before, *_unclosed_in(partition))
            .order_by(games.c.ended_at, games.c.id)
        )
        with self._database.read() as connection:
            return [GameId(game) for game in connection.scalars(statement)]

    def mark_closed(self, game: GameId, at: int, /) -> None:
        statement = (
            update(games)
            .where(games.c.id == game, games.c.closed_at.is_(None))
            .values(closed_at=at)
        )
        with self._database.write() as connection:
            connection.execute(statement)

    def store_refusals(self, records: Sequence[RefusalRecord], /) -> None:
        if not records:
            return
        statement = self._database.insert(refusals).on_conflict_do_nothing(
            index_elements=["partition", "record_id"]
        )
        with self._database.write() as connection:
            connection.execute(statement, [_refusal_row(record) for record in records])

    def refusals_of(self, game: GameId, /) -> list[RefusalRecord]:
        statement = select(
            refusals.c.record_id,
            refusals.c.actor,
            refusals.c.command_id,
            refusals.c.fingerprint,
            refusals.c.refusal,
        ).where(refusals.c.game == game)
        with self._database.read() as connection:
            rows = connection.execute(statement.order_by(refusals.c.number)).all()
        return [
            RefusalRecord(record_id, game, actor, command_id, fingerprint, _evidence_in(refusal))
            for record_id, actor, command_id, fingerprint, refusal in rows
        ]

    def incarnation(self, partition: int, /) -> str | None:
        statement = select(incarnations.c.incarnation).where(incarnations.c.partition == partition)
        with self._database.read() as connection:
            return connection.scalar(statement)

    def set_incarnation(self, partition: int, incarnation: str, /) -> None:
        statement = self._database.insert(incarnations).values(
            partition=partition, incarnation=incarnation
        )
        with self._database.write() as connection:
            connection.execute(
                statement.on_conflict_do_update(
                    index_elements=["partition"], set_={"incarnation": incarnation}
                )
            )

    def record_recovery(self, game: GameId, chosen: str, who: str, why: str, at: int, /) -> None:
        with self._database.write() as connection:
            connection.execute(
                insert(recoveries).values(game=game, chosen=chosen, who=who, why=why, at=at)
            )

    def recoveries_of(self, game: GameId, /) -> list[Recovery]:
        statement = select(
            recoveries.c.game,
            recoveries.c.chosen,
            recoveries.c.who,
            recoveries.c.why,
            recoveries.c.at,
        ).where(recoveries.c.game == game)
        with self._database.read() as connection:
            rows = connection.execute(statement.order_by(recoveries.c.number)).all()
        return [Recovery(*row) for row in rows]

    def record_dismissal(self, dismissal: Dismissal, /) -> None:
        with self._database.write() as connection:
            connection.execute(insert(dismissals).values(asdict(dismissal)))

    def dismissals(self, partition: int, /) -> list[Dismissal]:
        columns = [dismissals.c[name] for name in Dismissal.__struct_fields__]
        statement = select(*columns).where(dismissals.c.partition == partition)
        with self._database.read() as connection:
            rows = connection.execute(statement.order_by(dismissals.c.number)).all()
        return [Dismissal(*row) for row in rows]

    def park(self, projector: str, game: GameId, seq: int, reason: str, /) -> None:
        statement = self._database.insert(parked).values(
            projector=projector, game=game, seq=seq, reason=reason
        )
        with self._database.write() as connection:
            connection.execute(
                statement.on_conflict_do_update(
                    index_elements=["projector", "game"], set_={"seq": seq, "reason": reason}
                )
            )

    def unpark(self, projector: str, game: GameId, /) -> None:
        statement = delete(parked).where(parked.c.projector == projector, parked.c.game == game)
        with self._database.write() as connection:
            connection.execute(statement)

    def parked(self, projector: str, /) -> dict[GameId, tuple[int, str]]:
        statement = select(parked.c.game, parked.c.seq, parked.c.reason).where(
            parked.c.projector == projector
        )
        with self._database.read() as connection:
            rows = connection.execute(statement).all()
        return {GameId(game): (seq, reason) for game, seq, reason in rows}


def _unclosed_in(partition: int) -> tuple[ColumnElement[bool], ...]:
    prefix = f"{partition:02x}"
    return (
        games.c.closed_at.is_(None),
        games.c.id >= prefix,
        games.c.id < prefix + _AFTER_HEX,
    )


def _refusal_row(record: RefusalRecord) -> Row:
    return {
        "partition": partition_of(record.game),
        "record_id": record.record_id,
        "game": record.game,
        "actor": record.actor,
        "command_id": record.command_id,
        "fingerprint": record.fingerprint,
        "refusal": encode(record.answer).decode(),
    }
