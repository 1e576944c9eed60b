"""Refusals as sentences: what was broken and what would be right, in the reader's language."""

from types import MappingProxyType
from typing import Any, Final

from babel.lists import format_list

from services.texts.languages import Language, translated
from services.texts.names import spoken
from shared import catalogue
from shared.kernel.refusal import Refusal, RefusalKind
from shared.table.refusals import REFUSALS as TABLE_REFUSALS

KINDS: Final[dict[str, RefusalKind]] = {
    kind.code: kind
    for kind in (
        *TABLE_REFUSALS,
        *(kind for rules in catalogue.RULESETS for kind in rules.REFUSALS),
    )
}
"""Code -> every reason there is to refuse."""

_NOTHING: Final[MappingProxyType[str, str]] = MappingProxyType({})


def sentence(refusal: Refusal, language: Language) -> str:
    """``refusal`` in ``language``. One that a newer worker gave is shown by its code.

    Of a game's parameters the codes that it shows become their names; what is listed would each
    have been right, so lists are joined by the language's "or".
    """
    kind = KINDS.get(refusal.code)
    if kind is None:
        return refusal.code
    called = _called(refusal, language)
    shown = {name: _shown(value, called, language) for name, value in refusal.params.items()}
    return translated(kind.text, language).format_map(shown)


def _called(refusal: Refusal, language: Language) -> MappingProxyType[str, str]:
    """What the codes of the refusing game are called; a table has none, its texts are people's."""
    rules = catalogue.BY_NAME.get(refusal.code.partition(".")[0])
    return _NOTHING if rules is None else spoken(rules.NAME, rules.DECK, language)


def _shown(value: Any, called: MappingProxyType[str, str], language: Language) -> str:
    if isinstance(value, list | tuple):
        return format_list([called.get(one, one) for one in value], "or", language)
    return called.get(value, value) if isinstance(value, str) else str(value)
