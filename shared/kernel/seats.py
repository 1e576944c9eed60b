"""Where the four players sit and who is looking: seats in order of play, and viewers."""

from typing import Final, NewType, TypeAlias

Seat = NewType("Seat", int)
"""0, 1, 2 or 3 in order of play (CO-SEAT-1); it never says left or right."""

SEATS: Final = (Seat(0), Seat(1), Seat(2), Seat(3))

Viewer: TypeAlias = Seat | None
"""A seat, or ``None`` for the public: whoever holds no cards at this table."""

PUBLIC: Final[Viewer] = None


def seat_after(seat: Seat, steps: int = 1) -> Seat:
    """The seat ``steps`` turns after ``seat`` in order of play (CO-SEAT-1)."""
    return SEATS[(seat + steps) % 4]
