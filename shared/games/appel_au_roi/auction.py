"""What may be bid, and why the rest may not (AR-BID)."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from shared.cards.hands import Mask, codes_in, mask_of
from shared.cards.packs import TAROCK_54
from shared.games.appel_au_roi import refusals
from shared.games.appel_au_roi.contracts import BIRD_CARDS, BY_ID, ContractId
from shared.games.appel_au_roi.pack import KINGS
from shared.games.appel_au_roi.state import Spoken
from shared.games.appel_au_roi.tariffs.choice import BIDS, RANKS, TariffName
from shared.kernel.refusal import Refusal, RefusalKind
from shared.kernel.seats import SEATS

_TELLING: Final[Mask] = KINGS | mask_of(BIRD_CARDS.values())
"""The cards that a bid may depend on."""


def highest(bids: Sequence[Spoken]) -> ContractId | None:
    """The bid to outbid; None: none yet."""
    return next((word.bid for word in reversed(bids) if word.bid is not None), None)


def alone(bids: Sequence[Spoken]) -> bool:
    """Whether the three others have passed, so that forehand must bid (AR-BID-2)."""
    return len(bids) == len(SEATS) - 1 and highest(bids) is None


def open_bids(tariff: TariffName, bids: Sequence[Spoken], hand: Mask) -> tuple[ContractId, ...]:
    """What the seat that is to speak may bid, holding ``hand``, in the tariff's order."""
    return _open(tariff, highest(bids), alone(bids), hand & _TELLING)


@cache
def _open(
    tariff: TariffName, high: ContractId | None, only: bool, hand: Mask
) -> tuple[ContractId, ...]:
    return tuple(bid for bid in BIDS[tariff] if _why_closed(tariff, high, only, hand, bid) is None)


def _why_closed(
    tariff: TariffName, high: ContractId | None, only: bool, hand: Mask, bid: ContractId
) -> RefusalKind | None:
    contract, ranks = BY_ID[bid], RANKS[tariff]
    if contract.forehand:
        if not only:
            return refusals.FOREHAND_BID
    elif high is not None and ranks[bid] <= ranks[high]:
        return refusals.BID_TOO_LOW
    if contract.bird is not None and not contract.bird_card & hand:
        return refusals.BIRD_NOT_HELD
    if contract.with_king and hand & KINGS == KINGS:
        return refusals.FOUR_KINGS_HELD
    return None


def refused(
    tariff: TariffName, bids: Sequence[Spoken], hand: Mask, bid: ContractId
) -> Refusal | None:
    """The refusal of ``bid`` to the seat that is to speak; None if it may bid it."""
    high = highest(bids)
    kind = _why_closed(tariff, high, alone(bids), hand, bid)
    if kind is None:
        return None
    params: dict[str, str] = {}
    if kind is refusals.BID_TOO_LOW:
        assert high is not None
        params = {"highest": high}
    elif kind is refusals.BIRD_NOT_HELD:
        params = {"card": codes_in(BY_ID[bid].bird_card, TAROCK_54)[0]}
    return kind(bid=bid, open=words(tariff, bids, hand), **params)


def words(tariff: TariffName, bids: Sequence[Spoken], hand: Mask) -> tuple[str, ...]:
    """All that the seat that is to speak may say."""
    passing = ("pass",) if may_pass(bids) else ()
    return (*open_bids(tariff, bids, hand), *passing)


def may_pass(bids: Sequence[Spoken]) -> bool:
    """Whether the seat that is to speak may pass (AR-BID-2)."""
    return not alone(bids)
