"""What a gateway is given of a refusal that the log keeps sealed: what the cache was told."""

import asyncio

import pytest
from msgspec.structs import replace
from redis import Redis

from shared.adapters.redis import cache_keys
from shared.adapters.redis.gateway_link import RedisGatewayLink
from shared.adapters.redis.replies import KEPT_S, RedisReplies
from shared.adapters.system.servers import CACHE_DIRECTIVES
from shared.fairness.refusals import seal_refusal
from shared.kernel.refusal import Refusal
from shared.ports import Given, Refused, Reply, Sealed
from tests.support.journals import RedisBench, owned
from tests.support.log_writer import LogWriter, fingerprint, game_id
from tests.support.servers import StartRedis

pytestmark = pytest.mark.integration

GAME = game_id(1)
ADA = "player:ada"
SEALED = Sealed(1, seal_refusal(bytes(32), ADA, "c2", b"held: KH"))


@pytest.fixture
def refusing_log(log_url: str, log_redis: Redis) -> str:
    """The log server's address; its log keeps a sealed refusal of Ada's command ``c2``."""
    bench, writer = RedisBench(log_redis), LogWriter(GAME)
    opening = writer.accepted("c1", 2)
    refused = replace(writer.refused("c2"), answer=SEALED)
    bench.journal.commit(owned(bench), [opening, refused])
    return log_url


def given(log_url: str, cache_url: str) -> Given | None:
    """What a gateway gets for ``c2``."""

    async def ask() -> Given | None:
        link = RedisGatewayLink(log_url, cache_url, 16)
        try:
            return await link.answer(GAME, ADA, "c2")
        finally:
            await link.close()

    return asyncio.run(ask())


def test_a_sealed_refusal_is_given_as_it_was_told_while_the_cache_remembers(
    refusing_log: str, cache_url: str, cache_redis: Redis
) -> None:
    told = Refused(Refusal("x.y", "CB-PLAY-2", {"held": ("KH",)}))
    reused = Refused(Refusal("table.id_reused", "GR-ID-1"))
    RedisReplies(cache_redis).push(
        [
            ("gw1.1", Reply(GAME, ADA, "c2", told, sealed=True)),
            ("gw1.2", Reply(GAME, ADA, "c2", reused)),
        ]
    )
    assert given(refusing_log, cache_url) == Given(fingerprint("c2"), told)
    assert 0 < cache_redis.ttl(cache_keys.refusal(GAME, ADA, "c2")) <= KEPT_S
    cache_redis.flushall()
    assert given(refusing_log, cache_url) == Given(fingerprint("c2"), SEALED)


def test_a_cache_that_is_away_has_forgotten_what_was_told(
    refusing_log: str, start_redis: StartRedis
) -> None:
    server = start_redis(CACHE_DIRECTIVES)
    server.kill()
    assert given(refusing_log, server.url()) == Given(fingerprint("c2"), SEALED)
