"""What a viewer of a match of Call Break may know, and what follows from knowing it."""

from typing import Any

from msgspec import Struct, structs

from shared.cards.hands import Mask, cards_in, codes_in
from shared.cards.packs import FRENCH_52, Card
from shared.cards.tricks import Trick, cards_left
from shared.games.call_break.events import DealScored
from shared.games.call_break.moves import CALLS, PLAYS, CallBreakMove, move_text
from shared.games.call_break.options import Options
from shared.games.call_break.state import (
    NO_CALLS,
    NO_TRICKS,
    TRICKS,
    Between,
    Calling,
    Calls,
    State,
    to_move,
)
from shared.games.call_break.tricks import playable
from shared.kernel.seats import Seat, Viewer, seat_after
from shared.kernel.settlement import FourInts

_NO_CARDS: FourInts = (0, 0, 0, 0)
_FULL_HANDS: FourInts = (TRICKS, TRICKS, TRICKS, TRICKS)


class View(Struct, frozen=True, gc=False):
    """A match as one viewer knows it. No field could hold another seat's card."""

    viewer: Viewer
    options: Options
    history: tuple[DealScored, ...]
    """The completed deals, oldest first."""
    totals: FourInts
    # What follows is empty between deals.
    dealer: Seat | None = None
    to_move: Seat | None = None
    hand: Mask | None = None
    """The viewer's own cards; None for the public and where the deck is sealed."""
    cards_left: FourInts = _NO_CARDS
    calls: Calls = NO_CALLS
    taken: FourInts = NO_TRICKS
    leader: Seat | None = None
    """Who leads, or led, to the running trick."""
    trick: tuple[Card, ...] = ()
    tricks: tuple[Trick, ...] = ()
    """The complete tricks of this deal: all have seen them, and a good player remembers."""


def view(state: State, viewer: Viewer, /) -> View:
    """What ``viewer`` may know of ``state``."""
    match = state.match
    if isinstance(state, Between):
        return View(viewer, match.options, match.history, match.totals)
    hand = None if viewer is None or state.hands is None else state.hands[viewer]
    if isinstance(state, Calling):
        return View(
            viewer,
            match.options,
            match.history,
            match.totals,
            state.dealer,
            to_move(state),
            hand,
            _FULL_HANDS,
            state.calls,
        )
    return View(
        viewer,
        match.options,
        match.history,
        match.totals,
        state.dealer,
        to_move(state),
        hand,
        cards_left(TRICKS - len(state.tricks), state.leader, len(state.trick)),
        state.calls,
        state.taken,
        state.leader,
        state.trick,
        state.tricks,
    )


def legal_moves(view: View, /) -> tuple[CallBreakMove, ...]:
    """Every move the view's own seat may make now, calls ascending or cards in deck order."""
    if view.hand is None or view.to_move != view.viewer:
        return ()
    if None in view.calls:
        return CALLS
    return tuple([PLAYS[card] for card in cards_in(playable(view.hand, view.trick))])


def clock_move(view: View, /) -> CallBreakMove:
    """The lowest legal call or card (CO-TIME-2)."""
    return legal_moves(view)[0]


def show_legal(view: View, /) -> list[str]:
    """The legal moves as texts, sorted by code point."""
    return sorted(map(move_text, legal_moves(view)))


def show(view: View, /) -> dict[str, Any]:
    """The view as plain JSON values, cards as codes (CO-CARD-3)."""
    return {
        "viewer": view.viewer,
        "options": structs.asdict(view.options),
        "deal": len(view.history) + (view.dealer is not None),
        "dealer": view.dealer,
        "forehand": None if view.dealer is None else seat_after(view.dealer),
        "to_move": view.to_move,
        "hand": None if view.hand is None else list(codes_in(view.hand, FRENCH_52)),
        "cards_left": list(view.cards_left),
        "calls": list(view.calls),
        "taken": list(view.taken),
        "trick": {"leader": view.leader, "cards": _codes(view.trick)},
        "last_trick": _show_trick(view.tricks[-1]) if view.tricks else None,
        "totals": list(view.totals),
        "deals": [_show_row(row) for row in view.history],
        "legal": show_legal(view),
    }


def _show_trick(trick: Trick) -> dict[str, Any]:
    return {"leader": trick.leader, "cards": _codes(trick.cards), "winner": trick.winner}


def _show_row(row: DealScored) -> dict[str, Any]:
    return {"calls": list(row.calls), "tricks": list(row.tricks), "scores": list(row.scores)}


def _codes(cards: tuple[Card, ...]) -> list[str]:
    return [FRENCH_52[card] for card in cards]
