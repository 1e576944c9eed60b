"""Views and the news of them, in a cache that may be flushed at any time."""

from collections.abc import Mapping, Sequence
from typing import Any

from redis import Redis

from shared.adapters.redis import cache_keys
from shared.adapters.redis.connection import reaching
from shared.ports import GameId, News, partition_of


class RedisViews:
    """The port ``Views``: one key a viewer, one capped stream of news a partition."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    def put(self, renewed: Sequence[tuple[News, Mapping[str, bytes]]], /) -> None:
        with reaching(), self._client.pipeline(transaction=False) as pipe:
            for news, views in renewed:
                for viewer, view in views.items():
                    pipe.set(cache_keys.view(news.game, viewer), view)
                # After the views, so that who hears the news finds what it speaks of.
                pipe.xadd(
                    cache_keys.news(partition_of(GameId(news.game))),
                    {b"g": news.game, b"seq": news.seq, b"chain": news.chain},
                    maxlen=cache_keys.STREAM_LENGTH,
                )
            pipe.execute()

    def get(self, game: GameId, viewer: str, /) -> bytes | None:
        with reaching():
            found: Any = self._client.get(cache_keys.view(game, viewer))
        return None if found is None else bytes(found)

    def drop(self, game: GameId, /) -> None:
        with reaching(), self._client.pipeline(transaction=False) as pipe:
            pipe.unlink(*(cache_keys.view(game, one) for one in cache_keys.VIEWERS))
            pipe.hdel(cache_keys.PARKED, game)
            pipe.execute()

    def park(self, game: GameId, reason: str, /) -> None:
        with reaching():
            self._client.hset(cache_keys.PARKED, game, reason)

    def unpark(self, game: GameId, /) -> None:
        with reaching():
            self._client.hdel(cache_keys.PARKED, game)

    def parked(self) -> dict[GameId, str]:
        with reaching():
            found: Any = self._client.hgetall(cache_keys.PARKED)
        return {GameId(game.decode()): reason.decode() for game, reason in found.items()}

    def generation(self) -> str | None:
        with reaching():
            found: Any = self._client.get(cache_keys.GENERATION)
        return None if found is None else bytes(found).decode()

    def mark_generation(self, generation: str, /) -> None:
        with reaching():
            self._client.set(cache_keys.GENERATION, generation)
