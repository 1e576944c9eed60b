"""How exceptions are answered over HTTP: as problem details, under the request's id."""

import re
import traceback
from typing import Any, Final

from litestar import Request, Response
from litestar.datastructures import Headers
from litestar.enums import ParamType
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import Message, Scope
from msgspec import json
from msgspec.structs import replace

from services.gateway.languages import language_of, spoken_in
from services.gateway.problems import (
    FAILED,
    MALFORMED,
    MEDIA_TYPE,
    METHOD_NOT_ALLOWED,
    NOT_FOUND,
    TOO_LARGE,
    Detail,
    Fault,
    Problem,
    ProblemDetails,
    ProblemKind,
    in_language,
    problem,
    title_of,
    unavailable,
)
from services.gateway.replying import BODY_BYTES_MAX
from shared.ports import Busy, Entropy, Signals, Unavailable

REQUEST_ID_BYTES: Final = 8

_REQUEST_ID: Final = re.compile(rb"[A-Za-z0-9._:-]{1,64}")
_KEY: Final = "greffier_request_id"
_KINDS: Final[dict[int, ProblemKind]] = {
    400: MALFORMED,
    404: NOT_FOUND,
    405: METHOD_NOT_ALLOWED,
    413: TOO_LARGE,
}
_DETAILS: Final[dict[int, Detail | str]] = {
    404: Detail.NOTHING_HERE,
    405: Detail.OTHER_METHOD,
    413: f"a body has at most {BODY_BYTES_MAX} bytes",
}


class Answers:
    """Answers every exception, and numbers every answer."""

    def __init__(self, entropy: Entropy, signals: Signals) -> None:
        self._entropy: Final = entropy
        self._signals: Final = signals

    def handlers(self) -> dict[int | type[Exception], Any]:
        """How each exception is answered."""
        return {
            Problem: self.problem,
            Unavailable: self.unavailable,
            Busy: self.unavailable,
            ValidationException: self.unread,
            HTTPException: self.http_exception,
            Exception: self.failure,
        }

    def problem(self, request: Request[Any, Any, Any], error: Problem) -> Response[Any]:
        """``error`` as its answer."""
        return self._answer(request.scope, error.details, error.headers)

    def unavailable(self, request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
        """503: nothing is wrong with the request; its sender tries again."""
        detail = Detail.TOO_BUSY if isinstance(error, Busy) else Detail.SERVER_AWAY
        return self.problem(request, unavailable(detail))

    def unread(self, request: Request[Any, Any, Any], error: ValidationException) -> Response[Any]:
        """400 for parameters of path and query, one fault each."""
        extra = error.extra if isinstance(error.extra, list) else []
        faults = tuple(_fault(message) for message in extra)
        what = "; ".join(f"{fault.where}: {fault.what}" for fault in faults) or error.detail
        return self._answer(request.scope, problem(MALFORMED, what, faults=faults), {})

    def http_exception(
        self, request: Request[Any, Any, Any], error: HTTPException
    ) -> Response[Any]:
        """What the framework refuses by itself: no such route, another method, a large body."""
        status = error.status_code
        if status >= FAILED.status:
            return self.failure(request, error)
        kind = _KINDS.get(status) or ProblemKind("http", status, title_of(status))
        details = problem(kind, _DETAILS.get(status, error.detail))
        return self._answer(request.scope, details, dict(error.headers or {}))

    def failure(self, request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
        """500 for our own bugs: the caller learns the request id, operators the rest."""
        self._signals.alarm(
            "request_failed",
            request_id=self.request_id(request.scope),
            route=f"{request.method} {request.scope.get('path_template', '')}",
            error="".join(traceback.format_exception(error)),
        )
        details = problem(FAILED, Detail.OUR_FAULT)
        return self._answer(request.scope, details, {})

    def request_id(self, scope: Scope) -> str:
        """The caller's own ``X-Request-ID``, or one that is drawn once."""
        state = scope["state"]
        known = state.get(_KEY)
        if isinstance(known, str):
            return known
        given = next((value for name, value in scope["headers"] if name == b"x-request-id"), b"")
        if _REQUEST_ID.fullmatch(given):
            state[_KEY] = given.decode()
        else:
            state[_KEY] = self._entropy.token(REQUEST_ID_BYTES).hex()
        numbered: str = state[_KEY]
        return numbered

    async def number(self, message: Message, scope: Scope) -> None:
        """A hook on everything sent: every answer carries ``X-Request-ID``."""
        if message["type"] == "http.response.start":
            header = (b"x-request-id", self.request_id(scope).encode())
            message["headers"] = [*message["headers"], header]

    def _answer(
        self, scope: Scope, details: ProblemDetails, headers: dict[str, str]
    ) -> Response[Any]:
        language = language_of(Headers.from_scope(scope).get("accept-language"))
        shown = replace(in_language(details, language), request_id=self.request_id(scope))
        return Response(
            json.encode(shown),
            status_code=details.status,
            media_type=MEDIA_TYPE,
            headers=headers | spoken_in(language),
        )


def _fault(message: Any) -> Fault:
    """One fault as Litestar reports it; its sentence already says what would be right."""
    source = message.get("source", ParamType.QUERY)
    source = source.value if isinstance(source, ParamType) else source
    what = str(message.get("message", "it cannot be read"))
    return Fault(f"{source} {message.get('key', '')}".strip(), what, what)
