"""Uniform numbers from a secret seed, the same on every machine (HMAC-SHA256 in counter mode)."""

import hmac
from collections.abc import Callable, Iterator
from typing import Final

_WORDS: Final = 2**32


def _words(seed: bytes) -> Iterator[int]:
    """The seed's random bytes, read as big-endian 32-bit words."""
    block = 0
    while True:
        random_bytes = hmac.digest(seed, block.to_bytes(4, "big"), "sha256")
        for start in range(0, len(random_bytes), 4):
            yield int.from_bytes(random_bytes[start : start + 4], "big")
        block += 1


def uniform(seed: bytes) -> Callable[[int], int]:
    """``below(n)``: the next uniform int of 0 to n - 1 from the stream of ``seed``."""
    words = _words(seed)

    def below(bound: int) -> int:
        assert 0 < bound <= _WORDS, f"no uniform number below {bound}"
        # Words beyond the last whole multiple of the bound would favour small numbers.
        limit = _WORDS - _WORDS % bound
        while (word := next(words)) >= limit:
            pass
        return word % bound

    return below
