"""A command's bytes in the commands stream, and what makes bytes from there readable.

Bots may write to that stream, so every field is bounded here before anything trusts it.
"""

import re
from typing import Final

import msgspec

from shared.ports import Command, GameId, partition_of

VERSION: Final = 1
COMMAND_BYTES_MAX: Final = 16 * 1024
GRANT_BYTES: Final = 32

_GAME: Final = re.compile(r"[0-9a-f]{34}")
# Not ``system``: what the recovery gate decides is never sent, so nobody may send it in its name.
_ACTOR: Final = re.compile(r"player:[A-Za-z0-9._:-]{1,64}|bot:[0-3]|house:[0-3]|clock", re.ASCII)
_COMMAND_ID: Final = re.compile(r"[A-Za-z0-9._:-]{1,64}", re.ASCII)
_TYPE: Final = re.compile(r"[a-z][a-z0-9_.]{0,63}", re.ASCII)
_TURN: Final = re.compile(r"[1-9][0-9]{0,9}-[0-9a-f]{8}", re.ASCII)
_REPLY_TO: Final = re.compile(r"[A-Za-z0-9_-]{1,32}\.[0-9a-f]{1,16}", re.ASCII)

_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(Command).decode


def encode(command: Command) -> bytes:
    """The bytes of ``command``, which must be sound: whoever made it has checked its input."""
    raw = _encode(command)
    assert len(raw) <= COMMAND_BYTES_MAX, f"a command of {len(raw)} bytes"
    assert _sound(command), f"no worker would read {command}"
    return raw


def decode(partition: int, raw: bytes) -> Command | None:
    """The command in ``raw``; None where no worker of ``partition`` may act on it.

    That is: not a command, a version that this reader does not know, a field out of its
    bounds, or a game of another partition.
    """
    if len(raw) > COMMAND_BYTES_MAX:
        return None
    try:
        command = _decode(raw)
    except (msgspec.DecodeError, RecursionError):
        # RecursionError: a few kilobytes of nested arrays are enough.
        return None
    if not _sound(command) or partition_of(GameId(command.game)) != partition:
        return None
    return command


def reply_route(reply_to: str) -> tuple[str, str]:
    """The gateway that waits and its own mark for the request: ``gw1.2f`` → ``gw1``, ``2f``."""
    gateway, _, mark = reply_to.partition(".")
    return gateway, mark


def _sound(command: Command) -> bool:
    return (
        command.version == VERSION
        and _GAME.fullmatch(command.game) is not None
        and _ACTOR.fullmatch(command.actor) is not None
        and _COMMAND_ID.fullmatch(command.command_id) is not None
        and _TYPE.fullmatch(command.type) is not None
        and (command.turn is None or _TURN.fullmatch(command.turn) is not None)
        and (command.reply_to is None or _REPLY_TO.fullmatch(command.reply_to) is not None)
        and (command.grant is None or len(command.grant) == GRANT_BYTES)
        and _is_map(bytes(command.data))
    )


def _is_map(data: bytes) -> bool:
    """Whether a well-formed msgpack value is a map (fixmap, map 16 or map 32)."""
    return data[0] & 0xF0 == 0x80 or data[0] in {0xDE, 0xDF}
