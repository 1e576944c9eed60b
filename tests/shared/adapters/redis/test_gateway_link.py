"""A gateway reaches log and cache at once for thousands, and no cancellation mixes replies up."""

import asyncio
import random
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import pytest
from redis import Redis

from shared.adapters.redis import cache_keys, gateway_link, keys
from shared.adapters.redis.connection import connect
from shared.adapters.redis.gateway_link import RedisGatewayLink
from shared.adapters.redis.replies import RedisReplies
from shared.adapters.redis.views import RedisViews
from shared.adapters.system.servers import CACHE_DIRECTIVES, RedisServer
from shared.ports import (
    Accepted,
    BrokenLog,
    Busy,
    GameId,
    Given,
    News,
    Reply,
    Unavailable,
)
from tests.support.commands import command, ids
from tests.support.journals import RedisBench, owned
from tests.support.log_writer import LogWriter, fingerprint, game_id
from tests.support.servers import StartRedis
from tests.support.slow_proxy import SlowProxy

pytestmark = pytest.mark.integration

T = TypeVar("T")

PARTITION = 0x0A
PARTITIONS = 16
GAME = game_id(1)
OTHER_GAME = game_id(2, partition=3)


@asynccontextmanager
async def linked(log_url: str, cache_url: str) -> AsyncIterator[RedisGatewayLink]:
    link = RedisGatewayLink(log_url, cache_url, PARTITIONS)
    try:
        yield link
    finally:
        await link.close()


@pytest.fixture
def ask(log_url: str, cache_url: str) -> Callable[..., Any]:
    """Runs ``use(link)`` on an emptied cache and a log that holds only what its owners drew."""
    with connect(log_url) as log:
        for partition in range(PARTITIONS):
            log.set(keys.incarnation(partition), f"incarnation {partition}")

    def run(use: Callable[[RedisGatewayLink], Coroutine[Any, Any, T]]) -> T:
        async def main() -> T:
            async with linked(log_url, cache_url) as link:
                return await use(link)

        return asyncio.run(main())

    return run


@pytest.fixture
def views(cache_redis: Redis) -> RedisViews:
    return RedisViews(cache_redis)


@pytest.fixture
def replies(cache_redis: Redis) -> RedisReplies:
    return RedisReplies(cache_redis)


def news(seq: int, game: GameId = GAME) -> News:
    return News(game, seq, bytes([seq]) * 32)


def reply(number: int) -> Reply:
    return Reply(GAME, "player:ada", f"c{number}", Accepted(number, number))


async def listening(source: AsyncIterator[T], client: Redis) -> "asyncio.Task[T]":
    """A task that waits for the next of ``source``, and does so by now."""
    waiting = asyncio.create_task(anext_of(source))
    while not blocked(client):
        assert not waiting.done()
        await asyncio.sleep(0)
    return waiting


async def anext_of(source: AsyncIterator[T]) -> T:
    return await anext(source)


def blocked(client: Redis) -> int:
    info: Any = client.info("clients")
    found: int = info["blocked_clients"]
    return found


# --- the log ----------------------------------------------------------------------------------


def test_a_command_is_sent_to_its_partition(ask: Callable[..., Any], log_redis: Redis) -> None:
    bench = RedisBench(log_redis)
    ask(lambda link: link.send(command()))
    assert ids(bench.queue.receive(PARTITION, 10, 0)) == ["c1"]


def test_nothing_is_sent_to_a_partition_that_nobody_ever_owned(
    ask: Callable[..., Any], log_redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway_link, "OWNER_RETRY_S", 0)
    log_redis.delete(keys.incarnation(PARTITION))
    with pytest.raises(Unavailable, match="nobody owns partition 0a yet"):
        ask(lambda link: link.send(command()))
    assert log_redis.xlen(keys.commands(PARTITION)) == 0


def test_a_partition_made_anew_is_sent_the_command_under_its_new_seal(
    ask: Callable[..., Any], log_redis: Redis
) -> None:
    bench = RedisBench(log_redis)

    async def send(link: RedisGatewayLink) -> None:
        await link.send(command(1))
        log_redis.flushall()
        log_redis.set(keys.incarnation(PARTITION), "drawn again")
        await link.send(command(2))

    ask(send)
    received = bench.queue.receive(PARTITION, 10, 0)
    assert ids([one for one in received if one.genuine]) == ["c2"]


