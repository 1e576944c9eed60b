"""One gateway with everything behind it in memory, served by the real server on a unix socket."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self, TypeVar

import httpx
import uvicorn
from msgspec import json
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, unix_connect

from services.gateway.app import application
from services.gateway.house import Doors, House
from services.gateway.opening import GAME_ID_BYTES
from services.gateway.server import server_config
from shared.adapters.memory.directory import MemoryDirectory
from shared.fairness.deals import seed_commitment
from shared.kernel.seats import Seat
from shared.ports import GameQuery, GameRow
from tests.services.gateway.memory_link import MemoryLink, MemoryPipeline
from tests.support.pipeline import PARTITION, RecordedSignals

T = TypeVar("T")

ORIGIN = "http://gateway"
SEED = "5e" * 32


class PartitionEntropy:
    """Tokens that differ; those for game ids fall into the pipeline's one partition."""

    def __init__(self) -> None:
        self._drawn = 0

    def token(self, size: int, /) -> bytes:
        self._drawn += 1
        token = self._drawn.to_bytes(size, "big")
        if size == 2 + GAME_ID_BYTES:
            return PARTITION.to_bytes(2, "big") + token[2:]
        return token


class _PromptServer(uvicorn.Server):
    """Tells when it accepts connections, and stops at once instead of at the next tick."""

    def __init__(self, config: uvicorn.Config, ready: threading.Event) -> None:
        super().__init__(config)
        self.stopping = asyncio.Event()
        self._ready = ready

    async def startup(self, sockets: list[Any] | None = None) -> None:
        await super().startup(sockets)
        self._ready.set()

    async def main_loop(self) -> None:
        await self.on_tick(0)
        await self.stopping.wait()


