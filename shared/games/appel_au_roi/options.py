"""The house rules that a table of Appel au roi may choose."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from shared.games.appel_au_roi.tariffs.choice import TariffName

DEALS_MIN: Final = 1
DEALS_MAX: Final = 1000
"""The bounds of the option ``deals`` (AR-DEAL-1)."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How many deals make a game, how they are paid, and how the seats are drawn."""

    # The schema states the bounds for front-ends; they are enforced by a refusal that
    # names its clause, not by the decoder.
    deals: Annotated[int, Meta(extra_json_schema={"minimum": DEALS_MIN, "maximum": DEALS_MAX})] = (
        12
    )
    direction: Literal["clockwise", "counterclockwise"] = "clockwise"
    """Where a front-end draws the next seat; it changes no rule (CO-SEAT-1)."""
    tariff: TariffName = "vienna"
    """What games and primes are worth."""
