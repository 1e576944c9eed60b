"""The languages that texts can be read in, and where their catalogues are."""

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

Language: TypeAlias = Literal["en", "fr", "de", "tr"]
"""As in RFC 5646."""

LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
SOURCE: Final[Language] = "en"
"""The language of the code: its texts are the message ids, so it has no catalogue."""
TRANSLATED: Final = tuple(language for language in LANGUAGES if language != SOURCE)


def place_of(language: Language) -> Traversable:
    """The gettext catalogue of a translated language, in the tree or in the wheel."""
    return files("services.texts") / "locale" / language / "LC_MESSAGES" / "greffier.po"


def read_catalogue(language: Language) -> Catalog:
    """The catalogue of a translated language, as it stands. Raises PoFileError."""
    with place_of(language).open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


@cache
def _translations(language: Language) -> MappingProxyType[str, str]:
    """Message id -> text. A fuzzy text is a guess, and a guess is not shown."""
    if language == SOURCE:
        return MappingProxyType({})
    catalogue = read_catalogue(language)
    return MappingProxyType(
        {
            str(message.id): str(message.string)
            for message in catalogue
            if message.id and message.string and not message.fuzzy
        }
    )


def translated(message: str, language: Language) -> str:
    """``message`` in ``language``; as it is where no catalogue has it."""
    return _translations(language).get(message, message)
