"""Commands as gateways and bots send them, for tests of what carries them."""

from typing import Final

import msgspec

from shared.ports import Command, Delivered

PARTITION: Final = 0x0A
GAME: Final = "0a" + "5" * 32


def command(number: int = 1, /, **changes: object) -> Command:
    """A sound command ``c<number>`` to :data:`GAME`, with ``changes``."""
    made = Command(
        version=1,
        game=GAME,
        actor="player:ada",
        command_id=f"c{number}",
        type="play",
        turn="12-0123abcd",
        data=msgspec.Raw(msgspec.msgpack.encode({"card": number})),
        reply_to="gateway1.2f",
    )
    return msgspec.structs.replace(made, **changes)


def ids(delivered: list[Delivered]) -> list[str]:
    """The command ids of those that could be read."""
    return [one.command.command_id for one in delivered if one.command is not None]
