"""What a viewer may know of a table: built field by field, never by stripping (design: views)."""

from typing import Any, Literal, TypeAlias

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from shared.kernel.game_rules import AnyRules
from shared.kernel.seats import SEATS, Seat, Viewer
from shared.table.deadlines import deadline_of
from shared.table.events import HouseRule
from shared.table.options import TableOptions
from shared.table.state import (
    Occupant,
    Opened,
    Over,
    Revealing,
    Seating,
    Underway,
)

Phase: TypeAlias = Literal["seating", "revealing", "playing", "between_deals", "over"]


class SeatView(Struct, frozen=True):
    """One seat as everyone sees it. Seeds are public once revealed; commitments from the start."""

    seat: int
    kind: Literal["empty", "human", "bot"]
    player: str | None
    commitment: str | None
    seed: str | None
    away: bool
    """The player left: the house plays for the seat."""
    returning: bool
    """The player is back, but the house still plays the turn that is running."""
    ready: bool
    stop: bool
    abandon: bool
    bank_ms: int


class DealView(Struct, frozen=True):
    number: int
    index: int
    dealer: int


class DeadlineView(Struct, frozen=True):
    """What falls due and when (ms since the epoch, the server's clock)."""

    kind: str
    due: int
    seat: int | None


class TableView(Struct, frozen=True):
    """A table for one viewer. It has no field that could hold another's card."""

    viewer: int | None
    game: str
    rules: str
    ruleset: int
    phase: Phase
    options: TableOptions
    house_rules: dict[str, HouseRule]
    seats: tuple[SeatView, ...]
    anchor: str
    master_key: str
    deals: int
    deal: DealView | None
    to_move: int | None
    deadline: DeadlineView | None
    reason: str | None
    """How the game ended: ``completed``, ``stopped``, ``abandoned``, ``not_started``."""
    match: Any
    """The rules' own view, or None before the game has started."""


def view(rules: AnyRules, state: Opened, viewer: Viewer) -> TableView:
    """What ``viewer`` may know of the table now."""
    terms = state.terms
    return TableView(
        viewer=viewer,
        game=terms.game,
        rules=terms.rules,
        ruleset=terms.ruleset,
        phase=_phase(state),
        options=terms.options,
        house_rules=terms.house_rules,
        seats=tuple(_seat_view(seat, state.seats[seat]) for seat in SEATS),
        anchor=terms.anchor.hex(),
        master_key=terms.master_key,
        deals=terms.deals,
        deal=_deal_view(state),
        to_move=to_move(rules, state),
        deadline=_deadline_view(rules, state),
        reason=state.reason if isinstance(state, Over) else None,
        match=_match_view(rules, state, viewer),
    )


def to_move(rules: AnyRules, state: Opened) -> Seat | None:
    """Whose move it is in the running deal; None otherwise."""
    if not isinstance(state, Underway) or state.deal is None:
        return None
    return rules.to_move(state.match)


def show(rules: AnyRules, seen: TableView) -> dict[str, Any]:
    """The view for people and programs outside: plain JSON values, cards as codes (CO-CARD-3)."""
    shown: dict[str, Any] = to_builtins(replace(seen, match=None))
    shown["seats"] = list(shown["seats"])
    shown["match"] = None if seen.match is None else rules.show(seen.match)
    if seen.match is not None and "seen" in shown["match"] and not seen.options.card_counter:
        # All saw these cards fall; this table does not count them for its players (KT-SHOW-4).
        shown["match"]["seen"] = None
    return shown


def _phase(state: Opened) -> Phase:
    match state:
        case Seating():
            return "seating"
        case Revealing():
            return "revealing"
        case Underway():
            return "between_deals" if state.deal is None else "playing"
        case Over():
            return "over"


def _seat_view(seat: Seat, occupant: Occupant | None) -> SeatView:
    if occupant is None:
        return SeatView(seat, "empty", None, None, None, False, False, False, False, False, 0)
    return SeatView(
        seat=seat,
        kind="bot" if occupant.is_bot else "human",
        player=occupant.player,
        commitment=None if occupant.commitment is None else occupant.commitment.hex(),
        seed=occupant.seed,
        away=occupant.away,
        returning=occupant.returning,
        ready=occupant.ready,
        stop=occupant.stop,
        abandon=occupant.abandon,
        bank_ms=occupant.bank_ms,
    )


def _deal_view(state: Opened) -> DealView | None:
    if not isinstance(state, Underway) or state.deal is None:
        return None
    return DealView(state.deal.number, state.deal.index, state.deal.dealer)


def _deadline_view(rules: AnyRules, state: Opened) -> DeadlineView | None:
    deadline = deadline_of(rules, state)
    if deadline is None:
        return None
    return DeadlineView(deadline.kind, deadline.due, deadline.seat)


def _match_view(rules: AnyRules, state: Opened, viewer: Viewer) -> Any:
    if isinstance(state, Underway | Over) and state.match is not None:
        return rules.view(state.match, viewer)
    return None
