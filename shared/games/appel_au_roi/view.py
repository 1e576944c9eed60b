"""What a viewer of a match of Appel au roi may know, and what follows from knowing it."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from shared.cards.hands import Hands, Mask, cards_in
from shared.cards.packs import Card
from shared.cards.tricks import Trick, cards_left
from shared.games.appel_au_roi.announcing import open_contres, open_primes
from shared.games.appel_au_roi.auction import may_pass, open_bids
from shared.games.appel_au_roi.changes import king_in_talon
from shared.games.appel_au_roi.events import DealScored, Side
from shared.games.appel_au_roi.moves import (
    ABANDON,
    ANNOUNCE,
    BIDS,
    BIEN,
    CONTRE,
    HALVES,
    KINGS,
    PASS,
    PLAYS,
    AppelMove,
)
from shared.games.appel_au_roi.options import Options
from shared.games.appel_au_roi.pack import HAND
from shared.games.appel_au_roi.state import (
    NO_TRICKS,
    Announcing,
    Auction,
    Between,
    Calling,
    Declared,
    Discarding,
    Hidden,
    Playing,
    Row,
    Spoken,
    State,
    Taking,
    to_move,
)
from shared.games.appel_au_roi.talon import (
    Choice,
    callable_kings,
    discards,
    every_discard,
    lowest_discard,
)
from shared.games.appel_au_roi.tricks import law_of, playable
from shared.kernel.seats import SEATS, Seat, Viewer
from shared.kernel.settlement import FourInts

Phase: TypeAlias = Literal[
    "between", "auction", "king", "talon", "discard", "announcements", "play"
]

_NO_CARDS: Final[FourInts] = (0, 0, 0, 0)
_FULL_HANDS: Final[FourInts] = (HAND, HAND, HAND, HAND)


class View(Struct, frozen=True, gc=False):
    """A match as one viewer knows it. No field could hold what the viewer may not see."""

    viewer: Viewer
    options: Options
    history: tuple[Row, ...]
    """The completed deals, oldest first."""
    totals: FourInts
    last: DealScored | None
    """The last completed deal, with the lines of its settlement."""
    phase: Phase = "between"
    # What follows is empty between deals.
    to_move: Seat | None = None
    hand: Mask | None = None
    """The viewer's own cards; None for the public and where the deck is sealed."""
    cards_left: FourInts = _NO_CARDS
    forehand: Seat | None = None
    bids: tuple[Spoken, ...] = ()
    """The auction, oldest word first."""
    deal: Declared | None = None
    """All that everyone knows of the deal once the auction is over."""
    side: Side | None = None
    """The viewer's own side, which others may not know; None: not known or none (trischaken)."""
    discard: Mask | None = None
    """What the viewer laid away as declarer."""
    leader: Seat | None = None
    """Who leads, or led, to the running trick."""
    trick: tuple[Card, ...] = ()
    taken: FourInts = NO_TRICKS
    tricks: tuple[Trick, ...] = ()
    """The complete tricks of this deal: all have seen them, and a good player remembers."""
    seen: Mask = 0
    """Every card played in this deal."""
    opened: Hands | None = None
    """All hands, where they lie open (AR-PLAY-10)."""


def view(state: State, viewer: Viewer, /) -> View:
    """What ``viewer`` may know of ``state``."""
    match = state.match
    if isinstance(state, Between):
        return View(viewer, match.options, match.history, match.totals, match.last)
    hand = None if viewer is None or state.hands is None else state.hands[viewer]
    if isinstance(state, Playing):
        return _view_of_play(state, viewer, hand)
    if isinstance(state, Auction):
        return View(
            viewer,
            match.options,
            match.history,
            match.totals,
            match.last,
            "auction",
            to_move(state),
            hand,
            _FULL_HANDS,
            state.forehand,
            state.bids,
        )
    deal, hidden = state.deal, state.hidden
    return View(
        viewer,
        match.options,
        match.history,
        match.totals,
        match.last,
        _PHASES[type(state)],
        to_move(state),
        hand,
        _cards_now(state),
        deal.forehand,
        deal.bids,
        deal,
        _own_side(deal, hidden, viewer),
        _own_discard(deal, hidden, viewer),
    )


