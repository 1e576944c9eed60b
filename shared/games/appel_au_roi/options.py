"""The house rules that a table of Appel au roi may choose."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from shared.games.appel_au_roi.tariffs.choice import TariffName

DEALS_MIN: Final = 1
DEALS_MAX: Final = 1000
"""The bounds of the option ``deals`` (AR-DEAL-1)."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Three choices: how long a game lasts, how it is drawn, and what is paid."""

    # The schema states the bounds for front-ends; they are enforced by a refusal that
    # names its clause, not by the decoder.
    deals: Annotated[int, Meta(extra_json_schema={"minimum": DEALS_MIN, "maximum": DEALS_MAX})] = (
        12
    )
    """How many deals make a game (AR-DEAL-1, AR-END-1)."""
    direction: Literal["clockwise", "counterclockwise"] = "clockwise"
    """On which side a front-end draws the next seat; it changes no rule (CO-SEAT-1)."""
    tariff: TariffName = "vienna"
    """What games and primes are worth (AR-SCORE-2)."""
