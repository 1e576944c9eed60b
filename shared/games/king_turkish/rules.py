"""The rules of Turkish King: the decider, as the catalogue offers it.

The contracts are rows in ``contracts``, the limits of choosing in ``choices``, the law of play
in ``tricks``, what may be known in ``view``, what it is worth in ``scoring``; this module says
what follows from a move, and answers for the whole match.
"""

from typing import Any, Final

from msgspec import Struct

from shared.cards.events import CardPlayed, TrickWon
from shared.cards.hands import codes_in, dealt_hands
from shared.cards.moves import Play
from shared.cards.packs import FRENCH_52, Card, numbered
from shared.games.king_turkish import choices, refusals, scoring
from shared.games.king_turkish.choices import DEALS, chosen_in
from shared.games.king_turkish.contracts import TRICKS, TRUMP, TRUMP_SUITS
from shared.games.king_turkish.events import EVENTS, ChooserNamed, ContractChosen, DealScored
from shared.games.king_turkish.moves import Choose, KingMove, move_text, parse_move
from shared.games.king_turkish.options import Options
from shared.games.king_turkish.refusals import REFUSALS
from shared.games.king_turkish.showing import show, show_event, show_legal
from shared.games.king_turkish.state import (
    Between,
    Choosing,
    Match,
    Playing,
    State,
    after_card,
    after_choice,
    after_deal,
    after_trick,
    all_taken,
    next_chooser,
    to_move,
)
from shared.games.king_turkish.tricks import (
    is_open,
    law_of,
    may_follow,
    may_lead,
    trick_winner,
    why_not,
)
from shared.games.king_turkish.view import View, clock_move, legal_moves, view
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

NAME: Final[str] = "king_turkish"
RULESET: Final[int] = 1
DECK: Final[tuple[str, ...]] = FRENCH_52
OPTIONS: Final[type[Struct]] = Options
VIEW: Final[type[Struct]] = View
MOVES: Final[tuple[type[Move], ...]] = (Choose, Play)
DRAWS_DEALER: Final[bool] = False
SEALED: Final[tuple[SealedType, ...]] = ()

_FIRST_CHOICE: Final = 1 << numbered(FRENCH_52)["2D"]
"""Who holds it chooses first (KT-CHOOSE-1)."""


def check_options(_options: Options, _humans: bool, /) -> Refusal | None:
    """Every combination of the house rules can be played, by bots alone too."""
    return None


def initial(options: Options, /) -> Between:
    """The match before its first deal."""
    return Between(Match(options))


def dealt(state: State, _dealer: Seat, deck: tuple[Card, ...] | None, /) -> Choosing:
    """Thirteen cards each; seat k gets block k, whoever hands them out (CO-DEAL-1)."""
    assert isinstance(state, Between), "a deal is running"
    hands = None if deck is None else dealt_hands(deck, SEATS[0], TRICKS)
    return Choosing(state.match, hands, next_chooser(state.match))


def opening(state: State, /) -> tuple[Event, ...]:
    """The first deal names the holder of the two of diamonds; in the others all is known."""
    assert isinstance(state, Choosing), "an opening follows a deal"
    if state.chooser is not None:
        return ()
    assert state.hands is not None, "without the deck nobody can be named"
    return tuple([ChooserNamed(seat) for seat in SEATS if state.hands[seat] & _FIRST_CHOICE])


def decide(state: State, seat: Seat, move: KingMove, /) -> Decision:
    """Apply the rules to ``seat``'s ``move``."""
    match state, move:
        case Playing(), Play():
            return _play(state, seat, move.card)
        case Choosing(), Choose():
            return _choose(state, seat, move)
        case Playing(), Choose():
            return refusals.CHOSEN_ALREADY(contract=state.contract)
        case Choosing(), Play():
            return refusals.CONTRACT_COMES_FIRST(to_move=_waited_for(state))
        case Between(), _:
            return refusals.NO_DEAL()
        case _:
            raise AssertionError(f"not a move of Turkish King: {type(move).__name__}")


def evolve(state: State, event: Event, /) -> State:
    """Record ``event``."""
    match event, state:
        case CardPlayed(), Playing():
            return after_card(state, event)
        case TrickWon(seat), Playing():
            return after_trick(state, seat)
        case ChooserNamed(seat), Choosing(match, hands, None):
            return Choosing(match, hands, seat)
        case ContractChosen(), Choosing():
            return after_choice(state, event)
        case DealScored(), Playing():
            return after_deal(state, event)
        case _:
            raise AssertionError(f"{type(event).__name__} cannot follow {type(state).__name__}")


