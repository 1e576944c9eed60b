"""The story of a deal of Turkish King: who chooses, what, the tricks, the score."""

from typing import Final

from shared.cards.events import CARD_PLAYED, TRICK_WON
from shared.games.king_turkish.contracts import ContractId, TrumpSuit
from shared.kernel.events import Event, EventType
from shared.kernel.seats import Seat
from shared.kernel.settlement import FourInts


class ChooserNamed(Event, frozen=True):
    """``seat`` holds the two of diamonds and chooses the first contract (KT-CHOOSE-1).

    Only the first deal needs it: later the right to choose moves by itself. All at the table
    are told, so that whoever holds no key can follow the deal.
    """

    seat: Seat


class ContractChosen(Event, frozen=True):
    """``seat`` announced the contract of the deal; with trump, the trump suit."""

    seat: Seat
    contract: ContractId
    trump: TrumpSuit | None


class DealScored(Event, frozen=True):
    """The deal is over: the row of the score table and of the table of choices."""

    chooser: Seat
    contract: ContractId
    trump: TrumpSuit | None
    tricks: FourInts
    """Tricks won, by seat."""
    counted: FourInts
    """How many of the cards or tricks that count each seat took."""
    scores: FourInts
    """In game points: ``counted``, times what the contract says of each."""
    king: Seat | None
    """Who took all thirteen tricks of a trump deal: made a King (KT-SCORE-3)."""


EVENTS: Final[tuple[EventType, ...]] = (
    EventType("king_turkish.chooser_named", ChooserNamed),
    EventType("king_turkish.contract_chosen", ContractChosen),
    CARD_PLAYED,
    TRICK_WON,
    EventType("king_turkish.deal_scored", DealScored),
)
