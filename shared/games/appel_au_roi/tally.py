"""What the sides took in a deal, and which side made each prime (Table 2, AR-PRIME)."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from shared.cards.hands import Mask, cards_in, mask_of
from shared.cards.packs import Card
from shared.cards.tricks import Trick
from shared.games.appel_au_roi.changes import half_of
from shared.games.appel_au_roi.events import Side
from shared.games.appel_au_roi.pack import (
    HALF,
    HAND,
    HONOURS,
    KINGS,
    OUDLERS,
    XXI,
    thirds,
)
from shared.games.appel_au_roi.primes import Prime, PrimeId
from shared.games.appel_au_roi.state import Declared, Hidden, Playing, other
from shared.kernel.seats import SEATS, Seat

GAME_WON: Final = 107
"""Thirds of a point with which declarer's side wins a positive game (AR-SCORE-1)."""
ABSOLU: Final = 136
"""Thirds of a point that make Absolu (Table 2)."""
HONNEURS: Final = 5
"""How many of the seven honours make Honneurs (Table 2)."""


class Tally(Struct, frozen=True):
    """A deal that is over, as its score sees it."""

    deal: Declared
    hidden: Hidden
    tricks: tuple[Trick, ...]
    aside: tuple[Mask, Mask]
    """What counts for declarer's side and for the opponents without a trick (AR-PRIME-4)."""

    @property
    def king(self) -> Card | None:
        """The called king."""
        return self.hidden.king

    def side_of(self, seat: Seat) -> Side:
        """The side of a seat, shown or not."""
        own = seat in (self.deal.declarer, self.hidden.partner)
        return "declarer" if own else "opponents"

    def seats(self, side: Side) -> tuple[Seat, ...]:
        """The seats of a side."""
        return tuple(seat for seat in SEATS if self.side_of(seat) == side)

    def won(self, side: Side) -> tuple[int, ...]:
        """The numbers of a side's tricks, from 1."""
        return tuple(
            number
            for number, trick in enumerate(self.tricks, 1)
            if self.side_of(trick.winner) == side
        )

    def laid_aside(self, side: Side) -> Mask:
        """A side's cards that came from no trick."""
        return self.aside[0 if side == "declarer" else 1]

    def cards(self, side: Side) -> Mask:
        """All of a side's cards (AR-PRIME-4)."""
        taken = self.laid_aside(side)
        for number in self.won(side):
            taken |= mask_of(self.tricks[number - 1].cards)
        return taken

    def fell(self, card: Card) -> int | None:
        """The number of the trick to which ``card`` was played, from 1."""
        for number, trick in enumerate(self.tricks, 1):
            if card in trick.cards:
                return number
        return None

    def player_of(self, card: Card, number: int) -> Seat:
        """Who played ``card`` to trick ``number``."""
        trick = self.tricks[number - 1]
        return SEATS[(trick.leader + trick.cards.index(card)) % len(SEATS)]

    def winner(self, number: int) -> Side:
        """The side that won trick ``number``."""
        return self.side_of(self.tricks[number - 1].winner)


def tally(state: Playing) -> Tally:
    """What a deal came to that ends in ``state``."""
    deal, hidden = state.deal, state.hidden
    assert hidden is not None, "without the cards nothing can be scored"
    own, theirs = _talon_by_side(deal, hidden)
    return Tally(deal, hidden, state.tricks, (own | hidden.discard, theirs))


