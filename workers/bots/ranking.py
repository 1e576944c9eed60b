"""How cards compare: which comes first, which nothing beats, which loses, which are alike."""

from collections.abc import Sequence

from shared.cards.hands import Mask, cards_in
from shared.cards.packs import Card


def first(order: Sequence[Mask], cards: Mask) -> Card:
    """The first of ``order`` (single cards) that is among ``cards``, which holds one at least."""
    return next(one for one in order if cards & one).bit_length() - 1


def sure(suits: Sequence[Mask], cards: Mask, others: Mask) -> Mask:
    """Those of ``cards`` that nothing of ``others`` beats in their suits."""
    unbeaten = 0
    for suit in suits:
        # -(1 << n) is every bit from n on.
        unbeaten |= cards & suit & -(1 << (others & suit).bit_length())
    return unbeaten


def safest(suits: Sequence[Mask], legal: Mask, others: Mask, points: Sequence[int]) -> Card:
    """What to lead to lose: a low card with many of the others' above it and few below.

    ``points``, by card, is what a lead costs beside that, below zero.
    """
    best, found = -1_000, 0
    for suit in suits:
        if own := legal & suit:
            low = own & -own
            rest = others & suit
            above, below = (rest & -low).bit_count(), (rest & low - 1).bit_count()
            score = 10 * above - 3 * below if rest else -50  # Without any it wins all they shed.
            score += points[low.bit_length() - 1]
            if score > best:
                best, found = score, low
    return found.bit_length() - 1


def distinct(
    suits: Sequence[Mask], legal: Mask, between: Mask, points: Sequence[int]
) -> list[Card]:
    """One card, the lowest, of each run of a suit that no card of ``between`` interrupts.

    Cards of different ``points`` (by card) are no run.
    """
    choices: list[Card] = []
    for suit in suits:
        run: tuple[Mask, int] | None = None
        for card in cards_in(legal & suit):
            here = (between & suit & (1 << card) - 1, points[card])
            if here != run:
                choices.append(card)
            run = here
    return choices
