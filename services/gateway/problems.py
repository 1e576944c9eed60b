"""What a request gets that cannot be served: problem details (RFC 9457), one kind each."""

from http import HTTPStatus
from typing import Any, Final

from msgspec import Struct

from shared import catalogue
from shared.kernel.refusal import Refusal, RefusalKind, sentence
from shared.table.refusals import NO_SUCH_GAME, PARKED
from shared.table.refusals import REFUSALS as TABLE_REFUSALS

MEDIA_TYPE: Final = "application/problem+json"
RETRY_AFTER_S: Final = "1"


class ProblemKind(Struct, frozen=True):
    """One kind of problem: its permanent type, its status and its title."""

    slug: str
    status: int
    title: str

    @property
    def type(self) -> str:
        return f"urn:greffier:problem:{self.slug}"


MALFORMED: Final = ProblemKind("malformed", 400, "The request cannot be read")
UNAUTHENTICATED: Final = ProblemKind("unauthenticated", 401, "A valid bearer token is needed")
NOT_FOUND: Final = ProblemKind("not-found", 404, "There is no such thing here for you")
METHOD_NOT_ALLOWED: Final = ProblemKind("method-not-allowed", 405, "Not with this method")
NOT_ACCEPTABLE: Final = ProblemKind("not-acceptable", 406, "No media type is acceptable to both")
REFUSED: Final = ProblemKind("refused", 409, "The rules refuse this")
REQUEST_ID_REUSED: Final = ProblemKind(
    "request-id-reused", 409, "The request id was used for another request"
)
TOO_LARGE: Final = ProblemKind("too-large", 413, "The body is too large")
UNSUPPORTED: Final = ProblemKind("unsupported-media-type", 415, "The body's media type is unknown")
FAILED: Final = ProblemKind("failed", 500, "The service failed")
UNAVAILABLE: Final = ProblemKind("unavailable", 503, "Try again in a moment")

KINDS: Final = (
    MALFORMED,
    UNAUTHENTICATED,
    NOT_FOUND,
    METHOD_NOT_ALLOWED,
    NOT_ACCEPTABLE,
    REFUSED,
    REQUEST_ID_REUSED,
    TOO_LARGE,
    UNSUPPORTED,
    FAILED,
    UNAVAILABLE,
)
"""Every kind of problem that the gateway answers with."""


class Fault(Struct, frozen=True):
    """One thing that is wrong with a request: where, what, and what would be right."""

    where: str
    """``body at $.seat``, ``query limit``, ``header Accept``."""
    what: str
    right: str


class ProblemDetails(Struct, frozen=True, omit_defaults=True):
    """The body of every answer that is not a success."""

    type: str
    title: str
    status: int
    detail: str
    faults: tuple[Fault, ...] = ()
    code: str | None = None
    """Of a refusal: stable, for programs (``call_break.must_follow_suit``)."""
    clause: str | None = None
    """Of a refusal: the clause of the rules it rests on (``CB-PLAY-2``)."""
    text: str | None = None
    """Of a refusal: the sentence for people."""
    params: dict[str, Any] | None = None
    """Of a refusal: what the sentence was filled with."""
    game: str | None = None
    held: str | None = None
    """Of a reused request id: the hash of the request that holds it (hex)."""
    given: str | None = None
    """Of a reused request id: the hash of this request (hex)."""
    request_id: str | None = None
    """The ``X-Request-ID`` of the request, by which operators find it."""


class Problem(Exception):
    """Answer the request with these details."""

    def __init__(self, details: ProblemDetails, headers: dict[str, str] | None = None) -> None:
        super().__init__(details.detail)
        self.details: Final = details
        self.headers: Final = headers or {}


def problem(kind: ProblemKind, detail: str, **members: Any) -> ProblemDetails:
    """The details of one problem of ``kind``."""
    return ProblemDetails(kind.type, kind.title, kind.status, detail, **members)


def malformed(where: str, what: str, right: str) -> Problem:
    """The request cannot be read, at one place."""
    return Problem(problem(MALFORMED, f"{where}: {what}", faults=(Fault(where, what, right),)))


def not_found() -> Problem:
    """The same for what is absent and for what is not the caller's to see."""
    return Problem(problem(NOT_FOUND, "nothing of this name exists, or it is not yours to see"))


def unavailable(detail: str) -> Problem:
    """A server behind is away or too busy: nothing is known to have happened."""
    details = problem(UNAVAILABLE, detail)
    return Problem(details, {"Retry-After": RETRY_AFTER_S})


def refused(refusal: Refusal) -> Problem:
    """The refusal as a problem: 409; a game that does not exist is not found."""
    if refusal.code == NO_SUCH_GAME.code:
        return not_found()
    kind = FAILED if refusal.code == PARKED.code else REFUSED
    shown = shown_refusal(refusal)
    details = problem(
        kind,
        shown.text,
        code=shown.code,
        clause=shown.clause,
        text=shown.text,
        params=shown.params,
    )
    return Problem(details)


class ShownRefusal(Struct, frozen=True):
    """A refusal with its sentence."""

    code: str
    clause: str
    text: str
    params: dict[str, Any]


_REFUSALS: Final[dict[str, RefusalKind]] = {
    kind.code: kind
    for kind in (
        *TABLE_REFUSALS,
        *(kind for rules in catalogue.RULESETS for kind in rules.REFUSALS),
    )
}


def shown_refusal(refusal: Refusal) -> ShownRefusal:
    """``refusal`` in English. One that a newer worker gave is shown by its code."""
    kind = _REFUSALS.get(refusal.code)
    text = refusal.code if kind is None else sentence(kind, refusal)
    return ShownRefusal(refusal.code, refusal.clause, text, dict(refusal.params))


def title_of(status: int) -> str:
    """A title for statuses that the framework chose itself."""
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Unsuccessful"
