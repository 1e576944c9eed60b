"""Who may do what on the two Redis servers: one user a role, written as lines of an ACL file.

The default user is off, and nobody can become it. An application role reaches the keys of its
work only, and none may flush, list all keys, change the configuration or the users, move data in
or out, or load functions: those are the admin's, who is the operator and no process.

What an ACL cannot say: XADD takes a MAXLEN and an id of the sender's choice, so whoever may send
a command can also drop waiting ones or spoil the stream's ids, and may name any actor. Dropped
commands were never acknowledged; their senders ask again. A spoilt stream is made anew by its
partition's owner. What speaks for anyone but a bot needs a seal that only readers of the partition
can make (``seals.py``). Logs are out of reach.
"""

import hashlib
from collections.abc import Mapping
from enum import StrEnum
from typing import Final, Literal, TypeAlias

Server: TypeAlias = Literal["log", "cache"]


class Role(StrEnum):
    """A user of the servers; the processes are called by the same names."""

    GATEWAY = "gateway"
    RULES = "rules"
    PROJECTORS = "projectors"
    TIMEKEEPER = "timekeeper"
    ARCHIVIST = "archivist"
    BOTS = "bots"
    ADMIN = "admin"


# A partition's hash tag, with its two hex digits spelled out: a looser pattern would also match
# keys that merely begin and end alike.
PARTITION: Final = "{g[0-9a-f][0-9a-f]}"

CELERY_KEYS: Final = ("celery*", "_kombu*", "unacked*", "bots*")
"""What kombu's Redis transport keeps, and the queue ``bots`` with its priorities."""

VIEW_KEYS: Final = ("view:*", "views:*", "news:*", "reply:*", "presence:*")
"""What processes tell one another through the cache."""

# Nobody but the admin: FLUSHALL, KEYS, CONFIG SET, ACL, DEBUG, RESTORE, MIGRATE, SHUTDOWN … are
# @dangerous; RANDOMKEY, SCAN and DUMP go past the names that a role knows; EVAL runs a text of
# the caller's choice where EVALSHA runs one that was loaded, and functions outlive their caller.
_NEVER: Final = "-@scripting -@dangerous -randomkey -scan -dump -copy -move -dbsize"
_LOADED_SCRIPTS: Final = "+evalsha +evalsha_ro +script|load +script|exists"
_ASIDE: Final = f"+time +info +config|get {_LOADED_SCRIPTS}"

_WORKING: Final = f"+@read +@write +@connection +@transaction {_NEVER} {_ASIDE}"
_READING: Final = f"+@read +@connection +@transaction {_NEVER} {_ASIDE}"
# What kombu's Redis transport sends, command by command: a bot's broker user knows no other.
_BROKER: Final = (
    "+ping +info +select +client|setname +multi +exec +discard +watch +unwatch "
    "+lpush +rpush +brpop +rpop +llen +lrem +lrange +hset +hget +hdel +hexists "
    "+zadd +zrem +zrange +zrevrangebyscore +sadd +srem +smembers +scard +set +get +del +exists "
    "+expire +ttl +type +time +publish +subscribe +unsubscribe +psubscribe +punsubscribe "
    f"{_LOADED_SCRIPTS}"
)
_CHANNELS: Final = "&/*.celery*"
_PUBSUB: Final = f"+@pubsub {_CHANNELS}"


def _may(commands: str, *keys: str, reading: tuple[str, ...] = ()) -> str:
    patterns = [f"~{key}" for key in keys] + [f"%R~{key}" for key in reading]
    return " ".join([*patterns, "-@all", commands])


_ALL_OF_A_PARTITION: Final = f"{PARTITION}:*"
_COMMANDS: Final = f"{PARTITION}:commands"

LOG: Final[Mapping[Role, str]] = {
    # Commands go in; answers and logs of settled games come out.
    Role.GATEWAY: _may(f"{_READING} +xadd", _COMMANDS, reading=(_ALL_OF_A_PARTITION,)),
    # Commit, restore, lease and gate touch every key of a partition, through loaded scripts.
    Role.RULES: _may(_WORKING, _ALL_OF_A_PARTITION),
    Role.PROJECTORS: _may(
        f"{_READING} +hset +hdel", f"{PARTITION}:readers", reading=(_ALL_OF_A_PARTITION,)
    ),
    Role.TIMEKEEPER: _may(f"{_READING} +xadd", _COMMANDS, reading=(_ALL_OF_A_PARTITION,)),
    # Closing a game drops its keys; feed and refusals are trimmed.
    Role.ARCHIVIST: _may(_WORKING, _ALL_OF_A_PARTITION),
    # A bot is a player: it sends commands and reads nothing (%W~: not even that stream).
    Role.BOTS: f"%W~{_COMMANDS} -@all +xadd +ping",
    Role.ADMIN: "~* &* +@all",
}

CACHE: Final[Mapping[Role, str]] = {
    **{
        role: f"{_may(_WORKING, *VIEW_KEYS, *CELERY_KEYS)} {_PUBSUB}"
        for role in (Role.GATEWAY, Role.RULES, Role.PROJECTORS, Role.TIMEKEEPER, Role.ARCHIVIST)
    },
    Role.BOTS: f"{_may(_BROKER, *CELERY_KEYS)} {_CHANNELS}",
    Role.ADMIN: "~* &* +@all",
}

RULES_OF: Final[Mapping[Server, Mapping[Role, str]]] = {"log": LOG, "cache": CACHE}


def users_file(
    server: Server, passwords: Mapping[Role, str], *, setinfo: bool = True
) -> tuple[str, ...]:
    """The lines of ``server``'s ACL file, holding SHA-256 hashes and no password.

    ``setinfo``: whether this server knows CLIENT SETINFO (Redis 7.2, every Valkey), with which
    redis-py introduces itself; an older one refuses a file that names it.
    """
    lines = [
        # Off: nobody can be it. It has every right all the same, for as this user Redis 7.0 loads
        # an append-only file, and leaves out each transaction that the user may not execute.
        # Without `nopass`: a default user that has it puts a server into its protected mode.
        "user default off resetpass ~* &* +@all",
        # Without a password, since it learns only whether the server has loaded its data.
        "user health on nopass resetkeys resetchannels -@all +ping",
    ]
    for role, rules in RULES_OF[server].items():
        digest = hashlib.sha256(passwords[role].encode()).hexdigest()
        # Where a role is given by categories, SETINFO is in @connection.
        also = " +client|setinfo" if setinfo and role is Role.BOTS else ""
        lines.append(f"user {role} on #{digest} resetkeys resetchannels {rules}{also}")
    return tuple(lines)
