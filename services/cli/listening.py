"""Where a gateway listens: whether the place is free, how it is reached, when it is ready."""

import socket
import threading
import time
from collections.abc import Callable
from typing import Final

from services.cli.http import Api

READY_S_MAX: Final = 60.0
POLL_S: Final = 0.05
_EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - an operator may set it


class PlaceTaken(Exception):
    """Nobody can listen there: set ``GREFFIER_LISTEN`` to a place that is free."""


class NotReady(Exception):
    """The gateway does not serve: look into the processes' logs."""


def free_port(host: str) -> int:
    """A port of ``host`` that nobody listens on now. Raises PlaceTaken."""
    with _bound(host, 0) as probe:
        port: int = probe.getsockname()[1]
        return port


def make_sure_of(host: str, port: int) -> None:
    """Raise PlaceTaken if the gateway could not listen there.

    Without this, whoever listens there already would be taken for the gateway.
    """
    _bound(host, port).close()


def url(host: str, port: int) -> str:
    """The base URL, for programs on this machine."""
    reached = _EVERYWHERE.get(host, host)
    return f"http://[{reached}]:{port}" if ":" in reached else f"http://{reached}:{port}"


def wait_for(api: Api, watch: Callable[[], None], stop: threading.Event, logs: str) -> None:
    """Until the gateway is ready or ``stop`` is set. Raises NotReady, and what ``watch`` does.

    ``logs``: where to look if it is never ready.
    """
    deadline = time.monotonic() + READY_S_MAX
    while not api.ready() and not stop.wait(POLL_S):
        watch()
        if time.monotonic() > deadline:
            raise NotReady(f"the gateway is not ready after {READY_S_MAX:.0f} s: see {logs}")


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    probe = socket.socket(family, socket.SOCK_STREAM)
    # As the gateway does: connections that linger after a stop do not keep the place.
    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        probe.bind((host, port))
    except OSError as error:
        probe.close()
        right = "an address of this machine that nobody listens on"
        raise PlaceTaken(f"GREFFIER_LISTEN = {host}:{port}: {error.strerror}; {right}") from error
    return probe
