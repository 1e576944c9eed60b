"""What follows from a move: the events of an accepted one, or the refusal.

A refusal is decided by what its seat may know and by nothing else.
"""

from typing import Final, TypeAlias

from shared.cards.events import CardPlayed, TrickWon
from shared.cards.hands import Mask, cards_in, codes_in
from shared.cards.moves import Play
from shared.cards.packs import TAROCK_54, Card
from shared.cards.tricks import winning_card
from shared.games.appel_au_roi import announcing, auction, refusals, scoring, talon
from shared.games.appel_au_roi.changes import (
    after_call,
    after_card,
    after_trick,
    after_word,
    king_in_talon,
)
from shared.games.appel_au_roi.events import (
    BidMade,
    BienSaid,
    ContreSaid,
    Discarded,
    GameGivenUp,
    HalfTaken,
    HandsOpened,
    KingCalled,
    Passed,
    PrimeAnnounced,
    Side,
    TalonTurned,
)
from shared.games.appel_au_roi.moves import (
    FOURTH,
    Abandon,
    Announce,
    AppelMove,
    Bid,
    Bien,
    CallKing,
    Contre,
    Discard,
    Pass,
    TakeHalf,
)
from shared.games.appel_au_roi.pack import HAND
from shared.games.appel_au_roi.primes import CHELEM
from shared.games.appel_au_roi.state import (
    Announcing,
    Auction,
    Between,
    Calling,
    Discarding,
    Hidden,
    Playing,
    Running,
    Spoken,
    State,
    Taking,
    to_move,
)
from shared.games.appel_au_roi.tricks import law_of, playable, trick_winner, why_kept, why_not
from shared.kernel.events import Decision, Event
from shared.kernel.refusal import Refusal, RefusalKind
from shared.kernel.seats import SEATS, Seat

Word: TypeAlias = Announce | Contre | Bien


def decide(state: State, seat: Seat, move: AppelMove, /) -> Decision:
    """Apply the rules to ``seat``'s ``move``."""
    if isinstance(state, Between):
        return refusals.NO_DEAL()
    match state, move:
        case Playing(), Play():
            return _play(state, seat, move.card)
        case Auction(), Bid() | Pass():
            return _not_yours(state, seat) or _bid(state, seat, move)
        case Calling(), CallKing():
            return _not_yours(state, seat) or _call(state, seat, move)
        case Taking(), TakeHalf() | Abandon():
            return _not_yours(state, seat) or _take(state, seat, move)
        case Discarding(), Discard():
            return _not_yours(state, seat) or _discard(state, seat, move)
        case Announcing(), Announce() | Contre() | Bien():
            return _not_yours(state, seat) or _speak(state, seat, move)
        case _:
            return _COMES_FIRST[type(state)](to_move=_waited_for(state))


_COMES_FIRST: Final[dict[type[Running], RefusalKind]] = {
    Auction: refusals.AUCTION_RUNS,
    Calling: refusals.KING_COMES_FIRST,
    Taking: refusals.HALF_COMES_FIRST,
    Discarding: refusals.DISCARD_COMES_FIRST,
    Announcing: refusals.ANNOUNCEMENTS_RUN,
    Playing: refusals.CARDS_ARE_PLAYED,
}
_NOT_YOURS: Final[dict[type[Running], RefusalKind]] = {
    Auction: refusals.NOT_YOUR_BID,
    Calling: refusals.NOT_DECLARER,
    Taking: refusals.NOT_DECLARER,
    Discarding: refusals.NOT_DECLARER,
    Announcing: refusals.NOT_YOUR_WORD,
    Playing: refusals.NOT_YOUR_PLAY,
}


def _waited_for(state: Running) -> Seat:
    seat = to_move(state)
    assert seat is not None, "a command is decided after the last one's events are folded"
    return seat


def _not_yours(state: Running, seat: Seat) -> Refusal | None:
    if seat == (waited_for := _waited_for(state)):
        return None
    return _NOT_YOURS[type(state)](to_move=waited_for)


def _hand(state: Running, seat: Seat) -> Mask:
    assert state.hands is not None, "without the deck nothing can be decided"
    return state.hands[seat]


def _hidden(state: Running) -> Hidden:
    assert state.hidden is not None, "without the deck nothing can be decided"
    return state.hidden


# --- auction, call, talon -----------------------------------------------------------------------


