"""Views are renewed, told, dropped and lost with the cache, in memory as on a server."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec import Struct

from shared.adapters.memory.views import MemoryViews
from shared.adapters.redis import cache_keys
from shared.adapters.redis.connection import connect
from shared.adapters.redis.views import RedisViews
from shared.ports import News, Views
from tests.support.log_writer import PARTITION, game_id

GAME, OTHER_GAME = game_id(1), game_id(2)


class Cache(Struct, frozen=True):
    """A cache under test: its port, the news it was told, and how to lose everything."""

    views: Views
    news: Callable[[], list[News]]
    flush: Callable[[], object]


@pytest.fixture(params=["memory", pytest.param("server", marks=pytest.mark.integration)])
def cache(request: pytest.FixtureRequest) -> Iterator[Cache]:
    if request.param == "memory":
        views = MemoryViews()
        yield Cache(views, lambda: views.news, views.flush)
        return
    with connect(request.getfixturevalue("cache_url")) as client:

        def told() -> list[News]:
            entries: Any = client.xrange(cache_keys.news(PARTITION))
            return [
                News(fields[b"g"].decode(), int(fields[b"seq"]), fields[b"chain"])
                for _, fields in entries
            ]

        yield Cache(RedisViews(client), told, client.flushall)


def news(seq: int, game: str = GAME) -> News:
    return News(game, seq, bytes([seq]) * 32)


def test_each_viewer_gets_the_newest_view_of_their_own(cache: Cache) -> None:
    cache.views.put([(news(1), {"seat:0": b"s1", "public": b"p1"}), (news(1, OTHER_GAME), {})])
    cache.views.put([(news(2), {"seat:0": b"s2"})])
    assert cache.views.get(GAME, "seat:0") == b"s2"
    assert cache.views.get(GAME, "public") == b"p1"
    assert cache.views.get(GAME, "seat:1") is None
    assert cache.views.get(OTHER_GAME, "public") is None


def test_news_is_told_in_order(cache: Cache) -> None:
    told = [news(1), news(1, OTHER_GAME), news(2)]
    cache.views.put([(one, {}) for one in told[:2]])
    cache.views.put([(told[2], {"public": b"p"})])
    assert cache.news() == told


def test_the_views_of_a_dropped_game_are_gone(cache: Cache) -> None:
    everyone = dict.fromkeys(cache_keys.VIEWERS, b"v")
    cache.views.put([(news(1), everyone), (news(1, OTHER_GAME), everyone)])
    cache.views.drop(GAME)
    cache.views.drop(GAME)
    assert [cache.views.get(GAME, viewer) for viewer in everyone] == [None] * 6
    assert [cache.views.get(OTHER_GAME, viewer) for viewer in everyone] == [b"v"] * 6


def test_games_whose_views_stand_still_are_known_until_they_go_on(cache: Cache) -> None:
    cache.views.park(GAME, "AssertionError: no such state")
    cache.views.park(GAME, "KeyError: a suit ♠")
    cache.views.park(OTHER_GAME, "BrokenEntry")
    assert cache.views.parked() == {GAME: "KeyError: a suit ♠", OTHER_GAME: "BrokenEntry"}
    cache.views.unpark(GAME)
    cache.views.unpark(GAME)
    assert cache.views.parked() == {OTHER_GAME: "BrokenEntry"}
    cache.views.drop(OTHER_GAME)
    assert cache.views.parked() == {}


def test_the_generation_vanishes_when_everything_else_does(cache: Cache) -> None:
    assert cache.views.generation() is None
    cache.views.mark_generation("one")
    cache.views.mark_generation("two")
    cache.views.put([(news(1), {"public": b"p"})])
    assert cache.views.generation() == "two"
    cache.flush()
    assert cache.views.generation() is None
    assert cache.views.get(GAME, "public") is None
