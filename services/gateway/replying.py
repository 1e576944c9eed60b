"""How bodies are read and values answered over HTTP: in the media type that each side likes."""

from typing import Any, Final, TypeVar

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.exceptions import InternalServerException
from litestar.handlers import BaseRouteHandler
from msgspec import json

from services.gateway.media import Media, media_of_answer, media_of_body
from services.gateway.problems import malformed
from services.gateway.reading import read

T = TypeVar("T")

BODY_BYTES_MAX: Final = 64 * 1024


class GatewayRequest(Request[Any, Any, Any]):
    """A request whose body is read strictly, by its handler's type and its own media type."""

    async def body(self) -> bytes:
        """The body, whole. Raises Problem: who leaves in the middle of it is no bug of ours."""
        try:
            return await super().body()
        except InternalServerException as error:
            raise malformed("body", str(error.detail), "all of what was announced") from error

    async def json(self) -> Any:
        """The body as the type of the handler's ``data``: JSON or MessagePack alike.

        Litestar asks for it under this name whenever a handler takes ``data``.
        """
        kind = self.route_handler.parsed_fn_signature.parameters["data"].annotation
        media = media_of_body(self.headers.get("content-type"))
        return read(await self.body(), media, kind)


async def readable(
    connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler
) -> None:
    """A guard: refuse at once what could not be answered or has no body, before any effect."""
    if not isinstance(connection, Request):
        return
    media_of_answer(connection.headers.get("accept"))
    parameters = handler.parsed_fn_signature.parameters
    if "data" in parameters and not await connection.body():
        read(b"", Media.JSON, parameters["data"].annotation)


def reply(
    request: Request[Any, Any, Any],
    content: T,
    status: int = 200,
    headers: dict[str, str] | None = None,
) -> Response[T]:
    """``content`` in the media type that the caller likes best."""
    media = media_of_answer(request.headers.get("accept"))
    raw: Any = media.encode(content)
    return Response(raw, status_code=status, media_type=media.value, headers=headers)


def reply_json(request: Request[Any, Any, Any], raw: bytes) -> Response[Any]:
    """A value that is JSON already; for MessagePack it is written anew."""
    media = media_of_answer(request.headers.get("accept"))
    body = raw if media is Media.JSON else media.encode(json.decode(raw))
    return Response(body, media_type=media.value)