def test_no_more_is_sent_while_too_many_commands_wait(
    ask: Callable[..., Any], log_redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway_link, "COMMANDS_MAX", 3)

    async def fill(link: RedisGatewayLink) -> None:
        for number in (1, 2, 3):
            await link.send(command(number))
        with pytest.raises(Busy, match="3 commands wait in partition 10"):
            await link.send(command(4))
        await link.send(command(5, game="0b" + "5" * 32))
        log_redis.xtrim(keys.commands(PARTITION), maxlen=2, approximate=False)
        await link.send(command(6))

    ask(fill)
    assert log_redis.xlen(keys.commands(PARTITION)) == 3


def test_the_logs_answer_is_given(ask: Callable[..., Any], log_redis: Redis) -> None:
    bench = RedisBench(log_redis)
    bench.journal.commit(owned(bench), [LogWriter(GAME).accepted("c1", 2)])
    given = Given(fingerprint("c1"), Accepted(1, 2))
    assert ask(lambda link: link.answer(GAME, "player:ada", "c1")) == given
    assert ask(lambda link: link.answer(GAME, "player:ada", "c2")) is None
    assert ask(lambda link: link.answer(GAME, "player:bob", "c1")) is None


def test_entries_are_read_over_pages_from_any_seq_to_any_other(
    ask: Callable[..., Any], log_redis: Redis
) -> None:
    bench = RedisBench(log_redis)
    writer = LogWriter(GAME)
    commits = [writer.accepted(f"c{number}", 500) for number in range(5)]
    bench.journal.commit(owned(bench), commits)
    written = [entry for one in commits for entry in one.entries]
    assert ask(lambda link: link.entries(GAME, 0, 2_500)) == written
    assert ask(lambda link: link.entries(GAME, 999, 2_001)) == written[999:2_001]
    assert ask(lambda link: link.entries(GAME, 2_498, 9_999)) == written[2_498:]
    assert ask(lambda link: link.entries(GAME, 5, 5)) == []
    assert ask(lambda link: link.entries(OTHER_GAME, 0, 10)) == []


def test_a_hole_in_a_log_is_not_read_over(ask: Callable[..., Any], log_redis: Redis) -> None:
    bench = RedisBench(log_redis)
    bench.journal.commit(owned(bench), [LogWriter(GAME).accepted("c1", 5)])
    bench.delete_entry(GAME, 3)
    with pytest.raises(BrokenLog):
        ask(lambda link: link.entries(GAME, 0, 5))


# --- the cache --------------------------------------------------------------------------------


def test_views_are_read_as_asked(ask: Callable[..., Any], views: RedisViews) -> None:
    views.put(
        [(news(1), {"public": b"p", "seat:0": b"s"}), (news(1, OTHER_GAME), {"public": b"q"})]
    )
    wanted = [(OTHER_GAME, "public"), (GAME, "seat:1"), (GAME, "seat:0"), (GAME, "public")]
    assert ask(lambda link: link.views(wanted)) == [b"q", None, b"s", b"p"]
    assert ask(lambda link: link.views([])) == []


def test_news_of_every_partition_is_heard_from_now_on(
    ask: Callable[..., Any], views: RedisViews, cache_redis: Redis
) -> None:
    views.put([(news(1), {})])

    async def hear(link: RedisGatewayLink) -> list[News]:
        heard = link.news()
        first = await listening(heard, cache_redis)
        views.put([(news(2), {}), (news(7, OTHER_GAME), {}), (news(3), {})])
        return [await first, await anext(heard), await anext(heard)]

    found = ask(hear)
    assert [one for one in found if one.game == GAME] == [news(2), news(3)]
    assert [one for one in found if one.game == OTHER_GAME] == [news(7, OTHER_GAME)]


def test_news_told_while_nobody_listened_is_heard_when_one_listens_again(
    ask: Callable[..., Any], views: RedisViews, cache_redis: Redis
) -> None:
    async def hear(link: RedisGatewayLink) -> list[News]:
        before = link.news()
        first = await listening(before, cache_redis)
        views.put([(news(1), {}), (news(2), {})])
        heard = [await first]
        assert isinstance(before, AsyncGenerator)
        await before.aclose()
        views.put([(news(3), {})])
        again = link.news()
        return [*heard, await anext(again), await anext(again)]

    assert ask(hear) == [news(1), news(2), news(3)]


