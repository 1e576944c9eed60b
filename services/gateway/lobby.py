"""The games that can be seen, listed from SQL and brought up to date from their views."""

from collections.abc import Sequence
from typing import Any, Final, Literal

from msgspec import Struct, json, to_builtins

from services.gateway.doors import Link, Threads
from services.gateway.options import read_options
from services.gateway.problems import malformed
from services.gateway.sight import (
    PUBLIC,
    ListedTable,
    TableFacts,
    read_facts,
    read_listed,
    read_stored,
    viewer_of,
)
from services.gateway.wire import GamePage, ShownGame, ShownSeat
from shared.catalogue import BY_RULESET
from shared.kernel.seats import SEATS
from shared.ports import Directory, GameId, GameQuery, GameRow, is_game_id
from shared.table.options import settled

PAGE_MAX: Final = 100


class Wanted(Struct, frozen=True):
    """Which games a caller wants to see."""

    rules: str | None
    phase: Literal["open", "ended"] | None
    mine: bool
    limit: int
    before: str | None
    """The ``next`` of the page before."""


class _Listed(Struct, frozen=True):
    """A game with what its public view says now, if it has one."""

    row: GameRow
    facts: TableFacts | None
    table: ListedTable | None


class Lobby:
    """Lists games. Every call may raise Unavailable."""

    def __init__(self, link: Link, directory: Directory, threads: Threads) -> None:
        self._link: Final = link
        self._directory: Final = directory
        self._threads: Final = threads

    async def page(self, player: str | None, wanted: Wanted) -> GamePage:
        """One page, newest first. It may hold fewer games than asked for and not be the last."""
        query = GameQuery(
            rules=wanted.rules,
            phase=wanted.phase,
            player=player if wanted.mine else None,
            before=None if wanted.before is None else _place(wanted.before),
            count=wanted.limit,
        )
        rows = await self._threads.run(self._directory.games, query)
        full = len(rows) == wanted.limit
        return GamePage(
            games=await self._shown(player, rows),
            next=f"{rows[-1].created_at}-{rows[-1].game}" if full else None,
        )

    async def one(self, player: str | None, row: GameRow) -> ShownGame | None:
        """One game, None where ``player`` may not see it."""
        shown = await self._shown(player, [row])
        return shown[0] if shown else None

    async def _shown(self, player: str | None, rows: Sequence[GameRow]) -> tuple[ShownGame, ...]:
        raws = await self._link.views([(row.game, PUBLIC) for row in rows])
        listed = [_listed(row, raw) for row, raw in zip(rows, raws, strict=True)]
        visible = [game for game in listed if _visible(game, player)]
        players = {
            seat.player for game in visible for seat in _seats(game, {}) if seat.player is not None
        }
        names = await self._threads.run(self._directory.names, players) if players else {}
        return tuple(_shown(game, names) for game in visible)


def _listed(row: GameRow, raw: bytes | None) -> _Listed:
    if raw is None:
        return _Listed(row, None, None)
    view = read_stored(raw).view
    return _Listed(row, read_facts(view), read_listed(view))


def _visible(game: _Listed, player: str | None) -> bool:
    """No game that was never opened; without spectators only what the caller plays."""
    if game.facts is not None:
        return viewer_of(game.facts, player) is not None
    if game.row.phase == "reserved":
        return False
    if _asked_options(game.row).get("spectators") != "none":
        return True
    return player is not None and any(seat.player == player for seat in game.row.seats)


def _shown(game: _Listed, names: dict[str, str]) -> ShownGame:
    row, facts, table = game.row, game.facts, game.table
    options = _row_options(row) if table is None else {**table.options, **table.house_rules}
    ended = row.phase == "ended"
    return ShownGame(
        game=row.game,
        rules=row.rules,
        ruleset=row.ruleset if facts is None else facts.ruleset,
        phase=facts.phase if facts is not None else "over" if ended else "opening",
        options=options,
        seats=_seats(game, names),
        created_at=row.created_at,
        opened_at=row.opened_at,
        ended_at=row.ended_at,
        end_reason=row.end_reason,
    )


def _seats(game: _Listed, names: dict[str, str]) -> tuple[ShownSeat, ...]:
    if game.facts is not None:
        return tuple(
            ShownSeat(number, seat.kind, seat.player, names.get(seat.player or ""))
            for number, seat in enumerate(game.facts.seats)
        )
    return tuple(
        ShownSeat(
            seat.seat,
            "bot" if seat.player is None else "human",
            seat.player,
            names.get(seat.player or ""),
        )
        for seat in game.row.seats
    )


def _asked_options(row: GameRow) -> dict[str, Any]:
    if row.options is None:
        return {}
    options: dict[str, Any] = json.decode(row.options)
    return options


def _row_options(row: GameRow) -> dict[str, Any]:
    """As the view of the table said them: complete once it was open (CO-OPT-1)."""
    asked = _asked_options(row)
    rules = None if row.ruleset is None else BY_RULESET.get((row.rules, row.ruleset))
    if row.options is None or rules is None:
        return asked
    chosen = read_options(rules, asked)
    # Bots take seats when a table opens and never later.
    bots = sum(seat.player is None for seat in row.seats)
    table: dict[str, Any] = to_builtins(settled(chosen.table, humans=bots < len(SEATS)))
    return {**table, **chosen.house_rules}


def _place(text: str) -> tuple[int, GameId]:
    """Where a page ended: ``1700000000000-<game id>``."""
    at, _, game = text.partition("-")
    if not (at.isascii() and at.isdigit() and len(at) <= 15 and is_game_id(game)):
        raise malformed("query before", "this is no end of a page", "the `next` of a page")
    return int(at), GameId(game)
