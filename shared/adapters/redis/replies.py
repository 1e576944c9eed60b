"""Answers on their way to the gateways that wait for them, through the cache."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import msgspec
from redis import Redis

from shared.adapters.command_bytes import reply_route
from shared.adapters.redis import cache_keys
from shared.adapters.redis.connection import reaching
from shared.ports import Reply, Unavailable

MARK: Final = b"m"
REPLY: Final = b"r"

KEPT_S: Final = 600
"""A stream that nobody writes to any more goes; its gateway has ended or hears nothing.

As long is told what a refusal said that the log keeps sealed.
"""

encode_reply: Final = msgspec.msgpack.Encoder().encode
decode_reply: Final = msgspec.msgpack.Decoder(Reply).decode


class RedisReplies:
    """The port ``Replies``: one capped stream a gateway."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    def push(self, replies: Sequence[tuple[str, Reply]], /) -> None:
        # A cache that is away must not stop the play: who waits asks the log after a moment.
        with suppress(Unavailable), reaching(), self._client.pipeline(transaction=False) as pipe:
            gateways = set()
            for reply_to, reply in replies:
                gateway, mark = reply_route(reply_to)
                gateways.add(gateway)
                pipe.xadd(
                    cache_keys.replies(gateway),
                    {MARK: mark, REPLY: encode_reply(reply)},
                    maxlen=cache_keys.STREAM_LENGTH,
                )
                if reply.sealed:
                    asked = (reply.game, reply.actor, reply.command_id)
                    told = encode_reply(reply)
                    pipe.set(cache_keys.refusal(*asked), told, ex=KEPT_S)
            for gateway in gateways:
                pipe.expire(cache_keys.replies(gateway), KEPT_S)
            pipe.execute()
