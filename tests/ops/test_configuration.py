"""The servers' configuration files say what the processes check and what the servers accept."""

import subprocess
from pathlib import Path

import pytest
from redis import Redis

from ops.redis.examples import path_of, rendered
from shared.adapters.redis.acl import Server
from shared.adapters.redis.durability import check_log_server
from shared.adapters.system.servers import CACHE_DIRECTIVES, LOG_DIRECTIVES, Directives
from tests.support.optional import missing
from tests.support.postgres import postgres_programs
from tests.support.servers import StartRedis

OPS = Path(__file__).parents[2] / "ops"
# Where a container listens and finds its files; an embedded server has its own.
PLACES = {"dir", "port", "bind", "protected-mode", "aclfile"}


def directives_in(path: Path) -> Directives:
    lines = (line.strip() for line in path.read_text().splitlines())
    pairs = (line.split(maxsplit=1) for line in lines if line and not line.startswith("#"))
    return tuple((name, value.strip('"')) for name, value in pairs)


@pytest.mark.parametrize(
    ("file", "embedded"), [("log", LOG_DIRECTIVES), ("cache", CACHE_DIRECTIVES)]
)
def test_a_container_keeps_what_an_embedded_server_keeps(file: str, embedded: Directives) -> None:
    assert set(embedded) <= set(directives_in(OPS / f"redis/{file}.conf"))


@pytest.mark.integration
@pytest.mark.parametrize("file", ["log", "cache"])
def test_a_server_accepts_every_directive(file: str, start_redis: StartRedis) -> None:
    found = directives_in(OPS / f"redis/{file}.conf")
    server = start_redis(tuple((name, value) for name, value in found if name not in PLACES))
    with Redis.from_url(server.url()) as client:
        assert client.config_get("maxmemory")["maxmemory"] not in {None, "0"}
        if file == "log":
            assert check_log_server(client, "checked") is None


@pytest.mark.parametrize("server", ["log", "cache"])
def test_the_example_users_are_those_of_the_code(server: Server) -> None:
    assert path_of(server).read_text() == rendered(server), "run python -m ops.redis.examples"


@pytest.mark.integration
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("fsync", "on"),
        ("full_page_writes", "on"),
        ("synchronous_commit", "on"),
        ("password_encryption", "scram-sha-256"),
    ],
)
def test_postgresql_accepts_its_file_and_keeps_what_it_committed(
    name: str, value: str, tmp_path: Path
) -> None:
    programs = postgres_programs()
    if programs is None:
        missing("PostgreSQL", "install the package postgresql")
    said = subprocess.run(
        [
            programs / "postgres",
            *("-C", name, "-D", tmp_path),
            f"--config-file={OPS / 'postgres/postgresql.conf'}",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (said.returncode, said.stdout.strip()) == (0, value), said.stderr
