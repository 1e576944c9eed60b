"""What is known of a match of Russian King, one type a phase, and how events change it.

``hands`` is None where nobody gave the deck: the public state, which folds every event. All
else is the same in both, so that whatever is built without hands is public by construction.
"""

from typing import Final, TypeAlias

from msgspec import Struct

from shared.cards.events import CardPlayed
from shared.cards.hands import Hands, without
from shared.cards.packs import Card
from shared.cards.tricks import Trick, one_more
from shared.games.king_russian.contracts import CONTRACTS, Contract, plus, trick_points
from shared.games.king_russian.events import DealScored
from shared.games.king_russian.options import Options
from shared.kernel.seats import SEATS, Seat, seat_after
from shared.kernel.settlement import FourInts

NO_TRICKS: Final[FourInts] = (0, 0, 0, 0)
NO_POINTS: Final[FourInts] = (0, 0, 0, 0)


class Match(Struct, frozen=True, gc=False):
    """What outlives a round."""

    options: Options
    history: tuple[DealScored, ...] = ()
    """The completed rounds, oldest first: the score table, and which round is next."""
    totals: FourInts = NO_POINTS
    """KR-SCORE-3."""


class Between(Struct, frozen=True, gc=False):
    """No round is running."""

    match: Match


class Playing(Struct, frozen=True, gc=False):
    """A round; eight tricks, or fewer (KR-STOP-1)."""

    match: Match
    dealer: Seat
    hands: Hands | None
    leader: Seat
    trick: tuple[Card, ...] = ()
    """The cards of the running trick, the leader's first."""
    taken: FourInts = NO_TRICKS
    """Tricks won, by seat."""
    scores: FourInts = NO_POINTS
    """What the complete tricks of this round scored, by seat."""
    tricks: tuple[Trick, ...] = ()
    """The complete tricks, oldest first."""


State: TypeAlias = Between | Playing


def contract_of(state: Playing) -> Contract:
    """The contract of the running round: the completed ones say which."""
    return CONTRACTS[len(state.match.history)]


def all_taken(state: Playing) -> bool:
    """Whether everything that counts has been taken, which ends the round (KR-STOP-1).

    All objects of a round have one sign, so the scores reach its total with the last of them;
    where tricks count, or the last two, that is the eighth trick.
    """
    return sum(state.scores) == contract_of(state).total


def after_card(state: Playing, played: CardPlayed) -> Playing:
    """A card leaves a hand for the trick."""
    hands = state.hands
    return Playing(
        state.match,
        state.dealer,
        None if hands is None else without(hands, played.seat, played.card),
        state.leader,
        (*state.trick, played.card),
        state.taken,
        state.scores,
        state.tricks,
    )


def after_trick(state: Playing, winner: Seat) -> Playing:
    """The trick and what it scores go to ``winner``, who leads the next (CO-TRICK-1)."""
    assert len(state.trick) == len(SEATS), "a trick is won when four cards lie"
    points = trick_points(contract_of(state), len(state.tricks), state.trick)
    return Playing(
        state.match,
        state.dealer,
        state.hands,
        winner,
        (),
        one_more(state.taken, winner),
        plus(state.scores, winner, points),
        (*state.tricks, Trick(state.leader, state.trick, winner)),
    )


def after_deal(state: Playing, scored: DealScored) -> Between:
    """The round's scores are added to the totals."""
    match = state.match
    a, b, c, d = (
        total + points for total, points in zip(match.totals, scored.scores, strict=True)
    )
    return Between(Match(match.options, (*match.history, scored), (a, b, c, d)))


def to_move(state: State, /) -> Seat | None:
    """Whose move it is; None between rounds and between a last card and what follows from it."""
    if isinstance(state, Between):
        return None
    place = len(state.trick)
    if place == len(SEATS) or (place == 0 and all_taken(state)):
        return None
    return seat_after(state.leader, place)
