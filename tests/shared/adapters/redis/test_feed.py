"""What the feeds owe to a real server: foreign entries, clusters, one wait on many streams."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from redis import Redis

from shared.adapters.redis import keys
from shared.adapters.redis.connection import connect
from shared.adapters.redis.feed import RedisFeed
from shared.adapters.system.servers import LOG_DIRECTIVES
from shared.ports import FEED_START, BrokenLog, FeedEntry, GameId, Unavailable
from tests.support.ports import free_port
from tests.support.servers import StartRedis

pytestmark = pytest.mark.integration

PARTITION = 0x0A
GAME = GameId("0a" + "5" * 32)


@pytest.fixture
def client(log_url: str) -> Iterator[Redis]:
    with connect(log_url) as client:
        yield client


@pytest.fixture
def cluster(start_redis: StartRedis) -> Iterator[Redis]:
    """A client of a cluster of one server, which holds every slot."""
    # The bus's own port; unless told, a server on a unix socket takes a fixed one.
    bus = ("cluster-port", str(free_port()))
    server = start_redis((*LOG_DIRECTIVES, ("cluster-enabled", "yes"), bus))
    with connect(server.url()) as client:
        client.execute_command("CLUSTER ADDSLOTSRANGE", 0, 16_383)
        state = "fail"
        while state != "ok":
            state = client.execute_command("CLUSTER INFO")["cluster_state"]
        yield client


def fed(client: Redis, partition: int, **fields: bytes) -> str:
    commit: Any = fields
    added: Any = client.xadd(keys.feed(partition), commit)
    return str(added.decode())


@pytest.mark.parametrize(
    "fields",
    [
        {"g": GAME.encode()},
        {"x": GAME.encode(), "1": b"a"},
        {"g": GAME.encode(), "1": b"a", "3": b"c"},
        {"g": GAME.encode(), "2": b"b", "1": b"a"},
        {"g": GAME.encode(), "0": b"a"},
        {"g": GAME.encode(), "01": b"a"},
        {"g": GAME.encode(), "one": b"a"},
        {"1": b"a", "g": GAME.encode()},
    ],
)
def test_an_entry_that_is_no_commit_stops_the_reader(
    fields: dict[str, bytes], client: Redis
) -> None:
    feed_id = fed(client, PARTITION, **fields)
    with pytest.raises(BrokenLog, match=f"feed 0a, entry {feed_id}"):
        RedisFeed(client).read({PARTITION: FEED_START}, 10, 0)


def test_sixteen_partitions_are_waited_on_at_once(client: Redis) -> None:
    feed = RedisFeed(client)
    found: dict[int, list[FeedEntry]] = {}
    everywhere = dict.fromkeys(range(16), FEED_START)
    reader = threading.Thread(target=lambda: found.update(feed.read(everywhere, 10, 4_000)))
    reader.start()
    blocked = 0
    while not blocked:
        assert reader.is_alive()
        info: Any = client.info("clients")
        blocked = info["blocked_clients"]
    feed_id = fed(client, 15, g=b"0f", **{"1": b"a"})
    reader.join()
    assert found == {15: [FeedEntry(feed_id, GameId("0f"), (b"a",))]}


def test_in_a_cluster_partitions_are_asked_in_turn(cluster: Redis) -> None:
    feed = RedisFeed(cluster)
    everywhere = dict.fromkeys(range(16), FEED_START)
    assert feed.read(everywhere, 10, 0) == {}
    assert feed.read(everywhere, 10, 1) == {}
    first = fed(cluster, 3, g=b"03", **{"1": b"a"})
    second = fed(cluster, 11, g=b"0b", **{"1": b"b"})
    assert feed.read(everywhere, 10, 0) == {
        3: [FeedEntry(first, GameId("03"), (b"a",))],
        11: [FeedEntry(second, GameId("0b"), (b"b",))],
    }


def test_in_a_cluster_a_reader_of_one_partition_is_woken_by_a_commit(cluster: Redis) -> None:
    feed = RedisFeed(cluster)
    found: dict[int, list[FeedEntry]] = {}
    reader = threading.Thread(target=lambda: found.update(feed.read({3: FEED_START}, 10, 4_000)))
    reader.start()
    feed_id = fed(cluster, 3, g=b"03", **{"1": b"a"})
    reader.join()
    assert found == {3: [FeedEntry(feed_id, GameId("03"), (b"a",))]}


def test_a_server_that_is_away_is_unavailable(start_redis: StartRedis) -> None:
    server = start_redis()
    with connect(server.url()) as client:
        feed = RedisFeed(client)
        server.kill()
        for ask in (
            lambda: feed.read({PARTITION: FEED_START}, 1, 10),
            lambda: feed.bounds(PARTITION),
            lambda: feed.reached(PARTITION, "records", "1-0"),
            lambda: feed.readers(PARTITION),
            lambda: feed.trim(PARTITION, FEED_START, 10),
            lambda: RedisFeed(client),
        ):
            with pytest.raises(Unavailable):
                ask()
