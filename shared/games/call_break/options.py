"""The house rules that a table of Call Break may choose."""

from typing import Annotated, Final

from msgspec import Meta, Struct

DEALS_MIN: Final = 1
DEALS_MAX: Final = 100
"""The bounds of the option ``deals`` (CB-END-1)."""

DEALS_UNTIL_ASKED_MAX: Final = 1024
"""Without a fixed number the game ends after this deal at the latest (CB-END-2)."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """One choice: how long a game lasts."""

    # The schema states the bounds for front-ends; they are enforced by a refusal that
    # names its clause, not by the decoder.
    deals: (
        Annotated[int, Meta(extra_json_schema={"minimum": DEALS_MIN, "maximum": DEALS_MAX})] | None
    ) = None
    """How many deals make a game; null: until every human asks to stop (CB-END-1, CB-END-2)."""
