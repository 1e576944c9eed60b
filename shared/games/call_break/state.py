"""What is known of a match of Call Break, one type a phase, and how events change it.

``hands`` is None where nobody gave the deck: the public state, which folds every event. All
else is the same in both, so that whatever is built without hands is public by construction.
"""

from typing import Final, TypeAlias

from msgspec import Struct

from shared.cards.events import CardPlayed
from shared.cards.hands import Hands, without
from shared.cards.packs import Card
from shared.cards.tricks import Trick, one_more
from shared.games.call_break.events import Called, DealScored
from shared.games.call_break.options import Options
from shared.kernel.seats import SEATS, Seat, seat_after
from shared.kernel.settlement import FourInts

TRICKS: Final = 13
"""Tricks in a deal, and cards in a hand (CB-DEAL-1)."""

Calls: TypeAlias = tuple[int | None, int | None, int | None, int | None]
"""By seat; None: has not called yet."""

NO_CALLS: Final[Calls] = (None, None, None, None)
NO_TRICKS: Final[FourInts] = (0, 0, 0, 0)
NO_POINTS: Final[FourInts] = (0, 0, 0, 0)


class Match(Struct, frozen=True, gc=False):
    """What outlives a deal."""

    options: Options
    history: tuple[DealScored, ...] = ()
    """The completed deals, oldest first: the score table."""
    totals: FourInts = NO_POINTS
    """CB-SCORE-4."""


class Between(Struct, frozen=True, gc=False):
    """No deal is running."""

    match: Match


class Calling(Struct, frozen=True, gc=False):
    """Forehand to dealer, each calls once."""

    match: Match
    dealer: Seat
    hands: Hands | None
    calls: Calls = NO_CALLS


class Playing(Struct, frozen=True, gc=False):
    """All have called; thirteen tricks."""

    match: Match
    dealer: Seat
    hands: Hands | None
    calls: FourInts
    leader: Seat
    trick: tuple[Card, ...] = ()
    """The cards of the running trick, the leader's first."""
    taken: FourInts = NO_TRICKS
    """Tricks won, by seat."""
    tricks: tuple[Trick, ...] = ()
    """The complete tricks, oldest first."""


State: TypeAlias = Between | Calling | Playing


def after_call(state: Calling, called: Called) -> Calling | Playing:
    """One more has called; with the fourth, play begins."""
    a, b, c, d = (
        called.tricks if seat == called.seat else call for seat, call in enumerate(state.calls)
    )
    if a is None or b is None or c is None or d is None:
        return Calling(state.match, state.dealer, state.hands, (a, b, c, d))
    forehand = seat_after(state.dealer)
    return Playing(state.match, state.dealer, state.hands, (a, b, c, d), forehand)


def after_card(state: Playing, played: CardPlayed) -> Playing:
    """A card leaves a hand for the trick."""
    hands = state.hands
    return Playing(
        state.match,
        state.dealer,
        None if hands is None else without(hands, played.seat, played.card),
        state.calls,
        state.leader,
        (*state.trick, played.card),
        state.taken,
        state.tricks,
    )


def after_trick(state: Playing, winner: Seat) -> Playing:
    """The trick goes to ``winner``, who leads the next (CO-TRICK-1)."""
    assert len(state.trick) == len(SEATS), "a trick is won when four cards lie"
    return Playing(
        state.match,
        state.dealer,
        state.hands,
        state.calls,
        winner,
        (),
        one_more(state.taken, winner),
        (*state.tricks, Trick(state.leader, state.trick, winner)),
    )


def after_deal(state: Playing, scored: DealScored) -> Between:
    """The deal's scores are added to the totals (CB-SCORE-4)."""
    match = state.match
    a, b, c, d = (
        total + points for total, points in zip(match.totals, scored.scores, strict=True)
    )
    return Between(Match(match.options, (*match.history, scored), (a, b, c, d)))


def to_move(state: State, /) -> Seat | None:
    """Whose move it is; None between deals and between a trick's last card and its winner."""
    if isinstance(state, Playing):
        place = len(state.trick)
        if place == len(SEATS) or len(state.tricks) == TRICKS:
            return None
        return seat_after(state.leader, place)
    if isinstance(state, Calling):
        return seat_after(state.dealer, 1 + len(SEATS) - state.calls.count(None))
    return None
