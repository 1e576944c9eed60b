"""What a viewer of a match of Russian King may know, and what follows from knowing it."""

from typing import Any

from msgspec import Struct, structs

from shared.cards.hands import Mask, cards_in, codes_in
from shared.cards.moves import Play
from shared.cards.packs import FRENCH_32, Card
from shared.cards.tricks import Trick, cards_left
from shared.games.king_russian.contracts import CONTRACTS, TRICKS, Contract
from shared.games.king_russian.events import DealScored
from shared.games.king_russian.moves import PLAYS, move_text
from shared.games.king_russian.options import Options
from shared.games.king_russian.state import (
    NO_POINTS,
    NO_TRICKS,
    Between,
    State,
    to_move,
)
from shared.games.king_russian.tricks import playable
from shared.kernel.seats import Seat, Viewer, seat_after
from shared.kernel.settlement import FourInts

_NO_CARDS: FourInts = (0, 0, 0, 0)


class View(Struct, frozen=True, gc=False):
    """A match as one viewer knows it. No field could hold another seat's card."""

    viewer: Viewer
    options: Options
    history: tuple[DealScored, ...]
    """The completed rounds, oldest first; how many they are says which contract is on."""
    totals: FourInts
    # What follows is empty between rounds.
    dealer: Seat | None = None
    to_move: Seat | None = None
    hand: Mask | None = None
    """The viewer's own cards; None for the public and where the deck is sealed."""
    cards_left: FourInts = _NO_CARDS
    taken: FourInts = NO_TRICKS
    scores: FourInts = NO_POINTS
    """What the complete tricks of this round scored."""
    leader: Seat | None = None
    """Who leads, or led, to the running trick."""
    trick: tuple[Card, ...] = ()
    tricks: tuple[Trick, ...] = ()
    """The complete tricks of this round: all have seen them, and a good player remembers."""


def view(state: State, viewer: Viewer, /) -> View:
    """What ``viewer`` may know of ``state``."""
    match = state.match
    if isinstance(state, Between):
        return View(viewer, match.options, match.history, match.totals)
    return View(
        viewer,
        match.options,
        match.history,
        match.totals,
        state.dealer,
        to_move(state),
        None if viewer is None or state.hands is None else state.hands[viewer],
        cards_left(TRICKS - len(state.tricks), state.leader, len(state.trick)),
        state.taken,
        state.scores,
        state.leader,
        state.trick,
        state.tricks,
    )


def contract_on(view: View) -> Contract:
    """The contract of the round that runs in ``view``."""
    return CONTRACTS[len(view.history)]


def legal_cards(view: View) -> Mask:
    """What the view's own seat may play now; empty when it is not to move."""
    if view.hand is None or view.to_move != view.viewer:
        return 0
    return playable(contract_on(view), view.hand, view.trick)


def legal_moves(view: View, /) -> tuple[Play, ...]:
    """Every move the view's own seat may make now, in deck order."""
    return tuple([PLAYS[card] for card in cards_in(legal_cards(view))])


def clock_move(view: View, /) -> Play:
    """The lowest legal card in deck order (CO-TIME-2)."""
    return legal_moves(view)[0]


def show_legal(view: View, /) -> list[str]:
    """The legal moves as texts, sorted by code point."""
    return sorted(map(move_text, legal_moves(view)))


def show(view: View, /) -> dict[str, Any]:
    """The view as plain JSON values, cards as codes (CO-CARD-3)."""
    running = view.dealer is not None
    return {
        "viewer": view.viewer,
        "options": structs.asdict(view.options),
        "deal": len(view.history) + running,
        "contract": _show_contract(contract_on(view)) if running else None,
        "dealer": view.dealer,
        "forehand": None if view.dealer is None else seat_after(view.dealer),
        "to_move": view.to_move,
        "hand": None if view.hand is None else list(codes_in(view.hand, FRENCH_32)),
        "cards_left": list(view.cards_left),
        "taken": list(view.taken),
        "scores": list(view.scores),
        "trick": {"leader": view.leader, "cards": _codes(view.trick)},
        "last_trick": _show_trick(view.tricks[-1]) if view.tricks else None,
        "totals": list(view.totals),
        "deals": [show_row(row) for row in view.history],
        "legal": show_legal(view),
    }


def _show_contract(contract: Contract) -> dict[str, Any]:
    return {
        "name": contract.name,
        "counts": [
            {"objective": one.name, "each": contract.sign * one.each}
            for one in contract.objectives
        ],
        "total": contract.total,
        "hearts_held_back": contract.hearts_held_back,
        "king_forced": contract.king_forced,
    }


def _show_trick(trick: Trick) -> dict[str, Any]:
    return {"leader": trick.leader, "cards": _codes(trick.cards), "winner": trick.winner}


def show_row(row: DealScored) -> dict[str, Any]:
    """A completed round as plain JSON values."""
    return {
        "contract": row.contract,
        "tricks": list(row.tricks),
        "scores": list(row.scores),
        "lines": [
            {"objective": line.objective, "each": line.each, "taken": list(line.taken)}
            for line in row.lines
        ],
    }


def _codes(cards: tuple[Card, ...]) -> list[str]:
    return [FRENCH_32[card] for card in cards]
