"""Brings the translators' catalogues up to date with the texts in the code: ``make texts``.

Texts that are new stand in them untranslated, texts that are gone are dropped; the tests then
name what is to be translated. docs/texts.md says the rest.
"""

from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from services.gateway import problems
from services.texts.languages import TRANSLATED, Language, place_of, read_catalogue
from services.texts.messages import MESSAGES, Message

WIDTH: Final = 99

EVERY_MESSAGE: Final = (
    *MESSAGES,
    *(Message(text, "problem over HTTP") for text in problems.TEXTS),
)
"""Everything to be translated, in the order of the catalogues; a text may stand twice."""


def template() -> Catalog:
    """The texts of the code, each once, with its notes, in their order."""
    made = Catalog(project="greffier", charset="utf-8")
    for message in EVERY_MESSAGE:
        made.add(message.id, auto_comments=[message.note])
    return made


def updated(language: Language) -> Catalog:
    """The catalogue of ``language``, or a new one, with exactly the texts of the code."""
    known = Path(str(place_of(language))).exists()
    catalogue = read_catalogue(language) if known else Catalog(locale=language)
    catalogue.update(template(), no_fuzzy_matching=True, update_creation_date=False)
    return catalogue


def main() -> None:
    for language in TRANSLATED:
        catalogue = updated(language)
        place = Path(str(place_of(language)))
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("wb") as file:
            write_po(file, catalogue, width=WIDTH, ignore_obsolete=True)
        missing = sum(not message.string for message in catalogue)
        print(f"{language}: {len(catalogue)} texts, {missing} to be translated")


if __name__ == "__main__":
    main()
