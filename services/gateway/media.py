"""Which media type a body has and which one an answer gets: JSON or MessagePack (RFC 9110)."""

from enum import Enum
from functools import lru_cache
from typing import Any, Final

from msgspec import json, msgpack

from services.gateway.preferences import ranges
from services.gateway.problems import (
    NOT_ACCEPTABLE,
    UNSUPPORTED,
    Fault,
    Problem,
    problem,
)

_HEADERS_KEPT: Final = 512


class Media(Enum):
    """A way to write values. The value is the media type that answers are labelled with."""

    JSON = "application/json"
    MSGPACK = "application/msgpack"

    def encode(self, value: Any) -> bytes:
        """The bytes of ``value``."""
        return json.encode(value) if self is Media.JSON else msgpack.encode(value)


KNOWN: Final = {
    "application/json": Media.JSON,
    "application/msgpack": Media.MSGPACK,
    "application/vnd.msgpack": Media.MSGPACK,
    "application/x-msgpack": Media.MSGPACK,
}
RIGHT: Final = "application/json or application/msgpack"


@lru_cache(_HEADERS_KEPT)
def media_of_body(content_type: str | None) -> Media:
    """The media type named by the header. Raises Problem: 415."""
    name, _, parameters = (content_type or "").partition(";")
    media = KNOWN.get(name.strip().lower())
    if media is None or not _is_utf8(parameters):
        what = repr(content_type) if content_type else "no Content-Type"
        fault = Fault("header Content-Type", what, RIGHT)
        raise Problem(problem(UNSUPPORTED, f"a body is {RIGHT}", faults=(fault,)))
    return media


@lru_cache(_HEADERS_KEPT)
def media_of_answer(accept: str | None) -> Media:
    """The media type that the caller likes best. Raises Problem: 406."""
    weights = dict.fromkeys(Media, 0.0)
    exact = dict.fromkeys(Media, -1)
    for name, weight in ranges(accept or "*/*"):
        for media, precision in _matches(name):
            if precision > exact[media]:
                exact[media], weights[media] = precision, weight
    best = max(Media, key=lambda media: weights[media])
    if weights[best] <= 0:
        fault = Fault("header Accept", repr(accept), RIGHT)
        raise Problem(problem(NOT_ACCEPTABLE, f"answers are {RIGHT}", faults=(fault,)))
    return best


def _matches(name: str) -> list[tuple[Media, int]]:
    """What a range covers, and how precisely it names it."""
    if name == "*/*":
        return [(media, 0) for media in Media]
    if name == "application/*":
        return [(media, 1) for media in Media]
    return [(KNOWN[name], 2)] if name in KNOWN else []


def _is_utf8(parameters: str) -> bool:
    for parameter in parameters.split(";"):
        key, _, value = parameter.partition("=")
        if key.strip().lower() == "charset":
            return value.strip().strip('"').lower() in {"utf-8", "utf8", "us-ascii"}
    return True
