"""Who is at work, by the cache server's own clock."""

from collections.abc import Iterator
from typing import Any

import pytest
from redis import Redis

from shared.adapters.redis import cache_keys
from shared.adapters.redis.connection import connect
from shared.adapters.redis.presence import RedisPresence
from shared.ports import LEASE_MS_MAX

pytestmark = pytest.mark.integration

ROLE = "rules"
TTL_MS = 10_000


@pytest.fixture
def client(cache_url: str) -> Iterator[Redis]:
    with connect(cache_url) as client:
        yield client


def test_all_that_announced_themselves_are_counted_once(client: Redis) -> None:
    presence = RedisPresence(client)
    assert presence.announce(ROLE, "ada", TTL_MS) == 1
    assert presence.announce(ROLE, "bob", TTL_MS) == 2
    assert presence.announce(ROLE, "ada", TTL_MS) == 2
    assert presence.announce("bots", "ada", TTL_MS) == 1


def test_whoever_leaves_is_not_counted(client: Redis) -> None:
    presence = RedisPresence(client)
    presence.announce(ROLE, "ada", TTL_MS)
    presence.leave(ROLE, "ada")
    assert presence.announce(ROLE, "bob", TTL_MS) == 1


@pytest.mark.parametrize("since_ms", [-1, 2 * LEASE_MS_MAX])
def test_the_silent_are_not_counted_nor_those_from_before_the_clock_was_set_back(
    client: Redis, since_ms: int
) -> None:
    presence = RedisPresence(client)
    presence.announce(ROLE, "ada", TTL_MS)
    time: Any = client.time()
    client.zadd(cache_keys.presence(ROLE), {"ada": time[0] * 1000 + time[1] // 1000 + since_ms})
    assert presence.announce(ROLE, "bob", TTL_MS) == 1


def test_nothing_stays_of_a_role_that_is_gone(client: Redis) -> None:
    RedisPresence(client).announce(ROLE, "ada", TTL_MS)
    assert 0 < client.pttl(cache_keys.presence(ROLE)) <= 10 * TTL_MS
