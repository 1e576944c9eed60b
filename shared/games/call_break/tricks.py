"""The law of play of Call Break: which cards a hand may play, who wins the trick."""

from collections.abc import Sequence
from typing import Final

from shared.cards.hands import Mask
from shared.cards.packs import FRENCH_52, Card
from shared.cards.tricks import obliged, trick_order, winning_card
from shared.kernel.seats import Seat, seat_after

ORDER: Final = trick_order(FRENCH_52, trump="S")
"""Spades are permanent trumps; aces are high."""


def playable(hand: Mask, trick: Sequence[Card]) -> Mask:
    """The cards of ``hand`` that may be played to ``trick`` as it lies."""
    if not trick:
        return hand  # CB-PLAY-1: any card may be led.
    # CB-PLAY-2: follow. CB-PLAY-3: what beats the winning card is, for a hand void in the suit
    # led, a spade above all spades lying. CB-PLAY-4: else anything.
    return obliged(hand, ORDER.suit[trick[0]], ORDER.beats[winning_card(ORDER, trick)])


def trick_winner(leader: Seat, trick: Sequence[Card]) -> Seat:
    """Who takes the complete ``trick`` that ``leader`` led to (CB-PLAY-5)."""
    return seat_after(leader, trick.index(winning_card(ORDER, trick)))
