"""What surrounds an event in the log: its version, place, time, cause and actor.

An entry is the msgpack array ``[envelope version, "type/version", seq, at, cause, actor, data]``.
Opening an envelope needs no knowledge of any event; :mod:`shared.journal.codec` reads the data.
"""

from typing import Annotated, Final, TypeAlias

from msgspec import Meta, MsgspecError, Raw, Struct
from msgspec.msgpack import Decoder, decode

ENVELOPE_VERSION: Final = 1

Seq: TypeAlias = Annotated[int, Meta(ge=1, le=0xFFFF_FFFF)]
CommandId: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9._:-]{1,64}\Z")]
At: TypeAlias = Annotated[int, Meta(ge=0)]
Actor: TypeAlias = Annotated[str, Meta(min_length=1)]
Fingerprint: TypeAlias = Annotated[bytes, Meta(min_length=16, max_length=16)]


class Unreadable(Exception):
    """An entry that this reader cannot read: stop at it, never skip it."""


class BrokenEntry(Unreadable):
    """Bytes that no writer of ours wrote: malformed, or not in their one canonical form."""


class NewerVersion(Unreadable):
    """Written by a newer Greffier: upgrade this reader, then go on from the same place."""


class Cause(Struct, frozen=True, array_like=True, gc=False):
    """The command behind a commit; carried by the first event of the commit only."""

    command_id: CommandId
    fingerprint: Fingerprint
    count: Annotated[int, Meta(ge=1)]
    """How many events the commit has."""


class Envelope(Struct, frozen=True, array_like=True, gc=False):
    """An entry with its data still unread."""

    version: int
    type: str
    """The event's permanent name and its version: ``cards.played/1``."""
    seq: Seq
    at: At
    """Milliseconds since the epoch, taken by the rules worker; never decreasing in a game."""
    cause: Cause | None
    """None on the second and later events of a commit."""
    actor: Actor
    """``player:<id>``, ``bot:<seat>``, ``house:<seat>``, ``clock`` or ``system``."""
    data: Raw


_open = Decoder(Envelope).decode


def open_envelope(raw: bytes) -> Envelope:
    """The envelope of an entry's bytes. Raises BrokenEntry or NewerVersion.

    Whether the bytes are canonical is for the codec, which can encode them again.
    """
    try:
        envelope = _open(raw)
    except (MsgspecError, RecursionError) as error:
        _refuse_newer(raw)
        raise BrokenEntry(f"not an entry: {error}") from error
    if envelope.version != ENVELOPE_VERSION:
        _refuse_newer(raw)
        raise BrokenEntry(f"envelope version {envelope.version}")
    return envelope


def _refuse_newer(raw: bytes) -> None:
    """Raise NewerVersion for an envelope of a later version, whatever shape that has."""
    try:
        content = decode(raw)
    except (MsgspecError, RecursionError):
        return
    match content:
        case [int(version), *_] if version > ENVELOPE_VERSION:
            raise NewerVersion(f"envelope version {version}; this reader knows 1")
