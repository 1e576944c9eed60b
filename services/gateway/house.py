"""Everything that serves requests, put together from the doors to the outside."""

from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeAlias

from litestar.di import NamedDependency
from msgspec import Struct

from services.gateway.callers import Callers
from services.gateway.desk import Desk
from services.gateway.doors import Link, Threads
from services.gateway.games import Games
from services.gateway.history import History
from services.gateway.hub import Hub
from services.gateway.lobby import Lobby
from services.gateway.opening import Openings
from services.gateway.seating import Usher
from shared.ports import Archive, Clock, Directory, Entropy, GameQuery, Signals

SQL_THREADS: Final = 8
NAME_BYTES: Final = 8


class Doors(Struct, frozen=True):
    """What the gateway stands between."""

    link: Link
    directory: Directory
    archive: Archive
    clock: Clock
    entropy: Entropy
    signals: Signals


class House:
    """One gateway's services. Its loops are run by the application while it lives."""

    def __init__(self, doors: Doors, partitions: int) -> None:
        self.doors: Final = doors
        self.executor: Final = ThreadPoolExecutor(SQL_THREADS, "sql")
        self.threads: Final = Threads(self.executor)
        name = "gw-" + doors.entropy.token(NAME_BYTES).hex()
        self.desk: Final = Desk(doors.link, name, doors.signals)
        self.history: Final = History(doors.link, doors.directory, doors.archive, self.threads)
        self.hub: Final = Hub(doors.link, self.history, doors.signals)
        self.games: Final = Games(
            doors.link,
            self.history,
            doors.directory,
            self.threads,
            doors.clock,
            self.hub.renewed,
        )
        self.callers: Final = Callers(doors.directory, self.threads, doors.entropy, doors.clock)
        self.lobby: Final = Lobby(doors.link, doors.directory, self.threads)
        self.usher: Final = Usher(self.games, self.desk)
        self.openings: Final = Openings(
            doors.directory, self.desk, self.threads, doors.entropy, doors.clock, partitions
        )

    async def ready(self) -> None:
        """Return if every server behind answers. Raises Unavailable."""
        await self.doors.link.ping()
        await self.threads.run(self.doors.directory.games, GameQuery(count=1))


TheHouse: TypeAlias = NamedDependency[House]
"""How a handler asks for it, under the name ``house``."""
