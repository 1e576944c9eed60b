"""Which card serves a player under a contract: rules of thumb, one trick deep.

They are what an intermediate bot plays by, and what an expert's playouts assume of everyone. All
is bit masks, looked up once a contract: a playout asks fifty times.
"""

from functools import cache
from typing import Final

from msgspec import Struct

from shared.cards.hands import Mask, suit_masks
from shared.cards.packs import FRENCH_52, Card
from shared.games.king_turkish.contracts import BY_ID, TRICKS, Contract, ContractId, TrumpSuit
from shared.games.king_turkish.options import Options
from shared.games.king_turkish.tricks import Law, law_of
from workers.bots.ranking import first, safest, sure

SUIT_MASKS: Final = tuple(suit_masks(FRENCH_52).values())
"""Clubs, diamonds, hearts, spades: the order of the deck."""
PACK: Final[Mask] = (1 << len(FRENCH_52)) - 1

_RANKS: Final = len(FRENCH_52) // len(SUIT_MASKS)
_ALL_FOLLOW: Final = 6
"""Of so many cards that the others hold in a suit, each is likely to have one."""
_BY_RANK: Final = tuple(
    1 << card for card in sorted(range(len(FRENCH_52)), key=lambda card: (card % _RANKS, card))
)
"""Single cards, the twos first."""
LOW: Final = _BY_RANK
HIGH: Final = _BY_RANK[::-1]
HIGH_CARDS: Final[Mask] = sum(HIGH[: 2 * len(SUIT_MASKS)])
"""Aces and kings."""


class Thumb(Struct, frozen=True):
    """A deal's contract and law as the rules of thumb see them."""

    contract: Contract
    law: Law
    card_points: tuple[int, ...]
    """What each card scores for whoever takes it."""
    trick_points: tuple[int, ...]
    """What each trick scores by itself."""


@cache
def thumb_of(options: Options, contract: ContractId, trump: TrumpSuit | None) -> Thumb:
    """The rules of thumb for a deal under ``contract``; ``trump``: its suit, in a trump deal."""
    row = BY_ID[contract]
    return Thumb(
        row,
        law_of(options, contract, trump),
        card_points=tuple(row.each * (row.cards >> card & 1) for card in range(len(FRENCH_52))),
        trick_points=tuple(row.each * (number in row.tricks) for number in range(TRICKS)),
    )


def lead(thumb: Thumb, legal: Mask, others: Mask, number: int) -> Card:
    """The card to lead to the trick after ``number`` others, when the others hold ``others``."""
    if trumps := thumb.law.trumps:
        return _lead_to_win(legal, others, trumps)
    if thumb.contract.cards or thumb.trick_points[number]:
        return safest(SUIT_MASKS, legal, others, thumb.card_points)
    return first(HIGH, legal)


def follow(
    thumb: Thumb, legal: Mask, winning: Card, place: int, others: Mask, points: int
) -> Card:
    """The card among ``legal`` to play to a trick that ``winning`` is winning.

    ``place`` is how many cards lie (1 to 3); ``points`` what the trick scores as it lies.
    """
    order = thumb.law.order
    beating = legal & order.beats[winning]
    if thumb.law.trumps:
        return _follow_to_win(legal, beating, place, order.suit[winning], others)
    if not legal & order.suit[winning]:
        return _discard(thumb.contract.cards, legal, others)
    counting, rest = thumb.contract.cards, others & order.suit[winning]
    followed = rest.bit_count() >= _ALL_FOLLOW and not rest & counting
    harmless = not points and (place == 3 or not counting or followed)
    return _follow_to_lose(counting, legal, beating, harmless, harmless or place == 3)


# --- penalties --------------------------------------------------------------------------------


def _follow_to_lose(
    counting: Mask, legal: Mask, beating: Mask, harmless: bool, resigned: bool
) -> Card:
    """Lose with what counts or is highest; take with a high card what is harmless.

    ``resigned``: if it must be taken at all, then with a high card too.
    """
    losing = legal ^ beating
    if given := losing & counting:
        return given.bit_length() - 1
    cheap = beating & ~counting
    if losing and not (harmless and cheap):
        return losing.bit_length() - 1
    taking = cheap or beating
    return (taking if resigned else taking & -taking).bit_length() - 1


def _discard(counting: Mask, legal: Mask, others: Mask) -> Card:
    """What counts goes to another; else the card that is most likely to take what counts."""
    legal = legal & counting or legal
    best, found = -1_000, 0
    for suit in SUIT_MASKS:
        if own := legal & suit:
            top = own.bit_length() - 1
            rest = others & suit
            under = rest & (1 << top) - 1
            score = top % _RANKS + 2 * (under.bit_count() - own.bit_count())
            if under & counting:
                score += 20
            elif not rest:
                score -= 30
            if score > best:
                best, found = score, top
    return found


# --- trump ------------------------------------------------------------------------------------


def _follow_to_win(legal: Mask, beating: Mask, place: int, suit: Mask, others: Mask) -> Card:
    """Last, win as cheaply as possible; third, high; second, only with what nothing beats."""
    if not beating:
        return first(LOW, legal)
    if place == 3 or not beating & suit:  # A ruff is a low one.
        return (beating & -beating).bit_length() - 1
    top = beating.bit_length() - 1
    if place == 2 or others & suit < 1 << top:
        return top
    return (legal & -legal).bit_length() - 1


def _lead_to_win(legal: Mask, others: Mask, trumps: Mask) -> Card:
    """Draw trumps with the highest; then what nothing beats; else the longest suit's lowest."""
    own, theirs = legal & trumps, others & trumps
    if theirs and own > theirs and 2 * own.bit_count() >= theirs.bit_count():
        return own.bit_length() - 1
    side = legal & ~trumps
    if winners := sure(SUIT_MASKS, side, others):
        return first(LOW, winners)
    if not side:
        return (own & -own).bit_length() - 1 if theirs > own else own.bit_length() - 1
    longest = max((side & suit for suit in SUIT_MASKS if side & suit), key=int.bit_count)
    return (longest & -longest).bit_length() - 1
