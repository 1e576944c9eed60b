"""Who owns which partition: the hash ``owner``, judged by the server's own clock."""

from typing import Any, Final

from redis import Redis

from shared.adapters.redis import keys
from shared.adapters.redis.connection import reaching
from shared.ports import LEASE_MS_MAX, Entropy, Lease, Taken

TOKEN_BYTES: Final = 16

_NOW: Final = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
"""

# KEYS: owner, incarnation. ARGV: token, owner's name, ms to live, the most that a lease lasts.
# Gives: epoch, incarnation, run id noted; or nothing while another holds it.
_TAKE: Final = (
    _NOW
    + """
local due = tonumber(redis.call('HGET', KEYS[1], 'until') or 0)
if due > now and due <= now + ARGV[4] then
    return false
end
local epoch = redis.call('HINCRBY', KEYS[1], 'epoch', 1)
redis.call('HSET', KEYS[1], 'token', ARGV[1], 'name', ARGV[2],
           'until', string.format('%.0f', now + ARGV[3]))
return {epoch, redis.call('GET', KEYS[2]) or '', redis.call('HGET', KEYS[1], 'run_id') or ''}
"""
)

# KEYS: owner. ARGV: token, ms to live. An expired lease that nobody took may go on.
_RENEW: Final = (
    _NOW
    + """
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then
    return 0
end
redis.call('HSET', KEYS[1], 'until', string.format('%.0f', now + ARGV[2]))
return 1
"""
)

# KEYS: owner. ARGV: token. The token goes too, so that nothing is committed under it any more.
_RELEASE: Final = """
if redis.call('HGET', KEYS[1], 'token') == ARGV[1] then
    redis.call('HSET', KEYS[1], 'token', '', 'until', '0')
end
"""

# KEYS: owner. ARGV: token, run id.
_NOTE_READY: Final = """
if redis.call('HGET', KEYS[1], 'token') == ARGV[1] then
    redis.call('HSET', KEYS[1], 'run_id', ARGV[2])
end
"""


class RedisLeases:
    """The port ``Leases`` on one log server."""

    def __init__(self, client: Redis, entropy: Entropy) -> None:
        self._client = client
        self._entropy = entropy
        self._take = client.register_script(_TAKE)
        self._renew = client.register_script(_RENEW)
        self._release = client.register_script(_RELEASE)
        self._note_ready = client.register_script(_NOTE_READY)
        self._lives: dict[str, str] = {}
        """The server's run id as of just before each lease was taken, by token."""

    def take(self, partition: int, owner: str, ttl_ms: int, /) -> Taken | None:
        run_id = self.run_id()
        token = self._entropy.token(TOKEN_BYTES).hex()
        with reaching():
            taken: Any = self._take(
                keys=[keys.owner(partition), keys.incarnation(partition)],
                args=[token, owner, ttl_ms, LEASE_MS_MAX],
            )
        if taken is None:
            return None
        epoch, incarnation, ready_run_id = taken
        self._lives[token] = run_id
        lease = Lease(partition, epoch, token, incarnation.decode())
        return Taken(lease, ready_run_id.decode() or None)

    def renew(self, lease: Lease, ttl_ms: int, /) -> bool:
        # A client reconnects without a word; a restarted server may have lost a tail.
        if self.run_id() != self._lives.get(lease.token):
            return False
        with reaching():
            renewed: Any = self._renew(
                keys=[keys.owner(lease.partition)], args=[lease.token, ttl_ms]
            )
        return bool(renewed)

    def release(self, lease: Lease, /) -> None:
        self._lives.pop(lease.token, None)
        with reaching():
            self._release(keys=[keys.owner(lease.partition)], args=[lease.token])

    def current(self, partition: int, /) -> Lease | None:
        with reaching(), self._client.pipeline(transaction=True) as pipe:
            pipe.hmget(keys.owner(partition), "epoch", "token", "until")
            pipe.get(keys.incarnation(partition))
            pipe.time()
            (epoch, token, until), incarnation, (seconds, _) = pipe.execute()
        if not token or int(until) <= 1000 * seconds:
            return None
        return Lease(partition, int(epoch), token.decode(), (incarnation or b"").decode())

    def note_ready(self, lease: Lease, /) -> None:
        """Notes the server life in which the lease was taken, whatever runs by now.

        A server restarted while the gate was at work is thereby not taken for a ready one.
        """
        run_id = self._lives[lease.token]
        with reaching():
            self._note_ready(keys=[keys.owner(lease.partition)], args=[lease.token, run_id])

    def run_id(self) -> str:
        with reaching():
            info: Any = self._client.info("server")
        return str(info["run_id"])

    def promoted(self) -> bool:
        """A replica that was promoted carries its former master's replication id as its second.

        A server restarted between its promotion and this question has forgotten it: then a
        tail that the archive does not hold either is lost without a trace.
        """
        with reaching():
            info: Any = self._client.info("replication")
        # Forty zeros (which redis-py reads as a number) where there was no former master.
        return str(info.get("master_replid2", "")).strip("0") != ""
