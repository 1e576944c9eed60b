"""Sealed discards: a log may be read by anyone while the deal runs, and opened afterwards.

The seal is deterministic, so that a repeated decision writes the same bytes; it commits to
its cards (``code``), so that opening it also proves them.
"""

import hmac
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from shared.cards.packs import Card

CARDS_MAX: Final = 32
"""One pad is one block of HMAC-SHA256."""


class SealedDiscard(Struct, frozen=True, gc=False):
    """A discard as the log holds it."""

    code: bytes
    """The authentication code ``c`` of the cards: 32 bytes."""
    sealed: bytes
    """The cards under a one-time pad, one byte a card."""


def seal_discard(key: bytes, seq: int, cards: Iterable[Card]) -> SealedDiscard:
    """``cards`` sealed with the deal's key for the log's entry ``seq``."""
    plain = bytes(sorted(cards))
    assert 0 < len(plain) <= CARDS_MAX, f"cannot seal {len(plain)} cards"
    code = _code(key, seq, plain)
    return SealedDiscard(code, _padded(key, code, plain))


def open_discard(key: bytes, seq: int, discard: SealedDiscard) -> tuple[Card, ...] | None:
    """The cards, ascending; None if the discard was not sealed with this key for this entry."""
    if not 0 < len(discard.sealed) <= CARDS_MAX:
        return None
    plain = _padded(key, discard.code, discard.sealed)
    genuine = hmac.compare_digest(_code(key, seq, plain), discard.code)
    return tuple(plain) if genuine else None


def _code(key: bytes, seq: int, plain: bytes) -> bytes:
    message = b"greffier/discard/1\0" + seq.to_bytes(4, "big") + plain
    return hmac.digest(key, message, "sha256")


def _padded(key: bytes, code: bytes, text: bytes) -> bytes:
    pad = hmac.digest(key, b"greffier/discard-pad/1\0" + code, "sha256")
    return bytes(byte ^ mask for byte, mask in zip(text, pad, strict=False))
