"""What declarer does with talon and hand: which king to call, which half to take, what to lay."""

from collections.abc import Sequence
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


def better_half(hand: Mask, halves: Sequence[Mask], king: Card | None) -> int:
    """The half of the talon that does more for ``hand``: tarocks, kings and points."""
    return max((0, 1), key=lambda half: _gain(hand, halves[half], king))


def _gain(hand: Mask, half: Mask, king: Card | None) -> int:
    gain = thirds(half)
    tarocks = half & ALL_TAROCKS
    gain += _TAROCK * (tarocks.bit_count() + (tarocks & _HIGH).bit_count())
    if king is not None and half >> king & 1:
        gain += _CALLED
    for suit in PLAIN_SUITS:
        if half & suit and not hand & suit:
            gain -= 3 * (half & suit).bit_count()
    return gain


def laid_away(contract: Contract, hand: Mask) -> tuple[Card, ...]:
    """The discard: suits without a king are emptied, the shortest first, and points are saved."""
    choice = discards(contract, hand)
    return _chosen(choice, hand)


def _chosen(choice: Choice, hand: Mask) -> tuple[Card, ...]:
    laid = choice.must
    free = choice.open
    while laid.bit_count() < choice.count:
        suits = [suit for suit in PLAIN_SUITS if free & suit]
        if not suits:
            card = leanest(free)
            laid, free = laid | 1 << card, free ^ 1 << card
            continue
        room = choice.count - laid.bit_count()
        suit = min(suits, key=lambda one: _price(one, hand, free, room))
        for card in _dearest(free & suit, hand & suit & KINGS)[:room]:
            laid, free = laid | 1 << card, free ^ 1 << card
            if hand & suit & KINGS:
                break
    return cards_in(laid)


def _price(suit: Mask, hand: Mask, free: Mask, room: int) -> tuple[bool, bool, int, int]:
    """First what can be emptied; then the shortest, with the most points in it."""
    own = free & suit
    guarded = bool(hand & suit & KINGS)
    return guarded, own.bit_count() > room, own.bit_count(), -thirds(own)


def _dearest(cards: Mask, king: Mask) -> list[Card]:
    """The most points first; beside the king, the least."""
    sign = 1 if king else -1
    return sorted(cards_in(cards), key=lambda card: sign * POINTS_OF[card])