def _bid(state: Auction, seat: Seat, move: Bid | Pass) -> Decision:
    hand, tariff, bids = _hand(state, seat), state.match.options.tariff, state.bids
    if isinstance(move, Pass):
        if not auction.may_pass(bids):
            return refusals.FOREHAND_MUST_BID(open=auction.open_bids(tariff, bids, hand))
        after = after_word(state, Spoken(seat, None))
        return (Passed(seat), *_turned_up(after))
    if refusal := auction.refused(tariff, bids, hand, move.bid):
        return refusal
    after = after_word(state, Spoken(seat, move.bid))
    return (BidMade(seat, move.bid), *_turned_up(after))


def _turned_up(after: State) -> tuple[Event, ...]:
    """The talon is turned up as soon as declarer may have cards of it (AR-TALON-1)."""
    return (TalonTurned(_hidden(after).talon),) if isinstance(after, Taking) else ()


def _call(state: Calling, seat: Seat, move: CallKing) -> Decision:
    if refusal := talon.refused_call(_hand(state, seat), move.suit):
        return refusal
    called = KingCalled(seat, None if move.suit == FOURTH else move.suit)
    return (called, *_turned_up(after_call(state, called)))


def _take(state: Taking, seat: Seat, move: TakeHalf | Abandon) -> Decision:
    if isinstance(move, TakeHalf):
        return (HalfTaken(seat, move.half),)
    if not king_in_talon(state.deal):
        return refusals.KING_NOT_IN_TALON()
    return GameGivenUp(seat), scoring.given_up(state)


def _discard(state: Discarding, seat: Seat, move: Discard) -> Decision:
    refusal = talon.refused_discard(state.deal.contract, _hand(state, seat), move.cards)
    return refusal or (Discarded(seat, move.cards),)


# --- announcements ------------------------------------------------------------------------------


def _speak(state: Announcing, seat: Seat, move: Word) -> Decision:
    deal, side = state.deal, _side_of(state, seat)
    match move:
        case Announce(prime):
            refusal = announcing.refused_prime(deal, prime, seat, _hand(state, seat), side)
            return refusal or (PrimeAnnounced(seat, prime, side),)
        case Contre(item):
            refusal = announcing.refused_contre(deal, item, side)
            if refusal is not None:
                return refusal
            return (ContreSaid(seat, item, announcing.next_level(deal, item), side),)
        case Bien():
            return (BienSaid(seat),)


def _side_of(state: Announcing | Playing, seat: Seat) -> Side:
    own = seat in (state.deal.declarer, _hidden(state).partner)
    return "declarer" if own else "opponents"


# --- play ---------------------------------------------------------------------------------------


def _play(state: Playing, seat: Seat, card: Card) -> Decision:
    if refusal := _not_yours(state, seat) or _refused_card(state, seat, card):
        return refusal
    played = CardPlayed(seat, card)
    if len(state.trick) < len(SEATS) - 1:
        return (played,)
    return (played, *_after_fourth_card(after_card(state, played)))


def _refused_card(state: Playing, seat: Seat, card: Card) -> Refusal | None:
    hand, trick, deal = _hand(state, seat), state.trick, state.deal
    if not (0 <= card < len(TAROCK_54) and hand >> card & 1):
        return refusals.CARD_NOT_HELD(held=codes_in(hand, TAROCK_54))
    law, number, pledges = law_of(deal.bid), len(state.tricks) + 1, deal.pledges[seat]
    allowed = playable(law, hand, trick, number, pledges)
    if allowed >> card & 1:
        return None
    kind = why_not(law, hand, trick, card) or why_kept(allowed, number, pledges)
    params: dict[str, str] = {}
    if kind is refusals.MUST_BEAT:
        params = {"winning": TAROCK_54[winning_card(law.order, trick)]}
    return kind(allowed=codes_in(allowed, TAROCK_54), **params)


def _after_fourth_card(state: Playing) -> tuple[Event, ...]:
    """What follows by itself: the trick is won, hands are opened, the deal is scored."""
    winner = trick_winner(law_of(state.deal.bid), state.leader, state.trick)
    after = after_trick(state, winner)
    won = TrickWon(winner)
    if _over(after, winner):
        return won, scoring.scored(after)
    if state.deal.contract.open and not state.tricks:
        assert after.hands is not None
        a, b, c, d = map(cards_in, after.hands)
        return won, HandsOpened((a, b, c, d))
    return (won,)


def _over(state: Playing, winner: Seat) -> bool:
    """Whether the deal ends with the trick that ``winner`` has just won (AR-STOP-1)."""
    if len(state.tricks) == HAND:
        return True
    deal = state.deal
    if (allowed := deal.contract.tricks) is not None:
        return state.taken[deal.declarer] > allowed
    chelem = next((said.side for said in deal.said if said.item == CHELEM), None)
    return chelem is not None and chelem != _side_of(state, winner)  # AR-PRIME-5
