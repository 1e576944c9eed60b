"""The key chain of a deal source: one anchor, published first, fixes the key of every deal.

::

    master --HKDF--> root = k[1024] --hash--> k[1023] ... --hash--> k[1] --hash--> k[0] = anchor

Deal ``i`` uses ``k[i]``. Whoever knows ``k[i]`` can go left (check all earlier keys), never right.
"""

from hashlib import sha256
from typing import Final

from shared.fairness.derivation import hkdf_sha256

DEALS_MAX: Final = 1024
"""N: how many deals one anchor fixes."""

KEY_BYTES: Final = 32

_STEP: Final = sha256(b"greffier/key/1\0")


def master_key_id(master: bytes) -> str:
    """Which master key: 16 hex digits that say nothing about it."""
    return sha256(b"greffier/master/1\0" + master).hexdigest()[:16]


def root_key(master: bytes, source: str) -> bytes:
    """``k[N]`` of the deal source ``source`` (a game id)."""
    return hkdf_sha256(master, f"greffier/1/{source}".encode(), KEY_BYTES)


def earlier_key(key: bytes, steps: int) -> bytes:
    """``k[i - steps]``, from ``key`` = ``k[i]``."""
    for _ in range(steps):
        link = _STEP.copy()
        link.update(key)
        key = link.digest()
    return key


def deal_key(root: bytes, deal: int) -> bytes:
    """``k[deal]``, the key of deal ``deal`` (1 to :data:`DEALS_MAX`)."""
    assert 1 <= deal <= DEALS_MAX, f"no key for deal {deal}"
    return earlier_key(root, DEALS_MAX - deal)


def anchor_key(root: bytes) -> bytes:
    """``k[0]``: public before any player has given anything."""
    return earlier_key(root, DEALS_MAX)