def _talon_by_side(deal: Declared, hidden: Hidden) -> tuple[Mask, Mask]:
    """The talon cards that count for declarer's side and the opponents (AR-TALON-1, -4)."""
    if deal.contract.talon == "half":
        assert deal.half is not None
        return 0, half_of(hidden.talon, 1 - deal.half)
    if deal.contract.talon != "opponents":
        return 0, 0
    whole = mask_of(hidden.talon)
    if hidden.king is None or not whole >> hidden.king & 1:
        return 0, whole
    kings_half = half_of(hidden.talon, hidden.talon.index(hidden.king) // HALF)
    return kings_half, whole ^ kings_half


def points(of: Tally, side: Side) -> int:
    """The card points of a side, in thirds (AR-SCORE-1)."""
    return thirds(of.cards(side))


# --- who made a prime ---------------------------------------------------------------------------


def made_by(of: Tally, prime: Prime) -> Side | None:
    """The side that scores ``prime`` unannounced; None: nobody does."""
    if prime.due is not None:
        return _played_when_due(of, prime.due, prime.card)
    return _MADE[prime.id](of)


def _played_when_due(of: Tally, due: int, bird: Card | None) -> Side | None:
    """A bird must win its trick; the called king's side must (AR-PRIME-1)."""
    card = of.king if bird is None else bird
    if card is None or len(of.tricks) < due or of.fell(card) != due:
        return None
    if bird is None:
        return of.winner(due)
    holder = of.player_of(bird, due)
    side = of.side_of(holder)
    return side if of.tricks[due - 1].winner == holder else other(side)


def _prise_xxi(of: Tally) -> Side | None:
    number = of.fell(XXI)
    if number is None:
        return None
    holder = of.player_of(XXI, number)
    taken = of.tricks[number - 1].winner != holder
    return other(of.side_of(holder)) if taken else None  # AR-PRIME-2


def _prise_roi(of: Tally) -> Side | None:
    assert of.king is not None
    return "opponents" if of.cards("opponents") >> of.king & 1 else None


def _with_cards(least: int, cards: Mask) -> Callable[[Tally], Side | None]:
    """The side that has at least so many of ``cards``."""

    def side(of: Tally) -> Side | None:
        return _first(lambda one: (of.cards(one) & cards).bit_count() >= least)

    return side


def _absolu(of: Tally) -> Side | None:
    return _first(lambda side: points(of, side) >= ABSOLU)


def _chelem(of: Tally) -> Side | None:
    return _first(lambda side: len(of.won(side)) == HAND)


_MADE: Final[dict[PrimeId, Callable[[Tally], Side | None]]] = {
    "prise_xxi": _prise_xxi,
    "prise_roi": _prise_roi,
    "oudlers": _with_cards(OUDLERS.bit_count(), OUDLERS),
    "quatre_rois": _with_cards(KINGS.bit_count(), KINGS),
    "honneurs": _with_cards(HONNEURS, HONOURS),
    "absolu": _absolu,
    "chelem": _chelem,
}


def _first(holds: Callable[[Side], bool]) -> Side | None:
    sides: tuple[Side, Side] = ("declarer", "opponents")
    return next((side for side in sides if holds(side)), None)


# --- what it rests on ---------------------------------------------------------------------------


class Grounds(Struct, frozen=True, gc=False):
    """The cards and tricks that decided an item."""

    cards: tuple[Card, ...]
    tricks: tuple[int, ...]


_SETS: Final[dict[PrimeId, Mask]] = {
    "oudlers": OUDLERS,
    "quatre_rois": KINGS,
    "honneurs": HONOURS,
}


def grounds_of_game(of: Tally, side: Side) -> Grounds:
    """A side's tricks, and its cards that came from none: together its card points."""
    return Grounds(cards_in(of.laid_aside(side)), of.won(side))


def grounds_of(of: Tally, prime: Prime, side: Side) -> Grounds:
    """What decided ``prime``, which ``side`` scored or announced and missed."""
    if prime.id == "chelem":
        against = of.won(other(side))
        return Grounds((), against or of.won(side))
    if prime.id == "absolu":
        return grounds_of_game(of, side)
    if prime.id in _SETS:
        own = cards_in(of.cards(side) & _SETS[prime.id])
        numbers = {of.fell(card) for card in own} - {None}
        return Grounds(own, tuple(sorted(number for number in numbers if number is not None)))
    card = of.king if prime.card is None else prime.card
    assert card is not None
    number = of.fell(card)
    return Grounds((card,), () if number is None else (number,))
