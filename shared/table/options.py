"""The options of every table, whatever the game (CO-OPT-1)."""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

Level: TypeAlias = Literal["beginner", "intermediate", "expert"]
Seconds: TypeAlias = Annotated[int, Meta(ge=0, le=86_400)]

BOTS_PAUSE_SECONDS: Final = 0
HUMANS_PAUSE_SECONDS: Final = 8
DEFAULT_ABANDON_SECONDS: Final = 300


class Currency(Struct, frozen=True, forbid_unknown_fields=True):
    """What amounts are counted in; ``XXX`` is ISO 4217's code for no currency."""

    # The lookahead: Python's $ would let a newline follow, which JSON Schema's would not.
    code: Annotated[str, Meta(pattern=r"^[A-Z]{3,8}(?!\n)$")] = "XXX"
    exponent: Annotated[int, Meta(ge=0, le=8)] = 0
    """How many decimals a reader shows: 2 for cents."""


class TableOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything a table settles before the cards; the game's own options stand beside it."""

    stake: Annotated[int, Meta(ge=0, le=1_000_000_000)] = 0
    """The value of one game point in the currency's smallest unit (CO-PAY-1)."""
    currency: Currency = Currency()
    level: Level = "intermediate"
    """How well bots and the house play here."""
    first_dealer: Annotated[int, Meta(ge=0, le=3)] | None = None
    """Fixes the first dealer instead of drawing it (CO-DEAL-2)."""
    turn_seconds: Annotated[int, Meta(ge=1, le=86_400)] | None = None
    """How long a human may think about a move; None: no clock (CO-TIME-1)."""
    time_bank_seconds: Seconds = 0
    """What a seat may overdraw its turns by, in all."""
    pause_seconds: Seconds | None = None
    """The pause after a deal (CO-DEAL-3); None is settled when the table opens."""
    abandon_seconds: Annotated[int, Meta(ge=1, le=86_400)] = DEFAULT_ABANDON_SECONDS
    """After how long without any human the table is given up (CO-END-1)."""
    card_counter: bool = True
    """Whether views count the cards already played, in a game that does (KT-SHOW-4)."""
    spectators: Literal["live", "delayed", "none"] = "live"


def settled(options: TableOptions, humans: bool) -> TableOptions:
    """``options`` complete: a pause of 0 for bots alone, else 8 seconds (CO-OPT-1)."""
    if options.pause_seconds is not None:
        return options
    return replace(options, pause_seconds=HUMANS_PAUSE_SECONDS if humans else BOTS_PAUSE_SECONDS)
