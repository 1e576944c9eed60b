"""Sealed refusals: why a move was refused says what a hand holds, as long as the deal runs.

Sealed as discards are: deterministic, so that a repeated decision writes the same bytes, and
committing to the text, so that opening it with the deal's published key also proves it. All are
of a length that says nothing.
"""

import hmac
from typing import Final

from msgspec import Struct

from shared.fairness.derivation import labelled

STEP: Final = 512
"""Texts are filled up to a multiple of so many bytes: what any rules say fits in one of them."""

_LENGTH_BYTES: Final = 2
_BLOCK_BYTES: Final = 32


class SealedRefusal(Struct, frozen=True, gc=False):
    """A refusal's bytes as log and SQL hold them."""

    code: bytes
    """The authentication code of the text and its command: 32 bytes."""
    sealed: bytes
    """The text under a one-time pad."""


def seal_refusal(key: bytes, actor: str, command_id: str, text: bytes) -> SealedRefusal:
    """``text`` sealed with the deal's key as what ``actor`` was told to ``command_id``."""
    filled = len(text).to_bytes(_LENGTH_BYTES, "big") + text
    filled += bytes(-len(filled) % STEP)
    code = _code(key, actor, command_id, filled)
    return SealedRefusal(code, _padded(key, code, filled))


def open_refusal(key: bytes, actor: str, command_id: str, refusal: SealedRefusal) -> bytes | None:
    """The text; None if it was not sealed with this key for this command."""
    filled = _padded(key, refusal.code, refusal.sealed)
    if not hmac.compare_digest(_code(key, actor, command_id, filled), refusal.code):
        return None
    length = int.from_bytes(filled[:_LENGTH_BYTES], "big")
    return filled[_LENGTH_BYTES : _LENGTH_BYTES + length]


def _code(key: bytes, actor: str, command_id: str, filled: bytes) -> bytes:
    message = labelled("greffier/refusal/1", actor, command_id, filled)
    return hmac.digest(key, message, "sha256")


def _padded(key: bytes, code: bytes, text: bytes) -> bytes:
    label = labelled("greffier/refusal-pad/1", code)
    blocks = -(-len(text) // _BLOCK_BYTES)
    pad = b"".join(hmac.digest(key, label + i.to_bytes(4, "big"), "sha256") for i in range(blocks))
    return bytes(byte ^ mask for byte, mask in zip(text, pad, strict=False))
