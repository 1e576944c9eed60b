"""Which card serves a side, by rules of thumb one trick deep.

They are what an intermediate bot plays by, and what an expert's playouts assume of everyone. All
is bit masks and tables that are built once: a playout asks forty times.
"""

from typing import Final

from msgspec import Struct

from shared.cards.hands import Mask, mask_of, suit_masks
from shared.cards.packs import TAROCK_54, Card
from shared.games.appel_au_roi.pack import (
    ALL_TAROCKS,
    CARDS,
    KINGS,
    PETIT,
    PLAIN_TAROCKS,
    SUITS,
    XXI,
    thirds,
)
from workers.bots.ranking import safest, sure

SUIT_MASKS: Final = tuple(suit_masks(TAROCK_54).values())
"""The tarocks, then clubs, diamonds, hearts, spades: the order of the deck."""
PLAIN_SUITS: Final = SUIT_MASKS[1:]
PACK: Final[Mask] = (1 << len(TAROCK_54)) - 1
POINTS_OF: Final = tuple(thirds(1 << card) for card in range(len(TAROCK_54)))
"""What each card counts, in thirds."""
SHUNNED: Final = tuple(-points for points in POINTS_OF)
"""What leading a card costs who avoids points."""
NO_POINTS: Final = (0,) * len(TAROCK_54)

_PETIT: Final[Mask] = 1 << PETIT
_QUEENS: Final = mask_of(CARDS["Q" + suit] for suit in SUITS)
_KNIGHTS: Final = mask_of(CARDS["N" + suit] for suit in SUITS)
_JACKS: Final = mask_of(CARDS["J" + suit] for suit in SUITS)
_COURT: Final = KINGS | _QUEENS | _KNIGHTS | _JACKS
_PIPS: Final = PACK & ~_COURT & ~ALL_TAROCKS
_BIRDS: Final = mask_of(CARDS[code] for code in ("T1", "T2", "T3", "T4"))

_FAT: Final = (KINGS | _PETIT, _QUEENS, _KNIGHTS, _JACKS, _PIPS | PLAIN_TAROCKS, ALL_TAROCKS)
"""What goes first on the own side's trick: points, but no tarock that wins by itself."""
_LEAN: Final = (_PIPS | PLAIN_TAROCKS, _JACKS, _KNIGHTS, _QUEENS, KINGS | _PETIT, 1 << XXI, PACK)
"""What goes first on the other side's trick."""
_HIGH_SUITS: Final = (KINGS, _QUEENS, _KNIGHTS, _JACKS)

_MANY: Final = 4
"""So many cards of a suit among the others make it likely that all can follow."""
_DEAR: Final = 8
"""A trick of so many thirds is worth a high tarock."""
_HIGH_TAROCK: Final = CARDS["T15"]


def fattest(cards: Mask) -> Card:
    """What to give to the own side's trick."""
    for tier in _FAT:
        if found := cards & tier:
            return (found & -found).bit_length() - 1
    raise AssertionError("there is a card")


def leanest(cards: Mask) -> Card:
    """What to give to the other side's trick."""
    for tier in _LEAN:
        if found := cards & tier:
            return (found & -found).bit_length() - 1
    raise AssertionError("there is a card")


def riskiest(cards: Mask) -> Card:
    """What to be rid of where tricks are shunned: the highest, court cards first."""
    if found := cards & ALL_TAROCKS:
        return found.bit_length() - 1
    for tier in _HIGH_SUITS:
        if found := cards & tier:
            return found.bit_length() - 1
    return cards.bit_length() - 1


# --- positive games -----------------------------------------------------------------------------