class World:
    """A running gateway and its clients. ``run`` does things in the gateway's own thread."""

    def __init__(self, place: Path) -> None:
        self.pipeline = MemoryPipeline()
        self.signals = RecordedSignals()
        self.directory = MemoryDirectory(self.pipeline.database, PartitionEntropy())
        self.place = str(place)
        self._ready = threading.Event()
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._serve, name="gateway")
        self._http = httpx.Client(
            transport=httpx.HTTPTransport(uds=self.place), base_url=ORIGIN, timeout=30
        )
        self.link: MemoryLink
        self.house: House
        self.server: _PromptServer
        self._loop: asyncio.AbstractEventLoop

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        if self._failure is not None:
            raise self._failure
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()
        self.stop()

    def stop(self) -> None:
        """As SIGTERM would."""
        if self.alive:
            self._loop.call_soon_threadsafe(self.server.stopping.set)
            self._thread.join()

    @property
    def alive(self) -> bool:
        """Whether the gateway still runs."""
        return self._thread.is_alive()

    def games(self) -> list[GameRow]:
        """Every game in SQL, newest first."""
        return self.directory.games(GameQuery(count=100))

    def run(self, call: Callable[[], T]) -> T:
        """``call()`` in the gateway's thread, where everything behind it lives."""

        async def called() -> T:
            return call()

        return self.await_(called)

    def await_(self, call: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What ``call()`` comes to, in the gateway's thread."""
        return asyncio.run_coroutine_threadsafe(call(), self._loop).result(30)

    def settle(self) -> None:
        """Let clock, bots and projectors do what there is to do."""

        def settled() -> None:
            self.pipeline.settle()
            self.link.tell()

        self.run(settled)

    # --- clients --------------------------------------------------------------------------------

    def request(
        self, method: str, path: str, token: str | None = None, **more: Any
    ) -> httpx.Response:
        headers = dict(more.pop("headers", {}))
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        return self._http.request(method, path, headers=headers, **more)

    def get(self, path: str, token: str | None = None, /, **query: Any) -> httpx.Response:
        return self.request("GET", path, token, params=query)

    def post(self, path: str, body: Any, token: str | None = None) -> httpx.Response:
        return self.request("POST", path, token, json=body)

    def player(self, name: str = "Ann") -> tuple[str, str]:
        """A new player: id and token."""
        created = self.post("/v1/players", {"name": name}).json()
        return created["player"], created["token"]

    def open(self, token: str, request_id: str = "r1", **more: Any) -> str:
        """A table of Call Break with bots on seats 1 to 3, unless told otherwise; its id."""
        body = {
            "request_id": request_id,
            "rules": "call_break",
            "options": {"deals": 1},
            "bots": [1, 2, 3],
            **more,
        }
        answer = self.post("/v1/games", body, token)
        assert answer.status_code == 201, answer.text
        game: str = answer.json()["game"]
        return game

    def sit(self, game: str, token: str, seat: int, command_id: str = "sit") -> httpx.Response:
        body = {"command_id": command_id, "seat": seat, "commitment": commitment(game, seat)}
        return self.post(f"/v1/games/{game}/seats", body, token)

    def command(
        self, game: str, token: str, move: str, turn: str | None = None, command_id: str = ""
    ) -> httpx.Response:
        body = {"command_id": command_id or move[:40], "move": move, "turn": turn}
        return self.post(f"/v1/games/{game}/commands", body, token)

    def start(self, game: str, token: str, seat: int = 0) -> None:
        """Sit, reveal and be dealt to: the game runs, and bots have played up to ``seat``."""
        assert self.sit(game, token, seat).status_code == 201
        assert self.command(game, token, f"table:seed:{SEED}").status_code == 200
        self.settle()

    def play(self, game: str, token: str) -> httpx.Response:
        """The first legal move of whoever has ``token``, then whatever bots do."""
        view = self.get(f"/v1/games/{game}/view", token).json()
        move = view["view"]["match"]["legal"][0]
        answer = self.command(game, token, move, view["turn"], f"m{view['seq']}")
        self.settle()
        return answer

    @contextmanager
    def socket(
        self, game: str, headers: Mapping[str, str] | None = None, **hello: Any
    ) -> Iterator[ClientConnection]:
        """A socket that has said hello."""
        with self.bare_socket(game, headers) as socket:
            socket.send(said({"type": "hello", **hello}))
            yield socket

    @contextmanager
    def bare_socket(
        self, game: str, headers: Mapping[str, str] | None = None
    ) -> Iterator[ClientConnection]:
        """A socket on which nothing was said."""
        with unix_connect(
            self.place,
            f"ws://gateway/v1/games/{game}/socket",
            additional_headers=headers,
            max_size=None,
        ) as socket:
            yield socket

    # --- the server -----------------------------------------------------------------------------

    def _serve(self) -> None:
        try:
            asyncio.run(self._live())
        except BaseException as error:
            self._failure = error
            raise
        finally:
            self._ready.set()

    async def _live(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.link = MemoryLink(self.pipeline)
        doors = Doors(
            link=self.link,
            directory=self.directory,
            archive=self.pipeline.archive,
            clock=self.pipeline.clock,
            entropy=PartitionEntropy(),
            signals=self.signals,
        )
        self.house = House(doors, partitions=256)
        config = server_config(application(self.house), self.signals, uds=self.place)
        self.server = _PromptServer(config, self._ready)
        await self.server.serve()


def commitment(game: str, seat: int, seed: str = SEED) -> str:
    return seed_commitment(game, Seat(seat), seed).hex()


def said(message: Any) -> str:
    return json.encode(message).decode()


def heard(socket: ClientConnection) -> dict[str, Any]:
    """The next message that is no heartbeat."""
    while True:
        message: dict[str, Any] = json.decode(socket.recv(timeout=30))
        if message["type"] != "heartbeat":
            return message


def closed(socket: ClientConnection) -> tuple[int | None, str | None]:
    """How the server ends the connection, after whatever it still says."""
    with suppress(ConnectionClosed):
        while True:
            socket.recv(timeout=30)
    return socket.close_code, socket.close_reason
