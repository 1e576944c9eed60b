"""What a viewer of a match of Turkish King may know, and what follows from knowing it."""

from msgspec import Struct

from shared.cards.hands import Mask, cards_in
from shared.cards.packs import Card
from shared.cards.tricks import Trick, cards_left
from shared.games.king_turkish.choices import Chosen, choosable, chosen_in
from shared.games.king_turkish.contracts import TRICKS, ContractId, TrumpSuit
from shared.games.king_turkish.events import DealScored
from shared.games.king_turkish.moves import CHOICES, PLAYS, KingMove
from shared.games.king_turkish.options import Options
from shared.games.king_turkish.state import (
    NO_TRICKS,
    Between,
    Choosing,
    State,
    to_move,
)
from shared.games.king_turkish.tricks import is_open, law_of, may_follow, may_lead
from shared.kernel.seats import Seat, Viewer
from shared.kernel.settlement import FourInts

_NO_CARDS: FourInts = (0, 0, 0, 0)
_FULL_HANDS: FourInts = (TRICKS, TRICKS, TRICKS, TRICKS)


class View(Struct, frozen=True, gc=False):
    """A match as one viewer knows it. No field could hold another seat's card (KT-SHOW-6)."""

    viewer: Viewer
    options: Options
    history: tuple[DealScored, ...]
    """The completed deals, oldest first: who chose what, and what it scored."""
    totals: FourInts
    # What follows is empty between deals.
    to_move: Seat | None = None
    hand: Mask | None = None
    """The viewer's own cards; None for the public and where the deck is sealed."""
    cards_left: FourInts = _NO_CARDS
    chooser: Seat | None = None
    contract: ContractId | None = None
    """None until it is announced."""
    trump: TrumpSuit | None = None
    taken: FourInts = NO_TRICKS
    leader: Seat | None = None
    """Who leads, or led, to the running trick."""
    trick: tuple[Card, ...] = ()
    tricks: tuple[Trick, ...] = ()
    """The complete tricks of this deal: all have seen them, and a good player remembers."""
    seen: Mask = 0
    """Every card played in this deal (KT-SHOW-4)."""
    ruffed: bool = False
    """Whether a trump was played on another suit (KT-TRUMP-2)."""


def view(state: State, viewer: Viewer, /) -> View:
    """What ``viewer`` may know of ``state``."""
    match = state.match
    if isinstance(state, Between):
        return View(viewer, match.options, match.history, match.totals)
    hand = None if viewer is None or state.hands is None else state.hands[viewer]
    if isinstance(state, Choosing):
        return View(
            viewer,
            match.options,
            match.history,
            match.totals,
            state.chooser,
            hand,
            _FULL_HANDS,
            state.chooser,
        )
    return View(
        viewer,
        match.options,
        match.history,
        match.totals,
        to_move(state),
        hand,
        cards_left(TRICKS - len(state.tricks), state.leader, len(state.trick)),
        state.chooser,
        state.contract,
        state.trump,
        state.taken,
        state.leader,
        state.trick,
        state.tricks,
        state.seen,
        state.ruffed,
    )


def chosen(view: View) -> Chosen:
    """Every choice so far and by whom, that of the running deal last."""
    so_far = chosen_in(view.history)
    if view.chooser is not None and view.contract is not None:
        so_far.append((view.chooser, view.contract))
    return so_far


def legal_moves(view: View, /) -> tuple[KingMove, ...]:
    """Every move the view's own seat may make now, in the order of the game's table or deck."""
    hand, seat = view.hand, view.viewer
    if hand is None or seat is None or view.to_move != seat:
        return ()
    if view.contract is None:
        open_to = choosable(view.options, chosen(view), seat)
        return tuple([choice for contract in open_to for choice in CHOICES[contract]])
    law = law_of(view.options, view.contract, view.trump)
    if view.trick:
        allowed = may_follow(law, hand, view.trick)
    else:
        allowed = may_lead(law, hand, is_open(law, view.seen, view.ruffed))
    return tuple([PLAYS[card] for card in cards_in(allowed)])


def clock_move(view: View, /) -> KingMove:
    """The first open contract of the game's table, or the lowest legal card (CO-TIME-2)."""
    return legal_moves(view)[0]
