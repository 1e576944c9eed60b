"""The law of play of Russian King: which cards a hand may play, who wins the trick."""

from collections.abc import Sequence
from typing import Final

from shared.cards.hands import Mask
from shared.cards.packs import FRENCH_32, Card
from shared.cards.tricks import obliged, trick_order, winning_card
from shared.games.king_russian.contracts import HEARTS, KING_OF_HEARTS, Contract
from shared.kernel.seats import Seat, seat_after

ORDER: Final = trick_order(FRENCH_32)
"""No trumps; aces are high."""


def playable(contract: Contract, hand: Mask, trick: Sequence[Card]) -> Mask:
    """The cards of ``hand`` that may be played to ``trick`` as it lies."""
    if not trick:
        # KR-HEART-1: whatever else was discarded or led before.
        return hand & ~HEARTS or hand if contract.hearts_held_back else hand
    # KR-PLAY-1: follow, with any card of the suit (KR-KING-2). KR-KING-1: else the king of
    # hearts. Else any card.
    king = KING_OF_HEARTS if contract.king_forced else 0
    return obliged(hand, ORDER.suit[trick[0]], king)


def trick_winner(leader: Seat, trick: Sequence[Card]) -> Seat:
    """Who takes the complete ``trick`` that ``leader`` led to (KR-PLAY-2)."""
    return seat_after(leader, trick.index(winning_card(ORDER, trick)))
