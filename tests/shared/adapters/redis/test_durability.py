"""A log server that could forget what it acknowledged is refused, by the setting's name."""

from typing import Any

import pytest
from redis import Redis

from shared.adapters.redis.connection import connect
from shared.adapters.redis.durability import check_log_server, wrong_in_info
from shared.adapters.system.servers import CACHE_DIRECTIVES, LOG_DIRECTIVES
from shared.adapters.system.settings import Problem, WrongSettings
from shared.ports import Unavailable
from tests.support.ports import free_port
from tests.support.servers import StartRedis

HIDDEN_BY_ACL = (
    "user default off",
    "user health on nopass -@all +ping",
    "user rules on >secret ~* &* +@all -config",
)


def problems_of(client: Redis, asserted: bool = False) -> list[Problem]:
    with pytest.raises(WrongSettings) as raised:
        check_log_server(client, "asserted" if asserted else "checked")
    return list(raised.value.problems)


@pytest.mark.integration
def test_the_settings_that_we_start_servers_with_are_right(log_redis: Redis) -> None:
    assert check_log_server(log_redis, "checked") is None
    assert check_log_server(log_redis, "asserted") is None


@pytest.mark.integration
@pytest.mark.parametrize(
    ("name", "value", "right"),
    [
        ("appendonly", "no", "must be yes"),
        ("appendfsync", "everysec", "must be always"),
        ("appendfsync", "no", "must be always"),
        ("no-appendfsync-on-rewrite", "yes", "must be no"),
        *(
            ("maxmemory-policy", policy, "must be noeviction")
            for policy in ("allkeys-lru", "volatile-ttl", "allkeys-random", "volatile-lfu")
        ),
    ],
)
@pytest.mark.parametrize("asserted", [False, True])
def test_each_wrong_setting_is_refused_by_name(
    name: str, value: str, right: str, asserted: bool, start_redis: StartRedis
) -> None:
    directives = tuple(pair for pair in LOG_DIRECTIVES if pair[0] != name)
    server = start_redis((*directives, (name, value)))
    with connect(server.url()) as client:
        expected = Problem(f"{name} of the log server", value, right)
        assert problems_of(client, asserted) == [expected]


@pytest.mark.integration
def test_everything_wrong_with_a_cache_as_log_is_said_at_once(start_redis: StartRedis) -> None:
    server = start_redis(CACHE_DIRECTIVES)
    with connect(server.url()) as client:
        names = [problem.name for problem in problems_of(client)]
    assert names == ["appendonly of the log server", "appendfsync of the log server"]


@pytest.mark.integration
@pytest.mark.parametrize("hiding", ["acl", "rename"])
def test_a_server_that_hides_its_configuration_needs_the_operators_word(
    hiding: str, start_redis: StartRedis
) -> None:
    if hiding == "acl":
        server = start_redis(LOG_DIRECTIVES, users=HIDDEN_BY_ACL)
        url = server.url("rules", "secret")
    else:
        server = start_redis((*LOG_DIRECTIVES, ("rename-command CONFIG", "hidden")))
        url = server.url()
    with connect(url) as client:
        assert [one.name for one in problems_of(client)] == ["CONFIG of the log server"]
        warning = check_log_server(client, "asserted")
    assert warning is not None
    assert "appendfsync always" in warning


@pytest.mark.integration
def test_a_replica_is_no_log_server(start_redis: StartRedis) -> None:
    server = start_redis()
    with connect(server.url()) as client:
        client.replicaof("127.0.0.1", str(free_port()))
        (problem,) = problems_of(client)
    assert (problem.name, problem.value) == ("role of the log server", "slave")


@pytest.mark.integration
def test_a_server_that_is_away_is_unavailable(start_redis: StartRedis) -> None:
    server = start_redis()
    with connect(server.url()) as client:
        server.kill()
        with pytest.raises(Unavailable):
            check_log_server(client, "checked")


@pytest.mark.parametrize(
    ("version", "fit"),
    [
        ("6.2.14", False),
        ("2.8", False),
        (6.2, False),
        ("7.0.0", True),
        (7.0, True),
        ("7.0.15-rc1", True),
        ("8.2.1", True),
        ("10.0.0", True),
    ],
)
def test_only_versions_with_what_the_scripts_need_are_fit(version: Any, fit: bool) -> None:
    problems = wrong_in_info({"redis_version": version, "role": "master"})
    assert [problem.name for problem in problems] == ([] if fit else ["version of the log server"])
