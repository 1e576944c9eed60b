"""Who plays and what is played, in SQL: players, their tokens' hashes, games to list."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, insert, select, tuple_

from shared.adapters.sql.engine import Database
from shared.adapters.sql.schema import games, installation, players, seats
from shared.ports import (
    Entropy,
    GameId,
    GamePhase,
    GameQuery,
    GameRow,
    Player,
    RequestMismatch,
    Reservation,
    Reserved,
    Seated,
)

_PLAYER_ID_BYTES: Final = 16

_ROW: Final = (
    games.c.id.label("game"),
    games.c.client,
    games.c.rules,
    games.c.ruleset,
    games.c.stake,
    games.c.currency,
    games.c.options,
    games.c.created_at,
    games.c.opened_at,
    games.c.ended_at,
    games.c.end_reason,
    games.c.closed_at,
)
"""What a GameRow holds, under its names, beside the seats."""

_IN_PHASE: Final[dict[GamePhase, ColumnElement[bool]]] = {
    "reserved": games.c.opened_at.is_(None) & games.c.ended_at.is_(None),
    "open": games.c.opened_at.is_not(None) & games.c.ended_at.is_(None),
    "ended": games.c.ended_at.is_not(None),
}


class SqlDirectory:
    """The port ``Directory`` on a SQL database that has been upgraded."""

    def __init__(self, database: Database, entropy: Entropy) -> None:
        self._database = database
        self._entropy = entropy

    def create_player(self, client: str, name: str, token_hash: bytes, at: int, /) -> str:
        player = self._entropy.token(_PLAYER_ID_BYTES).hex()
        with self._database.write() as connection:
            connection.execute(
                insert(players).values(
                    id=player, client=client, name=name, token_hash=token_hash, created_at=at
                )
            )
        return player

    def player_of_token(self, token_hash: bytes, /) -> Player | None:
        statement = select(
            players.c.id, players.c.client, players.c.name, players.c.created_at
        ).where(players.c.token_hash == token_hash)
        with self._database.read() as connection:
            row = connection.execute(statement).one_or_none()
        return None if row is None else Player(*row)

    def names(self, wanted: Collection[str], /) -> dict[str, str]:
        statement = select(players.c.id, players.c.name).where(players.c.id.in_(list(wanted)))
        with self._database.read() as connection:
            rows = connection.execute(statement).all()
        return {row.id: row.name for row in rows}

    def reserve_game(self, reservation: Reservation, /) -> Reserved | RequestMismatch:
        held_by_request = select(games.c.id, games.c.request_hash).where(
            games.c.client == reservation.client, games.c.request_id == reservation.request_id
        )
        reserve = self._database.insert(games).values(
            id=reservation.game,
            client=reservation.client,
            request_id=reservation.request_id,
            request_hash=reservation.request_hash,
            rules=reservation.rules,
            options=reservation.options,
            created_at=reservation.at,
        )
        with self._database.write() as connection:
            connection.execute(
                reserve.on_conflict_do_nothing(index_elements=["client", "request_id"])
            )
            game, held = connection.execute(held_by_request).one()
        if held != reservation.request_hash:
            return RequestMismatch(game, held, reservation.request_hash)
        return Reserved(game, new=game == reservation.game)

    def game(self, game: GameId, /) -> GameRow | None:
        found = self._listed(select(*_ROW).where(games.c.id == game))
        return found[0] if found else None

    def games(self, query: GameQuery, /) -> list[GameRow]:
        statement = select(*_ROW).where(*_conditions(query))
        newest_first = statement.order_by(games.c.created_at.desc(), games.c.id.desc())
        return self._listed(newest_first.limit(query.count))

    def _listed(self, statement: Select[*tuple[Any, ...]]) -> list[GameRow]:
        with self._database.read() as connection:
            rows = connection.execute(statement).all()
            holders = _holders(connection, [row.game for row in rows])
        return [GameRow(**row._asdict(), seats=tuple(holders[row.game])) for row in rows]


class SqlInstallation:
    """The port ``Installation`` on a SQL database that has been upgraded."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def fix(self, fact: str, value: str, /) -> str:
        statement = self._database.insert(installation).values(fact=fact, value=value)
        with self._database.write() as connection:
            connection.execute(statement.on_conflict_do_nothing())
            held: str = connection.execute(
                select(installation.c.value).where(installation.c.fact == fact)
            ).scalar_one()
        return held


def _conditions(query: GameQuery) -> Iterator[ColumnElement[bool]]:
    if query.rules is not None:
        yield games.c.rules == query.rules
    if query.phase is not None:
        yield _IN_PHASE[query.phase]
    if query.player is not None:
        yield games.c.id.in_(select(seats.c.game).where(seats.c.player == query.player))
    if query.before is not None:
        yield tuple_(games.c.created_at, games.c.id) < query.before


def _holders(connection: Connection, wanted: Sequence[GameId]) -> dict[GameId, list[Seated]]:
    """The seats of each game, by number."""
    statement = (
        select(seats.c.game, seats.c.seat, seats.c.player)
        .where(seats.c.game.in_(wanted))
        .order_by(seats.c.game, seats.c.seat)
    )
    holders: dict[GameId, list[Seated]] = defaultdict(list)
    for game, seat, player in connection.execute(statement):
        holders[game].append(Seated(seat, player))
    return holders
