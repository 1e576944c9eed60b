"""`make secrets` draws what docker-compose.yml mounts, once, and never over what is there."""

import stat
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from redis import Redis

from ops.docker import new_secrets as module
from ops.docker.new_secrets import main, new_secrets, write
from shared.adapters.redis.acl import Role, Server
from shared.adapters.system.entropy import SystemEntropy
from shared.adapters.system.master_keys import load_master_keys
from shared.adapters.system.servers import CACHE_DIRECTIVES, bundled_server
from tests.support.servers import StartRedis


def test_no_secret_is_drawn_twice() -> None:
    one, other = new_secrets(SystemEntropy()), new_secrets(SystemEntropy())
    assert one.keys() == other.keys()
    assert not [name for name in one if one[name] == other[name]]


def test_the_folder_is_closed_and_its_files_are_open_to_the_containers_users(
    tmp_path: Path,
) -> None:
    write(tmp_path / "secrets", new_secrets(SystemEntropy()))
    assert stat.S_IMODE((tmp_path / "secrets").stat().st_mode) == 0o700
    modes = {stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "secrets").iterdir()}
    assert modes == {0o444}


def test_the_master_key_is_one_that_the_rules_worker_loads(tmp_path: Path) -> None:
    secrets = new_secrets(SystemEntropy())
    write(tmp_path / "secrets", secrets)
    keys = load_master_keys(tmp_path / "secrets")
    assert keys.current == bytes.fromhex(secrets["current.key"])


def test_a_folder_that_is_there_keeps_its_secrets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "secrets"
    assert main([str(folder)]) == 0
    before = {file.name: file.read_text() for file in folder.iterdir()}
    assert main([str(folder)]) == 2
    assert {file.name: file.read_text() for file in folder.iterdir()} == before
    assert "kept as they are" in capsys.readouterr().err


@pytest.mark.integration
@pytest.mark.parametrize("server", module.SERVERS)
def test_every_url_opens_a_server_that_has_the_users(
    server: Server, start_redis: StartRedis
) -> None:
    secrets = new_secrets(SystemEntropy())
    users = tuple(secrets[f"{server}_users.acl"].splitlines())
    running = start_redis(CACHE_DIRECTIVES, users, bundled_server())
    for role in Role:
        url = urlsplit(secrets[f"{server}_url_{role}"])
        assert url.hostname == f"redis-{server}"
        with Redis.from_url(running.url(url.username, url.password)) as client:
            assert client.ping()
