"""The rules of Appel au roi: the decider, as the catalogue offers it.

Games and primes are rows in ``contracts`` and ``primes``, their worth rows in ``tariffs``; what
may be bid, called, laid away, announced and played stands in ``auction``, ``talon``,
``announcing`` and ``tricks``, what follows from a move in ``decisions``, what is known after an
event in ``changes``, what it is worth in ``scoring``; this module answers for the whole match.
"""

from typing import Any, Final

from msgspec import Struct

from shared.cards.events import CardPlayed, TrickWon
from shared.cards.hands import dealt_hands
from shared.cards.moves import Play
from shared.cards.packs import TAROCK_54, Card
from shared.games.appel_au_roi import refusals, scoring
from shared.games.appel_au_roi.changes import (
    after_announcement,
    after_bien,
    after_call,
    after_card,
    after_contre,
    after_deal,
    after_discard,
    after_half,
    after_opening,
    after_trick,
    after_turn,
    after_word,
)
from shared.games.appel_au_roi.decisions import decide
from shared.games.appel_au_roi.events import (
    EVENTS,
    SEALED,
    BidMade,
    BienSaid,
    ContreSaid,
    DealScored,
    Discarded,
    DiscardSealed,
    GameGivenUp,
    HalfTaken,
    HandsOpened,
    KingCalled,
    Passed,
    PrimeAnnounced,
    TalonTurned,
)
from shared.games.appel_au_roi.moves import (
    ABANDON,
    BIEN,
    FOURTH,
    PASS,
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
    move_text,
    parse_move,
)
from shared.games.appel_au_roi.options import DEALS_MAX, DEALS_MIN, Options
from shared.games.appel_au_roi.pack import HALF, HAND
from shared.games.appel_au_roi.payments import payments_for
from shared.games.appel_au_roi.refusals import REFUSALS
from shared.games.appel_au_roi.showing import detail, show, show_event, show_legal
from shared.games.appel_au_roi.state import (
    Announcing,
    Auction,
    Between,
    Calling,
    Discarding,
    Hidden,
    Match,
    Playing,
    Spoken,
    State,
    Taking,
    to_move,
)
from shared.games.appel_au_roi.view import View, clock_move, legal_moves, view
from shared.kernel import settlement
from shared.kernel.events import Event
from shared.kernel.game_rules import Move
from shared.kernel.refusal import Refusal
from shared.kernel.seats import Seat, seat_after
from shared.kernel.settlement import Payments, Standing

__all__ = [
    "DECK",
    "DRAWS_DEALER",
    "EVENTS",
    "MOVES",
    "NAME",
    "OPTIONS",
    "REFUSALS",
    "RULESET",
    "SEALED",
    "VIEW",
    "check_options",
    "clock_move",
    "deal_detail",
    "deal_over",
    "deals_done",
    "dealt",
    "decide",
    "evolve",
    "finished",
    "initial",
    "legal_moves",
    "max_loss",
    "may_stop",
    "move_of",
    "move_text",
    "next_dealer",
    "opening",
    "parse_move",
    "payments",
    "show",
    "show_event",
    "show_legal",
    "standing",
    "to_move",
    "view",
]

NAME: Final[str] = "appel_au_roi"
RULESET: Final[int] = 1
DECK: Final[tuple[str, ...]] = TAROCK_54
OPTIONS: Final[type[Struct]] = Options
VIEW: Final[type[Struct]] = View
MOVES: Final[tuple[type[Move], ...]] = (
    Bid,
    Pass,
    CallKing,
    TakeHalf,
    Abandon,
    Discard,
    Announce,
    Contre,
    Bien,
    Play,
)
DRAWS_DEALER: Final[bool] = True


def check_options(options: Options, _humans: bool, /) -> Refusal | None:
    """Whether a table may play under ``options`` (AR-DEAL-1)."""
    if DEALS_MIN <= options.deals <= DEALS_MAX:
        return None
    return refusals.DEALS_OUT_OF_BOUNDS(least=DEALS_MIN, most=DEALS_MAX)


def initial(options: Options, /) -> Between:
    """The match before its first deal."""
    return Between(Match(options))


def dealt(state: State, dealer: Seat, deck: tuple[Card, ...] | None, /) -> Auction:
    """The talon first, then twelve cards each from forehand on (AR-DEAL-2)."""
    assert isinstance(state, Between), "a deal is running"
    forehand = seat_after(dealer)
    if deck is None:
        return Auction(state.match, None, None, forehand)
    talon, rest = deck[: 2 * HALF], deck[2 * HALF :]
    return Auction(state.match, dealt_hands(rest, forehand, HAND), Hidden(talon), forehand)


