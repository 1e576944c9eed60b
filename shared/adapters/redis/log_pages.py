"""A page of a game's log as XRANGE gives it, read as what it must be: entries without a hole."""

from typing import Any, Final

from shared.ports import BrokenLog, GameId

PAGE: Final = 1000
"""How many entries of a log one reply holds at most."""


def entries_of_page(game: GameId, first: int, page: Any) -> list[bytes]:
    """The entries of a page that must begin at ``first``. Raises BrokenLog."""
    entries = []
    for seq, (entry_id, fields) in enumerate(page, first):
        entry = fields.get(b"e")
        if entry_id != b"0-%d" % seq or entry is None or len(fields) != 1:
            raise BrokenLog(f"{game}: {entry_id.decode()} stands where entry {seq} belongs")
        entries.append(entry)
    return entries
