"""The rules of Tiny Whist: the decider, as a catalogue offers it."""

from typing import Any, Final

from msgspec import Struct

from shared.cards.events import CardPlayed, TrickWon
from shared.cards.hands import Mask, codes_in, dealt_hands
from shared.cards.moves import Play
from shared.cards.packs import FRENCH_32, Card
from shared.cards.tricks import winning_card
from shared.kernel import settlement
from shared.kernel.events import Decision, Event
from shared.kernel.game_rules import Move
from shared.kernel.refusal import Refusal
from shared.kernel.seats import SEATS, Seat, seat_after
from shared.kernel.settlement import FourInts, Payments, Standing, final_payments
from tests.tiny_whist import refusals
from tests.tiny_whist.events import EVENTS, SEALED, DealScored, LaidAway, LaidAwaySealed
from tests.tiny_whist.moves import Lay, TinyWhistMove, move_text, parse_move
from tests.tiny_whist.options import ACE_MAX, DEALS_MAX, DEALS_MIN, Options
from tests.tiny_whist.refusals import REFUSALS
from tests.tiny_whist.state import (
    HAND,
    ORDER,
    TRICKS,
    Between,
    Laying,
    Match,
    Playing,
    State,
    after_card,
    after_deal,
    after_laying,
    after_trick,
    to_move,
)
from tests.tiny_whist.view import (
    View,
    clock_move,
    legal_moves,
    playable,
    show,
    show_legal,
    view,
)

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

NAME: Final[str] = "tiny_whist"
RULESET: Final[int] = 1
DECK: Final[tuple[str, ...]] = FRENCH_32
OPTIONS: Final[type[Struct]] = Options
VIEW: Final[type[Struct]] = View
MOVES: Final[tuple[type[Move], ...]] = (Lay, Play)
DRAWS_DEALER: Final[bool] = True

_ACES: Final = tuple(card for card, code in enumerate(DECK) if code[0] == "A")


def check_options(options: Options, _humans: bool, /) -> Refusal | None:
    """Whether a table may play under ``options`` (TW-END-1, TW-SCORE-2)."""
    if not DEALS_MIN <= options.deals <= DEALS_MAX:
        return refusals.DEALS_OUT_OF_BOUNDS(least=DEALS_MIN, most=DEALS_MAX)
    if not 0 <= options.ace <= ACE_MAX:
        return refusals.ACE_OUT_OF_BOUNDS(most=ACE_MAX)
    return None


def initial(options: Options, /) -> Between:
    """The match before its first deal."""
    return Between(Match(options))


def dealt(state: State, dealer: Seat, deck: tuple[Card, ...] | None, /) -> Laying:
    """Eight cards each, from forehand on (CO-DEAL-1)."""
    assert isinstance(state, Between), "a deal is running"
    hands = None if deck is None else dealt_hands(deck, seat_after(dealer), HAND)
    return Laying(state.match, dealer, hands)


def opening(_state: State, /) -> tuple[Event, ...]:
    """Nothing follows a deal by itself."""
    return ()


# --- moves ------------------------------------------------------------------------------------


def decide(state: State, seat: Seat, move: TinyWhistMove, /) -> Decision:
    """Apply the rules to ``seat``'s ``move``."""
    match state, move:
        case Between(), _:
            return refusals.NO_DEAL()
        case Playing(), Play(card):
            return _play(state, seat, card)
        case Laying(), Lay(card):
            return _lay(state, seat, card)
        case Laying(), _:
            return refusals.LAY_FIRST(to_move=_waited_for(state))
        case _:
            return refusals.LAID_ALREADY()


def _lay(state: Laying, seat: Seat, card: Card) -> Decision:
    return _not_held(state, seat, card) or (LaidAway(seat, (card,)),)


def _play(state: Playing, seat: Seat, card: Card) -> Decision:
    if refusal := _not_held(state, seat, card):
        return refusal
    allowed = playable(_hand(state, seat), state.trick)
    if not allowed >> card & 1:
        return refusals.MUST_FOLLOW_SUIT(allowed=codes_in(allowed, DECK))
    played = CardPlayed(seat, card)
    if len(state.trick) < len(SEATS) - 1:
        return (played,)
    return (played, *_after_fourth_card(after_card(state, played)))


def _not_held(state: Laying | Playing, seat: Seat, card: Card) -> Refusal | None:
    if seat != (waited_for := _waited_for(state)):
        return refusals.NOT_YOUR_TURN(to_move=waited_for)
    hand = _hand(state, seat)
    if not (0 <= card < len(DECK) and hand >> card & 1):
        return refusals.CARD_NOT_HELD(held=codes_in(hand, DECK))
    return None


