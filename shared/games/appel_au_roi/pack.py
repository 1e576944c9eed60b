"""The 54 cards as this game knows them: suits, honours, birds and what each card counts."""

from typing import Final, Literal, TypeAlias, get_args

from shared.cards.hands import Mask, mask_of, suit_masks
from shared.cards.packs import TAROCK_54, TAROCKS, Card, numbered

CARDS: Final = numbered(TAROCK_54)
HAND: Final = 12
"""Cards in a hand and tricks in a deal (AR-DEAL-2)."""
HALF: Final = 3
"""Cards in each half of the talon (AR-DEAL-2)."""

Suit: TypeAlias = Literal["C", "D", "H", "S"]
SUITS: Final[tuple[Suit, ...]] = get_args(Suit)

_SUIT_MASKS: Final = suit_masks(TAROCK_54)
ALL_TAROCKS: Final[Mask] = _SUIT_MASKS[TAROCKS]

PETIT: Final[Card] = CARDS["T1"]
XXI: Final[Card] = CARDS["T21"]
EXCUSE: Final[Card] = CARDS["EX"]
KING_OF: Final[dict[Suit, Card]] = {suit: CARDS[f"K{suit}"] for suit in SUITS}

OUDLERS: Final[Mask] = mask_of((PETIT, XXI, EXCUSE))
KINGS: Final[Mask] = mask_of(KING_OF.values())
HONOURS: Final[Mask] = OUDLERS | KINGS
"""AR-CARD-3."""
PLAIN_TAROCKS: Final[Mask] = ALL_TAROCKS & ~OUDLERS

POINTS: Final = 210
"""What the whole pack counts, in thirds (AR-CARD-4)."""

_COURT: Final = {"K": 13, "Q": 10, "N": 7, "J": 4}
_WORTH: Final[tuple[tuple[int, Mask], ...]] = (
    (12, OUDLERS),
    *(
        (thirds - 1, mask_of(CARDS[rank + suit] for suit in SUITS))
        for rank, thirds in _COURT.items()
    ),
)
"""What cards count beyond the third of a point that every card counts."""


def thirds(cards: Mask) -> int:
    """What ``cards`` count, in thirds of a point (AR-CARD-4)."""
    return cards.bit_count() + sum(beyond * (cards & kind).bit_count() for beyond, kind in _WORTH)


def king_of(card: Card) -> Suit:
    """The suit of a king."""
    return next(suit for suit, king in KING_OF.items() if king == card)
