"""What calls and tricks are worth."""

from typing import Final

from shared.kernel.settlement import FourInts

BONUS_CALL_MIN: Final = 8
BONUS_SCORE: Final = 13
"""A call of 8 or more is a bonus call (CB-SCORE-2)."""

MAX_LOSS: Final = 57
"""What a deal can cost: 13 called and not made, against 8, 3 and 2 called and made."""


def score(call: int, tricks: int) -> int:
    """The game points of one seat for one deal."""
    if not call <= tricks <= call + 1:  # CB-SCORE-1
        return -call  # CB-SCORE-3
    return BONUS_SCORE if call >= BONUS_CALL_MIN else call  # CB-SCORE-2


def scores(calls: FourInts, tricks: FourInts) -> FourInts:
    """The game points of the four seats for one deal."""
    first, second, third, fourth = map(score, calls, tricks)
    return (first, second, third, fourth)
