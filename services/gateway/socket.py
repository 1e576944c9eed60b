"""One WebSocket connection, from its hello to its close."""

import asyncio
from contextlib import suppress
from typing import Any, Final, TypeAlias

from litestar import Router, WebSocket, websocket
from litestar.di import Provide
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from litestar.types import WebSocketReceiveEvent

from services.gateway.callers import bearer
from services.gateway.conversation import Hangup, answer_command, read_message
from services.gateway.frames import EventTexts, frame, text_of
from services.gateway.games import Look
from services.gateway.house import House, TheHouse
from services.gateway.languages import language_of
from services.gateway.messages import CloseCode, Heartbeat, Hello
from services.gateway.problems import UNAUTHENTICATED, UNAVAILABLE, Problem
from services.gateway.watcher import Ending, Watcher
from services.texts.languages import SOURCE, Language
from shared.journal import chain
from shared.journal.position import Position
from shared.ports import GameId, Player, Unavailable

HELLO_PATIENCE_S: Final = 10.0
HEARTBEAT_S: Final = 15.0
REASON_BYTES_MAX: Final = 123
"""What fits into a close frame (RFC 6455, 5.5)."""

AnySocket: TypeAlias = WebSocket[Any, Any, Any]

GONE: Final = (WebSocketDisconnect, OSError, RuntimeError)
"""What sending raises where the client is gone, or the server has closed the connection itself
(too large a message, a restart): OSError and RuntimeError come from the ASGI server."""


class Session:
    """One client watching one game."""

    def __init__(self, socket: AnySocket, house: House, game: str) -> None:
        self._socket: Final = socket
        self._house: Final = house
        self._game: Final = game
        self._player: Player | None = None
        self._language: Language = SOURCE

    async def run(self) -> Ending | None:
        """Serve the client; why to close, or None where the connection is gone already.

        Raises Hangup, Problem or Unavailable.
        """
        hello = await self._hello()
        if hello is None:
            return None
        self._player = await self._identified(hello)
        self._language = self._language_of(hello)
        name = None if self._player is None else self._player.player
        look = await self._house.games.look(self._game, name)
        game = GameId(self._game)
        watcher = Watcher(name, _known(game, hello))
        if look.archived:
            await self._say_farewell(game, look, watcher)
            return await self._serve(game, watcher)
        self._house.hub.join(game, watcher)
        try:
            return await self._serve(game, watcher)
        finally:
            self._house.hub.leave(game, watcher)

    async def _hello(self) -> Hello | None:
        try:
            async with asyncio.timeout(HELLO_PATIENCE_S):
                event = await self._receive()
        except TimeoutError:
            raise Hangup(CloseCode.TIMEOUT, "say hello first") from None
        if event is None:
            return None
        message = read_message(event.get("text"))
        if not isinstance(message, Hello):
            raise Hangup(CloseCode.MALFORMED, "say hello first")
        return message

    async def _identified(self, hello: Hello) -> Player | None:
        """The player whose token came in the hello or else in the header."""
        header = self._socket.headers.get("authorization")
        token = hello.token if hello.token is not None or header is None else bearer(header)
        return None if token is None else await self._house.callers.player_of(token)

    def _language_of(self, hello: Hello) -> Language:
        """What the hello asks for, or else the header of the upgrade request."""
        header = self._socket.headers.get("accept-language")
        return language_of(header if hello.language is None else hello.language)

    async def _say_farewell(self, game: GameId, look: Look, watcher: Watcher) -> None:
        """An archived game has one frame for whoever still comes, and no other will follow."""
        view, known = look.stored, watcher.known
        lacking: list[bytes] = []
        rewound = False
        if known is not None:
            log = await self._house.history.entries(game, 0, view.seq)
            rewound = chain.advance(chain.origin(game), log[: known.seq]) != known
            lacking = log if rewound else log[known.seq :]
        texts = EventTexts(await self._house.games.rules(game))
        watcher.offer(frame(view, lacking, texts, rewound=rewound))
        watcher.end(CloseCode.OVER, "the game is over", after_queue=True)

    async def _serve(self, game: GameId, watcher: Watcher) -> Ending | None:
        """Read and write until either ends, or the hub cuts a client that does not read."""
        reading = asyncio.create_task(self._read(game, watcher))
        writing = asyncio.create_task(self._write(watcher))
        cutting = asyncio.create_task(watcher.cut.wait())
        tasks = (reading, writing, cutting)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
        if watcher.cut.is_set():
            return watcher.ending
        return _outcome(reading) if not reading.cancelled() else _outcome(writing)

    async def _read(self, game: GameId, watcher: Watcher) -> Ending | None:
        """Answer commands one after the other; whoever sends faster than that has to wait."""
        while (event := await self._receive()) is not None:
            message = read_message(event.get("text"))
            if isinstance(message, Hello):
                raise Hangup(CloseCode.MALFORMED, "hello is said once")
            answer = await answer_command(self._house, game, self._player, message, self._language)
            watcher.offer(text_of(answer))
        return None

    async def _write(self, watcher: Watcher) -> Ending | None:
        while True:
            try:
                async with asyncio.timeout(HEARTBEAT_S):
                    message = await watcher.next()
            except TimeoutError:
                message = text_of(Heartbeat(watcher.head))
            if isinstance(message, Ending):
                return message
            try:
                await self._socket.send(
                    {"type": "websocket.send", "text": message.text, "bytes": None}
                )
            except GONE:
                return None

    async def _receive(self) -> WebSocketReceiveEvent | None:
        """The next frame, or None where there will be none."""
        event = await self._socket.receive()
        return event if event["type"] == "websocket.receive" else None


@websocket("/games/{game:str}/socket")
async def watch_game(socket: AnySocket, house: TheHouse, game: FromPath[str]) -> None:
    """Watch a game, and play in it: see :mod:`services.gateway.messages`."""
    await socket.accept()
    try:
        ending = await Session(socket, house, game).run()
    except Hangup as error:
        ending = error.ending
    except Problem as error:
        ending = _ending(error)
    except Unavailable:
        ending = Ending(CloseCode.UNAVAILABLE, "a server is away; try again")
    if ending is not None:
        reason = ending.reason.encode()[:REASON_BYTES_MAX].decode(errors="ignore")
        with suppress(*GONE):
            await socket.close(ending.code, reason)


def socket_router(house: House) -> Router:
    """The socket under ``/v1``; who calls is said in its hello, so no guard stands before it."""
    return Router(
        "/v1",
        route_handlers=[watch_game],
        dependencies={"house": Provide(lambda: house, sync_to_thread=False)},
    )


def _outcome(task: asyncio.Task[Ending | None]) -> Ending | None:
    return None if task.cancelled() else task.result()


def _known(game: GameId, hello: Hello) -> Position | None:
    """What the client says it knows. Raises Hangup."""
    if hello.seq is None and hello.chain is None:
        return None
    if hello.seq == 0:
        return chain.origin(game)
    if hello.seq is None or hello.chain is None:
        raise Hangup(CloseCode.MALFORMED, "seq and chain come together")
    return Position(hello.seq, bytes.fromhex(hello.chain))


def _ending(error: Problem) -> Ending:
    match error.details.status:
        case UNAUTHENTICATED.status:
            return Ending(CloseCode.UNAUTHENTICATED, error.details.detail)
        case UNAVAILABLE.status:
            return Ending(CloseCode.UNAVAILABLE, error.details.detail)
    return Ending(CloseCode.NOT_FOUND, error.details.detail)
