"""A proxy in front of a server that loses replies: the server did it, the client never hears."""

import random
import selectors
import socket
import threading
from pathlib import Path
from types import TracebackType
from typing import Final, Self

CHUNK_BYTES: Final = 65_536


class LossyProxy:
    """Listens on a unix socket; forwards requests whole, and drops a share of the replies.

    A lost reply ends its connection, as a network does. Draws from a seeded generator.
    """

    def __init__(self, path: Path, server: Path, lost_share: float, seed: int) -> None:
        self._server = server
        self._lost_share = lost_share
        self._random = random.Random(seed)
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(path))
        self._listening.listen()
        self._stopping = threading.Event()
        self._threads = [threading.Thread(target=self._accept)]
        self.url = f"unix://{path}"
        self.lost = 0
        """How many replies were dropped."""

    def __enter__(self) -> Self:
        self._threads[0].start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stopping.set()
        self._listening.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        self._listening.close()

    def _accept(self) -> None:
        while not self._stopping.is_set():
            try:
                client, _ = self._listening.accept()
            except OSError:  # shut down
                return
            thread = threading.Thread(target=self._serve, args=(client,))
            self._threads.append(thread)
            thread.start()

    def _serve(self, client: socket.socket) -> None:
        with client, socket.socket(socket.AF_UNIX) as server, selectors.DefaultSelector() as both:
            server.connect(str(self._server))
            both.register(client, selectors.EVENT_READ)
            both.register(server, selectors.EVENT_READ)
            while not self._stopping.is_set():
                for key, _ in both.select(timeout=0.05):
                    if not self._forward(key.fileobj, client, server):
                        return

    def _forward(self, readable: object, client: socket.socket, server: socket.socket) -> bool:
        """Pass on what one side said; False where the connection ends."""
        source, target = (client, server) if readable is client else (server, client)
        try:
            said = source.recv(CHUNK_BYTES)
            if said and source is server and self._random.random() < self._lost_share:
                self.lost += 1
                return False
            target.sendall(said)
        except OSError:  # the other side hung up
            return False
        return bool(said)
