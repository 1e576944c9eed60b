"""Which rows a batch of archived commits becomes."""

from collections.abc import Sequence
from operator import attrgetter
from typing import TypeAlias

from msgspec import Struct, structs

from shared.adapters.archive_bounds import Bounds, bounds_of
from shared.ports import Archived, GameId

Row: TypeAlias = dict[str, object]


class Batch(Struct, frozen=True):
    """The rows by what they say, each kind in the order of its games.

    One order for all writers, so that two of them wait for each other instead of deadlocking.
    """

    bounds: dict[GameId, Bounds]
    opened: list[Row]
    ended: list[Row]
    seats: list[Row]
    events: list[Row]
    transfers: list[Row]


def batch_of(commits: Sequence[Archived]) -> Batch:
    """The rows of ``commits``: any number of games, each in order and without a gap."""
    ordered = sorted(commits, key=attrgetter("game"))
    return Batch(
        bounds_of(ordered),
        opened=[_opened(archived) for archived in ordered if archived.opened is not None],
        ended=[_ended(archived) for archived in ordered if archived.ended is not None],
        seats=_seats(ordered),
        events=[row for archived in ordered for row in _events(archived)],
        transfers=[
            structs.asdict(transfer) for archived in ordered for transfer in archived.transfers
        ],
    )


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
