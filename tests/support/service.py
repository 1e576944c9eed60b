"""A whole installation of a test's own: every process and server, broken on purpose."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Self

import httpx
from redis import Redis

from shared.adapters.redis import keys
from shared.adapters.redis.acl import Role, Server
from shared.adapters.redis.connection import connect
from shared.adapters.redis.journal import RedisJournal
from shared.adapters.redis.leases import RedisLeases
from shared.adapters.redis.queue import RedisCommandQueue
from shared.adapters.sql.archive import SqlArchive
from shared.adapters.sql.directory import SqlDirectory
from shared.adapters.sql.engine import Database
from shared.adapters.sql.ledger import SqlTransfers
from shared.adapters.system.entropy import SystemEntropy
from shared.adapters.system.failpoints import VARIABLE
from shared.adapters.system.installation import Installation, running
from shared.adapters.system.servers import RedisServer
from shared.adapters.system.settings import Settings
from shared.adapters.system.settings_source import read_settings
from shared.adapters.system.supervisor import MODULES, Supervisor
from shared.ports import GameId, GameRow, Unavailable
from tests.support.pipeline import RecordedSignals
from tests.support.ports import free_port

WAIT_S_MAX: Final = 120.0
"""Longer than anything here takes on the slowest machine; a test that waits so long has failed."""
POLL_S: Final = 0.02

QUICK: Final[Mapping[str, str]] = {
    "GREFFIER_PARTITIONS": "4",
    "GREFFIER_LEASE_MS": "1000",
    "GREFFIER_CLOSE_AFTER_MS": "0",
}
LOCKER: Final = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=60)
connection.execute("BEGIN EXCLUSIVE")
print("locked", flush=True)
sys.stdin.read()
"""
"""A process that lets nobody write to a SQLite file until its input ends."""

NOWHERE: Final[Mapping[Role, str]] = {}

GATE_POINTS: Final = ("rules.drawn", "rules.restored")
"""The fail-points that only the recovery gate passes, in its order; all others any game does."""


class StillWaiting(AssertionError):
    """What a test waited for did not come."""


