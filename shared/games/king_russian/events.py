"""The story of a round of Russian King: the tricks, the score."""

from typing import Final

from msgspec import Struct

from shared.cards.events import CARD_PLAYED, TRICK_WON
from shared.kernel.events import Event, EventType
from shared.kernel.settlement import FourInts


class Counted(Struct, frozen=True, gc=False):
    """One line of a round's score: how many of something each seat took."""

    objective: str
    each: int
    """Game points for one, with the round's sign."""
    taken: FourInts


class DealScored(Event, frozen=True):
    """The round is over; by seat, the tricks taken and what it scores, and why.

    The scores are the sums of ``lines``; tricks and lines could be folded from the round by
    whoever knows the rules. Together they are the row of the score table.
    """

    contract: str
    tricks: FourInts
    scores: FourInts
    """In game points."""
    lines: tuple[Counted, ...]


EVENTS: Final[tuple[EventType, ...]] = (
    CARD_PLAYED,
    TRICK_WON,
    EventType("king_russian.deal_scored", DealScored),
)
