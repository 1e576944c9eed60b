"""What each of the fourteen rounds of Russian King counts, and the duties that come with it."""

from typing import Final

from msgspec import Struct

from shared.cards.hands import Mask, mask_of, suit_masks
from shared.cards.packs import FRENCH_32, numbered
from shared.kernel.settlement import FourInts

TRICKS: Final = 8
"""Tricks in a full round, and cards in a hand (KR-DEAL-1)."""

HEARTS: Final[Mask] = suit_masks(FRENCH_32)["H"]
KING_OF_HEARTS: Final[Mask] = 1 << numbered(FRENCH_32)["KH"]


class Objective(Struct, frozen=True):
    """One thing that rounds count: cards wherever they are taken, or tricks by themselves."""

    name: str
    each: int
    """Game points, without the round's sign."""
    cards: Mask = 0
    tricks: int = 0
    """Bit ``n``: the trick after ``n`` others counts."""

    def in_trick(self, number: int, cards: Mask) -> int:
        """How many of these the trick after ``number`` others holds, with these ``cards``."""
        return (self.cards & cards).bit_count() + (self.tricks >> number & 1)


class Contract(Struct, frozen=True):
    """One round: what it counts, and in which sense."""

    name: str
    """The contract id of the rules page."""
    sign: int
    """-1 where what counts is to be shunned, +1 where it is to be sought."""
    objectives: tuple[Objective, ...]
    total: int
    """What the four scores of the round sum to."""
    card_points: tuple[int, ...]
    """By card: what it scores for whoever takes it (KR-SCORE-1)."""
    trick_points: tuple[int, ...]
    """By tricks before it: what a trick scores whatever its cards."""
    hearts_held_back: bool
    """Whether KR-HEART-1 applies."""
    king_forced: bool
    """Whether KR-KING-1 applies."""


def _ranked(rank: str) -> Mask:
    return mask_of(card for card, code in enumerate(FRENCH_32) if code[0] == rank)


_EVERY_TRICK: Final = (1 << TRICKS) - 1
_LAST_TWO_TRICKS: Final = 0b11 << TRICKS - 2

_HEARTS: Final = Objective("hearts", 2, cards=HEARTS)
_KING: Final = Objective("king", 16, cards=KING_OF_HEARTS)
OBJECTIVES: Final = (
    Objective("tricks", 2, tricks=_EVERY_TRICK),
    Objective("kings", 4, cards=_ranked("K")),
    Objective("queens", 4, cards=_ranked("Q")),
    _HEARTS,
    _KING,
    Objective("last_two", 8, tricks=_LAST_TWO_TRICKS),
)
"""In the order of the rounds."""


def _contract(name: str, sign: int, *objectives: Objective) -> Contract:
    card_points = tuple(
        sign * sum(one.each for one in objectives if one.cards >> card & 1)
        for card in range(len(FRENCH_32))
    )
    trick_points = tuple(
        sign * sum(one.each for one in objectives if one.tricks >> number & 1)
        for number in range(TRICKS)
    )
    return Contract(
        name,
        sign,
        objectives,
        total=sum(card_points) + sum(trick_points),
        card_points=card_points,
        trick_points=trick_points,
        hearts_held_back=_HEARTS in objectives or _KING in objectives,
        king_forced=_KING in objectives,
    )


CONTRACTS: Final[tuple[Contract, ...]] = (
    *(_contract(f"no_{one.name}", -1, one) for one in OBJECTIVES),
    _contract("eralash_negative", -1, *OBJECTIVES),
    *(_contract(one.name, 1, one) for one in OBJECTIVES),
    _contract("eralash_positive", 1, *OBJECTIVES),
)
"""The rounds in their fixed order; nobody chooses."""

MAX_LOSS: Final = -min(
    points for contract in CONTRACTS for points in (3 * contract.total, -contract.total)
)
"""What a round can cost, in game points: where a seat takes all, or nothing, it differs from the
three others together by three times the total, or once (CO-PAY-3)."""


def trick_points(contract: Contract, number: int, cards: tuple[int, ...]) -> int:
    """What the trick after ``number`` others scores for whoever takes it."""
    points = contract.card_points
    a, b, c, d = cards
    return contract.trick_points[number] + points[a] + points[b] + points[c] + points[d]


def plus(scores: FourInts, seat: int, points: int) -> FourInts:
    """``scores`` after ``seat`` has scored ``points`` more."""
    a, b, c, d = scores
    return (
        a + points * (seat == 0),
        b + points * (seat == 1),
        c + points * (seat == 2),
        d + points * (seat == 3),
    )
