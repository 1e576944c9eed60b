"""What happens when a table's deadline passes: no seats, no seeds, a deal or turn due."""

from shared.kernel.events import Decision, Event
from shared.kernel.game_rules import AnyRules
from shared.kernel.refusal import Refusal
from shared.kernel.seats import SEATS, Seat
from shared.table import refusals
from shared.table.commands import Request, Secrets, given
from shared.table.conclusion import abandoned, after_asks, after_moves, voided
from shared.table.deadlines import Deadline, deadline_of
from shared.table.events import (
    ClockRanOut,
    DealStarted,
    GameNotStarted,
    GameStarted,
    StopAsked,
)
from shared.table.evolve import evolve
from shared.table.state import Opened, Revealing, Underway


def run_out_clock(rules: AnyRules, state: Opened, request: Request, due: int) -> Decision:
    """The deadline that stood at ``due`` has passed, if it still stands and truly has."""
    deadline = deadline_of(rules, state)
    if deadline is None or deadline.due != due:
        return refusals.NO_SUCH_CLOCK(due=due)
    if request.at < due:
        return refusals.NOT_DUE(due=due, now=request.at)
    match deadline.kind, state:
        case "fill", _:
            return (GameNotStarted(None, "not_filled"),)
        case "reveal", _:
            return (GameNotStarted(deadline.seat, "seed_missing"),)
        case "start", Revealing():
            return _start(rules, state, request)
        case "deal", Underway():
            return _next_deal(rules, state, request)
        case "absence", Underway():
            return _deserted(rules, state, request)
        case "turn", Underway():
            return _play_for(rules, state, request, deadline)
    raise AssertionError(f"no {deadline.kind} deadline in {type(state).__name__}")


def start_without_deal(
    rules: AnyRules, state: Revealing, request: Request, reason: str
) -> tuple[Event, ...]:
    """The game starts and gives up its first deal, which a tail now lost may have shown."""
    started, underway = _started(rules, state, request)
    return started, *voided(rules, underway, request.secrets, reason)


def _start(rules: AnyRules, state: Revealing, request: Request) -> Decision:
    """The game starts and its first deal with it."""
    started, underway = _started(rules, state, request)
    return started, *_deal(rules, underway, underway.first_dealer, request.secrets)


def _started(rules: AnyRules, state: Revealing, request: Request) -> tuple[GameStarted, Underway]:
    fixed = state.terms.options.first_dealer
    drawn = request.secrets.dealer
    dealer = given(drawn, "the first dealer") if fixed is None else SEATS[fixed]
    started = GameStarted(dealer)
    underway = evolve(rules, state, started, request.at)
    assert isinstance(underway, Underway)
    return started, underway


def _next_deal(rules: AnyRules, state: Underway, request: Request) -> Decision:
    dealer = rules.next_dealer(state.match, state.first_dealer)
    return _deal(rules, state, dealer, request.secrets)


def _deal(rules: AnyRules, state: Underway, dealer: Seat, secrets: Secrets) -> tuple[Event, ...]:
    deck = given(secrets.deck, "the shuffled pack")
    number = rules.deals_done(state.match) + 1
    started = DealStarted(number, state.next_index, dealer)
    return started, *rules.opening(rules.dealt(state.match, dealer, deck))


def _play_for(rules: AnyRules, state: Underway, request: Request, deadline: Deadline) -> Decision:
    """CO-TIME-1: the clock plays the first legal move of CO-TIME-2 for the seat."""
    seat = deadline.seat
    assert seat is not None
    move = rules.clock_move(rules.view(state.match, seat))
    decision = rules.decide(state.match, seat, move)
    assert not isinstance(decision, Refusal), f"the clock's move was refused: {decision.code}"
    return ClockRanOut(seat, deadline.due), *after_moves(rules, state, decision, request)


def _deserted(rules: AnyRules, state: Underway, request: Request) -> Decision:
    """No human for too long: abandoned without a stake (CO-END-1), else stopped (CO-PAY-5)."""
    if state.terms.options.stake == 0:
        return abandoned(state, request.secrets, "absence")
    asks = tuple(
        StopAsked(seat)
        for seat in SEATS
        if not state.seats[seat].is_bot and not state.seats[seat].stop
    )
    return after_asks(rules, state, asks, request)
