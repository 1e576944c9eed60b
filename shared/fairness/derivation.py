"""How secrets and texts become other secrets: HKDF and labelled messages.

Every use of a hash or a key has its own label, so that no value of one use can be passed off
as a value of another.
"""

import hmac

_SHA256_BYTES = 32


def hkdf_sha256(secret: bytes, info: bytes, length: int = _SHA256_BYTES) -> bytes:
    """RFC 5869 without salt: ``length`` bytes from ``secret`` for the use named by ``info``."""
    assert 0 < length <= 255 * _SHA256_BYTES, f"HKDF cannot give {length} bytes"
    pseudorandom_key = hmac.digest(bytes(_SHA256_BYTES), secret, "sha256")
    block, output = b"", b""
    for counter in range(1, -(-length // _SHA256_BYTES) + 1):
        block = hmac.digest(pseudorandom_key, block + info + bytes((counter,)), "sha256")
        output += block
    return output[:length]


def labelled(label: str, *parts: str | bytes) -> bytes:
    """``label`` and ``parts`` joined by NUL bytes; texts in UTF-8.

    Only the last part may be bytes (they may hold a NUL): so two different lists of parts
    never give the same message.
    """
    texts = (label, *parts[:-1])
    last = parts[-1]
    encoded = [_utf8(text) for text in texts]
    return b"\0".join((*encoded, last if isinstance(last, bytes) else _utf8(last)))


def _utf8(text: str | bytes) -> bytes:
    assert isinstance(text, str), "only the last part may be raw bytes"
    assert "\0" not in text, "a text with a NUL would make the message ambiguous"
    return text.encode()
