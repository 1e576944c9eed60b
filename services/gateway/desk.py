"""Where commands are handed in and answers given out, one waiting request for each."""

import asyncio
from contextlib import suppress
from itertools import count
from typing import Final

from msgspec import Raw, Struct, to_builtins
from msgspec.msgpack import encode

from services.gateway.doors import Link
from shared.kernel.game_rules import AnyRules, Move
from shared.ports import Answer, Busy, Command, GameId, Signals, Unavailable
from shared.table.commands import AnyTableCommand, parse_table_command

VERSION: Final = 1
PATIENCE_S: Final = (0.5, 0.5, 1.0)
"""How long a reply is awaited before the log is asked whether it was lost; in all, 2 seconds."""
WAITING_MAX: Final = 10_000
RETRY_S: Final = 0.25


class Wish(Struct, frozen=True):
    """A command before it is addressed: its permanent type, its fields, the turn it is for."""

    kind: str
    fields: Raw
    turn: str | None = None


def wish(command: AnyTableCommand | Move, turn: str | None = None) -> Wish:
    """What ``command`` says, in the form of the commands stream."""
    fields = to_builtins(command, builtin_types=(bytes,))
    kind = fields.pop("type")
    return Wish(kind, Raw(encode(fields)), turn)


def parse(rules: AnyRules, text: str) -> AnyTableCommand | Move | None:
    """The move or table command that ``text`` writes, or None if it writes none."""
    return parse_table_command(text) or rules.parse_move(text)


class Desk:
    """Sends commands for players and waits for their answers."""

    def __init__(self, link: Link, gateway: str, signals: Signals) -> None:
        """``gateway``: this process's own name, 1 to 32 of ``A-Za-z0-9_-``."""
        self._link: Final = link
        self._gateway: Final = gateway
        self._signals: Final = signals
        self._marks: Final = count(1)
        self._waiting: Final[dict[str, asyncio.Future[Answer]]] = {}

    async def submit(
        self, game: GameId, player: str, command_id: str, wanted: Wish
    ) -> Answer | None:
        """The answer, or None where there is none after 2 s. Raises Busy or Unavailable.

        Unavailable leaves open whether the command was sent: it may be sent again.
        """
        if len(self._waiting) >= WAITING_MAX:
            raise Busy("too many requests wait for an answer")
        mark = f"{next(self._marks):x}"
        actor = f"player:{player}"
        command = Command(
            version=VERSION,
            game=game,
            actor=actor,
            command_id=command_id,
            type=wanted.kind,
            turn=wanted.turn,
            data=wanted.fields,
            reply_to=f"{self._gateway}.{mark}",
        )
        self._waiting[mark] = asyncio.get_running_loop().create_future()
        try:
            await self._link.send(command)
            return await self._answer(self._waiting[mark], command)
        finally:
            del self._waiting[mark]

    async def _answer(self, reply: asyncio.Future[Answer], command: Command) -> Answer | None:
        """The reply, or None where none comes through.

        An answer in the log says that a reply was lost, not to which command: an id may have been
        used before for something else, and only the rules worker can compare. Asked again, it
        gives the very command's answer again.
        """
        game = GameId(command.game)
        for patience in PATIENCE_S:
            done, _ = await asyncio.wait((reply,), timeout=patience)
            if done:
                return reply.result()
            if await self._link.answer(game, command.actor, command.command_id) is None:
                continue
            # Busy says that nothing was sent, and it was: whoever asks later is answered.
            with suppress(Busy):
                await self._link.send(command)
        return None

    async def hear(self) -> None:
        """Hand replies to whoever waits for them, for as long as the process lives."""
        while True:
            try:
                async for mark, reply in self._link.replies(self._gateway):
                    waiting = self._waiting.get(mark)
                    if waiting is not None and not waiting.done():
                        waiting.set_result(reply.answer)
            except Unavailable as error:
                self._signals.note("replies_unheard", reason=str(error))
                await asyncio.sleep(RETRY_S)
