"""What views and replies owe to a real cache: bounds, order, expiry and outages."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from redis import Redis

from shared.adapters.memory.replies import MemoryReplies
from shared.adapters.redis import cache_keys
from shared.adapters.redis.connection import connect
from shared.adapters.redis.replies import KEPT_S, MARK, REPLY, RedisReplies, decode_reply
from shared.adapters.redis.views import RedisViews
from shared.adapters.system.servers import CACHE_DIRECTIVES
from shared.kernel.refusal import Refusal
from shared.ports import Accepted, News, Refused, Reply, Unavailable
from tests.support.log_writer import PARTITION, game_id
from tests.support.servers import StartRedis

pytestmark = pytest.mark.integration

GAME = game_id(1)


@pytest.fixture
def client(cache_url: str) -> Iterator[Redis]:
    with connect(cache_url) as client:
        yield client


def news(seq: int) -> News:
    return News(GAME, seq, bytes(32))


def reply(number: int) -> Reply:
    return Reply(GAME, "player:ada", f"c{number}", Accepted(number, number))


def test_whoever_hears_the_news_finds_the_view(client: Redis) -> None:
    watched: Any = client
    heard = []
    with watched.monitor() as monitor:
        RedisViews(client).put([(news(1), {"public": b"p", "seat:0": b"s"})])
        while "XADD" not in heard:
            heard.append(monitor.next_command()["command"].split()[0])
    assert [name for name in heard if name in {"SET", "XADD"}] == ["SET", "SET", "XADD"]


def test_news_and_replies_are_bounded(client: Redis) -> None:
    for _ in range(3):
        RedisViews(client).put([(news(1), {})] * 5_000)
        RedisReplies(client).push([("gw1.1", reply(1))] * 5_000)
    for name in (cache_keys.news(PARTITION), cache_keys.replies("gw1")):
        length = client.xlen(name)
        assert cache_keys.STREAM_LENGTH <= length < cache_keys.STREAM_LENGTH + 200


def test_replies_go_to_the_gateways_that_asked_and_expire(client: Redis) -> None:
    refused = Reply(GAME, "bot:2", "c9", Refused(Refusal("x.y", "CB-PLAY-2", {"cards": ("KH",)})))
    RedisReplies(client).push([("gw1.2f", reply(1)), ("gw2.1", reply(2)), ("gw1.30", refused)])
    found: Any = client.xrange(cache_keys.replies("gw1"))
    assert [(fields[MARK], decode_reply(fields[REPLY])) for _, fields in found] == [
        (b"2f", reply(1)),
        (b"30", refused),
    ]
    assert client.xlen(cache_keys.replies("gw2")) == 1
    assert 0 < client.ttl(cache_keys.replies("gw1")) <= KEPT_S


def test_views_do_not_expire(client: Redis) -> None:
    RedisViews(client).put([(news(1), {"public": b"p"})])
    assert client.ttl(cache_keys.view(GAME, "public")) == -1


def test_a_cache_that_is_away_loses_replies_and_stops_nobody(start_redis: StartRedis) -> None:
    server = start_redis(CACHE_DIRECTIVES)
    with connect(server.url()) as client:
        server.kill()
        RedisReplies(client).push([("gw1.1", reply(1))])
        views = RedisViews(client)
        asking: tuple[Callable[[], object], ...] = (
            lambda: views.put([(news(1), {"public": b"p"})]),
            lambda: views.get(GAME, "public"),
            lambda: views.drop(GAME),
            views.generation,
            lambda: views.mark_generation("one"),
        )
        for ask in asking:
            with pytest.raises(Unavailable):
                ask()
        server.start()
        RedisReplies(client).push([("gw1.1", reply(1))])
        assert client.xlen(cache_keys.replies("gw1")) == 1


def test_replies_in_memory_keep_their_addresses() -> None:
    replies = MemoryReplies()
    replies.push([("gw1.1", reply(1))])
    replies.push([("gw2.1", reply(2)), ("gw1.2", reply(3))])
    assert replies.pushed == [("gw1.1", reply(1)), ("gw2.1", reply(2)), ("gw1.2", reply(3))]
