"""The tariff ``vienna``, version 1: reconstructed from public Königrufen tariffs."""

from typing import Final

from shared.games.appel_au_roi.tariffs.rows import ContractRow, PrimeRow, Tariff

FOREHAND: Final = (
    ContractRow("appel", 2),
    ContractRow("trischaken", 2),
    ContractRow("seul_chien_complet", 6, lost_times=2),
)
RANKED: Final = (
    ContractRow("piccolo", 3),
    ContractRow("appel_contre_chien", 4),
    ContractRow("appel_petit", 2),
    ContractRow("misere", 5),
    ContractRow("appel_ii", 2),
    ContractRow("seul_sans_atout", 6),
    ContractRow("seul", 6),
    ContractRow("piccolo_ouvert", 7),
    ContractRow("appel_iii", 2),
    ContractRow("misere_ouverte", 9),
    ContractRow("appel_iv", 2),
    ContractRow("seul_contre_chien_sans_atout", 12),
    ContractRow("seul_contre_chien", 12),
)
PRIMES: Final = (
    PrimeRow("petit", 1),
    PrimeRow("ii", 2),
    PrimeRow("iii", 3),
    PrimeRow("iv", 4),
    PrimeRow("roi_ultimo", 1),
    PrimeRow("prise_xxi", 1),
    PrimeRow("prise_roi", 1),
    PrimeRow("oudlers", 1),
    PrimeRow("quatre_rois", 1),
    PrimeRow("honneurs", 1),
    PrimeRow("absolu", 1),
    PrimeRow("chelem", 10),
)
VIENNA_1: Final = Tariff("vienna", 1, FOREHAND, RANKED, PRIMES)
