"""The story of a deal of Call Break: four calls, the tricks, the score."""

from typing import Final

from shared.cards.events import CARD_PLAYED, TRICK_WON
from shared.kernel.events import Event, EventType
from shared.kernel.seats import Seat
from shared.kernel.settlement import FourInts


class Called(Event, frozen=True):
    """``seat`` undertook to win ``tricks`` tricks, or one more."""

    seat: Seat
    tricks: int


class DealScored(Event, frozen=True):
    """The deal is over; by seat, what was called, what was taken and what it scores.

    Calls and tricks could be folded from the deal; scores need the rules. Together they are
    the row of the score table, which nobody should need a fold to print.
    """

    calls: FourInts
    tricks: FourInts
    scores: FourInts
    """In game points (CB-SCORE-2, CB-SCORE-3)."""


EVENTS: Final[tuple[EventType, ...]] = (
    EventType("call_break.called", Called),
    CARD_PLAYED,
    TRICK_WON,
    EventType("call_break.deal_scored", DealScored),
)
