"""The shape of a tariff: a row a game in bidding order, a row a prime."""

from msgspec import Struct

from shared.games.appel_au_roi.contracts import ContractId
from shared.games.appel_au_roi.primes import PrimeId


class ContractRow(Struct, frozen=True, gc=False):
    """What a game is worth, in game points per payer."""

    id: ContractId
    value: int
    lost_times: int = 1
    """How many times the value a lost game costs."""


class PrimeRow(Struct, frozen=True, gc=False):
    """What a prime is worth unannounced."""

    id: PrimeId
    value: int


class Tariff(Struct, frozen=True):
    """One version of one tariff."""

    name: str
    version: int
    forehand: tuple[ContractRow, ...]
    """The forehand bids, which have no rank."""
    ranked: tuple[ContractRow, ...]
    """All other bids, each higher than those before it (AR-BID-1)."""
    primes: tuple[PrimeRow, ...]

    @property
    def label(self) -> str:
        """Name and version, as every settlement cites them."""
        return f"{self.name}/{self.version}"
