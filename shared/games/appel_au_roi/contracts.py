"""The sixteen games that can be bid, as rows: who may bid them, and what they are about.

What they are worth, and in which order they outbid one another, is the tariff's affair.
"""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from shared.cards.hands import Mask
from shared.games.appel_au_roi.pack import CARDS

ContractId: TypeAlias = Literal[
    "appel",
    "trischaken",
    "seul_chien_complet",
    "piccolo",
    "appel_contre_chien",
    "appel_petit",
    "misere",
    "appel_ii",
    "seul_sans_atout",
    "seul",
    "piccolo_ouvert",
    "appel_iii",
    "misere_ouverte",
    "appel_iv",
    "seul_contre_chien_sans_atout",
    "seul_contre_chien",
]
Bird: TypeAlias = Literal["petit", "ii", "iii", "iv"]
Talon: TypeAlias = Literal["half", "all", "opponents", "unused"]
"""Who gets it: declarer one half or all of it, the opponents (contre le chien), nobody."""

BIRD_CARDS: Final[dict[Bird, int]] = {
    "petit": CARDS["T1"],
    "ii": CARDS["T2"],
    "iii": CARDS["T3"],
    "iv": CARDS["T4"],
}


class Contract(Struct, frozen=True, gc=False):
    """One row of Table 1, without its value."""

    id: ContractId
    talon: Talon
    with_king: bool = False
    """Whether declarer calls a king, whose holder plays with him (AR-CALL-1)."""
    trump: bool = True
    """Whether tarocks beat suits (AR-PLAY-5)."""
    bird: Bird | None = None
    """What the bid announces, and who may bid it: the holder (AR-BID-3, AR-ANN-5)."""
    tricks: int | None = None
    """Negative games against three: how many tricks declarer must take (AR-SCORE-5)."""
    open: bool = False
    """Whether all hands lie open after trick 1 (AR-PLAY-10)."""
    forehand: bool = False
    """Whether only forehand may bid it, after three passes (AR-BID-2)."""

    @property
    def trischaken(self) -> bool:
        """Negative, everyone alone: nobody is declarer's opponent (AR-SCORE-6)."""
        return self.talon == "unused" and self.tricks is None

    @property
    def negative(self) -> bool:
        """Whether tricks are to be avoided; else the game is positive."""
        return self.talon == "unused"

    @property
    def contre_chien(self) -> bool:
        """Whether everything counts double (AR-TALON-4)."""
        return self.talon == "opponents"

    @property
    def taken(self) -> int:
        """How many talon cards declarer takes, and lays away again (AR-DISCARD-1)."""
        return {"half": 3, "all": 6}.get(self.talon, 0)

    @property
    def bird_card(self) -> Mask:
        """The card that must be held to bid this; none: 0."""
        return 0 if self.bird is None else 1 << BIRD_CARDS[self.bird]


CONTRACTS: Final[tuple[Contract, ...]] = (
    Contract("appel", "half", with_king=True, forehand=True),
    Contract("trischaken", "unused", forehand=True),
    Contract("seul_chien_complet", "all", forehand=True),
    Contract("piccolo", "unused", tricks=1),
    Contract("appel_contre_chien", "opponents", with_king=True),
    Contract("appel_petit", "half", with_king=True, bird="petit"),
    Contract("misere", "unused", tricks=0),
    Contract("appel_ii", "half", with_king=True, bird="ii"),
    Contract("seul_sans_atout", "half", trump=False),
    Contract("seul", "half"),
    Contract("piccolo_ouvert", "unused", tricks=1, open=True),
    Contract("appel_iii", "half", with_king=True, bird="iii"),
    Contract("misere_ouverte", "unused", tricks=0, open=True),
    Contract("appel_iv", "half", with_king=True, bird="iv"),
    Contract("seul_contre_chien_sans_atout", "opponents", trump=False),
    Contract("seul_contre_chien", "opponents"),
)
BY_ID: Final[dict[ContractId, Contract]] = {contract.id: contract for contract in CONTRACTS}
