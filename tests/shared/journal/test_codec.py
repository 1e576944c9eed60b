"""An event has one byte string; whatever else stands in a log is refused by name."""

from collections.abc import Mapping
from typing import Any, Literal

import msgpack  # type: ignore[import-untyped]  # ships no types
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from shared.journal.codec import Codec, Entry, UnknownEvent
from shared.journal.envelope import BrokenEntry, Cause, NewerVersion, Unreadable, open_envelope
from shared.kernel.events import Event, EventType, Payload


class Inner(Struct, frozen=True):
    x: int
    y: str | None = None


class Happened(Event, frozen=True):
    """One field of every kind that a log may hold."""

    number: int
    text: str
    raw: bytes
    flag: bool
    maybe: int | None
    four: tuple[int, int, int, int]
    inner: Inner
    many: tuple[Inner, ...]
    kind: Literal["a", "b"]
    rules: dict[str, bool | int | str | None]


class Seen(Event, frozen=True):
    """Version 3: at first the seat was called ``player``, then ``by`` was added."""

    seat: int
    by: str


def _seen_v1_to_v2(data: Payload) -> Payload:
    return {"seat": data["player"]}


def _seen_v2_to_v3(data: Payload) -> Payload:
    # Before version 3 only the clock could see.
    return {**data, "by": "clock"}


CODEC = Codec(
    [
        EventType("test.happened", Happened),
        EventType("test.seen", Seen, (_seen_v1_to_v2, _seen_v2_to_v3)),
    ]
)

EVENT = Happened(
    number=-70_000,
    text="Dame de cœur",
    raw=b"\x00\xff",
    flag=True,
    maybe=None,
    four=(1, -1, 200, -200),
    inner=Inner(7),
    many=(Inner(1, "eins"), Inner(2, "zwei")),
    kind="b",
    rules={"stop_early": True, "rounds": 5, "trump": "S", "limit": None},
)
CAUSE = Cause("c-1", bytes(range(16)), 2)

RECORDED_V1 = bytes.fromhex(
    "9701ab746573742e7365656e2f3107cf0000018bcfe5680093a3632d31c410000102030405060708090a0b0c0d0e"
    "0f01a5636c6f636b81a6706c6179657202"
)
RECORDED_V2 = bytes.fromhex(
    "9701ab746573742e7365656e2f3208cf0000018bcfe56800c0a5636c6f636b81a47365617403"
)
"""Entries as they were written when those versions were today's. Never regenerated."""


def written(event: Event = EVENT, cause: Cause | None = CAUSE) -> bytes:
    return CODEC.encode(event, seq=300, at=1_700_000_000_000, cause=cause, actor="player:ada")


def packed(data: Any, **changes: Any) -> bytes:
    """An entry made by another msgpack library, field by field."""
    fields: dict[str, Any] = {
        "version": 1,
        "type": "test.seen/3",
        "seq": 8,
        "at": 9,
        "cause": None,
        "actor": "clock",
    }
    fields |= changes
    entry: bytes = msgpack.packb([*fields.values(), data], use_bin_type=True)
    return entry


# --- writing and reading ------------------------------------------------------------------------


def test_an_event_comes_back_as_it_was() -> None:
    assert CODEC.decode(written()) == Entry(
        300, 1_700_000_000_000, CAUSE, "player:ada", EVENT, "test.happened", 1
    )
    assert CODEC.decode(written(cause=None)).cause is None


def test_an_entry_is_the_array_that_the_format_says() -> None:
    envelope = msgpack.unpackb(written())
    assert envelope[:6] == [
        1,
        "test.happened/1",
        300,
        1_700_000_000_000,
        ["c-1", bytes(range(16)), 2],
        "player:ada",
    ]
    data = envelope[6]
    assert list(data) == list(Happened.__struct_fields__)
    assert data["inner"] == {"x": 7, "y": None}  # a default is written too


def test_the_envelope_opens_without_knowing_the_event() -> None:
    opened = open_envelope(packed({"whatever": 1}, type="other.game/9", cause=["c", bytes(16), 1]))
    assert (opened.type, opened.seq, opened.at, opened.actor) == ("other.game/9", 8, 9, "clock")
    assert opened.cause == Cause("c", bytes(16), 1)


