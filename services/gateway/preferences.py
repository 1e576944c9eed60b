"""What a caller prefers, as the headers ``Accept`` and ``Accept-Language`` say it (RFC 9110)."""

from typing import Final

HEADER_READ: Final = 1_000
"""Characters of a header that are looked at: no browser sends half as many."""


def ranges(header: str) -> list[tuple[str, float]]:
    """Each range in lower case with its weight, in the header's order; no end of a long one."""
    return [_range(part) for part in header[:HEADER_READ].split(",")]


def _range(part: str) -> tuple[str, float]:
    """A range and its weight: ``application/json;q=0.5``."""
    name, *parameters = part.split(";")
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        if key.strip().lower() == "q":
            return name.strip().lower(), _weight(value.strip())
    return name.strip().lower(), 1.0


def _weight(text: str) -> float:
    """A weight of RFC 9110, 12.4.2; anything else counts as the least there is but zero."""
    digits = text.replace(".", "", 1)
    if not digits.isascii() or not digits.isdigit() or len(text) > 5:
        return 0.001
    return min(float(text), 1.0)
