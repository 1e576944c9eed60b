"""From where to where a batch of archived commits takes each of its games."""

from collections.abc import Iterable

from msgspec import Struct

from shared.journal.position import Position
from shared.ports import Archived, GameId


class Bounds(Struct, frozen=True):
    """Where the archive of a game has to end before a batch, and where it ends after it."""

    before: Position
    after: Position


def bounds_of(batch: Iterable[Archived]) -> dict[GameId, Bounds]:
    """The bounds of each game, whose commits have to be in order and without a gap."""
    bounds: dict[GameId, Bounds] = {}
    for archived in batch:
        game, before, after = archived.game, archived.before, archived.after
        assert after.seq == before.seq + len(archived.entries) > before.seq, "entries do not fit"
        assert (before.seq == 0) == (archived.opened is not None), "entry 1 opens, and no other"
        known = bounds.get(game)
        assert known is None or known.after == before, "a game's commits follow one another"
        bounds[game] = Bounds(before if known is None else known.before, after)
    return bounds
