"""What a request gets that cannot be served: problem details (RFC 9457), one kind each."""

from enum import Enum
from http import HTTPStatus
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from services.texts.languages import SOURCE, Language, translated
from services.texts.refusals import sentence
from shared.kernel.refusal import Refusal
from shared.table.refusals import NO_SUCH_GAME, PARKED

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


class Detail(Enum):
    """What is said to people of a problem. What only programs cause is said in English alone."""

    NOTHING_HERE = "nothing of this name exists, or it is not yours to see"
    OTHER_METHOD = "this path is not served under this method; the header Allow says which are"
    WHO_CALLS = "send the header `Authorization: Bearer TOKEN` with the token of a player"
    TOO_BUSY = "too busy; nothing was sent: send the same again"
    SERVER_AWAY = "a server is away: send the same again"
    VIEW_IN_THE_MAKING = "the view is being made"
    OPENING = "this game is being opened, or its views are being made"
    RULES_TO_COME = "this gateway does not know the rules of this game yet"
    OUR_FAULT = "this is our fault; operators find it by the request id"


TEXTS: Final = (*(kind.title for kind in KINDS), *(detail.value for detail in Detail))
"""Message ids: what of a problem is translated, beside refusals."""


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
    """What is the matter this time, for people. Of a refusal: its clause and its text."""
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


def problem(kind: ProblemKind, detail: Detail | str, **members: Any) -> ProblemDetails:
    """The details of one problem of ``kind``."""
    said = detail.value if isinstance(detail, Detail) else detail
    return ProblemDetails(kind.type, kind.title, kind.status, said, **members)


def malformed(where: str, what: str, right: str) -> Problem:
    """The request cannot be read, at one place."""
    return Problem(problem(MALFORMED, f"{where}: {what}", faults=(Fault(where, what, right),)))


def not_found() -> Problem:
    """The same for what is absent and for what is not the caller's to see."""
    return Problem(problem(NOT_FOUND, Detail.NOTHING_HERE))


def unavailable(detail: Detail) -> Problem:
    """A server behind is away or too busy: nothing is known to have happened."""
    details = problem(UNAVAILABLE, detail)
    return Problem(details, {"Retry-After": RETRY_AFTER_S})


def refused(refusal: Refusal) -> Problem:
    """The refusal as a problem: 409; a game that does not exist is not found."""
    if refusal.code == NO_SUCH_GAME.code:
        return not_found()
    kind = FAILED if refusal.code == PARKED.code else REFUSED
    text = sentence(refusal, SOURCE)
    details = problem(
        kind,
        f"{refusal.clause}: {text}",
        code=refusal.code,
        clause=refusal.clause,
        text=text,
        params=dict(refusal.params),
    )
    return Problem(details)


def in_language(details: ProblemDetails, language: Language) -> ProblemDetails:
    """``details`` with their texts for people in ``language``; codes and faults stay."""
    title = translated(details.title, language)
    if details.code is None:
        return replace(details, title=title, detail=translated(details.detail, language))
    assert details.clause is not None, "a refusal rests on a clause"
    refusal = Refusal(details.code, details.clause, details.params or {})
    text = sentence(refusal, language)
    return replace(details, title=title, detail=f"{refusal.clause}: {text}", text=text)


def title_of(status: int) -> str:
    """A title for statuses that the framework chose itself."""
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Unsuccessful"
