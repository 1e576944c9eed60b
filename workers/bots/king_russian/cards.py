"""Which card serves a player in a round that shuns or seeks: rules of thumb, one trick deep.

They are what an intermediate bot plays by, and what an expert's playouts assume of everyone. All
is bit masks and tables that are built once a contract: a playout asks thirty times.
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from shared.cards.hands import Mask, mask_of, suit_masks
from shared.cards.packs import FRENCH_32, Card
from shared.games.king_russian.contracts import CONTRACTS, HEARTS, KING_OF_HEARTS, Contract
from shared.games.king_russian.tricks import ORDER
from workers.bots.ranking import first, safest, sure

SUIT_MASKS: Final = tuple(suit_masks(FRENCH_32).values())
"""Clubs, diamonds, hearts, spades: the order of the deck."""
PACK: Final[Mask] = (1 << len(FRENCH_32)) - 1

_RANKS: Final = len(FRENCH_32) // len(SUIT_MASKS)
_RANK: Final = tuple(card % _RANKS for card in range(len(FRENCH_32)))
"""By card: 0 for a seven, 7 for an ace."""
_BEATS: Final = ORDER.beats


class Thumb(Struct, frozen=True):
    """A contract as the rules of thumb see it; each order is single-card masks, best first."""

    contract: Contract
    seeks: bool
    counting: Mask
    """The cards that count."""
    costly: tuple[Mask, ...]
    """Those that count most, then the highest: what goes first on another's trick."""
    high: tuple[Mask, ...]
    """Those that count least, then the highest: what wins most harmlessly."""
    worthy: tuple[Mask, ...]
    """Those that count most, then the lowest: what wins most usefully."""
    low: tuple[Mask, ...]
    """Those that count least, then the lowest."""
    leadable: Mask
    """What may be led by who has it; else anything (KR-HEART-1)."""
    forced: Mask
    """What goes first from who cannot follow (KR-KING-1)."""


def _thumb(contract: Contract) -> Thumb:
    points = [abs(value) for value in contract.card_points]

    def ordered(key: Callable[[Card], tuple[int, int]]) -> tuple[Mask, ...]:
        return tuple(1 << card for card in sorted(range(len(FRENCH_32)), key=key))

    return Thumb(
        contract,
        seeks=contract.sign > 0,
        counting=mask_of(card for card, value in enumerate(points) if value),
        costly=ordered(lambda card: (-points[card], -_RANK[card])),
        high=ordered(lambda card: (points[card], -_RANK[card])),
        worthy=ordered(lambda card: (-points[card], _RANK[card])),
        low=ordered(lambda card: (points[card], _RANK[card])),
        leadable=PACK & ~HEARTS if contract.hearts_held_back else PACK,
        forced=KING_OF_HEARTS if contract.king_forced else 0,
    )


THUMBS: Final = tuple(map(_thumb, CONTRACTS))
"""By round, as the contracts are."""


def lead(thumb: Thumb, legal: Mask, others: Mask, number: int) -> Card:
    """The card to lead to the trick after ``number`` others, which hold ``others``."""
    at_stake = bool(thumb.counting & (legal | others) or thumb.contract.trick_points[number])
    if thumb.seeks:
        winners = sure(SUIT_MASKS, legal, others) if at_stake else 0
        return first(thumb.worthy, winners) if winners else first(thumb.low, legal)
    if not at_stake:
        return first(thumb.high, legal)
    return safest(SUIT_MASKS, legal, others, thumb.contract.card_points)


def follow(
    thumb: Thumb, legal: Mask, winning: Card, place: int, others: Mask, points: int
) -> Card:
    """The card among ``legal`` to play to a trick that ``winning`` is winning.

    ``place`` is how many cards lie (1 to 3); ``points`` what the trick scores as it lies.
    """
    beating = legal & _BEATS[winning]
    if thumb.seeks:
        return _seek(thumb, legal, beating, place, others, points)
    return _shun(thumb, legal, beating, place, points)


def _shun(thumb: Thumb, legal: Mask, beating: Mask, place: int, points: int) -> Card:
    """Lose with what costs most; a trick that costs nothing is taken with a high card."""
    losing = legal ^ beating
    if costly := losing & thumb.counting:
        return first(thumb.costly, costly)
    harmless = not points and (place == 3 or not thumb.counting)
    if losing and not (harmless and beating):
        return first(thumb.costly, losing)
    if harmless or place == 3:
        return first(thumb.high, beating)  # It wins whatever is played: the highest goes.
    return first(thumb.low, beating)


def _seek(thumb: Thumb, legal: Mask, beating: Mask, place: int, others: Mask, points: int) -> Card:
    """Win what counts, surely or last; else keep what may win later."""
    at_stake = points or beating & thumb.counting or (place < 3 and thumb.counting)
    if beating and at_stake:
        winners = beating if place == 3 else sure(SUIT_MASKS, beating, others)
        if winners:
            return first(thumb.worthy, winners)
    return first(thumb.low, legal ^ beating or legal)
