"""When a table next needs a clock: its one earliest deadline, and when a bot's turn is overdue."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from shared.kernel.game_rules import AnyRules
from shared.kernel.seats import Seat
from shared.table.state import Revealing, Seating, Table, Underway, humans_of, missing_seed

REVEAL_MS: Final = 10_000
"""How long a seed may be missing (design: fair deals)."""
FILL_MS: Final = 3_600_000
"""How long a table may stay unfilled after its last change of seats."""
BOT_TURN_MS: Final = 15_000
"""After this long a bot's or the house's move is made by the clock (CO-TIME-2)."""
BOT_SWEEP_MS: Final = 3_000
"""After this long a bot's task may have been lost and is dispatched again."""

Kind: TypeAlias = Literal["fill", "reveal", "start", "deal", "turn", "absence"]


class Deadline(Struct, frozen=True):
    """What falls due, when (ms since the epoch), and for which seat."""

    kind: Kind
    due: int
    seat: Seat | None = None


def deadline_of(rules: AnyRules | None, state: Table) -> Deadline | None:
    """The table's earliest deadline, or None. A pure function: a restart loses none."""
    match state:
        case Seating():
            return Deadline("fill", state.since + FILL_MS)
        case Revealing():
            return _revealing(state)
        case Underway():
            assert rules is not None
            deadlines = (_absence(rules, state), _next_step(rules, state))
            standing = [deadline for deadline in deadlines if deadline is not None]
            return min(standing, key=lambda deadline: deadline.due, default=None)
        case _:
            return None


def bot_overdue(rules: AnyRules | None, state: Table) -> int | None:
    """When the sweep should look after a bot's or the house's turn (ms), or None."""
    if not isinstance(state, Underway) or state.deal is None:
        return None
    assert rules is not None
    seat = rules.to_move(state.match)
    if seat is None or not house_moves(state, seat):
        return None
    return state.turn_since + BOT_SWEEP_MS


def house_moves(state: Underway, seat: Seat) -> bool:
    """Whether this turn of ``seat`` is played by a bot: its own, or for the absent player."""
    occupant = state.seats[seat]
    return occupant.is_bot or occupant.played_by_house


def _revealing(state: Revealing) -> Deadline:
    missing = missing_seed(state.seats)
    if missing is None:
        return Deadline("start", state.last_seed_at)
    return Deadline("reveal", state.since + REVEAL_MS, missing)


def _next_step(rules: AnyRules, state: Underway) -> Deadline | None:
    if state.deal is not None:
        return _turn(rules, state)
    pause = state.terms.options.pause_seconds
    assert pause is not None, "options are settled at the opening"
    pause_over = state.turn_since + 1000 * pause
    ready_at = pause_over if state.ready_at is None else state.ready_at
    return Deadline("deal", min(pause_over, ready_at))


def _turn(rules: AnyRules, state: Underway) -> Deadline | None:
    seat = rules.to_move(state.match)
    if seat is None:
        return None
    if house_moves(state, seat):
        return Deadline("turn", state.turn_since + BOT_TURN_MS, seat)
    turn_seconds = state.terms.options.turn_seconds
    if turn_seconds is None:
        return None
    allowed = 1000 * turn_seconds + state.seats[seat].bank_ms
    return Deadline("turn", state.turn_since + allowed, seat)


def _absence(rules: AnyRules, state: Underway) -> Deadline | None:
    """CO-END-1 without a stake; CO-PAY-5 with one, where the game can be stopped."""
    if state.deserted_at is None:
        return None
    due = state.deserted_at + 1000 * state.terms.options.abandon_seconds
    if state.terms.options.stake == 0:
        return Deadline("absence", due)
    unasked = any(not human.stop for human in humans_of(state.seats))
    if unasked and rules.may_stop(state.match) is None:
        return Deadline("absence", due)
    return None
