"""What is known of a match of Turkish King, one type a phase, and how events change it.

``hands`` is None where nobody gave the deck: the public state, which folds every event. All
else is the same in both, so that whatever is built without hands is public by construction.
"""

from typing import Final, TypeAlias

from msgspec import Struct

from shared.cards.events import CardPlayed
from shared.cards.hands import Hands, Mask, without
from shared.cards.packs import Card
from shared.cards.tricks import Trick, one_more
from shared.games.king_turkish.contracts import BY_ID, TRICKS, ContractId, TrumpSuit
from shared.games.king_turkish.events import ContractChosen, DealScored
from shared.games.king_turkish.options import Options
from shared.games.king_turkish.tricks import law_of
from shared.kernel.seats import SEATS, Seat, seat_after
from shared.kernel.settlement import FourInts

NO_TRICKS: Final[FourInts] = (0, 0, 0, 0)
NO_POINTS: Final[FourInts] = (0, 0, 0, 0)


class Match(Struct, frozen=True, gc=False):
    """What outlives a deal."""

    options: Options
    history: tuple[DealScored, ...] = ()
    """The completed deals, oldest first: the score table and the table of choices."""
    totals: FourInts = NO_POINTS


class Between(Struct, frozen=True, gc=False):
    """No deal is running."""

    match: Match


class Choosing(Struct, frozen=True, gc=False):
    """The cards are dealt; the contract is not announced yet."""

    match: Match
    hands: Hands | None
    chooser: Seat | None
    """None: in the first deal, until the holder of the two of diamonds is named."""


class Playing(Struct, frozen=True, gc=False):
    """The contract is announced; thirteen tricks, or fewer (KT-STOP-1)."""

    match: Match
    hands: Hands | None
    chooser: Seat
    contract: ContractId
    trump: TrumpSuit | None
    leader: Seat
    trick: tuple[Card, ...] = ()
    """The cards of the running trick, the leader's first."""
    taken: FourInts = NO_TRICKS
    """Tricks won, by seat."""
    tricks: tuple[Trick, ...] = ()
    """The complete tricks, oldest first."""
    seen: Mask = 0
    """Every card played in this deal."""
    ruffed: bool = False
    """Whether a trump was played on another suit (KT-TRUMP-2)."""


State: TypeAlias = Between | Choosing | Playing


def after_choice(state: Choosing, chosen: ContractChosen) -> Playing:
    """The contract is announced; its chooser leads (KT-CHOOSE-2)."""
    return Playing(
        state.match, state.hands, chosen.seat, chosen.contract, chosen.trump, chosen.seat
    )


def after_card(state: Playing, played: CardPlayed) -> Playing:
    """A card leaves a hand for the trick."""
    hands, trick, card = state.hands, state.trick, played.card
    return Playing(
        state.match,
        None if hands is None else without(hands, played.seat, card),
        state.chooser,
        state.contract,
        state.trump,
        state.leader,
        (*trick, card),
        state.taken,
        state.tricks,
        state.seen | 1 << card,
        state.ruffed or (state.trump is not None and bool(trick) and _ruffs(state, card)),
    )


def _ruffs(state: Playing, card: Card) -> bool:
    trumps = law_of(state.match.options, state.contract, state.trump).trumps
    return bool(trumps >> card & 1) and not trumps >> state.trick[0] & 1


def after_trick(state: Playing, winner: Seat) -> Playing:
    """The trick goes to ``winner``, who leads the next (CO-TRICK-1)."""
    assert len(state.trick) == len(SEATS), "a trick is won when four cards lie"
    return Playing(
        state.match,
        state.hands,
        state.chooser,
        state.contract,
        state.trump,
        winner,
        (),
        one_more(state.taken, winner),
        (*state.tricks, Trick(state.leader, state.trick, winner)),
        state.seen,
        state.ruffed,
    )


def after_deal(state: Playing, scored: DealScored) -> Between:
    """The deal's scores are added to the totals."""
    match = state.match
    a, b, c, d = (
        total + points for total, points in zip(match.totals, scored.scores, strict=True)
    )
    return Between(Match(match.options, (*match.history, scored), (a, b, c, d)))


def all_taken(state: Playing) -> bool:
    """Whether the deal ends here, between tricks: all that counts is taken (KT-STOP-1)."""
    if len(state.tricks) == TRICKS:
        return True
    penalties = BY_ID[state.contract].cards
    return penalties != 0 and not penalties & ~state.seen


def next_chooser(match: Match) -> Seat | None:
    """Who chooses in the next deal; None: whoever will hold the two of diamonds (KT-CHOOSE-1)."""
    return seat_after(match.history[-1].chooser) if match.history else None


def to_move(state: State, /) -> Seat | None:
    """Whose move it is; None between deals and between a last card and what follows from it."""
    if isinstance(state, Playing):
        place = len(state.trick)
        if place == len(SEATS) or (place == 0 and all_taken(state)):
            return None
        return seat_after(state.leader, place)
    return state.chooser if isinstance(state, Choosing) else None
