"""What a key and four client seeds deal: the deck of a deal, the first dealer.

Dealing and checking a deal are one computation: the verifier calls the same functions with
the published key.
"""

import hmac
from hashlib import sha256
from typing import TypeAlias

from shared.cards.packs import Card
from shared.cards.shuffle import shuffled
from shared.fairness.derivation import labelled
from shared.fairness.numbers import uniform
from shared.kernel.seats import SEATS, Seat

ClientSeeds: TypeAlias = tuple[str, str, str, str]
"""One text a seat; a seat without a human gives the empty text."""


def seed_commitment(source: str, seat: Seat, seed: str) -> bytes:
    """What a player publishes on sitting down, before the seed itself."""
    return sha256(labelled("greffier/client-seed/1", source, str(seat), seed)).digest()


def deal_seed(key: bytes, source: str, deal: int, seeds: ClientSeeds) -> bytes:
    """``seed[deal]``, from ``key`` = ``k[deal]``."""
    return hmac.digest(key, labelled("greffier/deal/1", source, str(deal), *seeds), "sha256")


def deck_of_deal(
    key: bytes, source: str, deal: int, seeds: ClientSeeds, size: int
) -> tuple[Card, ...]:
    """The shuffled pack of ``size`` cards of deal ``deal``, from ``key`` = ``k[deal]``."""
    return shuffled(size, uniform(deal_seed(key, source, deal, seeds)))


def first_dealer(key: bytes, source: str, seeds: ClientSeeds) -> Seat:
    """Who deals first where that is drawn by lot (CO-DEAL-2), from ``key`` = ``k[1]``."""
    lot = hmac.digest(key, labelled("greffier/dealer/1", source, *seeds), "sha256")
    return SEATS[uniform(lot)(4)]
