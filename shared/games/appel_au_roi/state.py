"""What is known of a match of Appel au roi, one type a phase.

``hands`` and ``hidden`` are None where nobody gave the deck: the public state, which folds
every event. All else is the same in both, so that whatever is built without them is public by
construction.
"""

from typing import Final, TypeAlias

from msgspec import Struct

from shared.cards.hands import Hands, Mask
from shared.cards.packs import Card
from shared.cards.tricks import Trick
from shared.games.appel_au_roi.contracts import BY_ID, Contract, ContractId
from shared.games.appel_au_roi.events import DealScored, Level, Side
from shared.games.appel_au_roi.moves import Called
from shared.games.appel_au_roi.options import Options
from shared.games.appel_au_roi.pack import HAND
from shared.games.appel_au_roi.primes import Item
from shared.games.appel_au_roi.tricks import NO_PLEDGES, Pledges
from shared.kernel.seats import SEATS, Seat, seat_after
from shared.kernel.settlement import FourInts

NO_TRICKS: Final[FourInts] = (0, 0, 0, 0)
NO_POINTS: Final[FourInts] = (0, 0, 0, 0)

Sides: TypeAlias = tuple[Side | None, Side | None, Side | None, Side | None]
"""By seat, what everyone knows; None: not shown yet (AR-CALL-3)."""
NO_SIDES: Final[Sides] = (None, None, None, None)


def other(side: Side) -> Side:
    """The other side."""
    return "opponents" if side == "declarer" else "declarer"


FourPledges: TypeAlias = tuple[Pledges, Pledges, Pledges, Pledges]
NOTHING_PLEDGED: Final[FourPledges] = (NO_PLEDGES, NO_PLEDGES, NO_PLEDGES, NO_PLEDGES)


class Row(Struct, frozen=True, gc=False):
    """A completed deal in the score table."""

    forehand: Seat
    declarer: Seat
    bid: ContractId
    partner: Seat | None
    scores: FourInts


class Match(Struct, frozen=True, gc=False):
    """What outlives a deal."""

    options: Options
    history: tuple[Row, ...] = ()
    """The completed deals, oldest first."""
    totals: FourInts = NO_POINTS
    last: DealScored | None = None
    """The last completed deal in full: it is settled when it ends (CO-PAY-3)."""


class Spoken(Struct, frozen=True, gc=False):
    """A word of the auction; None: pass."""

    seat: Seat
    bid: ContractId | None


class Said(Struct, frozen=True, gc=False):
    """The game, or an announced prime, and how often it counts."""

    item: Item
    side: Side
    """Whose it is: the game is declarer's."""
    seat: Seat | None
    """Who announced it; None: the game, which nobody announces."""
    level: Level = 1
    doubled_by: tuple[Seat, ...] = ()
    """Who said contre, re-contre and sur-contre."""


class Declared(Struct, frozen=True, gc=False):
    """All that everyone knows of a deal once its auction is over."""

    forehand: Seat
    declarer: Seat
    bid: ContractId
    bids: tuple[Spoken, ...]
    """The auction, oldest word first."""
    sides: Sides
    called: Called | None = None
    turned: tuple[Card, ...] = ()
    """The six talon cards as they lie, where they are turned up."""
    half: int | None = None
    """The half that declarer took."""
    said: tuple[Said, ...] = ()
    """The game, then the announced primes as they came (positive games, Misère, Piccolo)."""
    pledges: FourPledges = NOTHING_PLEDGED

    @property
    def contract(self) -> Contract:
        return BY_ID[self.bid]


class Hidden(Struct, frozen=True, gc=False):
    """What nobody may know of a deal, or not everybody."""

    talon: tuple[Card, ...]
    """As it was dealt: half 0, then half 1."""
    king: Card | None = None
    """The called king, named or not."""
    partner: Seat | None = None
    """Who holds it, if it is another than declarer (AR-CALL-3)."""
    discard: Mask = 0


class Between(Struct, frozen=True, gc=False):
    """No deal is running."""

    match: Match


class Auction(Struct, frozen=True, gc=False):
    """The cards are dealt; players bid and pass."""

    match: Match
    hands: Hands | None
    hidden: Hidden | None
    forehand: Seat
    bids: tuple[Spoken, ...] = ()


class Calling(Struct, frozen=True, gc=False):
    """Declarer is to call a king."""

    match: Match
    hands: Hands | None
    hidden: Hidden | None
    deal: Declared


class Taking(Struct, frozen=True, gc=False):
    """The talon is turned up, and declarer is to take a half of it."""

    match: Match
    hands: Hands | None
    hidden: Hidden | None
    deal: Declared


class Discarding(Struct, frozen=True, gc=False):
    """Declarer has taken talon cards and is to lay as many away."""

    match: Match
    hands: Hands | None
    hidden: Hidden | None
    deal: Declared


class Announcing(Struct, frozen=True, gc=False):
    """Primes are announced and doubled (AR-ANN-1)."""

    match: Match
    hands: Hands | None
    hidden: Hidden | None
    deal: Declared
    speaker: Seat
    spoken: bool = False
    """Whether something was said in the running turn."""
    passes: int = 0
    """Turns of nothing but "bien" since the last other turn, or since the start."""
    any_said: bool = False
    """Whether something was said in a turn that is over."""


class Playing(Struct, frozen=True, gc=False):
    """Twelve tricks, or fewer (AR-STOP-1)."""

    match: Match
    hands: Hands | None
    hidden: Hidden | None
    deal: Declared
    leader: Seat
    trick: tuple[Card, ...] = ()
    """The cards of the running trick, the leader's first."""
    taken: FourInts = NO_TRICKS
    """Tricks won, by seat."""
    tricks: tuple[Trick, ...] = ()
    """The complete tricks, oldest first."""
    seen: Mask = 0
    """Every card played in this deal."""
    opened: Hands | None = None
    """The hands, where they lie open for all (AR-PLAY-10)."""


Running: TypeAlias = Auction | Calling | Taking | Discarding | Announcing | Playing
State: TypeAlias = Between | Running


def speaks(forehand: Seat, bids: tuple[Spoken, ...]) -> Seat:
    """Whose turn it is in an auction that is not over (AR-BID-1)."""
    if len(bids) < len(SEATS):
        return seat_after(forehand, 1 + len(bids))
    out = {word.seat for word in bids if word.bid is None}
    seat = seat_after(bids[-1].seat)
    while seat in out:
        seat = seat_after(seat)
    return seat


def to_move(state: State, /) -> Seat | None:
    """Whose move it is; None between deals and between a last card and what follows from it."""
    match state:
        case Playing():
            place = len(state.trick)
            if place == len(SEATS) or len(state.tricks) == HAND:
                return None
            return seat_after(state.leader, place)
        case Announcing():
            return state.speaker
        case Auction():
            return speaks(state.forehand, state.bids)
        case Between():
            return None
        case _:
            return state.deal.declarer
