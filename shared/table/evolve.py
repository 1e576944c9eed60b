"""How each event changes a table. Judges nothing: that was done before it was written."""

from typing import Any, Final

from msgspec import convert
from msgspec.structs import replace

from shared.kernel.events import Event
from shared.kernel.game_rules import AnyRules
from shared.kernel.seats import SEATS, Seat
from shared.table.deadlines import house_moves
from shared.table.events import (
    EVENTS,
    AbandonAsked,
    BotSeated,
    CardsDealt,
    ClockRanOut,
    DealOpened,
    DealStarted,
    DealVoided,
    GameAbandoned,
    GameEnded,
    GameNotStarted,
    GameOpened,
    GameStarted,
    PlayerLeft,
    PlayerReady,
    PlayerReturned,
    SeatLeft,
    SeatTaken,
    SeedRevealed,
    SettlementMade,
    StopAsked,
    StopWithdrawn,
)
from shared.table.state import (
    NOBODY,
    Deal,
    FullTable,
    Occupant,
    Over,
    Revealing,
    Seating,
    Table,
    Terms,
    Underway,
    Unopened,
    free_seats,
    humans_of,
    occupied,
    seats_with,
    with_occupant,
)

_OF_THE_TABLE: Final = frozenset({CardsDealt, *(kind.cls for kind in EVENTS)})


def initial() -> Table:
    return Unopened()


def evolve(rules: AnyRules | None, state: Table, event: Event, at: int) -> Table:
    """``state`` after ``event``, which was recorded ``at`` (ms).

    ``rules`` are those that the opening event names; only that event does without.
    """
    if isinstance(state, Underway):
        assert rules is not None
        return _underway(rules, state, event, at)
    match state, event:
        case Unopened(), GameOpened():
            return _opened(event, at)
        case Seating(), BotSeated() | SeatTaken() | SeatLeft():
            return _seat_changed(state, event, at)
        case Revealing(), SeedRevealed(seat, seed):
            return replace(state, seats=seats_with(state.seats, seat, seed=seed), last_seed_at=at)
        case ((Seating() | Revealing()), GameNotStarted()):
            return Over(state.terms, state.seats, None, "not_started")
        case Revealing(), GameStarted(dealer):
            assert rules is not None
            return _started(rules, state, dealer, at)
    raise AssertionError(f"{type(event).__name__} cannot follow {type(state).__name__}")


def _opened(event: GameOpened, at: int) -> Seating:
    terms = Terms(
        game=event.game,
        client=event.client,
        rules=event.rules,
        ruleset=event.ruleset,
        options=event.options,
        house_rules=event.house_rules,
        bots_at_stake=event.bots_at_stake,
        source=event.source,
        anchor=event.anchor,
        deals=event.deals,
        master_key=event.master_key,
    )
    return Seating(terms, NOBODY, at)


def _seat_changed(
    state: Seating, event: BotSeated | SeatTaken | SeatLeft, at: int
) -> Seating | Revealing:
    seats = with_occupant(state.seats, event.seat, _newcomer(state.terms, event))
    if free_seats(seats):
        return Seating(state.terms, seats, at)
    return Revealing(state.terms, occupied(seats), at, at)


def _newcomer(terms: Terms, event: BotSeated | SeatTaken | SeatLeft) -> Occupant | None:
    match event:
        case BotSeated():
            return Occupant(player=None)
        case SeatTaken(_, player, commitment):
            bank = 1000 * terms.options.time_bank_seconds
            return Occupant(player, commitment, bank_ms=bank)
        case _:
            return None


def _started(rules: AnyRules, state: Revealing, dealer: int, at: int) -> Underway:
    match = rules.initial(convert(state.terms.house_rules, rules.OPTIONS))
    return Underway(
        terms=state.terms,
        seats=state.seats,
        match=match,
        before=match,
        first_dealer=SEATS[dealer],
        next_index=1,
        deal=None,
        turn_since=at,
    )


def _underway(rules: AnyRules, state: Underway, event: Event, at: int) -> Table:
    """The events of a started game: the table's own are recorded here, all others by the rules."""
    # Nearly all are of the rules, and a match tries one class after the other.
    if type(event) not in _OF_THE_TABLE:
        return _played(rules, state, event, at)
    match event:
        case DealStarted() | CardsDealt() | DealVoided() | DealOpened():
            return _deal_event(rules, state, event, at)
        case PlayerLeft(seat):
            return _left(rules, state, SEATS[seat], at)
        case PlayerReturned(seat):
            return _returned(rules, state, SEATS[seat], at)
        case PlayerReady(seat):
            seats = seats_with(state.seats, seat, ready=True)
            return replace(state, seats=seats, ready_at=_all_ready_at(state, seats, at))
        case StopAsked() | StopWithdrawn() | AbandonAsked():
            return _asked(state, event)
        case SettlementMade() | ClockRanOut():
            # Money is the ledger's affair; the move that the clock made follows by itself.
            return state
        case GameAbandoned() | GameEnded():
            return _ended(state, event)
    raise AssertionError(f"{type(event).__name__} cannot follow the start of a game")


