"""The hash chain over a game's log: what makes a changed, lost or moved entry visible.

``chain[0] = SHA-256("greffier/game/1" 0x00 game id)`` and
``chain[n] = SHA-256("greffier/event/1" 0x00 chain[n-1] uint32be(n) entry bytes)``: the hash
covers the bytes as they are stored.
"""

from collections.abc import Iterable
from hashlib import sha256

from shared.journal.position import Position


def start(game: str) -> bytes:
    """``chain[0]`` of the game with this id: before any entry (32 bytes)."""
    return sha256(b"greffier/game/1\0" + game.encode()).digest()


def extend(chain: bytes, seq: int, entry: bytes) -> bytes:
    """``chain[seq]`` from ``chain[seq - 1]`` and the entry's bytes as stored."""
    return sha256(b"greffier/event/1\0" + chain + seq.to_bytes(4, "big") + entry).digest()


def origin(game: str) -> Position:
    """Where the log of ``game`` stands before its first entry."""
    return Position(0, start(game))


def advance(position: Position, entries: Iterable[bytes]) -> Position:
    """Where a log stands after ``entries``, which follow ``position``."""
    seq, chain = position.seq, position.chain
    for entry in entries:
        seq += 1
        chain = extend(chain, seq, entry)
    return Position(seq, chain)
