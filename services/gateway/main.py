"""The gateway as a process: chooses what stands behind its doors, and listens."""

import asyncio
import socket

import uvicorn

from services.gateway.app import application
from services.gateway.house import Doors, House
from services.gateway.server import server_config
from shared.adapters.redis.gateway_link import RedisGatewayLink
from shared.adapters.sql.archive import SqlArchive
from shared.adapters.sql.directory import SqlDirectory
from shared.adapters.sql.engine import Database
from shared.adapters.sql.migration import upgrade
from shared.adapters.system.clock import SystemClock
from shared.adapters.system.entropy import SystemEntropy
from shared.adapters.system.failpoints import guarded
from shared.adapters.system.process import Process, run_process
from shared.adapters.system.settings import Problem, Settings, WrongSettings

ROLE = "gateway"
LOOK_EVERY_S = 1


def work(process: Process) -> None:
    """Serve until asked to stop; then finish what is being served and send sockets elsewhere."""
    settings = process.settings
    upgrade(settings.database_url)
    listener = _listener(settings)
    with asyncio.Runner(loop_factory=uvicorn.Config("").get_loop_factory()) as runner:
        runner.run(_serve(process, listener))


async def _serve(process: Process, listener: socket.socket) -> None:
    settings = process.settings
    assert settings.log_url is not None
    assert settings.cache_url is not None
    link = RedisGatewayLink(settings.log_url, settings.cache_url, settings.partitions)
    database = Database(settings.database_url)
    entropy = SystemEntropy()
    doors = Doors(
        link=guarded(ROLE, "link", link),
        directory=SqlDirectory(database, entropy),
        archive=SqlArchive(database),
        clock=SystemClock(),
        entropy=entropy,
        signals=process.signals,
    )
    app = application(House(doors, settings.partitions))
    server: uvicorn.Server

    async def look() -> None:
        process.alive()
        if process.stop.is_set():
            server.should_exit = True

    config = server_config(app, process.signals, callback_notify=look, timeout_notify=LOOK_EVERY_S)
    server = uvicorn.Server(config)
    process.signals.note("listening", url=_url(listener))
    await server.serve(sockets=[listener])
    await link.close()
    database.close()


def _listener(settings: Settings) -> socket.socket:
    """The socket to accept on, bound before anything is served. Raises WrongSettings."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        place = f"{settings.host}:{settings.port}"
        right = f"an address of this machine that nobody listens on ({error.strerror})"
        raise WrongSettings((Problem("GREFFIER_LISTEN", place, right),)) from error
    return listener


def _url(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def main() -> int:
    return run_process(ROLE, ("log_url", "cache_url"), work)


if __name__ == "__main__":
    raise SystemExit(main())
