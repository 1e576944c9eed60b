"""An installation on one machine: its folder, master key and servers, and who may use them."""

import fcntl
import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct

from shared.adapters.redis.acl import RULES_OF, Role, Server, users_file
from shared.adapters.sql.directory import SqlDirectory
from shared.adapters.sql.engine import Database
from shared.adapters.sql.migration import upgrade
from shared.adapters.system.entropy import SystemEntropy
from shared.adapters.system.master_keys import NoMasterKey, create_master_key, load_master_keys
from shared.adapters.system.passwords import keep_passwords
from shared.adapters.system.servers import (
    CACHE_DIRECTIVES,
    LOG_DIRECTIVES,
    Directives,
    RedisServer,
    ServerSettings,
    find_server,
)
from shared.adapters.system.settings import Settings, environment_name
from shared.ports import GameQuery

_DIRECTIVES: Final[Mapping[Server, Directives]] = {
    "log": LOG_DIRECTIVES,
    "cache": CACHE_DIRECTIVES,
}


class AlreadyRunning(Exception):
    """Another process runs this installation: use it, or stop it first."""


class Installation(Struct, frozen=True):
    """What runs, and how each role reaches it."""

    settings: Settings
    servers: Mapping[Server, RedisServer]
    """The embedded servers by name (``log``, ``cache``); none where URLs were given."""

    def url(self, server: Server, role: Role) -> str:
        """Where ``role`` reaches ``server``, with its own user and password."""
        embedded = self.servers.get(server)
        if embedded is None:
            given = self.settings.log_url if server == "log" else self.settings.cache_url
            assert given is not None
            return given
        return embedded.url(role, passwords(self.settings, server)[role])

    def environment(self, role: Role) -> dict[str, str]:
        """The settings of a process of ``role``, as environment variables."""
        settings = self.settings
        return {
            environment_name("data"): str(settings.data.absolute()),
            environment_name("keys"): str(settings.keys.absolute()),
            environment_name("log_url"): self.url("log", role),
            environment_name("cache_url"): self.url("cache", role),
            environment_name("database_url"): settings.database_url,
            environment_name("listen"): f"{_bracketed(settings.host)}:{settings.port}",
            environment_name("partitions"): str(settings.partitions),
            environment_name("log_durability"): settings.log_durability,
            environment_name("log_level"): settings.log_level,
            environment_name("lease_ms"): str(settings.lease_ms),
            environment_name("batch"): str(settings.batch),
            environment_name("cached_games"): str(settings.cached_games),
            environment_name("bot_processes"): str(settings.bot_processes),
            environment_name("close_after_ms"): str(settings.close_after_ms),
        }


@contextmanager
def running(settings: Settings) -> Iterator[Installation]:
    """The installation in ``settings.data``, its servers up until the end of the block.

    Draws the master key of a new installation. Raises AlreadyRunning, NoMasterKey,
    NoServerBinaryError, ServerNotReadyError, Unavailable, WrongSettings.
    """
    settings.data.mkdir(parents=True, exist_ok=True)
    with _sole_runner(settings.data / "run" / "up.lock"), ExitStack() as stack:
        upgrade(settings.database_url)
        _make_sure_of_keys(settings)
        given: Mapping[Server, str | None] = {
            "log": settings.log_url,
            "cache": settings.cache_url,
        }
        servers = {
            name: stack.enter_context(_server(settings, name))
            for name, url in given.items()
            if url is None
        }
        yield Installation(settings, servers)


def _make_sure_of_keys(settings: Settings) -> None:
    """A new installation draws its master key; one that was used must still have it.

    Another key would hide that the first is lost, and with it every game that is not over.
    """
    if not any(settings.keys.glob("*.key")):
        if _was_used(settings):
            raise NoMasterKey(
                f"no master key in {settings.keys}, but games were opened under one: put it back "
                "from its backup; a new one is drawn for a new installation only"
            )
        create_master_key(settings.keys, SystemEntropy())
    load_master_keys(settings.keys)


def _was_used(settings: Settings) -> bool:
    if (settings.data / "log").exists():
        return True
    database = Database(settings.database_url)
    try:
        return bool(SqlDirectory(database, SystemEntropy()).games(GameQuery(count=1)))
    finally:
        database.close()


class NotRunning(Exception):
    """No server of this installation is set or was ever started here: start it first."""


def reach(settings: Settings, server: Server, role: Role) -> str:
    """Where ``role`` reaches ``server`` of an installation that another process runs."""
    given = settings.log_url if server == "log" else settings.cache_url
    if given is not None:
        return given
    folder = settings.data / server
    if not (folder / "server.conf").exists():
        raise NotRunning(f"{folder.absolute()} has no {server} server: run `greffier up` first")
    embedded = RedisServer.at(folder)
    return embedded.url(role, passwords(settings, server)[role])


def passwords(settings: Settings, server: Server) -> dict[str, str]:
    """The passwords of the embedded ``server``'s users, drawn at its first start."""
    path = settings.data / server / "passwords.json"
    return keep_passwords(path, RULES_OF[server], SystemEntropy())


def _server(settings: Settings, name: Server) -> RedisServer:
    binary = find_server()
    known = {Role(role): word for role, word in passwords(settings, name).items()}
    users = users_file(name, known, setinfo=binary.knows_setinfo)
    folder = settings.data / name
    return RedisServer(ServerSettings(folder, _DIRECTIVES[name], users), binary)


@contextmanager
def _sole_runner(path: Path) -> Iterator[None]:
    """Two supervisors on one folder would start every process twice."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyRunning(f"an installation runs in {path.parent.parent}") from None
        yield
    finally:
        os.close(lock)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
