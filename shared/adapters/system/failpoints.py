"""Where a process can be told to die, for tests: named points before and after calls of its ports.

Nothing of this is in the logic: a main module passes its ports through :func:`guarded`, which
gives them back untouched unless ``GREFFIER_CRASH_AT`` names a point of theirs, as in
``rules.committed:3`` (at the third time; then SIGKILL, as the kernel or a power cut would).
"""

import inspect
import os
import signal
from collections.abc import Awaitable, Mapping
from functools import wraps
from typing import Any, Final, Literal, TypeVar, cast

from msgspec import Struct

VARIABLE: Final = "GREFFIER_CRASH_AT"

P = TypeVar("P")


class Failpoint(Struct, frozen=True):
    """One point: the port, its method, and on which side of the call."""

    port: str
    method: str
    side: Literal["before", "after"]


FAILPOINTS: Final[Mapping[str, Failpoint]] = {
    "rules.drawn": Failpoint("archive", "set_incarnation", "after"),
    "rules.restored": Failpoint("journal", "restore", "after"),
    "rules.taken": Failpoint("queue", "receive", "after"),
    "rules.decided": Failpoint("journal", "commit", "before"),
    "rules.committed": Failpoint("journal", "commit", "after"),
    "rules.answered": Failpoint("replies", "push", "after"),
    "projectors.read": Failpoint("feed", "read", "after"),
    "projectors.storing": Failpoint("archive", "store", "before"),
    "projectors.stored": Failpoint("archive", "store", "after"),
    "projectors.shown": Failpoint("views", "put", "after"),
    "projectors.asked": Failpoint("bots", "ask", "after"),
    "timekeeper.found": Failpoint("queue", "send", "before"),
    "timekeeper.sent": Failpoint("queue", "send", "after"),
    "archivist.closed": Failpoint("journal", "close", "after"),
    "archivist.marked": Failpoint("archive", "mark_closed", "after"),
    "archivist.kept": Failpoint("archive", "store_refusals", "after"),
    "gateway.asked": Failpoint("link", "send", "before"),
    "gateway.sent": Failpoint("link", "send", "after"),
    "bots.chosen": Failpoint("queue", "send", "before"),
    "bots.sent": Failpoint("queue", "send", "after"),
}
"""By ``<role>.<what has just happened>``."""


def guarded(role: str, name: str, port: P) -> P:
    """``port``, or a stand-in that dies at the point that the environment names."""
    wanted = os.environ.get(VARIABLE)
    if wanted is None:
        return port
    point_name, _, times = wanted.partition(":")
    point = FAILPOINTS[point_name]
    if point_name.partition(".")[0] != role or point.port != name:
        return port
    return cast("P", _Dying(port, point, int(times or 1)))


class _Dying:
    """A port with one method that kills the process at its n-th call that does something."""

    def __init__(self, port: object, point: Failpoint, times: int) -> None:
        self._port: Final = port
        self._point: Final = point
        self._left = times

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._port, name)
        if name != self._point.method:
            return method

        @wraps(method)
        def call(*args: Any, **kwargs: Any) -> Any:
            if self._point.side == "before":
                self._count()
                return method(*args, **kwargs)
            result = method(*args, **kwargs)
            if inspect.isawaitable(result):
                return self._counted(result)
            # An empty read is not yet the moment: something must be in hand when it dies.
            if result is None or result:
                self._count()
            return result

        return call

    async def _counted(self, waiting: Awaitable[Any]) -> Any:
        result = await waiting
        self._count()
        return result

    def _count(self) -> None:
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
