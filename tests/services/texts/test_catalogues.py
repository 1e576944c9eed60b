"""Every text of the code is translated into every language; a missing translation fails here."""

import re
from collections.abc import Iterator, Sequence

import pytest
from babel.messages.catalog import Catalog

from ops.texts import EVERY_MESSAGE, template, updated
from services.texts.languages import (
    LANGUAGES,
    SOURCE,
    TRANSLATED,
    Language,
    read_catalogue,
    translated,
)

NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"


def texts(catalogue: Catalog) -> list[tuple[str, list[str]]]:
    """Each message id with its notes, without the header's."""
    return [(str(one.id), one.auto_comments) for one in catalogue if one.id]


def placeholders(text: str) -> list[str]:
    return sorted(set(re.findall(r"\{(\w*)\}", text)))


def faults(catalogue: Catalog, wanted: Catalog) -> Iterator[str]:
    """What keeps ``catalogue`` from being a whole translation of ``wanted``."""
    if texts(catalogue) != texts(wanted):
        yield "not the texts of the code: run `make texts`"
    yield from (f"obsolete: {message.id}" for message in catalogue.obsolete.values())
    for message in catalogue:
        if not message.string:
            yield f"untranslated: {message.id}"
        elif message.fuzzy:
            yield f"fuzzy: {message.id}"
        elif placeholders(str(message.string)) != placeholders(str(message.id)):
            yield f"other placeholders: {message.id}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated(language: Language) -> None:
    assert list(faults(read_catalogue(language), template())) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_bringing_a_whole_catalogue_up_to_date_changes_nothing(language: Language) -> None:
    known = read_catalogue(language)
    assert [(one.id, one.string) for one in updated(language)] == [
        (one.id, one.string) for one in known
    ]


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_tells_translators_how_the_reader_is_addressed(language: Language) -> None:
    assert "The reader is addressed as" in read_catalogue(language).header_comment


def one_text(translation: str, flags: Sequence[str] = ()) -> Catalog:
    catalogue = Catalog(locale="fr", fuzzy=False)
    catalogue.add("play {allowed}", translation, flags=flags, auto_comments=["a refusal"])
    return catalogue


@pytest.mark.parametrize(
    ("catalogue", "found"),
    [
        (one_text("jouez {allowed}"), []),
        (one_text(""), ["untranslated: play {allowed}"]),
        (one_text("jouez {allowed}", flags=["fuzzy"]), ["fuzzy: play {allowed}"]),
        (one_text("jouez {permis}"), ["other placeholders: play {allowed}"]),
        (one_text("jouez"), ["other placeholders: play {allowed}"]),
        (Catalog(locale="fr", fuzzy=False), ["not the texts of the code: run `make texts`"]),
    ],
)
def test_each_fault_would_be_found(catalogue: Catalog, found: list[str]) -> None:
    wanted = Catalog()
    wanted.add("play {allowed}", auto_comments=["a refusal"])
    assert list(faults(catalogue, wanted)) == found


def test_a_text_that_is_gone_from_the_code_would_be_found() -> None:
    catalogue = one_text("jouez {allowed}")
    catalogue.update(Catalog(), no_fuzzy_matching=True)
    assert list(faults(catalogue, Catalog())) == ["obsolete: play {allowed}"]


def test_the_source_language_needs_no_catalogue() -> None:
    assert SOURCE not in TRANSLATED
    assert {SOURCE, *TRANSLATED} == set(LANGUAGES)
    for message in EVERY_MESSAGE:
        assert translated(message.id, SOURCE) == message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_without_translation_is_shown_as_it_is(language: Language) -> None:
    assert translated("Expected `int`, got `str`", language) == "Expected `int`, got `str`"


def test_french_sets_a_no_break_space_where_its_typography_asks_for_one() -> None:
    broken = [
        message.id
        for message in read_catalogue("fr")
        if message.id and re.search(r"« |[^\W\d_] ?[:;?!](?=\s)| »", unprotected(message.string))
    ]
    assert broken == []


def unprotected(text: object) -> str:
    """``text`` without the signs that a no-break space goes with, and without code."""
    return re.sub(rf"{NO_BREAK_SPACE}[:;?!»]|«{NO_BREAK_SPACE}|`[^`]*`", "", str(text))
