"""A command comes back from its bytes as it was, and no bytes do harm."""

import msgspec
import pytest

from shared.adapters.command_bytes import COMMAND_BYTES_MAX, decode, encode, reply_route
from tests.support.commands import PARTITION, command


def test_a_command_comes_back_as_it_was() -> None:
    for sent in (command(), command(turn=None, reply_to=None, grant=bytes(32), actor="bot:3")):
        assert decode(PARTITION, encode(sent)) == sent


@pytest.mark.parametrize(
    "changes",
    [
        {"version": 2},
        {"game": "0a" + "5" * 31},
        {"game": "0A" + "5" * 32},
        {"game": "0b" + "5" * 32},
        {"actor": "player:"},
        {"actor": "player:a b"},
        {"actor": "bot:4"},
        {"actor": "clock\n"},
        {"actor": "admin"},
        {"actor": "system"},
        {"command_id": ""},
        {"command_id": "x" * 65},
        {"command_id": "naïve"},
        {"command_id": "x\n"},
        {"type": "Play"},
        {"type": "x" * 65},
        {"turn": "12"},
        {"turn": "0-0123abcd"},
        {"turn": "12-0123ABCD"},
        {"grant": bytes(31)},
        {"reply_to": "news:0a"},
        {"reply_to": "gateway1"},
        {"reply_to": "gateway1.XY"},
        {"data": msgspec.Raw(b"\xc0")},
        {"data": msgspec.Raw(msgspec.msgpack.encode([1]))},
        {"data": msgspec.Raw(msgspec.msgpack.encode({"x": "y" * COMMAND_BYTES_MAX}))},
    ],
)
def test_a_command_out_of_its_bounds_is_unreadable(changes: dict[str, object]) -> None:
    raw = msgspec.msgpack.encode(command(**changes))
    assert decode(PARTITION, raw) is None


def test_no_bytes_make_the_reader_fail() -> None:
    sound = encode(command())
    evil = [b"", b"\xc1", b"\x91" * 10_000, sound + b"\x00", b"\x80", b"\x9b" + sound[1:]]
    evil += [sound[:length] for length in range(len(sound))]
    nested = msgspec.Raw(b"\x81\xa1x" + b"\x91" * 8_000 + b"\xc0")
    evil.append(msgspec.msgpack.encode(command(data=nested)))
    assert [raw for raw in evil if decode(PARTITION, raw) is not None] == []


def test_a_changed_byte_is_unreadable_or_a_sound_command() -> None:
    sound = encode(command())
    for at in range(len(sound)):
        for value in (0x00, 0x7F, 0x80, 0x90, 0xC0, 0xDD, 0xFF):
            found = decode(PARTITION, sound[:at] + bytes([value]) + sound[at + 1 :])
            assert found is None or decode(PARTITION, encode(found)) == found


def test_an_unsound_command_is_never_sent() -> None:
    with pytest.raises(AssertionError):
        encode(command(actor="admin"))


def test_where_an_answer_is_awaited_names_gateway_and_request() -> None:
    assert reply_route("gateway1.2f") == ("gateway1", "2f")