def test_after_a_flush_with_the_clock_set_back_news_is_heard_again(
    ask: Callable[..., Any], views: RedisViews, cache_redis: Redis
) -> None:
    async def hear(link: RedisGatewayLink) -> News:
        before = link.news()
        first = await listening(before, cache_redis)
        views.put([(news(1), {})])
        await first
        assert isinstance(before, AsyncGenerator)
        await before.aclose()
        cache_redis.flushall()
        fields: Any = {"g": GAME, "seq": 2, "chain": bytes([2]) * 32}
        cache_redis.xadd(cache_keys.news(PARTITION), fields, id="1-1")
        return await anext(link.news())

    assert ask(hear) == news(2)


def test_replies_come_with_the_marks_they_were_asked_under(
    ask: Callable[..., Any], replies: RedisReplies, cache_redis: Redis
) -> None:
    async def hear(link: RedisGatewayLink) -> list[tuple[str, Reply]]:
        heard = link.replies("gw1")
        first = await listening(heard, cache_redis)
        replies.push([("gw2.1", reply(1)), ("gw1.2f", reply(2)), ("gw1.30", reply(3))])
        return [await first, await anext(heard)]

    assert ask(hear) == [("2f", reply(2)), ("30", reply(3))]


# --- faults -----------------------------------------------------------------------------------


async def view_of(link: RedisGatewayLink, game: GameId) -> list[bytes | None]:
    return await link.views([(game, "public")])


async def storm(link: RedisGatewayLink, games: list[GameId], generator: random.Random) -> int:
    """Ask for views and cancel some of the asking at random; how many were cancelled."""
    cancelled = 0
    for _ in range(60):
        asked = [
            (game, asyncio.create_task(view_of(link, game)))
            for game in generator.choices(games, k=25)
        ]
        for _ in range(generator.randrange(6)):
            await asyncio.sleep(0.0005)
        for _, task in generator.sample(asked, 10):
            task.cancel()
        await asyncio.gather(*(task for _, task in asked), return_exceptions=True)
        cancelled += sum(task.cancelled() for _, task in asked)
        for game, task in asked:
            assert task.cancelled() or task.result() == [game.encode()]
    return cancelled


def test_cancelled_requests_leave_no_reply_to_others(
    log_url: str, cache_server: RedisServer, cache_url: str, views: RedisViews
) -> None:
    games = [game_id(number) for number in range(50)]
    views.put([(news(1, game), {"public": game.encode()}) for game in games])
    socket = cache_server.settings.folder / "server.sock"

    async def main() -> int:
        path = socket.with_name("slow.sock")
        async with (
            SlowProxy(path, socket, 0.002, seed=29) as proxy,
            linked(log_url, proxy.url) as link,
        ):
            cancelled = await storm(link, games, random.Random(29))
            # No connection was lost on the way: as many as ever can still be had at once.
            wanted = games * 4
            found = await asyncio.gather(*(view_of(link, game) for game in wanted))
            assert found == [[game.encode()] for game in wanted]
            return cancelled

    assert asyncio.run(main()) > 100


def test_a_cancelled_send_was_sent_whole(ask: Callable[..., Any], log_redis: Redis) -> None:
    bench = RedisBench(log_redis)

    async def send(link: RedisGatewayLink) -> None:
        tasks = [asyncio.create_task(link.send(command(number))) for number in range(1, 51)]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    ask(send)
    sent = ids(bench.queue.receive(PARTITION, 100, 0))
    assert sorted(sent) == sorted(f"c{number}" for number in range(1, 51))


def test_a_server_that_is_away_is_unavailable_and_is_reached_again(
    log_url: str, start_redis: StartRedis
) -> None:
    server = start_redis(CACHE_DIRECTIVES)

    async def main() -> None:
        with connect(server.url()) as client:
            async with linked(log_url, server.url()) as link:
                await link.ping()
                heard = link.news()
                waiting = await listening(heard, client)
                server.kill()
                with pytest.raises(Unavailable):
                    await waiting
                with pytest.raises(Unavailable):
                    await link.views([(GAME, "public")])
                with pytest.raises(Unavailable):
                    await link.ping()
                server.start()
                await link.ping()
                again = await listening(link.news(), client)
                RedisViews(client).put([(news(1), {})])
                assert await again == news(1)

    asyncio.run(main())


def test_a_log_that_is_away_is_unavailable(cache_url: str, start_redis: StartRedis) -> None:
    server = start_redis()

    async def main() -> None:
        async with linked(server.url(), cache_url) as link:
            await link.ping()
            server.kill()
            for asking in (
                link.send(command()),
                link.answer(GAME, "player:ada", "c1"),
                link.entries(GAME, 0, 1),
                link.ping(),
            ):
                with pytest.raises(Unavailable):
                    await asking

    asyncio.run(main())
