"""How events become the one canonical byte string of an entry, and how bytes are read back.

Shortest msgpack forms, maps in declared order with every key, no floats: an entry that would
not be written with exactly the same bytes again is refused (:class:`BrokenEntry`). Old versions
are upcast on plain data, before any class is built.
"""

from collections.abc import Callable, Iterable
from types import GenericAlias
from typing import Any, Final, Generic, Literal, TypeVar

from msgspec import MsgspecError, Struct, inspect
from msgspec.msgpack import Decoder, Encoder, decode, encode

from shared.journal.envelope import (
    ENVELOPE_VERSION,
    Actor,
    At,
    BrokenEntry,
    Cause,
    Envelope,
    NewerVersion,
    Seq,
    Unreadable,
    open_envelope,
)
from shared.kernel.events import Event, EventType, Payload


class UnknownEvent(Unreadable):
    """An event type that this reader's catalogue does not have: a newer game, or a foreign log."""


Data = TypeVar("Data")


class Entry(Struct, frozen=True, gc=False):
    """An entry read: its envelope and its event as today's class."""

    seq: int
    at: int
    cause: Cause | None
    actor: str
    event: Event
    type: str
    """The event's permanent name: ``cards.played``."""
    version: int
    """The version under which the event was recorded."""


class _Filled(Struct, Generic[Data], frozen=True, array_like=True, gc=False):
    """The fields of :class:`Envelope`, the data as a value: read whole, or about to be written."""

    version: Literal[1]
    type: str
    seq: Seq
    at: At
    cause: Cause | None
    actor: Actor
    data: Data


class _Reader(Struct, frozen=True):
    """How the current version of one event type is read."""

    kind: EventType
    version: int
    label: str
    """``name/version``, as envelopes hold it."""
    read: Callable[[bytes], Event]
    """The event, from its data."""
    read_whole: Callable[[bytes], _Filled[Event]]
    """The whole entry, its data as the event."""


class Codec:
    """Reads and writes entries of the given event types. Thread-safe; build once a process."""

    def __init__(self, event_types: Iterable[EventType]) -> None:
        readers = [_reader(kind) for kind in event_types]
        self._by_name: Final = {reader.kind.name: reader for reader in readers}
        self._by_class: Final = {reader.kind.cls: reader for reader in readers}
        self._by_label: Final = {reader.label: reader for reader in readers}
        self._by_start: Final = {_start_of(reader.label): reader for reader in readers}
        self._encode: Final = Encoder().encode
        assert len(self._by_name) == len(readers), "a permanent name is declared twice"
        assert len(self._by_class) == len(readers), "an event class has two names"

    def encode(self, event: Event, *, seq: int, at: int, cause: Cause | None, actor: str) -> bytes:
        """The bytes of an entry, ready to be chained and stored."""
        label = self._by_class[type(event)].label
        return self._encode(_Filled(ENVELOPE_VERSION, label, seq, at, cause, actor, event))

    def decode(self, raw: bytes) -> Entry:
        """The entry in ``raw``. Raises BrokenEntry, NewerVersion or UnknownEvent: stop there."""
        # Nearly every entry is of a current version: its label says how to read it at once.
        start = raw[: 3 + (raw[2] & _LABEL_BYTES_MAX)] if len(raw) > 2 else raw
        reader = self._by_start.get(start)
        if reader is None:
            return self._decode_by_parts(raw)
        try:
            filled = reader.read_whole(raw)
        except (MsgspecError, RecursionError):
            return self._decode_by_parts(raw)  # which says what is wrong with it
        if self._encode(filled) != raw:
            raise BrokenEntry(f"{filled.type} at seq {filled.seq}: not canonical bytes")
        return Entry(
            filled.seq,
            filled.at,
            filled.cause,
            filled.actor,
            filled.data,
            reader.kind.name,
            reader.version,
        )

    def _decode_by_parts(self, raw: bytes) -> Entry:
        """An entry that does not begin and read as today's do: its envelope first."""
        opened = open_envelope(raw)
        reader = self._by_label.get(opened.type)
        if reader is None:
            return self._decode_old(raw, opened)
        try:
            event = reader.read(opened.data)
        except (MsgspecError, RecursionError) as error:
            raise BrokenEntry(f"{opened.type} at seq {opened.seq}: {error}") from error
        self._check_canonical(raw, opened, event)
        return _entry(opened, event, reader.kind, reader.version)

    def _decode_old(self, raw: bytes, opened: Envelope) -> Entry:
        """An entry of a version before today's; or the reason why there is none."""
        name, version = _name_and_version(opened)
        reader = self._by_name.get(name)
        if reader is None:
            raise UnknownEvent(f"{opened.type} at seq {opened.seq}")
        kind = reader.kind
        if version > reader.version:
            raise NewerVersion(
                f"{opened.type} at seq {opened.seq}; this reader knows {reader.version}"
            )
        payload = self._payload(raw, opened)
        try:
            for upcast in kind.upcasts[version - 1 :]:
                payload = upcast(payload)
            event = reader.read(self._encode(payload))
        except (MsgspecError, LookupError, TypeError, ValueError) as error:
            raise BrokenEntry(f"{opened.type} at seq {opened.seq}: {error!r}") from error
        return _entry(opened, event, kind, version)

    def _payload(self, raw: bytes, opened: Envelope) -> Payload:
        """The data as plain values, when only the version that wrote it knew its class."""
        try:
            payload = decode(opened.data)
        except (MsgspecError, RecursionError) as error:
            raise BrokenEntry(f"{opened.type} at seq {opened.seq}: {error}") from error
        if not isinstance(payload, dict) or not _is_plain(payload):
            raise BrokenEntry(f"{opened.type} at seq {opened.seq}: foreign values")
        self._check_canonical(raw, opened, payload)
        return payload

    def _check_canonical(self, raw: bytes, opened: Envelope, data: Event | Payload) -> None:
        again = _Filled(
            ENVELOPE_VERSION,
            opened.type,
            opened.seq,
            opened.at,
            opened.cause,
            opened.actor,
            data,
        )
        if self._encode(again) != raw:
            raise BrokenEntry(f"{opened.type} at seq {opened.seq}: not canonical bytes")


