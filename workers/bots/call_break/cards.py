"""Which card serves a player who wants the trick, or does not: rules of thumb, one trick deep.

They are what an intermediate bot plays by, and what an expert's playouts assume of everyone. All
is bit masks and table look-ups: a playout asks fifty times.
"""

from typing import Final

from shared.cards.hands import Mask
from shared.cards.packs import FRENCH_52, Card
from shared.games.call_break.tricks import ORDER
from workers.bots.call_break.winners import SIDE_SUITS, SPADES, SUIT_MASKS
from workers.bots.ranking import safest

_RANKS: Final = len(FRENCH_52) // len(SUIT_MASKS)
_RANK: Final = tuple(card % _RANKS for card in range(len(FRENCH_52)))
"""By card: 0 for a two, 12 for an ace."""
_AS_SPADE: Final = tuple(
    rank + (_RANKS if SPADES >> card & 1 else 0) for card, rank in enumerate(_RANK)
)
"""By card: its rank, every spade above every other card."""

ALIKE: Final = (0,) * len(FRENCH_52)
"""By card: no card scores anything by itself."""

_BEATS: Final = ORDER.beats


def lead(hand: Mask, others: Mask, wants: bool) -> Card:
    """The card to lead from ``hand``, when the other three hold ``others``."""
    return _lead_to_win(hand, others) if wants else safest(SUIT_MASKS, hand, others, ALIKE)


def follow(legal: Mask, winning: Card, led: Mask, place: int, others: Mask, wants: bool) -> Card:
    """The card among ``legal`` to play to a trick that ``winning`` is winning.

    ``led`` is all cards of the suit led; ``place`` is how many cards lie (1 to 3).
    """
    beating = legal & _BEATS[winning]
    if not wants:
        return _duck(legal, beating, place)
    if not beating:
        return lowest(legal)
    in_suit = beating & led
    # Third hand plays high; earlier only what nothing in the suit beats is worth a high card.
    if place < 3 and in_suit and (place == 2 or others & led < in_suit):
        return in_suit.bit_length() - 1
    return (beating & -beating).bit_length() - 1


def lowest(cards: Mask) -> Card:
    """The card of the lowest rank; a spade only where there is nothing else."""
    lows = [(suit & -suit).bit_length() - 1 for mask in SUIT_MASKS if (suit := cards & mask)]
    return min(lows, key=_AS_SPADE.__getitem__)


def highest(cards: Mask) -> Card:
    """The card of the highest rank; spades above all."""
    highs = [suit.bit_length() - 1 for mask in SUIT_MASKS if (suit := cards & mask)]
    return max(highs, key=_AS_SPADE.__getitem__)


def _duck(legal: Mask, beating: Mask, place: int) -> Card:
    """Lose with the most dangerous card that loses; else win as cheaply or as usefully."""
    losing = legal ^ beating
    if losing:
        return highest(losing)
    if place == 3:
        return legal.bit_length() - 1  # It wins whatever is played: the highest goes.
    return (legal & -legal).bit_length() - 1


def _lead_to_win(hand: Mask, others: Mask) -> Card:
    """A side card that nothing in its suit beats; else prepare a ruff; else the top spade."""
    shortest: Mask = 0
    length = _RANKS + 1
    for mask in SIDE_SUITS:
        if suit := hand & mask:
            if suit > others & mask > 0:
                return suit.bit_length() - 1
            if (cards := suit.bit_count()) < length:
                length, shortest = cards, suit
    if shortest:
        return (shortest & -shortest).bit_length() - 1
    return hand.bit_length() - 1
