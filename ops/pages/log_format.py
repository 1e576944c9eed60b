"""docs/log-format.md: what the table's events hold, as the event types have it."""

import re
from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

from ops.pages.blocks import renewed
from ops.pages.docstrings import field_docs, first_sentence
from ops.pages.layout import ROOT, code, table
from shared.flows.events import EVENT_TYPES
from shared.kernel.events import EventType

PAGE: Final = ROOT / "docs" / "log-format.md"

_PLAIN: Final = {int: "int", str: "text", bytes: "bytes", bool: "bool", NoneType: "nil"}
_FEW: Final = 4
"""So many values are named; more stand on the page of their game."""


def written() -> str:
    """What the page should say, its generated parts as the code has them."""
    return renewed(PAGE.read_text(encoding="utf-8"), say)


def say(asked: str) -> str:
    """``events PREFIX …``: events of such names; ``maps PREFIX …``: what stands within them."""
    word, *prefixes = asked.split()
    kinds = [kind for kind in EVENT_TYPES if kind.name.startswith(tuple(prefixes))]
    return {"events": _events, "maps": _maps}[word](kinds)


def _events(kinds: list[EventType]) -> str:
    rows = (
        (code(f"{kind.name}/{kind.version}"), _data(kind.cls), _said(kind.cls)) for kind in kinds
    )
    return table(("event", "data", "what happened"), rows)


def _maps(kinds: list[EventType]) -> str:
    found: dict[str, type[Struct]] = {}
    for kind in kinds:
        for inner in _within(kind.cls):
            found.setdefault(inner.__name__, inner)
    rows = ((_name(kind), _data(kind), _said(kind)) for kind in found.values())
    return table(("map", "data", "what it is"), rows)


def _within(kind: type[Struct]) -> Iterator[type[Struct]]:
    """The maps in the fields of ``kind``, each before those in its own."""
    for field in fields(kind):
        for inner in _structs(field.type):
            yield inner
            yield from _within(inner)


def _structs(kind: Any) -> Iterator[type[Struct]]:
    if isinstance(kind, type) and issubclass(kind, Struct):
        yield kind
    elif get_origin(kind) is not Literal:
        for argument in get_args(kind):
            yield from _structs(argument)


def _data(kind: type[Struct]) -> str:
    return ", ".join(f"{code(field.name)}: {_type(field.type)}" for field in fields(kind))


def _said(kind: type[Struct]) -> str:
    parts = (f"{code(name)}: {text}" for name, text in field_docs(kind).items())
    return re.sub(r"\bNone\b", "nil", "<br>".join((first_sentence(kind), *parts)))


def _type(kind: Any) -> str:
    """A type in the words of msgpack: nil, array, map."""
    arguments = get_args(kind)
    match get_origin(kind):
        case origin if origin is Annotated:
            return _type(arguments[0])
        case origin if origin is Literal:
            plain = _type(type(arguments[0]))
            return " or ".join(map(_value, arguments)) if len(arguments) <= _FEW else plain
        case origin if origin in (Union, UnionType):
            words = dict.fromkeys(map(_type, arguments))
            return " or ".join(word for word in words if word[0] != "`" or "text" not in words)
        case origin if origin is tuple:
            item = _type(arguments[0])
            many = "" if arguments[-1] is ... else f"{len(arguments)} "
            return f"array of {many}({item})" if " " in item else f"array of {many}{item}"
        case origin if origin is dict:
            return f"map of {' to '.join(map(_type, arguments))}"
    if supertype := getattr(kind, "__supertype__", None):
        return _type(supertype)
    return _PLAIN.get(kind) or _name(kind)


def _value(value: object) -> str:
    return code(value) if isinstance(value, str) else str(value)


def _name(kind: type) -> str:
    return f"*{kind.__name__}*"