EVENTS = st.builds(
    Happened,
    number=st.integers(-(2**63), 2**64 - 1),
    text=st.text(),
    raw=st.binary(max_size=300),
    flag=st.booleans(),
    maybe=st.none() | st.integers(-(2**31), 2**33),
    four=st.tuples(*[st.integers(-(2**15), 2**17)] * 4),
    inner=st.builds(Inner, st.integers(-200, 70_000), st.none() | st.text()),
    many=st.lists(st.builds(Inner, st.integers(0, 300)), max_size=20).map(tuple),
    kind=st.sampled_from(["a", "b"]),
    rules=st.dictionaries(
        st.text(max_size=40),
        st.none() | st.booleans() | st.integers(-1, 300) | st.text(),
        max_size=20,
    ),
)
CAUSES = st.none() | st.builds(
    Cause,
    st.text("abcXYZ019._:-", min_size=1, max_size=64),
    st.binary(min_size=16, max_size=16),
    st.integers(1, 1000),
)


@given(EVENTS, CAUSES, st.integers(1, 2**32 - 1), st.integers(0, 2**45))
def test_every_event_round_trips_in_its_shortest_form(
    event: Happened, cause: Cause | None, seq: int, at: int
) -> None:
    raw = CODEC.encode(event, seq=seq, at=at, cause=cause, actor="bot:1")
    assert CODEC.decode(raw) == Entry(seq, at, cause, "bot:1", event, "test.happened", 1)
    # An independent library that writes shortest forms gives the same bytes.
    assert msgpack.packb(msgpack.unpackb(raw), use_bin_type=True) == raw


# --- what no writer of ours wrote ---------------------------------------------------------------

SEEN = packed({"seat": 2, "by": "me"})

BROKEN: Mapping[str, bytes] = {
    "nothing": b"",
    "no msgpack": b"\xc1",
    "no array": msgpack.packb({"seat": 2}),
    "cut short": SEEN[:-1],
    "something after it": SEEN + b"\x00",
    "six elements": msgpack.packb([1, "test.seen/3", 8, 9, None, "clock"]),
    "eight elements": b"\x98" + SEEN[1:] + b"\xc0",
    "a long array form": b"\xdc\x00\x07" + SEEN[1:],
    "a long map form": SEEN.replace(b"\x82\xa4seat", b"\xde\x00\x02\xa4seat"),
    "a long integer form": SEEN.replace(b"seat\x02", b"seat\xcc\x02"),
    "a signed form": SEEN.replace(b"seat\x02", b"seat\xd0\x02"),
    "a long text form": SEEN.replace(b"\xa2me", b"\xd9\x02me"),
    "a long form in the envelope": SEEN.replace(b"/3\x08", b"/3\xcc\x08"),
    "a float": SEEN.replace(b"seat\x02", b"seat\xca\x40\x00\x00\x00"),
    "a key twice": SEEN.replace(b"\x82\xa4seat\x02", b"\x83\xa4seat\x02\xa4seat\x02"),
    "a key twice, the first time otherwise": SEEN.replace(
        b"\x82\xa4seat\x02", b"\x83\xa4seat\x01\xa4seat\x02"
    ),
    "keys in another order": packed({"by": "me", "seat": 2}),
    "a key missing": packed({"seat": 2}),
    "a key too many": packed({"seat": 2, "by": "me", "more": None}),
    "a wrong type": packed({"seat": "2", "by": "me"}),
    "data that is no map": packed([2, "me"]),
    "bytes for text": packed({"seat": 2, "by": b"me"}),
    "no UTF-8": SEEN.replace(b"\xa2me", b"\xa2\xff\xfe"),
    "an extension type": SEEN.replace(b"seat\x02", b"seat\xd4\x01\x02"),
    "a depth beyond all reason": SEEN[:-3] + b"\x91" * 100_000,
    "seq 0": packed({"seat": 2, "by": "me"}, seq=0),
    "a seq beyond 32 bits": packed({"seat": 2, "by": "me"}, seq=2**32),
    "a time before all time": packed({"seat": 2, "by": "me"}, at=-1),
    "no actor": packed({"seat": 2, "by": "me"}, actor=""),
    "envelope version 0": packed({"seat": 2, "by": "me"}, version=0),
    "a command id with a space": packed({}, cause=["c 1", bytes(16), 1]),
    "a command id with a line end": packed({}, cause=["c1\n", bytes(16), 1]),
    "a short fingerprint": packed({}, cause=["c1", bytes(15), 1]),
    "a commit of nothing": packed({}, cause=["c1", bytes(16), 0]),
    "a type without version": packed({}, type="test.seen"),
    "a version that is no number": packed({}, type="test.seen/x"),
    "version 0": packed({}, type="test.seen/0"),
    "a version with a leading zero": packed({}, type="test.seen/03"),
    "a version in other digits": packed({}, type="test.seen/٣"),
    "a default left out": packed({"x": 1}, type="test.happened/1"),
    # Old versions have no class any more, and are held to the same form.
    "an old version with a float": packed({"player": 2.0}, type="test.seen/1"),
    "an old version with an extension": packed(
        {"player": msgpack.ExtType(1, b"x")}, type="test.seen/1"
    ),
    "an old version with a long form": RECORDED_V1[:-1] + b"\xcc\x02",
    "an old version with a key twice": RECORDED_V1.replace(
        b"\x81\xa6player\x02", b"\x82\xa6player\x02\xa6player\x02"
    ),
    "an old version with a number as key": packed({1: 2}, type="test.seen/1"),
    "an old version that is no map": packed([2], type="test.seen/1"),
    "an old version without its key": packed({"seat": 2}, type="test.seen/1"),
    "an old version with a wrong type": packed({"player": "2"}, type="test.seen/1"),
    "an old version too deep": RECORDED_V1[:-1] + b"\x91" * 100_000,
}


