"""How a body becomes a value: strictly, and with a reason for whatever is wrong with it."""

import re
from collections.abc import Callable, Hashable
from functools import cache
from typing import Any, Final, TypeVar, cast

from msgspec import DecodeError, Struct, json, msgpack
from msgspec.structs import fields

from services.gateway.media import Media
from services.gateway.problems import Problem, malformed

T = TypeVar("T")

_WHERE: Final = re.compile(r"(?P<what>.*?)(?: - at `(?P<path>.*)`)?", re.DOTALL)
_WHAT_MAX: Final = 300


def read(body: bytes, media: Media, kind: type[T], where: str = "body") -> T:
    """The value of type ``kind`` in ``body``. Raises Problem: 400, saying what would be right."""
    if not body:
        raise malformed(where, "nothing was sent", expectation(kind))
    try:
        decode: Callable[[bytes], T] = _decoder(cast(Hashable, kind), media).decode
        return decode(body)
    except RecursionError:
        raise malformed(where, "the values are nested too deeply", expectation(kind)) from None
    except DecodeError as error:
        raise fault_of(error, kind, where) from error
    except UnicodeDecodeError as error:
        raise malformed(where, f"not UTF-8: {error.reason}", expectation(kind)) from error


def fault_of(error: DecodeError, kind: type[Any], where: str, root: str = "$") -> Problem:
    """The problem behind msgspec's ``error``: "Expected `int`, got `str` - at `$.seat`"."""
    found = _WHERE.fullmatch(str(error))
    assert found is not None, "the pattern matches every text"
    path = (found["path"] or "$").replace("$", root, 1)
    return malformed(f"{where} at {path}", found["what"][:_WHAT_MAX], expectation(kind))


def expectation(kind: type[Any]) -> str:
    """What a body of ``kind`` is, in a sentence."""
    if not issubclass(kind, Struct):
        return f"a value of type {kind.__name__}"
    needed = [field.encode_name for field in fields(kind) if field.required]
    optional = [field.encode_name for field in fields(kind) if not field.required]
    parts = ["an object"]
    if needed:
        parts.append("with " + ", ".join(needed))
    if optional:
        parts.append(("and " if needed else "with ") + "optionally " + ", ".join(optional))
    return " ".join(parts)


@cache
def _decoder(kind: Any, media: Media) -> json.Decoder[Any] | msgpack.Decoder[Any]:
    return json.Decoder(kind) if media is Media.JSON else msgpack.Decoder(kind)
