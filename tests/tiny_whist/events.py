"""The story of a deal of Tiny Whist: four cards laid away, seven tricks, the score."""

from typing import Final

from shared.cards.events import CARD_PLAYED, TRICK_WON
from shared.kernel.events import Event, EventType, OpenCards, SealedCards, SealedType
from shared.kernel.settlement import FourInts


class LaidAway(OpenCards, frozen=True):
    """``seat`` laid a card away face down, and this is the card (TW-LAY-1)."""


class LaidAwaySealed(SealedCards, frozen=True):
    """The same, as the log holds it."""


class DealScored(Event, frozen=True):
    """The deal is over: tricks taken, and what they and the aces laid away score, by seat."""

    tricks: FourInts
    scores: FourInts


EVENTS: Final[tuple[EventType, ...]] = (
    EventType("tiny_whist.laid_away", LaidAwaySealed),
    CARD_PLAYED,
    TRICK_WON,
    EventType("tiny_whist.deal_scored", DealScored),
)

SEALED: Final[tuple[SealedType, ...]] = (SealedType(LaidAway, LaidAwaySealed),)
