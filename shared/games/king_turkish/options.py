"""The house rules that a table of Turkish King may choose."""

from typing import Literal

from msgspec import Struct


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Five choices, free of one another: every combination can be played."""

    choice_limit: Literal["three_two", "free"] = "three_two"
    """Whether each seat chooses three penalties and two trumps (KT-CHOOSE-5)."""
    rifki_void: Literal["play_rifki", "play_heart"] = "play_rifki"
    """What the void holder of the king of hearts plays in Rıfkı (KT-VOID-2)."""
    heart_lead_ban: Literal["kupa_rifki", "all_penalties"] = "kupa_rifki"
    """Where hearts may not be led before one was played (KT-HEART-2)."""
    trump_lead: Literal["free", "after_ruff"] = "free"
    """Whether trumps may be led before a ruff (KT-TRUMP-2)."""
    must_head: Literal["no", "trump_only", "all"] = "no"
    """Where a card of the suit led must win the trick if it can (KT-HEAD-1)."""
