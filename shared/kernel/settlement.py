"""What four seats owe one another in game points, and the lines that explain it."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from msgspec import Struct, to_builtins

FourInts: TypeAlias = tuple[int, int, int, int]
"""One int a seat."""


class Factor(Struct, frozen=True, gc=False):
    """One reason why a value counts several times: ``announced`` 2, ``contre`` 4."""

    name: str
    times: int


class Basis(Struct, frozen=True, gc=False):
    """What a line of a tariff rests on, for whoever pays it and asks why.

    The value that changes hands per payer is ``value`` times every factor.
    """

    tariff: str
    """Name and version: ``vienna/1``."""
    value: int
    """By the tariff, before factors, in game points."""
    factors: tuple[Factor, ...]
    announced_by: int | None
    """The seat that announced it; None: nobody did."""
    scored_by: tuple[int, ...]
    """The seats that gain by it."""
    cards: tuple[int, ...]
    """The cards it turns on, ascending."""
    tricks: tuple[int, ...]
    """The tricks that decided it, counted from 1."""


class Line(Struct, frozen=True, gc=False):
    """One reason behind a settlement, with the clause it rests on.

    ``points`` are what the line gives each seat, in game points; ``deal`` is the deal it
    comes from (counted from 1), or None for the whole game.
    """

    item: str
    clause: str
    deal: int | None
    points: FourInts
    basis: Basis | None = None
    """None where the scores say everything (CO-PAY-3)."""


class Payments(Struct, frozen=True, gc=False):
    """What each seat gets (+) or pays (-), in game points. Sums to zero (CO-PAY-2)."""

    points: FourInts
    lines: tuple[Line, ...]
    deal: int | None = None
    """The deal that is settled, or None for the whole game (CO-PAY-3)."""

    def __post_init__(self) -> None:
        assert sum(self.points) == 0, f"payments must sum to zero, not {self.points}"


def show_basis(basis: Basis, deck: Sequence[str]) -> dict[str, Any]:
    """``basis`` as plain JSON values, its cards as the codes of ``deck``."""
    data: dict[str, Any] = to_builtins(basis)
    return data | {"cards": [deck[card] for card in basis.cards]}


def by_difference(scores: FourInts) -> FourInts:
    """Each pair of players settles the difference of their scores (CO-PAY-3)."""
    total = sum(scores)
    first, second, third, fourth = scores
    return (4 * first - total, 4 * second - total, 4 * third - total, 4 * fourth - total)


def final_payments(deals: Iterable[tuple[str, FourInts]]) -> Payments:
    """The settlement of a whole game by the differences of its final scores (CO-PAY-3).

    ``deals`` are what each deal was and what it scored, oldest first. A line each explains the
    whole: settling the final scores is settling each deal's, for differences add up as scores do.
    """
    lines = tuple(
        Line(item, "CO-PAY-3", number, by_difference(scores))
        for number, (item, scores) in enumerate(deals, start=1)
    )
    first, second, third, fourth = (sum(line.points[seat] for line in lines) for seat in range(4))
    return Payments((first, second, third, fourth), lines)


class Standing(Struct, frozen=True, gc=False):
    """The score of every seat so far, in game points, and who leads (ties share)."""

    scores: FourInts
    winners: tuple[int, ...]


def standing(scores: FourInts) -> Standing:
    """``scores`` with every seat that holds the best of them."""
    best = max(scores)
    return Standing(scores, tuple(seat for seat in range(4) if scores[seat] == best))
