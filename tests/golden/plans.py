"""The games to record once for all: who sits there, under which options, and what goes wrong.

A new game needs a row here and ``python -m tests.golden.record GAME``. Every ruleset needs rows
until its events, and every value of its house rules, stand in some recorded game.
"""

from typing import Any, Final

from msgspec import Struct

PAUSE: Final = 1_000
"""More moves than any deal has: in the pause after it."""
TIME_OUT: Final = "time_out"
"""The clock of the first human's turn from there on runs out."""
ANNA: Final = "anna"
BEN: Final = "ben"


class Incident(Struct, frozen=True):
    """Something besides the moves: it happens in a deal, once so many moves were made there."""

    deal: int
    """Counted from 1; 0: before the first, and then so many entries stand in the log."""
    moves: int
    who: str
    """A player, ``clock`` or ``system``."""
    what: str
    """A command of the table that says nothing further, or :data:`TIME_OUT`."""


STORY: Final = (
    Incident(0, 4, ANNA, "table.leave"),
    Incident(1, 5, "clock", TIME_OUT),
    Incident(1, PAUSE, ANNA, "table.ready"),
    Incident(2, 6, BEN, "table.leave"),
    Incident(3, 2, BEN, "table.ready"),
    Incident(3, 9, "system", "table.void_deal"),
)
"""Anna leaves her seat before the start and sits down again; a clock runs out; Ben leaves the
running game and returns; a deal is voided as a recovery does, and played again."""


class Plan(Struct, frozen=True):
    """One game to be recorded, under the newest ruleset of its rules."""

    rules: str
    name: str
    """Of its folder."""
    house_rules: dict[str, Any] = {}
    options: dict[str, Any] = {}
    """Of the table."""
    players: tuple[str | None, ...] = (ANNA, None, BEN, None)
    """By seat; None: a bot."""
    incidents: tuple[Incident, ...] = STORY
    quiet: float = 0.0
    """How often a player does what the clock would, rather than anything else that is legal."""


STAKED: Final = {"stake": 10, "turn_seconds": 20, "time_bank_seconds": 30}

PLANS: Final = (
    Plan("call_break", "five_deals", {"deals": 5}, STAKED),
    Plan(
        "call_break",
        "until_asked",
        {"deals": None},
        {"stake": 5, "currency": {"code": "EUR", "exponent": 2}},
        incidents=(
            Incident(3, 10, ANNA, "table.stop"),
            Incident(3, 20, ANNA, "table.unstop"),
            Incident(4, 3, BEN, "table.stop"),
            Incident(4, 7, ANNA, "table.stop"),
        ),
    ),
    Plan(
        "call_break",
        "not_started",
        {"deals": 1},
        incidents=(Incident(0, 6, BEN, "table.leave"),),
    ),
    Plan("king_russian", "fourteen_rounds", options=STAKED),
    Plan(
        "king_russian",
        "abandoned",
        options={"first_dealer": 2, "pause_seconds": 0},
        players=(ANNA, BEN, "cleo", "dora"),
        incidents=tuple(
            Incident(3, moves, who, "table.abandon")
            for moves, who in enumerate(("dora", BEN, ANNA, "cleo"))
        ),
    ),
    Plan("king_turkish", "three_two", options=STAKED),
    Plan(
        "king_turkish",
        "free",
        {
            "choice_limit": "free",
            "rifki_void": "play_heart",
            "heart_lead_ban": "all_penalties",
            "trump_lead": "after_ruff",
            "must_head": "all",
        },
        {**STAKED, "card_counter": False},
    ),
    Plan("king_turkish", "trumps_head", {"must_head": "trump_only"}, STAKED),
    Plan(
        "appel_au_roi",
        "counterclockwise",
        {"deals": 20, "direction": "counterclockwise"},
        STAKED,
        quiet=0.68,
    ),
    Plan(
        "appel_au_roi",
        "of_many_kinds",
        {"deals": 20},
        {**STAKED, "card_counter": False},
        quiet=0.68,
    ),
)
"""Add rows; never change one that is recorded."""
