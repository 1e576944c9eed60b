"""The seven contracts of Turkish King, as rows: what counts, and what each of it is worth."""

from typing import Final, Literal, TypeAlias, get_args

from msgspec import Struct

from shared.cards.hands import Mask, mask_of, suit_masks
from shared.cards.packs import FRENCH_52, numbered

TRICKS: Final = 13
"""Tricks in a deal, and cards in a hand (KT-DEAL-1)."""

ContractId: TypeAlias = Literal[
    "el_almaz", "kupa_almaz", "erkek_almaz", "kiz_almaz", "rifki", "son_iki", "koz"
]
TrumpSuit: TypeAlias = Literal["C", "D", "H", "S"]

TRUMP: Final[ContractId] = "koz"
TRUMP_SUITS: Final[tuple[TrumpSuit, ...]] = get_args(TrumpSuit)

_SUIT_MASKS: Final = suit_masks(FRENCH_52)
_CARDS: Final = numbered(FRENCH_52)
HEARTS: Final[Mask] = _SUIT_MASKS["H"]


def _of_ranks(ranks: str) -> Mask:
    return mask_of(card for code, card in _CARDS.items() if code[0] in ranks)


class Contract(Struct, frozen=True, gc=False):
    """What a deal under this contract is about."""

    id: ContractId
    each: int
    """What every card or trick that counts gives whoever takes it, in game points."""
    cards: Mask = 0
    """The penalty cards; 0 where tricks count."""
    tricks: range = range(0)
    """Which tricks count, from 0; none where cards do."""
    gives: bool = False
    """Whether a penalty card must be given under a higher card (KT-GIVE-1)."""
    keeps_hearts: bool = False
    """Whether hearts stay closed at first under either ``heart_lead_ban`` (KT-HEART-1)."""

    @property
    def ends_early(self) -> bool:
        """Whether the deal ends with its last penalty card (KT-STOP-1)."""
        return self.cards != 0

    @property
    def total(self) -> int:
        """What a deal under this contract gives the four seats together."""
        return self.each * (self.cards.bit_count() + len(self.tricks))


CONTRACTS: Final[tuple[Contract, ...]] = (
    Contract("el_almaz", -50, tricks=range(TRICKS)),
    Contract("kupa_almaz", -30, cards=HEARTS, keeps_hearts=True),
    Contract("erkek_almaz", -60, cards=_of_ranks("KJ"), gives=True),
    Contract("kiz_almaz", -100, cards=_of_ranks("Q"), gives=True),
    Contract("rifki", -320, cards=mask_of([_CARDS["KH"]]), gives=True, keeps_hearts=True),
    Contract("son_iki", -180, tricks=range(TRICKS - 2, TRICKS)),
    Contract(TRUMP, 50, tricks=range(TRICKS)),
)
"""In the order of the game's table, trump last."""

BY_ID: Final[dict[ContractId, Contract]] = {contract.id: contract for contract in CONTRACTS}
PENALTIES: Final[tuple[ContractId, ...]] = tuple(
    contract.id for contract in CONTRACTS if contract.id != TRUMP
)
