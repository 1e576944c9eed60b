"""People who play over sockets, come back when they are cut off, and remember every frame."""

import threading
import time
from typing import Any, Final

from msgspec import json
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from shared.ports import GameId
from tests.support.players import Human
from tests.support.service import WAIT_S_MAX, Service

RECONNECT_S: Final = 0.05


class SocketPlayer(Human):
    """Watches a seat over a socket and makes the first legal move at every turn, in a thread.

    Whatever happens to the connection, it is made again with the last (seq, chain) known.
    """

    def __init__(self, service: Service, name: str) -> None:
        super().__init__(service, name)
        self._url = service.address.replace("http", "ws")
        self._thread = threading.Thread(target=self._play, name=name)
        self._socket: ClientConnection | None = None
        self.frames: Final[list[dict[str, Any]]] = []
        self.refusals: Final[list[dict[str, Any]]] = []
        self.connections = 0
        self.failure: BaseException | None = None

    def start(self, game: GameId, seat: int) -> None:
        """Take the seat and play from there."""
        self.sit(game, seat)
        self._thread.start()

    def finish(self) -> None:
        """Wait for the end of the game as this player sees it."""
        self._thread.join(WAIT_S_MAX)
        if self.failure is not None:
            raise self.failure
        assert not self._thread.is_alive(), f"the game does not end; {len(self.frames)} frames"

    @property
    def events(self) -> list[dict[str, Any]]:
        """Every event that came in a frame, in the order in which they came."""
        return [event for frame in self.frames for event in frame["events"]]

    def cut(self) -> None:
        """Lose the connection, as in a tunnel: nothing more is read of it."""
        if self._socket is not None:
            self._socket.socket.shutdown(2)

    def _play(self) -> None:
        try:
            while not self._is_over():
                try:
                    self._watch()
                except (ConnectionClosed, WebSocketException, OSError):
                    time.sleep(RECONNECT_S)
        except BaseException as error:  # noqa: BLE001 - told to the test's own thread
            self.failure = error

    def _token(self) -> str:
        return self._headers["Authorization"].removeprefix("Bearer ")

    def _is_over(self) -> bool:
        return bool(self.frames) and self.frames[-1]["view"]["phase"] == "over"

    def _watch(self) -> None:
        with connect(f"{self._url}/v1/games/{self.game}/socket") as socket:
            self._socket = socket
            self.connections += 1
            hello: dict[str, Any] = {"type": "hello", "token": self._token(), "seq": 0}
            if self.frames:
                last = self.frames[-1]
                hello |= {"seq": last["seq"], "chain": last["chain"]}
            socket.send(json.encode(hello).decode())
            while not self._is_over():
                self._hear(socket, json.decode(socket.recv(timeout=WAIT_S_MAX)))

    def _hear(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        if message["type"] == "refusal":
            self.refusals.append(message)
        if message["type"] != "frame":
            return
        self.frames.append(message)
        move = self._wish(message)
        if move is not None:
            command = {
                "type": "command",
                "command_id": f"c{message['seq']}",
                "move": move,
                "turn": message["turn"],
            }
            socket.send(json.encode(command).decode())

    def _wish(self, frame: dict[str, Any]) -> str | None:
        view = frame["view"]
        own = next((seat for seat in view["seats"] if seat["player"] == self.player), None)
        if own is None:
            return None
        if view["phase"] == "revealing" and own["seed"] is None:
            return f"table:seed:{self._seed}"
        if view["phase"] == "between_deals" and not own["ready"]:
            return "table:ready"
        return None if frame["turn"] is None else str(view["match"]["legal"][0])