class Service:
    """One installation in a folder of its own, run by this process; a context.

    Nothing here repairs anything: what dies is started again by the supervisor alone, while the
    test waits for something.
    """

    def __init__(self, **settings: str) -> None:
        # Short enough for the servers' unix sockets, which pytest's own folders are not always.
        self.folder: Final = Path(tempfile.mkdtemp(prefix="gr-", dir="/tmp"))
        self.environment: Final = {
            **QUICK,
            "GREFFIER_DATA": str(self.folder),
            "GREFFIER_LISTEN": f"127.0.0.1:{free_port()}",
            **settings,
        }
        self.settings: Final[Settings] = read_settings(self.environment)
        self.signals: Final = RecordedSignals()
        self.http: Final = httpx.Client(base_url=self.address, timeout=10)
        self._stack = ExitStack()
        self._clients: dict[str, Redis] = {}
        self._failed = False
        self._watching: Final = threading.Lock()
        self._database: Database | None = None

    @property
    def address(self) -> str:
        """Where its gateway listens, in every life."""
        return f"http://{self.settings.host}:{self.settings.port}"

    # --- its life -----------------------------------------------------------------------------

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def start(self, crash_at: Mapping[Role, str] = NOWHERE) -> None:
        """Start everything, and wait until it answers; ``crash_at``: where roles will die."""
        with ExitStack() as stack:
            self.installation: Installation = stack.enter_context(running(self.settings))
            self.supervisor = Supervisor(self.installation, self.signals)
            stack.callback(self.supervisor.stop)
            for role in MODULES:
                self.start_role(role, crash_at.get(role))
            self._stack = stack.pop_all()
        self.until(self.ready, "the service is ready")

    def stop(self) -> None:
        """Stop everything in order, as Ctrl-C does."""
        self._stack.close()

    def _end(self) -> None:
        self.stop()
        self.http.close()
        for client in self._clients.values():
            client.close()
        if self._database is not None:
            self._database.close()
        if not self._failed:
            shutil.rmtree(self.folder)

    def until(self, condition: Callable[[], object], what: str) -> None:
        """Wait until ``condition`` holds, while the supervisor watches its processes."""
        deadline = time.monotonic() + WAIT_S_MAX
        while not condition():
            self.watch()
            if time.monotonic() > deadline:
                self._failed = True
                raise StillWaiting(f"{what}: not after {WAIT_S_MAX:.0f} s; see {self.folder}")
            time.sleep(POLL_S)

    def watch(self) -> None:
        """What the supervisor does several times a second; here by whichever thread waits."""
        with self._watching:
            self.supervisor.watch()

    def ready(self) -> bool:
        """Whether the gateway answers and reaches its servers."""
        try:
            return self.http.get("/readyz").status_code == 200
        except httpx.TransportError:
            return False

    def whole(self) -> bool:
        """Whether every process runs, and the service is ready.

        The supervisor cries out before it starts one again, so nothing of a test's kills is
        left to be heard by the next one.
        """
        running = all(self.process(role).poll() is None for role in MODULES)
        return running and self.ready()

    def command_line_environment(self) -> dict[str, str]:
        """What a command line needs to work on this installation."""
        inherited = {k: v for k, v in os.environ.items() if not k.startswith("GREFFIER_")}
        return inherited | self.environment

    # --- its processes ------------------------------------------------------------------------

    def process(self, role: Role) -> subprocess.Popen[bytes]:
        """The process of ``role`` that runs now."""
        return self.supervisor.process(role)

    def kill(self, role: Role) -> None:
        """End ``role`` as a crash would; the supervisor finds it ended."""
        self.process(role).kill()
        self.process(role).wait()

    def start_role(self, role: Role, crash_at: str | None = None) -> None:
        """Start ``role``, which does not run, to die at the fail-point ``crash_at``."""
        self.supervisor.start(role, {} if crash_at is None else {VARIABLE: crash_at})

    @contextmanager
    def paused(self, role: Role) -> Iterator[None]:
        """``role`` does not run during the block, as under a long pause of its machine."""
        process = self.process(role)
        process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGCONT)

    @contextmanager
    def another(self, role: Role) -> Iterator[Supervisor]:
        """One more process of ``role`` beside the first, during the block; nobody revives it."""
        with Supervisor(self.installation, self.signals, (role,)) as supervisor:
            yield supervisor

    def said(self, role: Role, event: str, **facts: object) -> bool:
        """Whether a process of ``role`` has logged ``event`` with these facts."""
        lines = self.supervisor.log_file(role).read_text().splitlines()
        told = [json.loads(line) for line in lines if line.startswith("{") and event in line]
        return any({"event": event, **facts}.items() <= one.items() for one in told)

    # --- its servers --------------------------------------------------------------------------

    @property
    def log(self) -> RedisServer:
        return self.installation.servers["log"]

    @property
    def cache(self) -> RedisServer:
        return self.installation.servers["cache"]

    def client(self, server: Server) -> Redis:
        """The operator's connection to ``server``."""
        url = self.installation.url(server, Role.ADMIN)
        if url not in self._clients:
            self._clients[url] = connect(url)
        return self._clients[url]

    @property
    def journal(self) -> RedisJournal:
        return RedisJournal(self.client("log"))

    @property
    def queue(self) -> RedisCommandQueue:
        return RedisCommandQueue(self.client("log"))

    @property
    def leases(self) -> RedisLeases:
        return RedisLeases(self.client("log"), SystemEntropy())

    @property
    def database(self) -> Database:
        if self._database is None:
            self._database = Database(self.settings.database_url)
        return self._database

    @property
    def archive(self) -> SqlArchive:
        return SqlArchive(self.database)

    @property
    def transfers(self) -> SqlTransfers:
        return SqlTransfers(self.database)

    @contextmanager
    def locked_sql(self) -> Iterator[None]:
        """Nobody can write to the SQLite file during the block."""
        command = [sys.executable, "-c", LOCKER, str(self.folder / "greffier.sqlite")]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as locker:
            assert locker.stdout is not None
            assert locker.stdout.readline() == b"locked\n"
            yield
            locker.kill()

    # --- its games ----------------------------------------------------------------------------

    def seq(self, game: GameId) -> int:
        """How far the log of ``game`` has come; 0 where there is none to be seen."""
        with suppress(Unavailable):
            head = self.journal.head(game)
            return 0 if head is None else head.position.seq
        return 0

    def archived(self, game: GameId) -> int:
        """How far SQL holds ``game``; 0 while SQL does not answer."""
        with suppress(Unavailable):
            return self.archive.position(game).seq
        return 0

    def is_over(self, game: GameId) -> bool:
        """Whether SQL holds the end of ``game``."""
        row = self._row(game)
        return row is not None and row.phase == "ended"

    def is_closed(self, game: GameId) -> bool:
        """Whether the log of ``game`` has gone, and the archive remained."""
        row = self._row(game)
        return row is not None and row.closed_at is not None

    def _row(self, game: GameId) -> GameRow | None:
        with suppress(Unavailable):
            return SqlDirectory(self.database, SystemEntropy()).game(game)
        return None

    def incarnations(self) -> set[str | None]:
        """Those of all partitions, as SQL holds them."""
        return {self.archive.incarnation(one) for one in range(self.settings.partitions)}

    def waiting_commands(self) -> int:
        """How many commands no rules worker has answered yet."""
        lengths: list[Any] = [
            self.client("log").xlen(keys.commands(partition))
            for partition in range(self.settings.partitions)
        ]
        return sum(lengths)
