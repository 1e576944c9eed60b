"""What someone may see of a table: as whom they look, decided in one place.

The seat comes from who the caller is, never from what the caller asks for.
"""

from typing import Any, Final, Literal, TypeAlias

from msgspec import Raw, Struct
from msgspec.json import Decoder

from shared.journal.position import Position
from shared.table.view import Phase

ViewerName: TypeAlias = str
"""``seat:0`` … ``seat:3``, ``public`` or ``delayed``: the names under which views are stored."""

PUBLIC: Final = "public"
DELAYED: Final = "delayed"


class Stored(Struct, frozen=True):
    """A view as the projector stored it; its content is passed on as bytes."""

    seq: int
    chain: str
    """Hex."""
    turn: str | None
    view: Raw

    @property
    def position(self) -> Position:
        return Position(self.seq, bytes.fromhex(self.chain))


class SeatFacts(Struct, frozen=True):
    kind: Literal["empty", "human", "bot"]
    player: str | None


class OptionFacts(Struct, frozen=True):
    spectators: Literal["live", "delayed", "none"]


class TableFacts(Struct, frozen=True):
    """What the gateway itself reads of a view; every viewer's view says the same here."""

    rules: str
    ruleset: int
    phase: Phase
    seats: tuple[SeatFacts, ...]
    options: OptionFacts


class ListedTable(Struct, frozen=True):
    """What a lobby shows of a view."""

    options: dict[str, Any]
    house_rules: dict[str, Any]


read_stored: Final = Decoder(Stored).decode
read_facts: Final = Decoder(TableFacts).decode
read_listed: Final = Decoder(ListedTable).decode


def viewer_of(facts: TableFacts, player: str | None) -> ViewerName | None:
    """As whom ``player`` (None: a passer-by) sees the table; None: not at all.

    Whoever may still sit down has to see the table, whatever its spectators may see later.
    """
    seat = seat_of(facts, player)
    if seat is not None:
        return f"seat:{seat}"
    if facts.options.spectators == "live" or facts.phase == "seating":
        return PUBLIC
    return DELAYED if facts.options.spectators == "delayed" else None


def seat_of(facts: TableFacts, player: str | None) -> int | None:
    """Where ``player`` sits, or None."""
    if player is None:
        return None
    for number, seat in enumerate(facts.seats):
        if seat.player == player:
            return number
    return None


def free_seats(facts: TableFacts) -> tuple[int, ...]:
    """The seats that nobody has, lowest first."""
    return tuple(number for number, seat in enumerate(facts.seats) if seat.kind == "empty")
