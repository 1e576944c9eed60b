"""The rules of Call Break: the decider, as the catalogue offers it.

The law of play is in ``tricks``, what may be known in ``view``, what it is worth in
``scoring``; this module says what follows from a move, and answers for the whole match.
"""

from typing import Any, Final

from msgspec import Struct, structs

from shared.cards.events import CardPlayed, TrickWon
from shared.cards.hands import codes_in, dealt_hands
from shared.cards.moves import Play
from shared.cards.packs import FRENCH_52, Card
from shared.games.call_break import refusals, scoring
from shared.games.call_break.events import EVENTS, Called, DealScored
from shared.games.call_break.moves import (
    CALL_MAX,
    CALL_MIN,
    Call,
    CallBreakMove,
    move_text,
    parse_move,
)
from shared.games.call_break.options import (
    DEALS_MAX,
    DEALS_MIN,
    DEALS_UNTIL_ASKED_MAX,
    Options,
)
from shared.games.call_break.refusals import REFUSALS
from shared.games.call_break.state import (
    TRICKS,
    Between,
    Calling,
    Match,
    Playing,
    State,
    after_call,
    after_card,
    after_deal,
    after_trick,
    to_move,
)
from shared.games.call_break.tricks import ORDER, playable, trick_winner
from shared.games.call_break.view import (
    View,
    clock_move,
    legal_moves,
    show,
    show_legal,
    view,
)
from shared.kernel import settlement
from shared.kernel.events import Decision, Event, SealedType
from shared.kernel.game_rules import Move
from shared.kernel.refusal import Refusal
from shared.kernel.seats import SEATS, Seat, seat_after
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

NAME: Final[str] = "call_break"
RULESET: Final[int] = 1
DECK: Final[tuple[str, ...]] = FRENCH_52
OPTIONS: Final[type[Struct]] = Options
VIEW: Final[type[Struct]] = View
MOVES: Final[tuple[type[Move], ...]] = (Call, Play)
DRAWS_DEALER: Final[bool] = True
SEALED: Final[tuple[SealedType, ...]] = ()


def check_options(options: Options, humans: bool, /) -> Refusal | None:
    """Whether a table may play under ``options`` (CB-END-1)."""
    if options.deals is None:
        return None if humans else refusals.BOTS_NEED_DEALS()
    if not DEALS_MIN <= options.deals <= DEALS_MAX:
        return refusals.DEALS_OUT_OF_BOUNDS(least=DEALS_MIN, most=DEALS_MAX)
    return None


def initial(options: Options, /) -> Between:
    """The match before its first deal."""
    return Between(Match(options))


def dealt(state: State, dealer: Seat, deck: tuple[Card, ...] | None, /) -> Calling:
    """Thirteen cards each, from forehand on (CB-DEAL-1, CO-DEAL-1)."""
    assert isinstance(state, Between), "a deal is running"
    hands = None if deck is None else dealt_hands(deck, seat_after(dealer), TRICKS)
    return Calling(state.match, dealer, hands)


def opening(_state: State, /) -> tuple[Event, ...]:
    """Nothing follows a deal by itself: forehand is to call."""
    return ()


def decide(state: State, seat: Seat, move: CallBreakMove, /) -> Decision:
    """Apply the rules to ``seat``'s ``move``."""
    match state, move:
        case Playing(), Play():
            return _play(state, seat, move.card)
        case Calling(), Call():
            return _call(state, seat, move.tricks)
        case Playing(), Call():
            return refusals.CALLED_ALREADY()
        case Calling(), Play():
            return refusals.CALLS_COME_FIRST(to_move=_waited_for(state))
        case Between(), _:
            return refusals.NO_DEAL()
        case _:
            raise AssertionError(f"not a move of Call Break: {type(move).__name__}")


def evolve(state: State, event: Event, /) -> State:
    """Record ``event``."""
    match event:
        case CardPlayed():
            assert isinstance(state, Playing), f"a card played in {type(state).__name__}"
            return after_card(state, event)
        case TrickWon():
            assert isinstance(state, Playing), f"a trick won in {type(state).__name__}"
            return after_trick(state, event.seat)
        case Called():
            assert isinstance(state, Calling), f"a call in {type(state).__name__}"
            return after_call(state, event)
        case DealScored():
            assert isinstance(state, Playing), f"a deal scored in {type(state).__name__}"
            return after_deal(state, event)
        case _:
            raise AssertionError(f"not an event of Call Break: {type(event).__name__}")


