"""What declarer does with talon and hand: which king to call, which half to take, what to lay."""

from collections.abc import Callable, Sequence
from typing import Final

from shared.cards.hands import Mask, cards_in, mask_of
from shared.cards.packs import Card
from shared.games.appel_au_roi.contracts import Contract
from shared.games.appel_au_roi.moves import FOURTH, Called
from shared.games.appel_au_roi.pack import ALL_TAROCKS, KING_OF, KINGS, SUITS, Suit, thirds
from shared.games.appel_au_roi.talon import Choice, callable_kings, discards
from workers.bots.appel_au_roi.cards import PLAIN_SUITS, POINTS_OF, leanest

_SUIT: Final[dict[Suit, Mask]] = dict(zip(SUITS, PLAIN_SUITS, strict=True))

_TAROCK: Final = 6
"""What a tarock of the talon is worth to who takes it, in thirds, beside what it counts."""
_HIGH: Final = mask_of(range(16, 22))
_CALLED: Final = 15


def called(hand: Mask) -> Called:
    """The king to call: of a suit with few cards, but one at least to lead to its holder."""
    choices = callable_kings(hand)
    if FOURTH in choices:
        return FOURTH  # Nobody need know which one it is.

    def price(suit: Called) -> tuple[int, int]:
        assert suit != FOURTH
        own = hand & _SUIT[suit]
        count = own.bit_count()
        return (count or 3), -thirds(own)

    return min(choices, key=price)


def king_called(hand: Mask) -> Card:
    """The king that :func:`called` means."""
    suit = called(hand)
    return (KINGS & ~hand).bit_length() - 1 if suit == FOURTH else KING_OF[suit]


def better_half(hand: Mask, halves: Sequence[Mask], king: Mask) -> int:
    """The half of the talon that does more for ``hand``: tarocks, points, the called ``king``."""
    return max((0, 1), key=lambda half: _gain(hand, halves[half], king))


def _gain(hand: Mask, half: Mask, king: Mask) -> int:
    gain = thirds(half)
    tarocks = half & ALL_TAROCKS
    gain += _TAROCK * (tarocks.bit_count() + (tarocks & _HIGH).bit_count())
    if half & king:
        gain += _CALLED
    for suit in PLAIN_SUITS:
        if half & suit and not hand & suit:
            gain -= 3 * (half & suit).bit_count()
    return gain


def laid_away(contract: Contract, hand: Mask) -> tuple[Card, ...]:
    """The discard: suits without a king are emptied, the shortest first, and points are saved."""
    return _chosen(discards(contract, hand), hand, 0)


def discards_weighed(contract: Contract, hand: Mask) -> list[tuple[Card, ...]]:
    """That discard, and those that begin with another suit."""
    choice = discards(contract, hand)
    firsts = [0, *(suit for suit in PLAIN_SUITS if choice.open & suit)]
    return list(dict.fromkeys(_chosen(choice, hand, first) for first in firsts))


def _chosen(choice: Choice, hand: Mask, first: Mask) -> tuple[Card, ...]:
    """A discard that empties the suit ``first`` before any other."""
    laid, free = choice.must, choice.open
    while room := choice.count - laid.bit_count():
        suits = [suit for suit in PLAIN_SUITS if free & suit]
        if suits:
            suit = first if first in suits else min(suits, key=_price_of(hand, free, room))
            cards = _saved(free & suit, hand & suit & KINGS)[:room]
        else:
            cards = [leanest(free)]
        laid |= mask_of(cards)
        free &= ~laid
    return cards_in(laid)


def _price_of(hand: Mask, free: Mask, room: int) -> Callable[[Mask], tuple[bool, bool, int, int]]:
    """First what can be emptied; then the shortest, with the most points in it."""

    def price(suit: Mask) -> tuple[bool, bool, int, int]:
        own = free & suit
        count = own.bit_count()
        return bool(hand & suit & KINGS), count > room, count, -thirds(own)

    return price


def _saved(cards: Mask, king: Mask) -> list[Card]:
    """All of a suit, the most points first; beside its king one card, which counts least."""
    dearest = sorted(cards_in(cards), key=lambda card: -POINTS_OF[card])
    return dearest[-1:] if king else dearest