def _view_of_play(state: Playing, viewer: Viewer, hand: Mask | None) -> View:
    match, deal, hidden = state.match, state.deal, state.hidden
    return View(
        viewer,
        match.options,
        match.history,
        match.totals,
        match.last,
        "play",
        to_move(state),
        hand,
        cards_left(HAND - len(state.tricks), state.leader, len(state.trick)),
        deal.forehand,
        deal.bids,
        deal,
        _own_side(deal, hidden, viewer),
        _own_discard(deal, hidden, viewer),
        state.leader,
        state.trick,
        state.taken,
        state.tricks,
        state.seen,
        state.opened,
    )


_PHASES: Final[dict[type, Phase]] = {
    Calling: "king",
    Taking: "talon",
    Discarding: "discard",
    Announcing: "announcements",
}


def _own_side(deal: Declared, hidden: Hidden | None, viewer: Viewer) -> Side | None:
    """The side of a seat as it knows it itself: who holds the called king is partner."""
    if viewer is None or hidden is None or deal.contract.trischaken:
        return None
    if deal.contract.with_king and deal.called is None and viewer != deal.declarer:
        return None
    return "declarer" if viewer in (deal.declarer, hidden.partner) else "opponents"


def _own_discard(deal: Declared, hidden: Hidden | None, viewer: Viewer) -> Mask | None:
    if hidden is None or viewer != deal.declarer or not hidden.discard:
        return None
    return hidden.discard


def _cards_now(state: Calling | Taking | Discarding | Announcing) -> FourInts:
    if not isinstance(state, Discarding):
        return _FULL_HANDS
    more = state.deal.contract.taken
    a, b, c, d = (HAND + more * (seat == state.deal.declarer) for seat in SEATS)
    return (a, b, c, d)


# --- what the viewer's own seat may do ----------------------------------------------------------


def legal_moves(view: View, /) -> tuple[AppelMove, ...]:
    """Every move the view's own seat may make now, in the order of CO-TIME-2.

    Those in which nothing is said come first, bids and primes in the order of their tables,
    cards and discards in that of the deck, the lowest first.
    """
    hand, deal = view.hand, view.deal
    if hand is None or view.viewer is None or view.to_move != view.viewer:
        return ()
    if deal is None:
        return _bids(view, hand)
    if view.phase == "play":
        allowed = playable_now(view, deal, hand)
        return tuple([PLAYS[card] for card in cards_in(allowed)])
    if view.phase == "announcements":
        return _words(deal, view.viewer, hand, view.side)
    if view.phase == "king":
        return tuple([KINGS[called] for called in callable_kings(hand)])
    if view.phase == "talon":
        return (*HALVES, ABANDON) if king_in_talon(deal) else HALVES
    return every_discard(discards(deal.contract, hand))


def _bids(view: View, hand: Mask) -> tuple[AppelMove, ...]:
    bids = [BIDS[bid] for bid in open_bids(view.options.tariff, view.bids, hand)]
    return (PASS, *bids) if may_pass(view.bids) else tuple(bids)


def _words(deal: Declared, seat: Seat, hand: Mask, side: Side | None) -> tuple[AppelMove, ...]:
    assert side is not None, "with a hand the own side is known"
    primes = [ANNOUNCE[prime] for prime in open_primes(deal, seat, hand, side)]
    return (BIEN, *primes, *[CONTRE[item] for item in open_contres(deal, side)])


def playable_now(view: View, deal: Declared, hand: Mask) -> Mask:
    """The cards that the viewer, to play, may play."""
    assert view.viewer is not None
    number = len(view.tricks) + 1
    return playable(law_of(deal.bid), hand, view.trick, number, deal.pledges[view.viewer])


def discard_choice(view: View) -> Choice | None:
    """What the viewer, declarer, may lay away; None if it is not to discard."""
    deal, hand = view.deal, view.hand
    if view.phase != "discard" or deal is None or hand is None or view.viewer != deal.declarer:
        return None
    return discards(deal.contract, hand)


def clock_move(view: View, /) -> AppelMove:
    """What is played for a seat whose clock ran out: the first legal move (CO-TIME-2)."""
    choice = discard_choice(view)
    return legal_moves(view)[0] if choice is None else lowest_discard(choice)
