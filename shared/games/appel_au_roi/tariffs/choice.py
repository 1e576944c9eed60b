"""Which tariff a table plays by: its option's name, in the version of this ruleset."""

from typing import Final, Literal, TypeAlias

from shared.games.appel_au_roi.contracts import ContractId
from shared.games.appel_au_roi.primes import PrimeId
from shared.games.appel_au_roi.tariffs.rows import ContractRow, Tariff
from shared.games.appel_au_roi.tariffs.vienna_1 import VIENNA_1

TariffName: TypeAlias = Literal["vienna"]

TARIFFS: Final[dict[TariffName, Tariff]] = {"vienna": VIENNA_1}

BIDS: Final[dict[TariffName, tuple[ContractId, ...]]] = {
    name: tuple(row.id for row in (*tariff.forehand, *tariff.ranked))
    for name, tariff in TARIFFS.items()
}
"""Every bid of a tariff: the forehand bids, then the others from the lowest to the highest."""

RANKS: Final[dict[TariffName, dict[ContractId, int]]] = {
    name: {row.id: rank for rank, row in enumerate(tariff.ranked)}
    for name, tariff in TARIFFS.items()
}
"""Which of two bids is higher; forehand bids have no rank."""

VALUES: Final[dict[str, dict[ContractId, ContractRow]]] = {
    tariff.label: {row.id: row for row in (*tariff.forehand, *tariff.ranked)}
    for tariff in TARIFFS.values()
}
"""What each game is worth, by the tariff's label."""

PRIME_VALUES: Final[dict[str, dict[PrimeId, int]]] = {
    tariff.label: {row.id: row.value for row in tariff.primes} for tariff in TARIFFS.values()
}
"""What each prime is worth unannounced, by the tariff's label."""
