"""The twelve primes, as rows: in which games they count and who may announce them (Table 2).

What they are worth is the tariff's affair.
"""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from shared.cards.packs import Card
from shared.games.appel_au_roi.contracts import BIRD_CARDS, Contract
from shared.games.appel_au_roi.pack import XXI

PrimeId: TypeAlias = Literal[
    "petit",
    "ii",
    "iii",
    "iv",
    "roi_ultimo",
    "prise_xxi",
    "prise_roi",
    "oudlers",
    "quatre_rois",
    "honneurs",
    "absolu",
    "chelem",
]
Item: TypeAlias = Literal["game"] | PrimeId
"""What may be doubled, and what a line of a settlement is about."""
GAME: Final = "game"
CHELEM: Final = "chelem"

Games: TypeAlias = Literal["trump", "king", "positive"]
Announcer: TypeAlias = Literal["holder", "without", "opponents", "either"]
"""Who holds the prime's card, who does not, declarer's opponents, or anyone (AR-PRIME-3)."""


class Prime(Struct, frozen=True, gc=False):
    """One row of Table 2, without its value."""

    id: PrimeId
    games: Games
    announcer: Announcer = "either"
    card: Card | None = None
    """The card it is about; None: the called king, or several."""
    due: int | None = None
    """The trick in which its card must be played, counted from 1."""

    def counts_in(self, contract: Contract) -> bool:
        """Whether it can be made and announced in a game (the column "games")."""
        match self.games:
            case "trump":
                return contract.trump and not contract.negative
            case "king":
                return contract.with_king
            case "positive":
                return not contract.negative


PRIMES: Final[tuple[Prime, ...]] = (
    Prime("petit", "trump", "holder", BIRD_CARDS["petit"], 12),
    Prime("ii", "trump", "holder", BIRD_CARDS["ii"], 11),
    Prime("iii", "trump", "holder", BIRD_CARDS["iii"], 10),
    Prime("iv", "trump", "holder", BIRD_CARDS["iv"], 9),
    Prime("roi_ultimo", "king", "holder", None, 12),
    Prime("prise_xxi", "trump", "without", XXI),
    Prime("prise_roi", "king", "opponents"),
    Prime("oudlers", "trump"),
    Prime("quatre_rois", "positive"),
    Prime("honneurs", "positive"),
    Prime("absolu", "positive"),
    Prime("chelem", "positive"),
)
"""In the order of Table 2."""

BY_ID: Final[dict[PrimeId, Prime]] = {prime.id: prime for prime in PRIMES}
ITEMS: Final[tuple[Item, ...]] = (GAME, *BY_ID)
