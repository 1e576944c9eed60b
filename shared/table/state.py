"""What a table is at any moment: one type a phase, from unopened to over."""

from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from shared.kernel.seats import SEATS, Seat
from shared.table.events import FourPlayers, HouseRule
from shared.table.options import TableOptions


class Terms(Struct, frozen=True, gc=False):
    """What was settled when the table opened and never changes."""

    game: str
    client: str
    rules: str
    ruleset: int
    options: TableOptions
    house_rules: dict[str, HouseRule]
    bots_at_stake: bool
    source: str
    anchor: bytes
    deals: int
    master_key: str


class Occupant(Struct, frozen=True, gc=False):
    """Who sits on a seat, and what they have said at the table."""

    player: str | None
    """None: a bot."""
    commitment: bytes | None = None
    seed: str | None = None
    away: bool = False
    """The player left: the house plays for the seat."""
    returning: bool = False
    """The player is back, but the house still plays the turn that is running."""
    ready: bool = False
    stop: bool = False
    abandon: bool = False
    bank_ms: int = 0
    """What is left of the time bank."""

    @property
    def is_bot(self) -> bool:
        return self.player is None

    @property
    def played_by_house(self) -> bool:
        return self.away or self.returning


Seats: TypeAlias = tuple[Occupant | None, Occupant | None, Occupant | None, Occupant | None]
FullTable: TypeAlias = tuple[Occupant, Occupant, Occupant, Occupant]
NOBODY: Final[Seats] = (None, None, None, None)


class Unopened(Struct, frozen=True):
    """Nothing has happened yet."""


class Seating(Struct, frozen=True, gc=False):
    """Players come and go."""

    terms: Terms
    seats: Seats
    since: int
    """When a seat last changed (ms)."""


class Revealing(Struct, frozen=True, gc=False):
    """Four seats are taken; client seeds are revealed, then the game starts."""

    terms: Terms
    seats: FullTable
    since: int
    """When the fourth seat was taken (ms)."""
    last_seed_at: int
    """When the last seed was revealed, or ``since`` (ms)."""


class Deal(Struct, frozen=True, gc=False):
    """The deal that is running."""

    number: int
    index: int
    dealer: Seat


class Underway(Struct, frozen=True, gc=False):
    """The game has started: a deal is running, or the next one is awaited."""

    terms: Terms
    seats: FullTable
    match: Any
    """The state of the rules."""
    before: Any
    """That state before the running deal, for a deal that is voided."""
    first_dealer: Seat
    next_index: int
    deal: Deal | None
    turn_since: int
    """When the running turn, or the pause, began (ms)."""
    ready_at: int | None = None
    """When the last human at the table got ready for the next deal (ms)."""
    deserted_at: int | None = None
    """When the last human at the table left (ms)."""


class Over(Struct, frozen=True, gc=False):
    """The game has ended, one way or another."""

    terms: Terms
    seats: Seats
    match: Any | None
    reason: str
    """``completed``, ``stopped``, ``abandoned`` or ``not_started``."""


Table: TypeAlias = Unopened | Seating | Revealing | Underway | Over
Opened: TypeAlias = Seating | Revealing | Underway | Over
"""Any table but an unopened one."""


def occupied(seats: Seats) -> FullTable:
    first, second, third, fourth = seats
    assert first is not None, "seat 0 is empty"
    assert second is not None, "seat 1 is empty"
    assert third is not None, "seat 2 is empty"
    assert fourth is not None, "seat 3 is empty"
    return first, second, third, fourth


def free_seats(seats: Seats) -> tuple[Seat, ...]:
    return tuple(seat for seat in SEATS if seats[seat] is None)


def seat_of(seats: Seats, player: str) -> Seat | None:
    """Where ``player`` sits, or None."""
    for seat in SEATS:
        occupant = seats[seat]
        if occupant is not None and occupant.player == player:
            return seat
    return None


def players_of(seats: Seats) -> FourPlayers:
    """The player on each seat; None: a bot, or nobody."""
    first, second, third, fourth = (None if o is None else o.player for o in seats)
    return first, second, third, fourth


def humans_of(seats: FullTable) -> tuple[Occupant, ...]:
    return tuple(occupant for occupant in seats if not occupant.is_bot)


def with_occupant(seats: Seats, seat: int, occupant: Occupant | None) -> Seats:
    changed = list(seats)
    changed[seat] = occupant
    first, second, third, fourth = changed
    return first, second, third, fourth


def seats_with(seats: FullTable, seat: int, **changes: Any) -> FullTable:
    """``seats`` with some fields of one occupant changed."""
    return occupied(with_occupant(seats, seat, replace(seats[seat], **changes)))


def missing_seed(seats: FullTable) -> Seat | None:
    """The first seat whose player has not revealed, or None."""
    for seat in SEATS:
        if not seats[seat].is_bot and seats[seat].seed is None:
            return seat
    return None


def seeds_of(seats: FullTable) -> tuple[str, str, str, str]:
    """The four client seeds; a seat without a human gives the empty string."""
    first, second, third, fourth = (occupant.seed or "" for occupant in seats)
    return first, second, third, fourth
