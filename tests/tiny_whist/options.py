"""The house rules that a table of Tiny Whist may choose."""

from typing import Annotated, Final

from msgspec import Meta, Struct

DEALS_MIN: Final = 1
DEALS_MAX: Final = 8
ACE_MAX: Final = 5


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """``deals``: how many make a game; ``ace``: what an ace laid away scores (TW-SCORE-2)."""

    # Bounds are for front-ends; what enforces them is a refusal that names its clause.
    deals: Annotated[int, Meta(extra_json_schema={"minimum": DEALS_MIN, "maximum": DEALS_MAX})] = 2
    ace: Annotated[int, Meta(extra_json_schema={"minimum": 0, "maximum": ACE_MAX})] = 2
