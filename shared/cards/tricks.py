"""Trick primitives: what a card must follow, what beats it, who wins.

Everything is ints and bit masks over one pack, looked up in tables that are built once, so
that games combine primitives and none inherits another's rules. What a follower may play is
an ordered list of duties::

    obliged(hand, order.suit[led], order.beats[winning])    # follow; else beat; else anything
"""

from collections.abc import Sequence
from functools import cache

from msgspec import Struct

from shared.cards.hands import Mask, suit_masks
from shared.cards.packs import Card, suit_of
from shared.kernel.seats import SEATS, Seat, seat_after
from shared.kernel.settlement import FourInts


class Trick(Struct, frozen=True, gc=False):
    """A complete trick: four cards in the order played, the leader's first."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat


class TrickOrder(Struct, frozen=True):
    """How the cards of a pack rank within a trick, card by card."""

    suit: tuple[Mask, ...]
    """All the cards of the card's own suit."""
    beats: tuple[Mask, ...]
    """All the cards that take the trick over while this card is winning it."""


def trick_order(pack: Sequence[str], trump: str | None = None) -> TrickOrder:
    """The order of ``pack`` when the suit ``trump`` (None: no suit) is trump."""
    masks = suit_masks(pack)
    trumps = 0 if trump is None else masks[trump]
    suits = tuple(masks[suit_of(code)] for code in pack)
    # -(2 << card) is every bit above the card's own.
    beats = tuple(
        suit & -(2 << card) | (0 if suit == trumps else trumps) for card, suit in enumerate(suits)
    )
    return TrickOrder(suits, beats)


def obliged(hand: Mask, *duties: Mask) -> Mask:
    """The cards of ``hand`` that fulfil the first duty it can fulfil; all if it can none.

    The duties bind followers: a leader is not obliged by an empty trick.
    """
    for duty in duties:
        if fulfilling := hand & duty:
            return fulfilling
    return hand


def winning_card(order: TrickOrder, trick: Sequence[Card]) -> Card:
    """The card that wins ``trick`` as it lies (one card or more, the lead first)."""
    best = trick[0]
    for card in trick[1:]:
        if order.beats[best] >> card & 1:
            best = card
    return best


def one_more(taken: FourInts, winner: Seat) -> FourInts:
    """The tricks taken by each seat after ``winner`` has won another."""
    a, b, c, d = taken
    return (a + (winner == 0), b + (winner == 1), c + (winner == 2), d + (winner == 3))


@cache
def cards_left(before_trick: int, leader: Seat, in_trick: int) -> FourInts:
    """The size of each hand when ``in_trick`` cards of a trick lie that ``leader`` led to."""
    played = {seat_after(leader, place) for place in range(in_trick)}
    a, b, c, d = (before_trick - (seat in played) for seat in SEATS)
    return (a, b, c, d)