def _choose(state: Choosing, seat: Seat, move: Choose) -> Decision:
    if seat != (waited_for := _waited_for(state)):
        return refusals.NOT_YOUR_CHOICE(to_move=waited_for)
    if move.contract == TRUMP and move.trump is None:
        return refusals.TRUMP_SUIT_MISSING(suits=TRUMP_SUITS)
    if move.contract != TRUMP and move.trump is not None:
        return refusals.TRUMP_SUIT_UNASKED(contract=move.contract)
    match = state.match
    refusal = choices.refused(match.options, chosen_in(match.history), seat, move.contract)
    return refusal or (ContractChosen(seat, move.contract, move.trump),)


def _play(state: Playing, seat: Seat, card: Card) -> Decision:
    if refusal := _refused_card(state, seat, card):
        return refusal
    played = CardPlayed(seat, card)
    if len(state.trick) < len(SEATS) - 1:
        return (played,)
    return (played, *_after_fourth_card(after_card(state, played)))


def _after_fourth_card(state: Playing) -> tuple[Event, ...]:
    """What follows by itself: the trick is won, and with all that counts taken the deal scored."""
    law = law_of(state.match.options, state.contract, state.trump)
    winner = trick_winner(law, state.leader, state.trick)
    after = after_trick(state, winner)
    won = TrickWon(winner)
    return (won, scoring.scored(after)) if all_taken(after) else (won,)


def _refused_card(state: Playing, seat: Seat, card: Card) -> Refusal | None:
    """Why ``seat`` may not play ``card``; by what that seat knows and nothing else."""
    if seat != (waited_for := _waited_for(state)):
        return refusals.NOT_YOUR_PLAY(to_move=waited_for)
    assert state.hands is not None, "without the deck nothing can be decided"
    hand, trick = state.hands[seat], state.trick
    if not (0 <= card < len(DECK) and hand >> card & 1):
        return refusals.CARD_NOT_HELD(held=codes_in(hand, DECK))
    law = law_of(state.match.options, state.contract, state.trump)
    if trick:
        allowed = may_follow(law, hand, trick)
    else:
        allowed = may_lead(law, hand, is_open(law, state.seen, state.ruffed))
    if allowed >> card & 1:
        return None
    return why_not(law, hand, trick, card)(allowed=codes_in(allowed, DECK))


def _waited_for(state: Choosing | Playing) -> Seat:
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
    """Who hands out the cards, which decides nothing: the seat before the chooser (CO-SEAT-2).

    Before the first deal nobody knows the chooser: it is ``first``.
    """
    chooser = next_chooser(state.match)
    return first if chooser is None else seat_after(chooser, -1)


def finished(state: State, _asked: bool, /) -> bool:
    """Whether the match ends now, between deals (KT-END-1)."""
    return deals_done(state) == DEALS


def may_stop(_state: State, /) -> Refusal | None:
    """Nobody may ask: the number of deals is fixed (KT-END-1)."""
    return refusals.DEALS_ARE_FIXED(deals=DEALS)


def payments(state: State, final: bool, /) -> Payments | None:
    """Nothing after a deal; the differences of the final scores at the end (CO-PAY-3)."""
    if not final:
        return None
    return settlement.final_payments((row.contract, row.scores) for row in state.match.history)


def standing(state: State, /) -> Standing:
    """The highest total leads; equal leaders share (KT-SCORE-2)."""
    return settlement.standing(state.match.totals)


def max_loss(_options: Options, /) -> int:
    """What a deal can cost a seat, in game points; the game is settled when it ends."""
    return scoring.MAX_LOSS


def move_of(event: Event, /) -> tuple[Seat, KingMove] | None:
    """The move that ``event`` was the first consequence of."""
    match event:
        case CardPlayed(seat, card):
            return seat, Play(card)
        case ContractChosen(seat, contract, trump):
            return seat, Choose(contract, trump)
        case _:
            return None


def deal_detail(state: State, /) -> dict[str, Any]:
    """Who chose what in the last completed deal, and who made a King."""
    row = state.match.history[-1]
    return {
        "chooser": row.chooser,
        "contract": row.contract,
        "trump": row.trump,
        "king": row.king,
    }
