"""What anybody can check once a deal's key is published; nothing here needs a secret."""

import hmac

from shared.fairness.deals import seed_commitment
from shared.fairness.keys import earlier_key
from shared.kernel.seats import Seat


def key_fits(key: bytes, deal: int, earlier: bytes, earlier_deal: int = 0) -> bool:
    """Whether ``key`` is ``k[deal]`` of the chain in which ``earlier`` is ``k[earlier_deal]``.

    The earlier key is the anchor (``earlier_deal`` 0) or the key of any deal before.
    """
    assert 0 <= earlier_deal < deal, f"{earlier_deal} is not before {deal}"
    return hmac.compare_digest(earlier_key(key, deal - earlier_deal), earlier)


def seed_fits(commitment: bytes, source: str, seat: Seat, seed: str) -> bool:
    """Whether ``seed`` is what ``seat`` committed to on sitting down."""
    return hmac.compare_digest(seed_commitment(source, seat, seed), commitment)
