"""Sets of cards as bit masks: bit ``c`` is card ``c``.

Plain ints, so that copying a hand costs nothing and a compiled kernel can share them.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from shared.cards.packs import Card, suit_of
from shared.kernel.seats import SEATS, Seat

Mask: TypeAlias = int
"""A set of cards."""

Hands: TypeAlias = tuple[Mask, Mask, Mask, Mask]
"""One hand a seat."""


def mask_of(cards: Iterable[Card]) -> Mask:
    """The set of ``cards``."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_in(mask: Mask) -> tuple[Card, ...]:
    """The cards of a set in canonical order, lowest first."""
    cards = []
    while mask:
        lowest = mask & -mask
        cards.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(cards)


def without(hands: Hands, seat: Seat, card: Card) -> Hands:
    """``hands`` after ``card`` has left the hand of ``seat``."""
    bit = 1 << card
    assert hands[seat] & bit, f"seat {seat} does not hold that card"
    a, b, c, d = hands
    return (
        a ^ bit if seat == 0 else a,
        b ^ bit if seat == 1 else b,
        c ^ bit if seat == 2 else c,
        d ^ bit if seat == 3 else d,
    )


def suit_masks(pack: Sequence[str]) -> dict[str, Mask]:
    """Each suit letter of ``pack`` with all its cards."""
    masks: dict[str, Mask] = {}
    for card, code in enumerate(pack):
        suit = suit_of(code)
        masks[suit] = masks.get(suit, 0) | 1 << card
    return masks


def codes_in(mask: Mask, pack: Sequence[str]) -> tuple[str, ...]:
    """The codes of a set of ``pack``'s cards, in canonical order."""
    return tuple(pack[card] for card in cards_in(mask))


def dealt_hands(deck: Sequence[Card], first: Seat, size: int) -> Hands:
    """Blocks of ``size`` cards from the top, the first to ``first`` (CO-DEAL-1)."""
    blocks = [mask_of(deck[size * place : size * (place + 1)]) for place in range(4)]
    a, b, c, d = (blocks[(seat - first) % 4] for seat in SEATS)
    return (a, b, c, d)
