"""Where a game's log has got to: its last seq and the chain hash there."""

from msgspec import Struct


class Position(Struct, frozen=True, gc=False):
    """``seq`` entries are behind it; ``chain`` is the hash of the last (32 bytes).

    At seq 0 the chain is that of the game id alone: see ``shared.journal.chain``.
    """

    seq: int
    chain: bytes
