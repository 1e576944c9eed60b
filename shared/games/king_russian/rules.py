"""The rules of Russian King: the decider, as the catalogue offers it.

What the rounds count is in ``contracts``, the law of play in ``tricks``, what may be known in
``view``; this module says what follows from a move, and answers for the whole match.
"""

from typing import Any, Final

from msgspec import Struct

from shared.cards.events import CardPlayed, TrickWon
from shared.cards.hands import codes_in, dealt_hands
from shared.cards.moves import Play
from shared.cards.packs import FRENCH_32, Card
from shared.games.king_russian import refusals, scoring
from shared.games.king_russian.contracts import CONTRACTS, MAX_LOSS, TRICKS
from shared.games.king_russian.events import EVENTS, DealScored
from shared.games.king_russian.moves import move_text, parse_move
from shared.games.king_russian.options import Options
from shared.games.king_russian.refusals import REFUSALS
from shared.games.king_russian.state import (
    Between,
    Match,
    Playing,
    State,
    after_card,
    after_deal,
    after_trick,
    all_taken,
    contract_of,
    to_move,
)
from shared.games.king_russian.tricks import ORDER, playable, trick_winner
from shared.games.king_russian.view import (
    View,
    clock_move,
    legal_moves,
    show,
    show_legal,
    show_row,
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

NAME: Final[str] = "king_russian"
RULESET: Final[int] = 1
DECK: Final[tuple[str, ...]] = FRENCH_32
OPTIONS: Final[type[Struct]] = Options
VIEW: Final[type[Struct]] = View
MOVES: Final[tuple[type[Move], ...]] = (Play,)
DRAWS_DEALER: Final[bool] = True
SEALED: Final[tuple[SealedType, ...]] = ()


def check_options(_options: Options, _humans: bool, /) -> Refusal | None:
    """There is nothing to choose."""
    return None


def initial(options: Options, /) -> Between:
    """The match before its first round."""
    return Between(Match(options))


def dealt(state: State, dealer: Seat, deck: tuple[Card, ...] | None, /) -> Playing:
    """Eight cards each, from forehand on, who leads (KR-DEAL-1, KR-DEAL-2, CO-DEAL-1)."""
    assert isinstance(state, Between), "a round is running"
    assert deals_done(state) < len(CONTRACTS), "the game is over"
    forehand = seat_after(dealer)
    hands = None if deck is None else dealt_hands(deck, forehand, TRICKS)
    return Playing(state.match, dealer, hands, forehand)


def opening(_state: State, /) -> tuple[Event, ...]:
    """Nothing follows a deal by itself: forehand is to lead."""
    return ()


def decide(state: State, seat: Seat, move: Play, /) -> Decision:
    """Apply the rules to ``seat``'s ``move``."""
    if isinstance(state, Between):
        return refusals.NO_DEAL()
    if refusal := _refused_card(state, seat, move.card):
        return refusal
    played = CardPlayed(seat, move.card)
    if len(state.trick) < len(SEATS) - 1:
        return (played,)
    return (played, *_after_fourth_card(after_card(state, played)))


def evolve(state: State, event: Event, /) -> State:
    """Record ``event``."""
    match event:
        case CardPlayed():
            assert isinstance(state, Playing), f"a card played in {type(state).__name__}"
            return after_card(state, event)
        case TrickWon():
            assert isinstance(state, Playing), f"a trick won in {type(state).__name__}"
            return after_trick(state, event.seat)
        case DealScored():
            assert isinstance(state, Playing), f"a round scored in {type(state).__name__}"
            return after_deal(state, event)
        case _:
            raise AssertionError(f"not an event of Russian King: {type(event).__name__}")


def _after_fourth_card(state: Playing) -> tuple[Event, ...]:
    """What follows without anyone asking: the trick is won, and the round perhaps scored."""
    winner = trick_winner(state.leader, state.trick)
    won = TrickWon(winner)
    after = after_trick(state, winner)
    return (won, scoring.scored(after)) if all_taken(after) else (won,)


def _refused_card(state: Playing, seat: Seat, card: Card) -> Refusal | None:
    """Why ``seat`` may not play ``card``; by what that seat knows and nothing else."""
    waited_for = to_move(state)
    assert waited_for is not None, "a command is decided after the last one's events are folded"
    if seat != waited_for:
        return refusals.NOT_YOUR_PLAY(to_move=waited_for)
    assert state.hands is not None, "without the deck nothing can be decided"
    hand = state.hands[seat]
    if not (0 <= card < len(DECK) and hand >> card & 1):
        return refusals.CARD_NOT_HELD(held=codes_in(hand, DECK))
    contract = contract_of(state)
    allowed = playable(contract, hand, state.trick)
    if allowed >> card & 1:
        return None
    codes = codes_in(allowed, DECK)
    if not state.trick:
        return refusals.HEARTS_HELD_BACK(contract=contract.name, allowed=codes)
    if allowed & ORDER.suit[state.trick[0]]:
        return refusals.MUST_FOLLOW_SUIT(allowed=codes)
    return refusals.MUST_PLAY_KING(contract=contract.name, allowed=codes)


def deal_over(state: State, /) -> bool:
    """Whether no round is running."""
    return isinstance(state, Between)


def deals_done(state: State, /) -> int:
    """How many rounds have been completed."""
    return len(state.match.history)


def next_dealer(state: State, first: Seat, /) -> Seat:
    """The deal moves one seat on after every round (KR-DEAL-1)."""
    return seat_after(first, deals_done(state))


def finished(state: State, _asked: bool, /) -> bool:
    """Whether the match ends now, between rounds (KR-END-1)."""
    return deals_done(state) == len(CONTRACTS)


def may_stop(_state: State, /) -> Refusal | None:
    """Nobody may ask: there are fourteen rounds (KR-END-1)."""
    return refusals.ROUNDS_ARE_FIXED(rounds=len(CONTRACTS))


def payments(state: State, final: bool, /) -> Payments | None:
    """Nothing after a round; the differences of the final scores at the end (CO-PAY-3)."""
    if not final:
        return None
    return settlement.final_payments((row.contract, row.scores) for row in state.match.history)


def standing(state: State, /) -> Standing:
    """The highest total leads, even if it is not positive; equal leaders share (KR-END-1)."""
    return settlement.standing(state.match.totals)


def max_loss(_options: Options, /) -> int:
    """What a round can cost a seat, in game points; the game is settled when it ends."""
    return MAX_LOSS


def move_of(event: Event, /) -> tuple[Seat, Play] | None:
    """The move that ``event`` was the first consequence of."""
    return (event.seat, Play(event.card)) if isinstance(event, CardPlayed) else None


def show_event(event: Event, /) -> dict[str, Any]:
    """The event's data as plain JSON values, cards as codes."""
    match event:
        case CardPlayed(seat, card):
            return {"seat": seat, "card": DECK[card]}
        case TrickWon(seat):
            return {"seat": seat}
        case DealScored():
            return show_row(event)
        case _:
            raise AssertionError(f"not an event of Russian King: {type(event).__name__}")


def deal_detail(_state: State, /) -> dict[str, Any]:
    """Scores say all there is to a round of Russian King; its number says which it was."""
    return {}