def _asked(state: Underway, event: StopAsked | StopWithdrawn | AbandonAsked) -> Underway:
    changes: dict[str, Any]
    match event:
        case StopAsked():
            changes = {"stop": True}
        case StopWithdrawn():
            changes = {"stop": False}
        case AbandonAsked():
            changes = {"abandon": True}
    return replace(state, seats=seats_with(state.seats, event.seat, **changes))


def _ended(state: Underway, event: GameAbandoned | GameEnded) -> Over:
    reason = "abandoned" if isinstance(event, GameAbandoned) else event.reason
    return Over(state.terms, state.seats, state.match, reason)


# --- turns ------------------------------------------------------------------------------------


def _played(rules: AnyRules, state: Underway, event: Event, at: int) -> Underway:
    """An event of the rules; the turn it ends draws on the mover's time bank."""
    seats = state.seats
    if state.terms.options.turn_seconds is not None:
        mover = rules.to_move(state.match)
        seats = seats if mover is None else _bank_drawn(state, mover, at)
    match = rules.evolve(state.match, event)
    return replace(state, match=match, seats=_given_back(seats), turn_since=at)


def _bank_drawn(state: Underway, mover: Seat, at: int) -> FullTable:
    """What ``mover`` overdrew the running turn by leaves its bank (not what a bot did)."""
    turn_seconds = state.terms.options.turn_seconds
    if turn_seconds is None or house_moves(state, mover):
        return state.seats
    overdrawn = at - state.turn_since - 1000 * turn_seconds
    if overdrawn <= 0:
        return state.seats
    left = max(0, state.seats[mover].bank_ms - overdrawn)
    return seats_with(state.seats, mover, bank_ms=left)


def _given_back(seats: FullTable) -> FullTable:
    """Players who returned during a turn of theirs have their seats back once it is over."""
    for seat in SEATS:
        if seats[seat].returning:
            seats = seats_with(seats, seat, returning=False)
    return seats


# --- deals ------------------------------------------------------------------------------------


def _deal_event(
    rules: AnyRules,
    state: Underway,
    event: DealStarted | CardsDealt | DealVoided | DealOpened,
    at: int,
) -> Underway:
    match event:
        case DealStarted(number, index, dealer):
            return replace(
                state,
                before=state.match,
                match=rules.dealt(state.match, SEATS[dealer], None),
                deal=Deal(number, index, SEATS[dealer]),
                next_index=index + 1,
                seats=_unready(state.seats),
                turn_since=at,
                ready_at=None,
            )
        case CardsDealt(deck):
            assert state.deal is not None, "cards are dealt in a deal"
            return replace(state, match=rules.dealt(state.before, state.deal.dealer, deck))
        case DealVoided(_, index):
            # Of a deal that never started nothing is taken back but its index, and whoever was
            # ready for it is ready for the next.
            match = state.match if state.deal is None else state.before
            seats = _given_back(state.seats)
            return replace(state, match=match, seats=seats, deal=None, next_index=index + 1)
        case DealOpened():
            return replace(state, deal=None, turn_since=at)


def _unready(seats: FullTable) -> FullTable:
    for seat in SEATS:
        if seats[seat].ready:
            seats = seats_with(seats, seat, ready=False)
    return seats


# --- coming and going -------------------------------------------------------------------------


def _left(rules: AnyRules, state: Underway, seat: Seat, at: int) -> Underway:
    """The house takes over: at once where the seat is to move, and from now on."""
    hands_over = _is_to_move(rules, state, seat) and not house_moves(state, seat)
    seats = _bank_drawn(state, seat, at) if hands_over else state.seats
    seats = seats_with(seats, seat, away=True, returning=False, ready=False)
    deserted = all(human.away for human in humans_of(seats))
    return replace(
        state,
        seats=seats,
        deserted_at=at if deserted else None,
        turn_since=at if hands_over else state.turn_since,
        ready_at=_all_ready_at(state, seats, at),
    )


def _returned(rules: AnyRules, state: Underway, seat: Seat, at: int) -> Underway:
    """The player has the seat back, but for the turn that the house has begun."""
    returning = _is_to_move(rules, state, seat)
    seats = seats_with(state.seats, seat, away=False, returning=returning)
    return replace(state, seats=seats, deserted_at=None, ready_at=_all_ready_at(state, seats, at))


def _is_to_move(rules: AnyRules, state: Underway, seat: Seat) -> bool:
    return state.deal is not None and rules.to_move(state.match) == seat


def _all_ready_at(state: Underway, seats: FullTable, at: int) -> int | None:
    """When the next deal need not wait any longer: every human at the table is ready."""
    present = [human for human in humans_of(seats) if not human.away]
    if state.deal is not None or not present or not all(human.ready for human in present):
        return None
    return at if state.ready_at is None else state.ready_at
