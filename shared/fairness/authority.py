"""What the master key vouches for besides deals: request fingerprints and one-move grants.

Both keys are derived from the master key alone (not from the game's key chain, which becomes
public deal by deal); the game is part of what is signed.
"""

import hmac
from typing import Final

from shared.fairness.derivation import hkdf_sha256, labelled
from shared.kernel.seats import Seat

FINGERPRINT_BYTES: Final = 16


def fingerprint_key(master: bytes) -> bytes:
    """The key of all fingerprints under ``master``; worth keeping, it costs two HMACs."""
    return hkdf_sha256(master, b"greffier/fingerprint/1")


def fingerprint(key: bytes, packed: bytes) -> bytes:
    """What a repeated request is recognised by: 16 bytes.

    ``key`` is :func:`fingerprint_key`; ``packed`` is the msgpack of ``[actor, command type,
    turn, data]`` as received. A plain hash would betray a discard, of which there are few.
    """
    return hmac.digest(key, packed, "sha256")[:FINGERPRINT_BYTES]


def grant_key(master: bytes) -> bytes:
    """The key of all one-move grants under ``master``."""
    return hkdf_sha256(master, b"greffier/grant/1")


def grant(key: bytes, game: str, turn: str, seat: Seat) -> bytes:
    """The right to make one move for ``seat`` at ``turn`` of ``game``.

    ``key`` is :func:`grant_key`; ``turn`` is the text that views carry.
    """
    return hmac.digest(key, labelled(game, turn, str(seat)), "sha256")


def grant_valid(given: bytes, key: bytes, game: str, turn: str, seat: Seat) -> bool:
    """Whether ``given`` is the grant, compared in constant time."""
    return hmac.compare_digest(given, grant(key, game, turn, seat))
