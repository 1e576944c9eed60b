"""Who is at work: the live processes of a role, by the cache server's own clock."""

from typing import Any, Final

from redis import Redis

from shared.adapters.redis import cache_keys
from shared.adapters.redis.connection import reaching
from shared.ports import LEASE_MS_MAX

# KEYS: the role's sorted set, name by when it will be taken for gone. ARGV: name, ms to live,
# the most that anyone may ask for.
_ANNOUNCE: Final = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. string.format('%.0f', now))
-- Announced before the clock was set back: whoever is still alive announces itself again.
redis.call('ZREMRANGEBYSCORE', KEYS[1], '(' .. string.format('%.0f', now + ARGV[3]), '+inf')
redis.call('ZADD', KEYS[1], string.format('%.0f', now + ARGV[2]), ARGV[1])
redis.call('PEXPIRE', KEYS[1], 10 * ARGV[2])
return redis.call('ZCARD', KEYS[1])
"""


class RedisPresence:
    """The port ``Presence`` on one sorted set a role."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._announce = client.register_script(_ANNOUNCE)

    def announce(self, role: str, name: str, ttl_ms: int, /) -> int:
        with reaching():
            alive: Any = self._announce(
                keys=[cache_keys.presence(role)], args=[name, ttl_ms, LEASE_MS_MAX]
            )
        return int(alive)

    def leave(self, role: str, name: str, /) -> None:
        with reaching():
            self._client.zrem(cache_keys.presence(role), name)
