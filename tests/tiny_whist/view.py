"""What a viewer of a match of Tiny Whist may know, and what follows from knowing it."""

from typing import Any, Final

from msgspec import Struct, structs

from shared.cards.hands import Mask, cards_in, codes_in
from shared.cards.moves import Play
from shared.cards.packs import FRENCH_32, Card
from shared.cards.tricks import cards_left, obliged
from shared.kernel.seats import SEATS, Seat, Viewer, seat_after
from shared.kernel.settlement import FourInts
from tests.tiny_whist.events import DealScored
from tests.tiny_whist.moves import Lay, TinyWhistMove, move_text
from tests.tiny_whist.options import Options
from tests.tiny_whist.state import (
    HAND,
    NO_TRICKS,
    ORDER,
    TRICKS,
    Between,
    Laying,
    State,
    to_move,
)

NO_CARDS: Final[FourInts] = (0, 0, 0, 0)


class View(Struct, frozen=True, gc=False):
    """A match as one viewer knows it. No field could hold another seat's card."""

    viewer: Viewer
    options: Options
    history: tuple[DealScored, ...]
    totals: FourInts
    # What follows is empty between deals.
    dealer: Seat | None = None
    to_move: Seat | None = None
    hand: Mask | None = None
    """The viewer's own cards; None for the public and where the deck is sealed."""
    laid: Mask | None = None
    """The viewer's own card that lies face down."""
    done: int = 0
    """How many seats have laid a card away."""
    cards_left: FourInts = NO_CARDS
    leader: Seat | None = None
    trick: tuple[Card, ...] = ()
    taken: FourInts = NO_TRICKS


def view(state: State, viewer: Viewer, /) -> View:
    """What ``viewer`` may know of ``state``, field by field."""
    match = state.match
    public = View(viewer, match.options, match.history, match.totals)
    if isinstance(state, Between):
        return public
    seen = structs.replace(public, dealer=state.dealer, to_move=to_move(state))
    if isinstance(state, Laying):
        left = cards_left(HAND, seat_after(state.dealer), state.done)
        seen = structs.replace(seen, done=state.done, cards_left=left)
    else:
        seen = structs.replace(
            seen,
            done=len(SEATS),
            cards_left=cards_left(TRICKS - sum(state.taken), state.leader, len(state.trick)),
            leader=state.leader,
            trick=state.trick,
            taken=state.taken,
        )
    if viewer is None or state.hands is None:
        return seen
    return structs.replace(seen, hand=state.hands[viewer], laid=state.laid[viewer])


def playable(hand: Mask, trick: tuple[Card, ...]) -> Mask:
    """The cards of ``hand`` that may be played to ``trick`` (TW-PLAY-1: follow suit)."""
    return obliged(hand, ORDER.suit[trick[0]]) if trick else hand


def legal_moves(view: View, /) -> tuple[TinyWhistMove, ...]:
    """Every move the view's own seat may make now, in deck order."""
    if view.hand is None or view.to_move != view.viewer:
        return ()
    if view.done < len(SEATS):
        return tuple(Lay(card) for card in cards_in(view.hand))
    return tuple(Play(card) for card in cards_in(playable(view.hand, view.trick)))


def clock_move(view: View, /) -> TinyWhistMove:
    """The lowest legal card (CO-TIME-2)."""
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
        "to_move": view.to_move,
        "hand": None if view.hand is None else list(codes_in(view.hand, FRENCH_32)),
        "laid": None if view.laid is None else list(codes_in(view.laid, FRENCH_32)),
        "laid_by": view.done,
        "cards_left": list(view.cards_left),
        "trick": {"leader": view.leader, "cards": [FRENCH_32[card] for card in view.trick]},
        "taken": list(view.taken),
        "totals": list(view.totals),
        "deals": [list(row.scores) for row in view.history],
        "legal": show_legal(view),
    }
