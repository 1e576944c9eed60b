"""What is known of a match of Tiny Whist, one type a phase, and how events change it.

``hands`` and ``laid`` are secrets: None and empty where nobody gave the deck. All else is the
same in both, so that whatever is built without them is public by construction.
"""

from typing import Final, TypeAlias

from msgspec import Struct, structs

from shared.cards.events import CardPlayed
from shared.cards.hands import Hands, mask_of, without
from shared.cards.packs import FRENCH_32, Card
from shared.cards.tricks import TrickOrder, one_more, trick_order
from shared.kernel.events import OpenCards
from shared.kernel.seats import SEATS, Seat, seat_after
from shared.kernel.settlement import FourInts
from tests.tiny_whist.events import DealScored
from tests.tiny_whist.options import Options

HAND: Final = 8
"""Cards dealt to a seat."""
TRICKS: Final = HAND - 1
ORDER: Final[TrickOrder] = trick_order(FRENCH_32)
NOTHING: Final[Hands] = (0, 0, 0, 0)
NO_TRICKS: Final[FourInts] = (0, 0, 0, 0)


class Match(Struct, frozen=True, gc=False):
    """What outlives a deal."""

    options: Options
    history: tuple[DealScored, ...] = ()
    """The completed deals, oldest first."""
    totals: FourInts = (0, 0, 0, 0)


class Between(Struct, frozen=True, gc=False):
    """No deal is running."""

    match: Match


class Laying(Struct, frozen=True, gc=False):
    """Forehand to dealer, each lays a card away (TW-LAY-1)."""

    match: Match
    dealer: Seat
    hands: Hands | None
    laid: Hands = NOTHING
    """What each seat has laid away."""
    done: int = 0
    """How many seats have."""


class Playing(Struct, frozen=True, gc=False):
    """Seven tricks."""

    match: Match
    dealer: Seat
    hands: Hands | None
    laid: Hands
    leader: Seat
    trick: tuple[Card, ...] = ()
    """The running trick, the leader's card first."""
    taken: FourInts = NO_TRICKS


State: TypeAlias = Between | Laying | Playing


def after_laying(state: Laying, laid: OpenCards | None) -> Laying | Playing:
    """One more laid a card away, None: nobody tells which; with the fourth, play begins."""
    hands, known = state.hands, state.laid
    if laid is not None and hands is not None:
        (card,) = laid.cards
        hands = without(hands, Seat(laid.seat), card)
        known = _with(known, laid.seat, mask_of(laid.cards))
    if state.done < len(SEATS) - 1:
        return Laying(state.match, state.dealer, hands, known, state.done + 1)
    return Playing(state.match, state.dealer, hands, known, seat_after(state.dealer))


def after_card(state: Playing, played: CardPlayed) -> Playing:
    """A card leaves a hand for the trick."""
    hands = state.hands
    left = None if hands is None else without(hands, played.seat, played.card)
    return structs.replace(state, hands=left, trick=(*state.trick, played.card))


def after_trick(state: Playing, winner: Seat) -> Playing:
    """The trick goes to ``winner``, who leads the next (CO-TRICK-1)."""
    taken = one_more(state.taken, winner)
    return structs.replace(state, leader=winner, trick=(), taken=taken)


def after_deal(state: Playing, scored: DealScored) -> Between:
    """The deal's scores are added to the totals."""
    match = state.match
    a, b, c, d = (
        total + points for total, points in zip(match.totals, scored.scores, strict=True)
    )
    return Between(Match(match.options, (*match.history, scored), (a, b, c, d)))


def to_move(state: State, /) -> Seat | None:
    """Whose move it is; None between deals and between a trick's last card and its winner."""
    match state:
        case Laying():
            return seat_after(state.dealer, 1 + state.done)
        case Playing() if len(state.trick) < len(SEATS) and sum(state.taken) < TRICKS:
            return seat_after(state.leader, len(state.trick))
    return None


def _with(laid: Hands, seat: int, cards: int) -> Hands:
    a, b, c, d = (cards if place == seat else mask for place, mask in enumerate(laid))
    return a, b, c, d
