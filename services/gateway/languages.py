"""Which language texts are answered in: the one that their reader likes best (RFC 9110)."""

from functools import lru_cache
from typing import Final

from services.gateway.preferences import HEADER_READ, ranges
from services.texts.languages import LANGUAGES, SOURCE, Language

_HEADERS_KEPT: Final = 512
_BY_TAG: Final[dict[str, Language]] = {language: language for language in LANGUAGES}


def language_of(accept: str | None) -> Language:
    """The language for a header ``Accept-Language``; English where it names none of ours.

    Ranges are looked up in the order of their weights, each by its primary language
    (RFC 4647, 3.4): ``fr-CH`` is served French. A missing language is no reason for a 406.
    """
    return _liked_best((accept or "*")[:HEADER_READ])


def spoken_in(language: Language) -> dict[str, str]:
    """The headers of an answer whose texts are in ``language``; a cache keeps one for each."""
    return {"Content-Language": language, "Vary": "Accept-Language"}


@lru_cache(_HEADERS_KEPT)
def _liked_best(accept: str) -> Language:
    wanted = sorted(ranges(accept), key=lambda one: -one[1])
    unwanted = {tag for tag, weight in wanted if weight <= 0}
    liked = [language for language in LANGUAGES if language not in unwanted]
    for tag, weight in wanted:
        if weight > 0 and (found := liked if tag == "*" else _named(tag)):
            return found[0]
    return SOURCE


def _named(tag: str) -> list[Language]:
    """Ours, if ``tag`` is one of its kind."""
    primary = tag.partition("-")[0]
    return [_BY_TAG[primary]] if primary in _BY_TAG else []
