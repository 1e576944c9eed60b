"""Every event that a log may hold, in one codec: the table's and those of every game."""

from collections.abc import Iterator, Sequence
from typing import Final

from shared import catalogue
from shared.journal.codec import Codec
from shared.kernel.events import Event, EventType, OpenCards
from shared.table.events import EVENTS as TABLE_EVENTS
from shared.table.events import DealStarted


def _event_types() -> Iterator[EventType]:
    """Games share the events of the trick; each type is declared once."""
    seen: set[str] = set()
    for kind in (*TABLE_EVENTS, *(kind for rules in catalogue.RULESETS for kind in rules.EVENTS)):
        assert not issubclass(kind.cls, OpenCards), f"{kind.name} would betray its cards"
        if kind.name not in seen:
            seen.add(kind.name)
            yield kind


EVENT_TYPES: Final = tuple(_event_types())

CODEC: Final = Codec(EVENT_TYPES)
"""Stateless once built: reading and writing entries is a pure function."""

_TABLE_CLASSES: Final = frozenset(kind.cls for kind in TABLE_EVENTS)


_TURN_STANDS: Final = _TABLE_CLASSES - {DealStarted}


def is_of_the_game(event: object) -> bool:
    """Whether ``event`` was declared by a game or by the trick primitives."""
    return type(event) not in _TABLE_CLASSES


def moves_the_game(events: Sequence[Event]) -> bool:
    """Whether a commit of ``events`` ends the turn before it: a deal starts, or a seat moved."""
    return not _TURN_STANDS.issuperset(map(type, events))