def _entry(opened: Envelope, event: Event, kind: EventType, version: int) -> Entry:
    return Entry(opened.seq, opened.at, opened.cause, opened.actor, event, kind.name, version)


def _reader(kind: EventType) -> _Reader:
    assert "/" not in kind.name, f"{kind.name}: the slash divides name and version"
    _check_storable(inspect.type_info(kind.cls), kind.name)
    version = kind.version
    return _Reader(
        kind,
        version,
        f"{kind.name}/{version}",
        Decoder(kind.cls).decode,
        Decoder[_Filled[Event]](GenericAlias(_Filled, kind.cls)).decode,
    )


def _start_of(label: str) -> bytes:
    """How every entry of this label begins: the array, the envelope version, the label."""
    return encode([ENVELOPE_VERSION, label]).replace(b"\x92", b"\x97", 1)


def _name_and_version(opened: Envelope) -> tuple[str, int]:
    name, _, digits = opened.type.rpartition("/")
    if not digits.isascii() or not digits.isdigit() or digits.startswith("0"):
        raise BrokenEntry(f"{opened.type!r} at seq {opened.seq} is no event type")
    return name, int(digits)


def _is_plain(value: Any) -> bool:
    """Whether ``value`` is made of what a log may hold: no floats, no extension types."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_plain(item) for key, item in value.items())
    if isinstance(value, list):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, bool | int | str | bytes)


def _check_storable(info: inspect.Type, where: str) -> None:
    """Assert that every value of this type has exactly one byte string."""
    match info:
        case inspect.StructType(fields=fields, cls=cls):
            assert not cls.__struct_config__.omit_defaults, f"{where}: every key must be present"
            for field in fields:
                _check_storable(field.type, f"{where}.{field.encode_name}")
        case inspect.UnionType(types=members):
            for member in members:
                _check_storable(member, where)
        case inspect.TupleType(item_types=members):
            for member in members:
                _check_storable(member, where)
        case inspect.VarTupleType(item_type=member) | inspect.ListType(item_type=member):
            _check_storable(member, where)
        case inspect.DictType(key_type=inspect.StrType(), value_type=member):
            _check_storable(member, where)
        case _:
            assert isinstance(info, _ATOMS), f"{where}: {type(info).__name__} cannot be stored"


_LABEL_BYTES_MAX: Final = 0x1F
"""What a msgpack string of one head byte (fixstr) may hold; its low five bits say how much."""

_ATOMS: Final = (
    inspect.NoneType,
    inspect.BoolType,
    inspect.IntType,
    inspect.StrType,
    inspect.BytesType,
    inspect.LiteralType,
)
