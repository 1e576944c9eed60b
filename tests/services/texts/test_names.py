"""What codes are called: every code of every game has one name in every language."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import json

from services.texts.languages import LANGUAGES, Language
from services.texts.names import BIDS, NAMES, PRIMES, SUITS, TITLES, card, names, spoken
from shared import catalogue
from shared.cards.packs import FRENCH_32, FRENCH_52, TAROCK_54
from shared.games.king_russian.contracts import CONTRACTS as RUSSIAN_CONTRACTS
from shared.games.king_turkish.contracts import CONTRACTS as TURKISH_CONTRACTS
from shared.kernel.game_rules import AnyRules

PACKS = {
    "call_break": FRENCH_52,
    "king_russian": FRENCH_32,
    "king_turkish": FRENCH_52,
    "appel_au_roi": TAROCK_54,
}

TABLE_1 = """
appel trischaken seul_chien_complet
piccolo appel_contre_chien appel_petit misere appel_ii seul_sans_atout seul piccolo_ouvert
appel_iii misere_ouverte appel_iv seul_contre_chien_sans_atout seul_contre_chien
"""
TABLE_2 = """
petit ii iii iv roi_ultimo prise_xxi prise_roi oudlers quatre_rois honneurs absolu chelem
"""


def choices(schema: Any) -> Iterator[str]:
    """Every text that a JSON Schema lets one choose from."""
    if isinstance(schema, dict):
        yield from (one for one in schema.get("enum", ()) if isinstance(one, str))
        schema = list(schema.values())
    if isinstance(schema, list):
        for part in schema:
            yield from choices(part)


def codes_in_moves(rules: AnyRules) -> set[str]:
    """What moves of a game are made of, beside cards: contracts, bids, primes, suits."""
    _, schemas = json.schema_components(rules.MOVES)
    return {code for move in schemas.values() for code in choices(fields_of(move))}


def fields_of(move: dict[str, Any]) -> list[Any]:
    return [schema for name, schema in move["properties"].items() if name != "type"]


def test_every_game_is_called_something() -> None:
    assert set(catalogue.BY_NAME) <= set(TITLES)
    assert set(TITLES) == set(NAMES) == set(PACKS)
    assert {name: rules.DECK for name, rules in catalogue.BY_NAME.items()} == {
        name: PACKS[name] for name in catalogue.BY_NAME
    }


@pytest.mark.parametrize("rules", catalogue.RULESETS, ids=lambda rules: rules.NAME)
def test_what_can_be_chosen_has_a_name(rules: AnyRules) -> None:
    assert codes_in_moves(rules) <= set(names(rules.NAME, rules.DECK, "en"))


def test_what_can_be_chosen_is_found() -> None:
    codes = codes_in_moves(catalogue.BY_NAME["king_turkish"])
    assert codes == {*(contract.id for contract in TURKISH_CONTRACTS), *"CDHS"}


def test_every_contract_bid_and_prime_has_a_name_and_no_other() -> None:
    assert list(NAMES["king_russian"]) == [contract.name for contract in RUSSIAN_CONTRACTS]
    assert list(NAMES["king_turkish"]) == [contract.id for contract in TURKISH_CONTRACTS]
    assert list(BIDS) == TABLE_1.split()
    assert list(PRIMES) == TABLE_2.split()


@pytest.mark.parametrize("game", PACKS)
def test_no_code_stands_for_two_things_in_one_game(game: str) -> None:
    named = [*PACKS[game], *SUITS, *NAMES[game]]
    assert len(set(named)) == len(named)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", PACKS)
def test_no_two_codes_of_a_game_are_called_the_same(game: str, language: Language) -> None:
    pack = PACKS[game]
    for called in (names(game, pack, language), spoken(game, pack, language)):
        # A bird and its prime, the king of hearts and its contract go by one name on purpose.
        things = [called[code] for code in called if code in (*pack, *SUITS)]
        others = [called[code] for code in called if code in NAMES[game]]
        assert len(set(things)) == len(things)
        assert len(set(others)) == len(others)
        assert not any(re.search(r"[{}]", name) for name in called.values())


@pytest.mark.parametrize(
    ("code", "en", "fr", "de", "tr"),
    [
        ("KH", "king of hearts", "roi de cœur", "Herz-König", "kupa papazı"),
        ("AS", "ace of spades", "as de pique", "Pik-Ass", "maça ası"),
        ("TC", "10 of clubs", "10 de trèfle", "Kreuz-10", "sinek onlusu"),
        ("7D", "7 of diamonds", "7 de carreau", "Karo-7", "karo yedilisi"),
        ("NH", "knight of hearts", "cavalier de cœur", "Herz-Reiter", "kupa şövalyesi"),
        ("1D", "1 of diamonds", "1 de carreau", "Karo-1", "karo birlisi"),
        ("T1", "Petit", "Petit", "Pagat", "Petit"),
        ("T14", "tarock XIV", "XIV d’atout", "Tarock XIV", "tarok XIV"),
        ("T21", "tarock XXI", "XXI d’atout", "Mond", "tarok XXI"),
        ("EX", "Excuse", "Excuse", "Sküs", "Excuse"),
    ],
)
def test_cards_are_called_as_players_call_them(
    code: str, en: str, fr: str, de: str, tr: str
) -> None:
    assert tuple(card(code, language).alone for language in LANGUAGES) == (en, fr, de, tr)


@pytest.mark.parametrize(
    ("code", "en", "fr"),
    [
        ("QH", "the queen of hearts", "la dame de cœur"),
        ("AC", "the ace of clubs", "l’as de trèfle"),
        ("T2", "the tarock II", "le II d’atout"),
        ("EX", "the Excuse", "l’Excuse"),
    ],
)
def test_within_a_sentence_a_card_has_its_article(code: str, en: str, fr: str) -> None:
    assert (card(code, "en").spoken, card(code, "fr").spoken) == (en, fr)


@pytest.mark.parametrize(
    ("bid", "names_by_language"),
    [
        ("appel", ("King Call", "Appel", "Rufer", "Papaz Çağırma")),
        ("misere", ("Misère", "Misère", "Bettler", "Misère")),
        ("appel_ii", ("King Call with the II", "Appel et II d’atout", "Uhurufer", None)),
        ("roi_ultimo", ("King Ultimo", "Roi ultimo", "König ultimo", None)),
        ("chelem", ("Slam", "Chelem", "Valat", "Şlem")),
    ],
)
def test_appel_au_roi_speaks_as_its_players_do(
    bid: str, names_by_language: tuple[str | None, ...]
) -> None:
    for language, expected in zip(LANGUAGES, names_by_language, strict=True):
        if expected is not None:
            assert names("appel_au_roi", TAROCK_54, language)[bid] == expected


def test_only_the_pack_of_tarocks_has_a_suit_of_them() -> None:
    assert "T" not in names("call_break", FRENCH_52, "en")
    assert names("appel_au_roi", TAROCK_54, "fr")["T"] == "atout"
