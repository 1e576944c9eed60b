"""Players and games in memory: what SQL would list, for tests and simulation."""

from collections.abc import Collection
from typing import Final

from shared.adapters.memory.archive import MemoryArchive
from shared.ports import (
    Entropy,
    GameId,
    GameQuery,
    GameRow,
    Player,
    RequestMismatch,
    Reservation,
    Reserved,
)

_PLAYER_ID_BYTES: Final = 16


class MemoryDirectory:
    """The port ``Directory`` over the games of a memory archive."""

    def __init__(self, archive: MemoryArchive, entropy: Entropy) -> None:
        self._archive = archive
        self._entropy = entropy
        self._players: dict[str, Player] = {}
        self._tokens: dict[bytes, str] = {}
        self._requests: dict[tuple[str, str], tuple[GameId, bytes]] = {}

    def create_player(self, client: str, name: str, token_hash: bytes, at: int, /) -> str:
        player = self._entropy.token(_PLAYER_ID_BYTES).hex()
        assert token_hash not in self._tokens, "a token is drawn once"
        self._players[player] = Player(player, client, name, at)
        self._tokens[token_hash] = player
        return player

    def player_of_token(self, token_hash: bytes, /) -> Player | None:
        player = self._tokens.get(token_hash)
        return None if player is None else self._players[player]

    def names(self, wanted: Collection[str], /) -> dict[str, str]:
        return {player: self._players[player].name for player in wanted if player in self._players}

    def reserve_game(self, reservation: Reservation, /) -> Reserved | RequestMismatch:
        key = reservation.client, reservation.request_id
        with self._archive.lock:
            if key not in self._requests:
                self._requests[key] = reservation.game, reservation.request_hash
                self._archive.reserve(_reserved_row(reservation))
            game, held = self._requests[key]
        if held != reservation.request_hash:
            return RequestMismatch(game, held, reservation.request_hash)
        return Reserved(game, new=game == reservation.game)

    def game(self, game: GameId, /) -> GameRow | None:
        return self._archive.row(game)

    def games(self, query: GameQuery, /) -> list[GameRow]:
        wanted = [row for row in self._archive.rows() if _matches(row, query)]
        return sorted(wanted, key=_age, reverse=True)[: query.count]


def _reserved_row(reservation: Reservation) -> GameRow:
    return GameRow(
        game=reservation.game,
        client=reservation.client,
        rules=reservation.rules,
        options=reservation.options,
        created_at=reservation.at,
    )


def _age(row: GameRow) -> tuple[int, GameId]:
    return row.created_at, row.game


def _matches(row: GameRow, query: GameQuery) -> bool:
    return (
        query.rules in {None, row.rules}
        and query.phase in {None, row.phase}
        and (query.player is None or query.player in {seated.player for seated in row.seats})
        and (query.before is None or _age(row) < query.before)
    )


class MemoryInstallation:
    """The port ``Installation`` in memory."""

    def __init__(self) -> None:
        self._facts: dict[str, str] = {}

    def fix(self, fact: str, value: str, /) -> str:
        return self._facts.setdefault(fact, value)
