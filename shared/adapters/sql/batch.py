"""Which rows a batch of archived commits becomes, and between which positions."""

from collections.abc import Sequence
from operator import attrgetter
from typing import TypeAlias

from msgspec import Struct, structs

from shared.adapters.sql.schema import RECORDS
from shared.journal.position import Position
from shared.ports import Archived, GameId

Row: TypeAlias = dict[str, object]


class Batch(Struct, frozen=True):
    """The rows by what they say, each kind in the order of its games.

    One order for all writers, so that two of them wait for each other instead of deadlocking.
    """

    before: dict[GameId, Position]
    after: dict[GameId, Position]
    opened: list[Row]
    ended: list[Row]
    seats: list[Row]
    events: list[Row]
    transfers: list[Row]


def batch_of(commits: Sequence[Archived]) -> Batch:
    """The rows of ``commits``: any number of games, each in order and without a gap."""
    ordered = sorted(commits, key=attrgetter("game"))
    return Batch(
        *_bounds(ordered),
        opened=[_opened(archived) for archived in ordered if archived.opened is not None],
        ended=[_ended(archived) for archived in ordered if archived.ended is not None],
        seats=_seats(ordered),
        events=[row for archived in ordered for row in _events(archived)],
        transfers=[
            structs.asdict(transfer) for archived in ordered for transfer in archived.transfers
        ],
    )


def position_row(game: GameId, position: Position) -> Row:
    """Where the archive of ``game`` ends, as a row of ``positions``."""
    return {"projector": RECORDS, "game": game, "seq": position.seq, "chain": position.chain}


def _bounds(
    ordered: Sequence[Archived],
) -> tuple[dict[GameId, Position], dict[GameId, Position]]:
    before: dict[GameId, Position] = {}
    after: dict[GameId, Position] = {}
    for archived in ordered:
        start, end = archived.before, archived.after
        assert end.seq == start.seq + len(archived.entries) > start.seq, "entries do not fit"
        assert (start.seq == 0) == (archived.opened is not None), "entry 1 opens, no other"
        assert after.get(archived.game, start) == start, "a game's commits are consecutive"
        before.setdefault(archived.game, start)
        after[archived.game] = end
    return before, after


def _opened(archived: Archived) -> Row:
    opened = archived.opened
    assert opened is not None
    return {
        "id": archived.game,
        "rules": opened.rules,
        "ruleset": opened.ruleset,
        "stake": opened.stake,
        "currency": opened.currency,
        "created_at": opened.at,
        "opened_at": opened.at,
    }


def _ended(archived: Archived) -> Row:
    ended = archived.ended
    assert ended is not None
    return {"of_game": archived.game, "ended_at": ended.at, "end_reason": ended.reason}


def _seats(ordered: Sequence[Archived]) -> list[Row]:
    """The last holder of each seat: one statement cannot write a row twice."""
    holders = {
        (archived.game, seated.seat): seated.player
        for archived in ordered
        for seated in archived.seated
    }
    return [
        {"game": game, "seat": seat, "player": player}
        for (game, seat), player in sorted(holders.items())
    ]


def _events(archived: Archived) -> list[Row]:
    game, first = archived.game, archived.before.seq + 1
    return [
        {"game": game, "seq": seq, "entry": entry}
        for seq, entry in enumerate(archived.entries, first)
    ]