def _call(state: Calling, seat: Seat, tricks: int) -> Decision:
    if seat != (waited_for := _waited_for(state)):
        return refusals.NOT_YOUR_CALL(to_move=waited_for)
    if not CALL_MIN <= tricks <= CALL_MAX:
        return refusals.CALL_OUT_OF_BOUNDS(least=CALL_MIN, most=CALL_MAX)
    return (Called(seat, tricks),)


def _play(state: Playing, seat: Seat, card: Card) -> Decision:
    if refusal := _refused_card(state, seat, card):
        return refusal
    played = CardPlayed(seat, card)
    if len(state.trick) < len(SEATS) - 1:
        return (played,)
    return (played, *_after_fourth_card(after_card(state, played)))


def _after_fourth_card(state: Playing) -> tuple[Event, ...]:
    """What follows without anyone asking: the trick is won, and after the last the deal scored."""
    winner = trick_winner(state.leader, state.trick)
    won = TrickWon(winner)
    if len(state.tricks) < TRICKS - 1:
        return (won,)
    taken = after_trick(state, winner).taken
    return won, DealScored(state.calls, taken, scoring.scores(state.calls, taken))


def _refused_card(state: Playing, seat: Seat, card: Card) -> Refusal | None:
    """Why ``seat`` may not play ``card``; by what that seat knows and nothing else."""
    if seat != (waited_for := _waited_for(state)):
        return refusals.NOT_YOUR_PLAY(to_move=waited_for)
    assert state.hands is not None, "without the deck nothing can be decided"
    hand = state.hands[seat]
    if not (0 <= card < len(DECK) and hand >> card & 1):
        return refusals.CARD_NOT_HELD(held=codes_in(hand, DECK))
    allowed = playable(hand, state.trick)
    if allowed >> card & 1:
        return None
    follows = allowed & ORDER.suit[state.trick[0]]
    kind = refusals.MUST_FOLLOW_SUIT if follows else refusals.MUST_BEAT_SPADES
    return kind(allowed=codes_in(allowed, DECK))


def _waited_for(state: Calling | Playing) -> Seat:
    seat = to_move(state)
    assert seat is not None, "a command is decided after the last one's events are folded"
    return seat


def deal_over(state: State, /) -> bool:
    """Whether no deal is running."""
    return isinstance(state, Between)


def deals_done(state: State, /) -> int:
    """How many deals have been completed."""
    return len(state.match.history)


def next_dealer(state: State, first: Seat, /) -> Seat:
    """The dealer moves to the next seat after every deal (CB-DEAL-1)."""
    return seat_after(first, deals_done(state))


def finished(state: State, asked: bool, /) -> bool:
    """Whether the match ends now, between deals (CB-END-1, CB-END-2)."""
    done, deals = deals_done(state), state.match.options.deals
    if deals is not None:
        return done >= deals
    return done >= DEALS_UNTIL_ASKED_MAX or (asked and done >= 1)


def may_stop(state: State, /) -> Refusal | None:
    """Nobody may ask where the number of deals is fixed (CB-END-2)."""
    deals = state.match.options.deals
    return None if deals is None else refusals.DEALS_ARE_FIXED(deals=deals)


def payments(state: State, final: bool, /) -> Payments | None:
    """Nothing after a deal; the differences of the final scores at the end (CO-PAY-3)."""
    if not final:
        return None
    return settlement.final_payments(("deal", row.scores) for row in state.match.history)


def standing(state: State, /) -> Standing:
    """The highest total leads; equal leaders share (CB-END-3)."""
    return settlement.standing(state.match.totals)


def max_loss(_options: Options, /) -> int:
    """What a deal can cost a seat, in game points; the game is settled when it ends."""
    return scoring.MAX_LOSS


def move_of(event: Event, /) -> tuple[Seat, CallBreakMove] | None:
    """The move that ``event`` was the first consequence of."""
    match event:
        case CardPlayed(seat, card):
            return seat, Play(card)
        case Called(seat, tricks):
            return seat, Call(tricks)
        case _:
            return None


def show_event(event: Event, /) -> dict[str, Any]:
    """The event's data as plain JSON values, cards as codes."""
    match event:
        case CardPlayed(seat, card):
            return {"seat": seat, "card": DECK[card]}
        case Called() | TrickWon() | DealScored():
            return structs.asdict(event)
        case _:
            raise AssertionError(f"not an event of Call Break: {type(event).__name__}")


def deal_detail(_state: State, /) -> dict[str, Any]:
    """Scores say all there is to a deal of Call Break."""
    return {}