def lead(legal: Mask, others: Mask, trump: bool, attacks: bool) -> Card:
    """The card to lead, when the others hold ``others``; declarer's side ``attacks``."""
    own, theirs = legal & ALL_TAROCKS, others & ALL_TAROCKS
    if not trump:
        return _plain_lead(legal & ~ALL_TAROCKS or legal, others, ruffed=False, short=False)
    if own and theirs and attacks:
        top = own.bit_length() - 1
        if not theirs >> top and own.bit_count() > 2:
            return top
        if own.bit_count() > 3:
            small = own & PLAIN_TAROCKS & ~_BIRDS
            return leanest(small or own)
    if rest := legal & ~ALL_TAROCKS:
        return _plain_lead(rest, others, ruffed=bool(theirs), short=attacks)
    return leanest(legal) if theirs else legal.bit_length() - 1


def _plain_lead(cards: Mask, others: Mask, *, ruffed: bool, short: bool) -> Card:
    """A winner that is likely to stand; else a low card of a short suit, or of a long one."""
    best, found = -1_000, 0
    for suit in SUIT_MASKS:
        if own := cards & suit:
            rest = others & suit
            top = own.bit_length() - 1
            length = own.bit_count()
            if not rest >> top and (not ruffed or rest.bit_count() >= _MANY):
                score, card = 40 + POINTS_OF[top] + length, top
            else:
                card = leanest(own)
                score = (-length if short else length) - POINTS_OF[card]
            if score > best:
                best, found = score, card
    return found


class Lie(Struct, frozen=True):
    """A trick as it lies to who is to play to it."""

    led: Mask
    """The suit led."""
    beats: Mask
    """What takes it over."""
    friendly: bool
    """Whether the own side is winning it."""
    last: bool
    """Whether nobody of the other side plays after this."""
    points: int
    """Its thirds."""


def follow(legal: Mask, lie: Lie, others: Mask) -> Card:
    """The card among ``legal`` to play to a trick, when the others hold ``others``."""
    beating = legal & lie.beats
    if lie.friendly:
        if lie.last or _stands(lie, others):
            return fattest(legal & ~beating or legal)
        kings = beating & KINGS
        return kings.bit_length() - 1 if kings else leanest(legal)
    if not beating:
        return leanest(legal)
    if beating & ALL_TAROCKS:
        return _win_with_tarock(legal, lie, others)
    if lie.last:
        return fattest(beating)
    top = beating.bit_length() - 1
    return leanest(legal) if others & lie.led & -(2 << top) else top


def _stands(lie: Lie, others: Mask) -> bool:
    """Whether the trick is likely to stay where it is."""
    taking = others & lie.beats
    if taking & lie.led:
        return False
    return not taking or (others & lie.led).bit_count() >= _MANY


def _win_with_tarock(legal: Mask, lie: Lie, others: Mask) -> Card:
    """Take a trick from the other side with what suffices, if it is worth that."""
    beating = legal & lie.beats
    losing = legal ^ beating
    if lie.last:
        low = PETIT if beating & _PETIT else (beating & -beating).bit_length() - 1
        dear = low >= _HIGH_TAROCK and lie.points < _DEAR
        return leanest(losing) if losing and dear else low
    if lie.led & ALL_TAROCKS:
        bosses = sure(SUIT_MASKS[:1], beating, others)
        if bosses and lie.points >= _DEAR:
            return (bosses & -bosses).bit_length() - 1
        return leanest(losing or legal)
    if beating & _PETIT and (others & lie.led).bit_count() > _MANY:
        return PETIT
    return leanest(beating)


# --- negative games -----------------------------------------------------------------------------


def shunning_lead(legal: Mask, others: Mask, counts: bool) -> Card:
    """What to lead to lose the trick; ``counts``: what it is worth counts too."""
    return safest(SUIT_MASKS, legal, others, SHUNNED if counts else NO_POINTS)


def shunning_follow(legal: Mask, beats: Mask, last: bool, wants: bool) -> Card:
    """Be rid of what is high; a trick that must be taken is taken low unless it stays.

    ``wants``: the trick is welcome, as the first of Piccolo is to declarer.
    """
    beating = legal & beats
    if beating and not (last or wants):
        return (beating & -beating).bit_length() - 1
    return riskiest(legal)
