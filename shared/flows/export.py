"""A game as a file that anyone can check: JSON Lines with the raw entry bytes, chained.

::

    {"format": "greffier-export/1", "game": "<id>"}
    {"seq": 1, "entry": "<hex>", "chain": "<hex>"}
    …
    {"seq": 61, "chain": "<hex>", "transfers": [{"seq": 60, "seat": 0, …}, …]}

The last line is the head known outside the log, and the ledger's rows of the game.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Final, Literal, TypeVar

from msgspec import Meta, MsgspecError, Struct, json

from shared.flows.verify import Witness
from shared.journal import chain
from shared.journal.position import Position
from shared.ledger.transfers import Transfer
from shared.ports import GameId

T = TypeVar("T")

FORMAT: Final = "greffier-export/1"
LINE_BYTES_MAX: Final = 16 * 1024 * 1024
ENTRIES_MAX: Final = 1_000_000

_Hex = Annotated[str, Meta(pattern="^([0-9a-f]{2})*$")]
_Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
_Seq = Annotated[int, Meta(ge=0, le=0xFFFF_FFFF)]


class _Header(Struct, forbid_unknown_fields=True):
    format: Literal["greffier-export/1"]
    game: Annotated[str, Meta(pattern="^[0-9a-f]{34}$")]


class _Line(Struct, forbid_unknown_fields=True):
    seq: _Seq
    entry: _Hex
    chain: _Hash


class _Trailer(Struct, forbid_unknown_fields=True):
    seq: _Seq
    chain: _Hash
    transfers: tuple[Transfer, ...]


class NoExport(Exception):
    """The file is no export of a game, or no longer one: the message names the line."""


class Exported(Struct, frozen=True):
    """A game as an export holds it."""

    game: GameId
    entries: tuple[bytes, ...]
    witness: Witness


def written(
    game: GameId, entries: Sequence[bytes], head: Position, transfers: Sequence[Transfer]
) -> Iterator[bytes]:
    """The lines of an export, each ending with a newline."""
    yield json.encode(_Header(FORMAT, game)) + b"\n"
    position = chain.origin(game)
    for entry in entries:
        position = chain.advance(position, (entry,))
        yield json.encode(_Line(position.seq, entry.hex(), position.chain.hex())) + b"\n"
    yield json.encode(_Trailer(head.seq, head.chain.hex(), tuple(transfers))) + b"\n"


def read(lines: Iterable[bytes]) -> Exported:
    """The export in ``lines``. Raises NoExport; whether it is *true* is for the verdicts."""
    numbered = enumerate(lines, 1)
    header = _read(_Header, *next(numbered, (1, b"")))
    entries: list[bytes] = []
    chains: list[bytes] = []
    for number, text in numbered:
        if b'"entry"' not in text:
            return _finished(header, entries, chains, _read(_Trailer, number, text), numbered)
        line = _read(_Line, number, text)
        if line.seq != len(entries) + 1:
            raise NoExport(f"line {number}: entry {line.seq} where {len(entries) + 1} belongs")
        if line.seq > ENTRIES_MAX:
            raise NoExport(f"line {number}: more than {ENTRIES_MAX} entries")
        entries.append(bytes.fromhex(line.entry))
        chains.append(bytes.fromhex(line.chain))
    raise NoExport(f"the file ends after line {len(entries) + 1}, without its last line")


def _finished(
    header: _Header,
    entries: list[bytes],
    chains: list[bytes],
    trailer: _Trailer,
    rest: Iterator[tuple[int, bytes]],
) -> Exported:
    for number, text in rest:
        if text.strip():
            raise NoExport(f"line {number}: something follows the last line")
    head = Position(trailer.seq, bytes.fromhex(trailer.chain))
    witness = Witness(head=head, chains=chains, transfers=trailer.transfers)
    return Exported(GameId(header.game), tuple(entries), witness)


def _read(kind: type[T], number: int, text: bytes) -> T:
    if len(text) > LINE_BYTES_MAX:
        raise NoExport(f"line {number} is longer than {LINE_BYTES_MAX} bytes")
    try:
        return json.decode(text, type=kind)
    except (MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise NoExport(f"line {number}: {error}") from error
