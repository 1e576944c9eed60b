"""What happened, as values: events, their permanent names and the upcasts of old versions."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from shared.kernel.refusal import Refusal

Payload: TypeAlias = Mapping[str, Any]
"""An event's data as plain values, before any class is built."""

Upcast: TypeAlias = Callable[[Payload], Payload]


class Event(Struct, frozen=True, gc=False):
    """A past-tense fact. Time, ids, cause and chain belong to its envelope.

    Fields are in the order in which the log stores them; no floats; a card is its index in
    the game's canonical deck; keys and hashes are raw bytes.
    """


class EventType(Struct, frozen=True):
    """One kind of event: its permanent name, its class today, its past.

    ``upcasts[i]`` turns version ``i + 1`` into version ``i + 2``; the current version is
    counted from them, so a gap in the chain cannot be written down.
    """

    name: str
    cls: type[Event]
    upcasts: tuple[Upcast, ...] = ()

    @property
    def version(self) -> int:
        return len(self.upcasts) + 1


class OpenCards(Event, frozen=True):
    """``seat`` laid ``cards`` away, and nobody else may know them until the deal is opened.

    What the rules decide and fold where the deal's key is at hand; never in a log.
    """

    seat: int
    cards: tuple[int, ...]
    """Ascending."""


class SealedCards(Event, frozen=True):
    """The same as the log holds it, and as all fold it who have no key."""

    seat: int
    code: bytes
    """Commits to the cards, so that opening them proves them (32 bytes)."""
    sealed: bytes
    """The cards under a pad, one byte a card: how many there are is no secret."""


class SealedType(Struct, frozen=True):
    """A fact with secret cards: as the rules know it, and as the log holds it."""

    open: type[OpenCards]
    sealed: type[SealedCards]


Decision: TypeAlias = tuple[Event, ...] | Refusal
"""The events that follow from a command, oldest first (never empty), or a refusal."""
