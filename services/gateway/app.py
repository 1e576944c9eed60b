"""The gateway as an ASGI application: its routes, its loops, its health."""

import asyncio
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from litestar import Litestar, Request, Response, get
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import SwaggerRenderPlugin

from services.gateway.answering import Answers
from services.gateway.house import House, TheHouse
from services.gateway.replying import BODY_BYTES_MAX, GatewayRequest, reply
from services.gateway.routes import router
from services.gateway.socket import socket_router
from services.gateway.wire import Health
from shared.ports import Signals

API_VERSION: Final = "1"
LOOP_RETRY_S: Final = 1.0


@get("/healthz")
async def healthz(request: Request[Any, Any, Any]) -> Response[Health]:
    """This process answers."""
    return reply(request, Health("ok"))


@get("/readyz")
async def readyz(request: Request[Any, Any, Any], house: TheHouse) -> Response[Health]:
    """This process can serve: log, cache and database answer. 503 where one does not."""
    await house.ready()
    return reply(request, Health("ready"))


def application(house: House) -> Litestar:
    """The application over ``house``, whose loops run from its start-up to its shutdown."""
    answers = Answers(house.doors.entropy, house.doors.signals)
    return Litestar(
        route_handlers=[router(house), socket_router(house), healthz, readyz],
        dependencies={"house": Provide(lambda: house, sync_to_thread=False)},
        request_class=GatewayRequest,
        request_max_body_size=BODY_BYTES_MAX,
        exception_handlers=answers.handlers(),
        before_send=[answers.number],
        lifespan=[_living(house)],
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Greffier",
            version=API_VERSION,
            path="/docs",
            render_plugins=[SwaggerRenderPlugin()],
        ),
    )


async def _run_for_ever(loop: Callable[[], Awaitable[None]], signals: Signals) -> None:
    """A bug in one turn of a loop must not leave everyone without answers or frames."""
    while True:
        try:
            await loop()
        except Exception as error:  # noqa: BLE001 - said to operators; the next turn may go well
            trace = "".join(traceback.format_exception(error))
            signals.alarm("loop_failed", loop=loop.__qualname__, error=trace)
            await asyncio.sleep(LOOP_RETRY_S)


def _living(house: House) -> Any:
    @asynccontextmanager
    async def live(_app: Litestar) -> AsyncIterator[None]:
        loops = [
            asyncio.create_task(_run_for_ever(loop, house.doors.signals))
            for loop in (house.desk.hear, house.hub.follow, house.hub.patrol)
        ]
        try:
            yield
        finally:
            for loop in loops:
                loop.cancel()
            await asyncio.gather(*loops, return_exceptions=True)
            house.executor.shutdown(wait=True)

    return live