def opening(_state: State, /) -> tuple[Event, ...]:
    """Nothing follows a deal by itself: the seat after forehand is to speak."""
    return ()


def evolve(state: State, event: Event, /) -> State:
    """Record ``event``."""
    match event, state:
        case ((CardPlayed() | TrickWon() | HandsOpened()), Playing()):
            return _after_play(state, event)
        case BidMade(seat, bid), Auction():
            return after_word(state, Spoken(seat, bid))
        case Passed(seat), Auction():
            return after_word(state, Spoken(seat, None))
        case KingCalled(), Calling():
            return after_call(state, event)
        case ((TalonTurned() | HalfTaken() | GameGivenUp()), Taking()):
            return _after_talon(state, event)
        case ((Discarded() | DiscardSealed()), Discarding()):
            return after_discard(state, event)
        case ((PrimeAnnounced() | ContreSaid() | BienSaid()), Announcing()):
            return _after_saying(state, event)
        case DealScored(), Playing() | Taking():
            return after_deal(state, event)
        case _:
            raise AssertionError(f"{type(event).__name__} cannot follow {type(state).__name__}")


def _after_talon(
    state: Taking, event: TalonTurned | HalfTaken | GameGivenUp
) -> Taking | Discarding:
    match event:
        case TalonTurned(cards):
            return after_turn(state, cards)
        case HalfTaken(_, half):
            return after_half(state, half)
        case GameGivenUp():
            return state  # its score follows


def _after_saying(
    state: Announcing, event: PrimeAnnounced | ContreSaid | BienSaid
) -> Announcing | Playing:
    match event:
        case PrimeAnnounced():
            return after_announcement(state, event)
        case ContreSaid():
            return after_contre(state, event)
        case BienSaid():
            return after_bien(state)


def _after_play(state: Playing, event: CardPlayed | TrickWon | HandsOpened) -> Playing:
    match event:
        case CardPlayed():
            return after_card(state, event)
        case TrickWon(seat):
            return after_trick(state, seat)
        case HandsOpened():
            return after_opening(state, event)


def deal_over(state: State, /) -> bool:
    """Whether no deal is running."""
    return isinstance(state, Between)


def deals_done(state: State, /) -> int:
    """How many deals have been completed."""
    return len(state.match.history)


def next_dealer(state: State, first: Seat, /) -> Seat:
    """The right to lead moves to the next seat after every deal (AR-DEAL-1)."""
    return seat_after(first, deals_done(state))


def finished(state: State, _asked: bool, /) -> bool:
    """Whether the match ends now, between deals (AR-END-1)."""
    return deals_done(state) >= state.match.options.deals


def may_stop(state: State, /) -> Refusal | None:
    """Nobody may ask: the number of deals is fixed (AR-END-1)."""
    return refusals.DEALS_ARE_FIXED(deals=state.match.options.deals)


def payments(state: State, _final: bool, /) -> Payments | None:
    """Each deal is settled when it ends (CO-PAY-3): the last one; nothing is left for the end."""
    last = state.match.last
    return None if last is None else payments_for(last, deals_done(state))


def standing(state: State, /) -> Standing:
    """The highest sum of the deals leads; equal leaders share (AR-END-1)."""
    return settlement.standing(state.match.totals)


def max_loss(options: Options, /) -> int:
    """What a deal can cost a seat, in game points; each is settled when it ends."""
    return scoring.max_loss(options)


def move_of(event: Event, /) -> tuple[Seat, AppelMove] | None:
    """The move that ``event`` was the first consequence of.

    A discard can be told only from its open form.
    """
    match event:
        case CardPlayed(seat, card):
            return seat, Play(card)
        case BidMade(seat, bid):
            return seat, Bid(bid)
        case Passed(seat):
            return seat, PASS
        case KingCalled(seat, suit):
            return seat, CallKing(FOURTH if suit is None else suit)
        case HalfTaken(seat, half):
            return seat, TakeHalf(half)
        case GameGivenUp(seat):
            return seat, ABANDON
        case Discarded(seat, cards):
            return Seat(seat), Discard(cards)
        case _:
            return _word_of(event)


def _word_of(event: Event) -> tuple[Seat, AppelMove] | None:
    match event:
        case PrimeAnnounced(seat, prime):
            return seat, Announce(prime)
        case ContreSaid(seat, item):
            return seat, Contre(item)
        case BienSaid(seat):
            return seat, BIEN
        case _:
            return None


def deal_detail(state: State, /) -> dict[str, Any]:
    """What the last completed deal was: its game, its sides, its lines."""
    last = state.match.last
    assert last is not None, "no deal was completed"
    return detail(last)
