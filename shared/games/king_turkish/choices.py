"""Who may choose what: the limits of choosing over the twenty deals (KT-CHOOSE)."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, TypeAlias

from shared.games.king_turkish import refusals
from shared.games.king_turkish.contracts import CONTRACTS, TRUMP, ContractId
from shared.games.king_turkish.events import DealScored
from shared.games.king_turkish.options import Options
from shared.kernel.refusal import Refusal, RefusalKind
from shared.kernel.seats import Seat

DEALS: Final = 20
"""KT-DEAL-1."""
PENALTY_MAX: Final = 2
"""How often each penalty is played (KT-CHOOSE-3)."""
TRUMPS_MAX: Final = 8
"""How often trump is played (KT-CHOOSE-4)."""
SEAT_DEALS: Final = 5
"""How often each seat chooses (KT-CHOOSE-1)."""
SEAT_PENALTIES: Final = 3
SEAT_TRUMPS: Final = 2
"""How often each seat chooses what, under ``three_two`` (KT-CHOOSE-5)."""

Chosen: TypeAlias = Sequence[tuple[Seat, ContractId]]
"""What was chosen so far and by whom, oldest first."""


def chosen_in(history: Sequence[DealScored]) -> list[tuple[Seat, ContractId]]:
    """The choices of completed deals."""
    return [(row.chooser, row.contract) for row in history]


def times_played(chosen: Chosen) -> dict[ContractId, int]:
    """How often each contract was chosen, in the order of the game's table."""
    counts = Counter(contract for _, contract in chosen)
    return {contract.id: counts[contract.id] for contract in CONTRACTS}


def choosable(options: Options, chosen: Chosen, seat: Seat) -> tuple[ContractId, ...]:
    """What ``seat`` may still choose, in the order of the game's table."""
    own = sum(chooser == seat for chooser, _ in chosen)
    if own == SEAT_DEALS:
        return ()
    every = (contract.id for contract in CONTRACTS)
    return tuple(one for one in every if why_closed(options, chosen, seat, one) is None)


def why_closed(
    options: Options, chosen: Chosen, seat: Seat, contract: ContractId
) -> RefusalKind | None:
    """Why ``seat`` may not choose ``contract``; None if it may."""
    played = sum(one == contract for _, one in chosen)
    if contract == TRUMP and played == TRUMPS_MAX:
        return refusals.TRUMP_CLOSED
    if contract != TRUMP and played == PENALTY_MAX:
        return refusals.PENALTY_CLOSED
    if options.choice_limit == "free":
        return None
    own = [one for chooser, one in chosen if chooser == seat]
    trumps = own.count(TRUMP)
    if contract == TRUMP:
        return refusals.OWN_TRUMPS_CHOSEN if trumps == SEAT_TRUMPS else None
    return refusals.OWN_PENALTIES_CHOSEN if len(own) - trumps == SEAT_PENALTIES else None


def refused(options: Options, chosen: Chosen, seat: Seat, contract: ContractId) -> Refusal | None:
    """The refusal of ``contract`` to ``seat``, which is to choose; None if it may."""
    kind = why_closed(options, chosen, seat, contract)
    if kind is None:
        return None
    return kind(contract=contract, open=choosable(options, chosen, seat))
