"""What a deal's tricks score, and what a King earns."""

from collections.abc import Sequence
from typing import Final

from shared.cards.hands import mask_of
from shared.cards.tricks import Trick
from shared.games.king_turkish.contracts import (
    BY_ID,
    CONTRACTS,
    TRICKS,
    TRUMP,
    Contract,
    ContractId,
)
from shared.games.king_turkish.events import DealScored
from shared.games.king_turkish.state import Playing
from shared.kernel.seats import SEATS, Seat
from shared.kernel.settlement import FourInts

KING_POINTS: Final[dict[str, int]] = {"beginner": 5, "intermediate": 10, "expert": 20}
"""What making a King earns in a player's statistics, by the table's level (KT-SCORE-3).

Never money, and no points at the table.
"""

MAX_LOSS: Final = max(
    # Against each of the other three: who takes every penalty, or no trick of a trump deal.
    max(-3 * contract.total, contract.total)
    for contract in CONTRACTS
)
"""What a deal can cost: 1950, for all thirteen tricks of El Almaz."""


def scored(state: Playing) -> DealScored:
    """The score of a deal in which everything that counts has been taken."""
    contract = BY_ID[state.contract]
    counted = taken(contract, state.tricks)
    a, b, c, d = (contract.each * number for number in counted)
    return DealScored(
        chooser=state.chooser,
        contract=state.contract,
        trump=state.trump,
        tricks=state.taken,
        counted=counted,
        scores=(a, b, c, d),
        king=king(state.contract, state.taken),
    )


def taken(contract: Contract, tricks: Sequence[Trick]) -> FourInts:
    """How many of the cards or tricks that count under ``contract`` each seat took."""
    counts = [0] * len(SEATS)
    for number, trick in enumerate(tricks):
        penalties = mask_of(trick.cards) & contract.cards
        counts[trick.winner] += penalties.bit_count() + (number in contract.tricks)
    a, b, c, d = counts
    return (a, b, c, d)


def king(contract: ContractId, tricks: FourInts) -> Seat | None:
    """Who made a King: took every trick of a trump deal (KT-SCORE-3)."""
    if contract != TRUMP or max(tricks) < TRICKS:
        return None
    return SEATS[tricks.index(TRICKS)]