@pytest.mark.parametrize("raw", BROKEN.values(), ids=BROKEN.keys())
def test_foreign_bytes_are_broken(raw: bytes) -> None:
    with pytest.raises(BrokenEntry):
        CODEC.decode(raw)


def test_the_intact_forms_of_the_broken_ones_are_read() -> None:
    assert CODEC.decode(SEEN).event == Seen(2, "me")


@pytest.mark.parametrize("raw", [written(), SEEN, RECORDED_V1], ids=["happened", "seen", "old"])
def test_a_changed_byte_is_refused_or_reads_as_what_it_says(raw: bytes) -> None:
    """Nothing but Unreadable comes out, and what is read is written with the same bytes again."""
    for place in range(len(raw)):
        for value in range(256):
            changed = raw[:place] + bytes([value]) + raw[place + 1 :]
            try:
                CODEC.decode(changed)
            except Unreadable:
                continue
            assert msgpack.packb(msgpack.unpackb(changed), use_bin_type=True) == changed


# --- versions -----------------------------------------------------------------------------------


def test_a_recorded_old_version_is_read_as_today_s_event() -> None:
    assert CODEC.decode(RECORDED_V1) == Entry(
        7,
        1_700_000_000_000,
        Cause("c-1", bytes(range(16)), 1),
        "clock",
        Seen(2, "clock"),
        "test.seen",
        1,
    )
    entry = CODEC.decode(RECORDED_V2)
    assert (entry.event, entry.version) == (Seen(3, "clock"), 2)


def test_new_events_are_written_under_the_newest_version() -> None:
    raw = CODEC.encode(Seen(1, "me"), seq=1, at=2, cause=None, actor="clock")
    assert open_envelope(raw).type == "test.seen/3"


def test_a_newer_version_stops_the_reader() -> None:
    with pytest.raises(NewerVersion, match=r"test\.seen/4 at seq 8; this reader knows 3"):
        CODEC.decode(packed({"anything": 1}, type="test.seen/4"))


def test_an_unknown_type_stops_the_reader() -> None:
    with pytest.raises(UnknownEvent, match=r"test\.unheard_of/1 at seq 8"):
        CODEC.decode(packed({}, type="test.unheard_of/1"))


def test_a_newer_envelope_stops_the_reader_whatever_its_shape() -> None:
    with pytest.raises(NewerVersion, match="envelope version 2"):
        CODEC.decode(packed({"seat": 2, "by": "me"}, version=2))
    with pytest.raises(NewerVersion, match="envelope version 7"):
        CODEC.decode(msgpack.packb([7, {"wholly": "different"}]))


# --- declarations -------------------------------------------------------------------------------


def test_a_permanent_name_is_declared_once() -> None:
    with pytest.raises(AssertionError, match="declared twice"):
        Codec([EventType("test.one", Seen), EventType("test.one", Happened)])
    with pytest.raises(AssertionError, match="two names"):
        Codec([EventType("test.one", Seen), EventType("test.two", Seen)])


class WithFloat(Event, frozen=True):
    many: tuple[Inner | float, ...]


class WithAnything(Event, frozen=True):
    what: Any


class WithSet(Event, frozen=True):
    seats: frozenset[int]


class WithNumberedKeys(Event, frozen=True):
    by_seat: dict[int, str]


class Sparse(Event, frozen=True, omit_defaults=True):
    seat: int = 0


@pytest.mark.parametrize("cls", [WithFloat, WithAnything, WithSet, WithNumberedKeys, Sparse])
def test_an_event_that_has_no_single_byte_string_cannot_be_declared(cls: type[Event]) -> None:
    with pytest.raises(AssertionError, match=r"test\.bad"):
        Codec([EventType("test.bad", cls)])


def test_an_event_that_was_not_declared_is_our_own_bug() -> None:
    with pytest.raises(KeyError):
        CODEC.encode(WithAnything(1), seq=1, at=1, cause=None, actor="clock")
