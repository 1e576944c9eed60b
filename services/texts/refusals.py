"""Refusals as sentences: what was broken and what would be right, in the reader's language."""

from collections.abc import Mapping
from typing import Any, Final, Literal

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

NOTHING: Final = "nothing"
"""Message id: what an empty list holds."""


def sentence(refusal: Refusal, language: Language) -> str:
    """``refusal`` in ``language``. One that another version gave may be shown by its code."""
    kind = KINDS.get(refusal.code)
    if kind is None:
        return refusal.code
    try:
        return filled(kind, refusal.params, language)
    except KeyError:
        # Refusals are kept for good, and what a sentence is filled with may grow.
        return refusal.code


def filled(kind: RefusalKind, params: Mapping[str, Any], language: Language) -> str:
    """The text of ``kind`` in ``language``, filled from ``params``. Raises KeyError.

    Of a game's parameters the codes that it shows become their names. Lists are joined by the
    language's "or", or by its "and" where all of it is meant.
    """
    called = _called(kind, language)
    shown = {
        name: _joined([called.get(one, one) for one in value], name in kind.all_of, language)
        if isinstance(value, list | tuple)
        else called.get(value, str(value))
        for name, value in params.items()
    }
    return translated(kind.text, language).format_map(shown)


def _called(kind: RefusalKind, language: Language) -> Mapping[Any, str]:
    """What the codes of the refusing game are called; a table has none, its texts are people's."""
    rules = catalogue.BY_NAME.get(kind.code.partition(".")[0])
    return {} if rules is None else spoken(rules.NAME, rules.DECK, language)


def _joined(names: list[str], together: bool, language: Language) -> str:
    style: Literal["standard", "or"] = "standard" if together else "or"
    return format_list(names or [translated(NOTHING, language)], style, language)
