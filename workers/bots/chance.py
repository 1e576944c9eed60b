"""Repeatable chance for bots: the same seed gives the same draws, on every machine."""

import hashlib
from typing import Final


class Chance:
    """A stream of draws from ``seed``; each depends on those before it.

    Block ``n`` of the stream is SHA-256 of the seed and ``n``. Fast in blocks of 256 bits, and
    nobody who does not know the seed foresees a bot.
    """

    def __init__(self, seed: bytes) -> None:
        self._seed: Final = seed
        self._blocks = 0

    def below(self, n: int) -> int:
        """An int of 0 to n - 1, for n of at most 2**128 (then uniform to within 2**-128)."""
        return self._block() % n

    def shuffle(self, items: list[int]) -> None:
        """Put at most 52 ``items`` in a random order (52! is below 2**226)."""
        assert len(items) <= 52, "one block does not reach"
        block = self._block()
        for place in range(len(items) - 1, 0, -1):
            block, other = divmod(block, place + 1)
            items[place], items[other] = items[other], items[place]

    def _block(self) -> int:
        self._blocks += 1
        digest = hashlib.sha256(self._seed + self._blocks.to_bytes(8, "big")).digest()
        return int.from_bytes(digest, "big")
