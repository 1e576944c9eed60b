"""A refusal as a sentence: in the reader's language, its codes by their names."""

import re

import pytest

from services.texts.languages import LANGUAGES, Language
from services.texts.refusals import KINDS, filled, sentence
from shared.games.call_break import refusals as call_break
from shared.games.king_russian import refusals as king_russian
from shared.games.king_turkish import refusals as king_turkish
from shared.kernel.refusal import Refusal, RefusalKind
from shared.table import refusals as table


def said(refusal: Refusal) -> list[str]:
    return [sentence(refusal, language) for language in LANGUAGES]


def test_cards_are_named_and_joined_as_the_language_does() -> None:
    assert said(call_break.MUST_FOLLOW_SUIT(allowed=("9H", "QH", "KH"))) == [
        (
            "you hold cards of the suit led; "
            "play the 9 of hearts, the queen of hearts, or the king of hearts"
        ),
        (
            "vous avez de la couleur demandée\N{NO-BREAK SPACE}; "
            "jouez le 9 de cœur, la dame de cœur ou le roi de cœur"
        ),
        ("du hast Karten der ausgespielten Farbe; spiel Herz-9, Herz-Dame oder Herz-König"),
        (
            "istenen renkten kartınız var; "
            "oynayabilecekleriniz: kupa dokuzlusu, kupa kızı veya kupa papazı"
        ),
    ]


def test_one_card_is_no_list() -> None:
    refusal = king_turkish.MUST_GIVE(allowed=("QS",))
    assert sentence(refusal, "en").endswith("lies; play the queen of spades")


def test_contracts_are_named() -> None:
    refusal = king_russian.HEARTS_HELD_BACK(contract="no_hearts", allowed=("7C", "AS"))
    assert said(refusal)[:2] == [
        (
            "in No Hearts a heart is led only by who holds nothing else; "
            "lead the 7 of clubs or the ace of spades"
        ),
        (
            "au contrat «\N{NO-BREAK SPACE}Sans Cœurs\N{NO-BREAK SPACE}», n’entame cœur que "
            "celui qui n’a rien d’autre\N{NO-BREAK SPACE}; "
            "entamez avec le 7 de trèfle ou l’as de pique"
        ),
    ]


def test_suits_are_named() -> None:
    refusal = king_turkish.TRUMP_SUIT_MISSING(suits=("C", "D", "H", "S"))
    assert [text.partition(": ")[2] for text in said(refusal)[2:]] == [
        "Kreuz, Karo, Herz oder Pik",
        "sinek, karo, kupa veya maça",
    ]


def test_what_must_be_done_as_a_whole_is_joined_by_and() -> None:
    kind = RefusalKind("king_turkish.example", "KT-PLAY-1", "give {must}", all_of=("must",))
    assert [filled(kind, {"must": ("KH", "QH")}, language) for language in ("en", "fr")] == [
        "give the king of hearts and the queen of hearts",
        "give le roi de cœur et la dame de cœur",
    ]


def test_where_nothing_can_be_listed_it_is_said() -> None:
    refusal = king_turkish.PENALTY_CLOSED(contract="rifki", open=())
    assert sentence(refusal, "en").endswith("is closed; choose nothing")
    assert sentence(refusal, "de").endswith("ist geschlossen; wähl nichts")


def test_numbers_and_seats_are_numbers() -> None:
    refusal = king_turkish.NOT_YOUR_PLAY(to_move=2)
    assert "sıra 2 numaralı yerde" in sentence(refusal, "tr")


def test_what_people_wrote_themselves_is_left_alone() -> None:
    # "king" and "H" are codes of games; here they are what somebody asked a table for.
    unknown = table.UNKNOWN_HOUSE_RULE(rules="king", option="H", known=("deals",))
    assert sentence(unknown, "de") == "king hat keine Hausregel namens H; nenn deals"


def test_braces_in_what_people_wrote_are_no_placeholders() -> None:
    refusal = table.MALFORMED(reason="there is no command {allowed}")
    assert sentence(refusal, "en") == "this is no command: there is no command {allowed}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_of_a_newer_worker_is_shown_by_its_code(language: Language) -> None:
    refusal = Refusal("call_break.of_tomorrow", "CB-NEW-1", {"allowed": ("KH",)})
    assert sentence(refusal, language) == "call_break.of_tomorrow"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_kept_since_its_sentence_said_less_is_shown_by_its_code(
    language: Language,
) -> None:
    kept = Refusal("call_break.must_follow_suit", "CB-PLAY-2", {"suit": "H"})
    assert sentence(kept, language) == "call_break.must_follow_suit"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_every_refusal_is_a_whole_sentence(kind: RefusalKind, language: Language) -> None:
    params = {name: "§" + name for name in re.findall(r"\{(\w+)\}", kind.text)}
    text = sentence(kind(**params), language)
    assert not re.search(r"[{}]", text)
    assert all(shown in text for shown in params.values())
