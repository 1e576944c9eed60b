"""How someone who knows a game up to some point goes on from there: every case, decided purely.

``known`` is what the watcher has, ``shown`` where the stored view stands, both with the chain
hash there. The hash proves that both belong to one history: after a recovery the tail of a log
may be another one under the same numbers.
"""

from collections.abc import Sequence
from enum import Enum, auto

from shared.journal import chain
from shared.journal.position import Position
from shared.ports import GameId


class Step(Enum):
    """What to do about a watcher."""

    NOTHING = auto()
    """The view is behind what the watcher has, or not of this log; a newer one will come."""
    FORWARD = auto()
    """Send the view with the events that the watcher lacks."""
    REWIND = auto()
    """The watcher's history is not this log's: send the view anew, and say so."""
    ASK_LOG = auto()
    """Only the whole log can tell: read it and call :func:`judge`."""


def step(known: Position, shown: Position, missed: Sequence[bytes]) -> Step:
    """What follows from ``missed``, the entries with seq above known's, where the two differ."""
    lacking = shown.seq - known.seq
    if 0 < lacking <= len(missed) and chain.advance(known, missed[:lacking]) == shown:
        return Step.FORWARD
    return Step.ASK_LOG


def judge(game: GameId, known: Position, shown: Position, log: Sequence[bytes]) -> Step:
    """What follows from the whole log of ``game`` as it is now."""
    if not _passes(game, log, shown):
        return Step.NOTHING
    if not _passes(game, log, known):
        return Step.REWIND
    return Step.FORWARD if known.seq < shown.seq else Step.NOTHING


def _passes(game: GameId, log: Sequence[bytes], position: Position) -> bool:
    """Whether the history in ``log`` goes through ``position``."""
    if position.seq > len(log):
        return False
    return chain.advance(chain.origin(game), log[: position.seq]) == position
