"""How a Redis-compatible server is reached, and which of its errors mean: try again.

Clients never repeat a command by themselves: a repeated ``XADD`` is a doubled entry. Whoever
asked knows what may be repeated, and is told :class:`~shared.ports.Unavailable`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import (
    AuthenticationError,
    AuthorizationError,
    ClusterDownError,
    ConnectionError,  # noqa: A004 - redis-py's own name for it
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TimeoutError,  # noqa: A004 - redis-py's own name for it
    TryAgainError,
    WatchError,
)
from redis.retry import Retry

from shared.ports import Unavailable

TIMEOUT_S: Final = 5.0
"""How long a reply may take. Blocking reads must ask for less."""

_PASSING: Final = (
    ConnectionError,
    TimeoutError,
    ReadOnlyError,
    OutOfMemoryError,
    ClusterDownError,
    TryAgainError,
    # Whoever runs a script loads it where it is missing: the server restarted just in between.
    NoScriptError,
    # So redis-py calls a connection that broke between WATCH and EXEC, too.
    WatchError,
)
_PASSING_CODES: Final = (
    "BUSY ",
    "MISCONF",
    "NOREPLICAS",
    # A stream spoilt by an id of its sender's choice: its owner makes it anew (CommandQueue.mend).
    "The stream has exhausted the last possible ID",
)
"""What errors begin with for which redis-py has no class."""
_OF_A_PIPELINE: Final = "of pipeline caused error: "
"""What redis-py puts before the error of one command of a pipeline, after the command itself."""


def connect(url: str, *, timeout_s: float = TIMEOUT_S) -> Redis:
    """A client of the server at ``url`` (``redis://``, ``rediss://`` or ``unix://``).

    Connects on first use. Safe to share between threads.
    """
    return Redis.from_url(
        url,
        socket_timeout=timeout_s,
        socket_connect_timeout=timeout_s,
        retry=Retry(NoBackoff(), 0),
    )


def is_passing(error: BaseException) -> bool:
    """Whether ``error`` is the server's or the network's state, which may pass.

    Wrong credentials are not: they need an operator.
    """
    if isinstance(error, AuthenticationError | AuthorizationError):
        return False
    if isinstance(error, _PASSING):
        return True
    said = str(error).rpartition(_OF_A_PIPELINE)[2]
    return isinstance(error, ResponseError) and said.startswith(_PASSING_CODES)


@contextmanager
def reaching() -> Iterator[None]:
    """Around every use of a client: what may pass is raised as Unavailable."""
    try:
        yield
    except RedisError as error:
        if is_passing(error):
            raise Unavailable(str(error)) from error
        raise