def _hand(state: Laying | Playing, seat: Seat) -> Mask:
    assert state.hands is not None, "without the deck nothing can be decided"
    return state.hands[seat]


def _waited_for(state: Laying | Playing) -> Seat:
    seat = to_move(state)
    assert seat is not None, "a command is decided after the last one's events are folded"
    return seat


def _after_fourth_card(state: Playing) -> tuple[Event, ...]:
    """What follows without anyone asking: the trick is won, and after the last the deal scored."""
    winner = seat_after(state.leader, state.trick.index(winning_card(ORDER, state.trick)))
    after = after_trick(state, winner)
    if sum(after.taken) < TRICKS:
        return (TrickWon(winner),)
    return TrickWon(winner), DealScored(after.taken, _scores(after))


def _scores(state: Playing) -> FourInts:
    """A point a trick (TW-SCORE-1), and the option's for an ace laid away (TW-SCORE-2)."""
    a, b, c, d = (
        tricks + state.match.options.ace * sum(laid >> ace & 1 for ace in _ACES)
        for tricks, laid in zip(state.taken, state.laid, strict=True)
    )
    return a, b, c, d


def evolve(state: State, event: Event, /) -> State:
    """Record ``event``: what was laid away as the rules know it, or as the log holds it."""
    match state, event:
        case Playing(), CardPlayed():
            return after_card(state, event)
        case Playing(), TrickWon(seat):
            return after_trick(state, seat)
        case Laying(), LaidAway():
            return after_laying(state, event)
        case Laying(), LaidAwaySealed():
            return after_laying(state, None)
        case Playing(), DealScored():
            return after_deal(state, event)
    raise AssertionError(f"{type(event).__name__} in {type(state).__name__}")


def move_of(event: Event, /) -> tuple[Seat, TinyWhistMove] | None:
    """The move that ``event`` was the first consequence of; a sealed one tells of none."""
    match event:
        case CardPlayed(seat, card):
            return seat, Play(card)
        case LaidAway(seat, (card,)):
            return SEATS[seat], Lay(card)
    return None


# --- the match --------------------------------------------------------------------------------


def deal_over(state: State, /) -> bool:
    """Whether no deal is running."""
    return isinstance(state, Between)


def deals_done(state: State, /) -> int:
    """How many deals have been completed."""
    return len(state.match.history)


def next_dealer(state: State, first: Seat, /) -> Seat:
    """The dealer moves to the next seat after every deal."""
    return seat_after(first, deals_done(state))


def finished(state: State, _asked: bool, /) -> bool:
    """Whether the match ends now (TW-END-1)."""
    return deals_done(state) >= state.match.options.deals


def may_stop(state: State, /) -> Refusal | None:
    """Nobody may ask: the number of deals is fixed (TW-END-1)."""
    return refusals.DEALS_ARE_FIXED(deals=state.match.options.deals)


def payments(state: State, final: bool, /) -> Payments | None:
    """The differences of the final scores, a line a deal (CO-PAY-3)."""
    if not final:
        return None
    return final_payments(("deal", row.scores) for row in state.match.history)


def standing(state: State, /) -> Standing:
    """The highest total leads; equal leaders share."""
    return settlement.standing(state.match.totals)


def max_loss(options: Options, /) -> int:
    """No trick and no ace, while the others share seven tricks and may lay three aces away."""
    return TRICKS + 3 * options.ace


def deal_detail(state: State, /) -> dict[str, Any]:
    """The tricks of the last completed deal."""
    return {"tricks": list(state.match.history[-1].tricks)}


def show_event(event: Event, /) -> dict[str, Any]:
    """The event's data as plain JSON values, cards as codes (CO-CARD-3)."""
    match event:
        case CardPlayed(seat, card):
            return {"seat": seat, "card": DECK[card]}
        case LaidAway(seat, cards):
            return {"seat": seat, "cards": [DECK[card] for card in cards]}
        case LaidAwaySealed(seat, code, sealed):
            return {"seat": seat, "code": code, "sealed": sealed}
        case TrickWon(seat):
            return {"seat": seat}
        case DealScored(tricks, scores):
            return {"tricks": list(tricks), "scores": list(scores)}
    raise AssertionError(f"not an event of Tiny Whist: {type(event).__name__}")
