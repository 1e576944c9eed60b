"""How generated parts look: tables, JSON that fits the page, clauses as links."""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import json

ROOT: Final = Path(__file__).parents[2]
WIDTH: Final = 160
"""Characters of a line of JSON, where it can be broken."""
COMMON: Final = "CO"
"""What the clauses of every game begin with."""
_CLAUSE: Final = re.compile(r"(?<![\w\[#`])([A-Z]{2}-[A-Z]+-\d+[a-z]?)(?![\w\]`])")


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [f"| {' | '.join(cells)} |" for cells in (headings, *rows)]
    return "\n".join((lines[0], "|---" * len(headings) + "|", *lines[1:]))


def code(text: str) -> str:
    return f"`{text}`"


def linked(text: str) -> str:
    """``text`` with the clauses it names as links."""
    return _CLAUSE.sub(r"[\1]", text)


def shown_json(value: Any) -> str:
    """``value`` in a block of JSON: what fits on a line stands on one."""
    return "```json\n" + "\n".join(_lines(value, "", "")) + "\n```"


def _lines(value: Any, indent: str, key: str) -> Iterator[str]:
    whole = f"{indent}{key}{json.format(json.encode(value), indent=0).decode()}"
    # With an indent of 0 there is a blank after each comma and colon, and no line break.
    if len(whole) < WIDTH or not isinstance(value, dict | list) or not value:
        yield whole
        return
    opened, closed = ("{", "}") if isinstance(value, dict) else ("[", "]")
    yield f"{indent}{key}{opened}"
    items = list(value.items()) if isinstance(value, dict) else [(None, item) for item in value]
    for place, (name, item) in enumerate(items, 1):
        *before, last = _lines(item, indent + "  ", "" if name is None else f'"{name}": ')
        yield from before
        yield last + ("," if place < len(items) else "")
    yield f"{indent}{closed}"


def clauses() -> dict[str, str]:
    """Every clause of the rules: id → what it says in short."""
    lines = (ROOT / "tests" / "clauses.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.split(maxsplit=1) for line in lines if line and not line.startswith("#"))
    return {clause: text.strip() for clause, text in pairs}


def clauses_of(prefix: str) -> str:
    """The clauses of one page, each a place that can be linked to, and the links to them.

    A page may name the common clauses too, which stand on the page README.md.
    """
    known = clauses()
    own = {clause: text for clause, text in known.items() if clause.startswith(f"{prefix}-")}
    rows = [(f'<a id="{clause.lower()}"></a>{clause}', text) for clause, text in own.items()]
    places = {clause: f"#{clause.lower()}" for clause in own}
    for clause in known:
        if clause.startswith(f"{COMMON}-"):
            places.setdefault(clause, f"README.md#{clause.lower()}")
    links = [f"[{clause}]: {place}" for clause, place in places.items()]
    return f"{table(('clause', 'in short'), rows)}\n\n" + "\n".join(links)
