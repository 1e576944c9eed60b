"""Queue, leases, feed, views and the gateway's link work as each role's own user."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from redis import Redis
from redis.exceptions import NoPermissionError

from shared.adapters.redis.acl import Role, Server, users_file
from shared.adapters.redis.connection import connect
from shared.adapters.redis.durability import check_log_server
from shared.adapters.redis.feed import RedisFeed
from shared.adapters.redis.gateway_link import RedisGatewayLink
from shared.adapters.redis.queue import RedisCommandQueue
from shared.adapters.redis.replies import RedisReplies
from shared.adapters.redis.views import RedisViews
from shared.adapters.system.servers import (
    CACHE_DIRECTIVES,
    LOG_DIRECTIVES,
    RedisServer,
    ServerBinary,
)
from shared.ports import FEED_START, Accepted, News, Reply, set_aside
from tests.support.commands import command, ids
from tests.support.journals import RedisBench, owned
from tests.support.log_writer import PARTITION, LogWriter, game_id
from tests.support.servers import StartRedis

pytestmark = pytest.mark.integration

GAME = game_id(1)
NEWS = News(GAME, 1, bytes(32))
REPLY = Reply(GAME, "player:ada", "c1", Accepted(1, 1))
PASSWORDS = {role: f"the password of {role}" for role in Role}


class Servers:
    """A log and a cache with a user for every role."""

    def __init__(self, log: RedisServer, cache: RedisServer) -> None:
        self._servers: dict[Server, RedisServer] = {"log": log, "cache": cache}

    def url(self, server: Server, role: Role) -> str:
        return self._servers[server].url(role, PASSWORDS[role])

    @contextmanager
    def reached_as(self, role: Role) -> Iterator[tuple[Redis, Redis]]:
        """Clients of the log and the cache."""
        with ExitStack() as clients:
            log = clients.enter_context(connect(self.url("log", role)))
            yield log, clients.enter_context(connect(self.url("cache", role)))


@pytest.fixture
def servers(start_redis: StartRedis, redis_binary: ServerBinary) -> Servers:
    def users(server: Server) -> tuple[str, ...]:
        return users_file(server, PASSWORDS, setinfo=redis_binary.knows_setinfo)

    return Servers(
        start_redis(LOG_DIRECTIVES, users("log")), start_redis(CACHE_DIRECTIVES, users("cache"))
    )


def test_a_bot_sends_commands_and_does_nothing_else(servers: Servers) -> None:
    with (
        servers.reached_as(Role.BOTS) as (log, cache),
        servers.reached_as(Role.RULES) as (rules, _),
    ):
        RedisCommandQueue(log).send(command(actor="bot:1"))
        assert ids(RedisCommandQueue(rules).receive(PARTITION, 10, 0)) == ["c1"]
        for forbidden in (
            lambda: RedisCommandQueue(log).receive(PARTITION, 1, 0),
            lambda: RedisCommandQueue(log).pending(PARTITION, frozenset()),
            lambda: RedisCommandQueue(log).forget(PARTITION, "1-1"),
            lambda: RedisFeed(log),
            lambda: RedisViews(cache).get(GAME, "seat:0"),
            lambda: RedisReplies(cache).push([("gw1.1", REPLY)]),
        ):
            with pytest.raises(NoPermissionError):
                forbidden()


def test_rules_own_partitions_and_answer(servers: Servers) -> None:
    with servers.reached_as(Role.RULES) as (log, cache):
        assert check_log_server(log, "checked") is None
        bench = RedisBench(log)
        lease = owned(bench)
        bench.leases.note_ready(lease)
        assert bench.leases.renew(lease, 1_000)
        assert not bench.leases.promoted()
        for number in (1, 2):
            bench.queue.send(command(number))
        first, second = bench.queue.receive(PARTITION, 10, 0)
        assert bench.queue.pending(PARTITION, frozenset()) == [first, second]
        bench.queue.forget(PARTITION, first.entry_id)
        bench.queue.park(PARTITION, second, "it fails")
        assert bench.queue.parked(PARTITION) == [set_aside(second, "it fails")]
        RedisReplies(cache).push([("gw1.1", REPLY)])
        bench.leases.release(lease)


def test_projectors_read_the_feed_and_archivists_trim_it(servers: Servers) -> None:
    with servers.reached_as(Role.RULES) as (log, _):
        bench = RedisBench(log)
        commit = LogWriter(GAME).accepted("c1")
        bench.journal.commit(owned(bench), [commit])
    with servers.reached_as(Role.PROJECTORS) as (log, cache):
        feed, views = RedisFeed(log), RedisViews(cache)
        (entry,) = feed.read({PARTITION: FEED_START, 3: FEED_START}, 10, 0)[PARTITION]
        assert entry.entries == commit.entries
        feed.reached(PARTITION, "tables", entry.feed_id)
        views.put([(NEWS, {"public": b"p"})])
        views.mark_generation("one")
        with pytest.raises(NoPermissionError):
            feed.trim(PARTITION, entry.feed_id, 10)
    with servers.reached_as(Role.ARCHIVIST) as (log, cache):
        feed = RedisFeed(log)
        assert feed.readers(PARTITION) == {"tables": entry.feed_id}
        feed.trim(PARTITION, entry.feed_id, 10)
        assert feed.bounds(PARTITION) == (FEED_START, FEED_START)
        RedisViews(cache).drop(GAME)


def test_the_gateway_sends_reads_and_hears(servers: Servers) -> None:
    with servers.reached_as(Role.RULES) as (log, _):
        bench = RedisBench(log)
        bench.journal.commit(owned(bench), [LogWriter(GAME).accepted("c1")])

    async def use(link: RedisGatewayLink) -> None:
        await link.ping()
        await link.send(command())
        assert await link.answer(GAME, "player:ada", "c1") is not None
        assert len(await link.entries(GAME, 0, 9)) == 1
        assert await link.views([(GAME, "public")]) == [None]
        heard = asyncio.create_task(first_news(link))
        with servers.reached_as(Role.PROJECTORS) as (_, cache):
            while not heard.done():
                RedisViews(cache).put([(NEWS, {"public": b"p"})])
                await asyncio.sleep(0)
        assert heard.result() == NEWS

    async def main() -> None:
        addresses = [servers.url(name, Role.GATEWAY) for name in ("log", "cache")]
        link = RedisGatewayLink(addresses[0], addresses[1], 16)
        try:
            await use(link)
        finally:
            await link.close()

    asyncio.run(main())


async def first_news(link: RedisGatewayLink) -> News | None:
    async for news in link.news():
        return news
    return None
