"""In which language the gateway answers: the one that the reader likes best, else English."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.gateway.languages import language_of
from services.gateway.preferences import HEADER_READ, ranges
from services.texts.languages import LANGUAGES
from tests.services.gateway.world import World, heard, said


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("*", "en"),
        ("fr", "fr"),
        ("FR-ch", "fr"),
        ("de-AT, de;q=0.9, en;q=0.8", "de"),
        ("tr;q=0.3, de;q=0.7", "de"),
        ("nl, tr;q=0.5, *;q=0.1", "tr"),
        ("ne, hi;q=0.9", "en"),
        ("ne, *;q=0.5, fr;q=0.2", "en"),
        ("en;q=0, *;q=0.5", "fr"),
        ("fr;q=0", "en"),
        ("*;q=0", "en"),
        ("fr;q=nonsense, de;q=0.1", "de"),
        ("french", "en"),
        (",, ;q=1,de,,", "de"),
    ],
)
def test_the_best_liked_language_is_chosen(header: str | None, language: str) -> None:
    assert language_of(header) == language


@given(st.text(max_size=60) | st.from_regex(r"([a-z*]{1,3}(;q=[0-9.]{0,4})?,? ?){0,5}"))
def test_no_header_keeps_an_answer_back(header: str) -> None:
    assert language_of(header) in LANGUAGES


def test_of_a_header_without_end_the_beginning_counts() -> None:
    """A request's head may be long, and everybody's answers wait while it is read."""
    assert len(ranges("," * 64_000)) <= HEADER_READ + 1
    assert language_of("ne," * HEADER_READ + "de") == "en"
    assert language_of("de," + "ne," * HEADER_READ) == "de"


def test_a_refusal_is_answered_in_the_readers_language(world: World) -> None:
    _, token = world.player()
    game = world.open(token)
    world.start(game, token)
    turn = world.get(f"/v1/games/{game}/view", token).json()["turn"]
    body = {"command_id": "c1", "move": "call:14", "turn": turn}
    path = f"/v1/games/{game}/commands"
    answers = [
        world.request("POST", path, token, json=body, headers={"Accept-Language": header})
        for header in ("en", "fr-CH, fr;q=0.9", "de", "tr")
    ]
    # One command, decided once: the stored refusal has no language.
    assert [answer.json()["text"] for answer in answers] == [
        "a call is a whole number from 2 to 13",
        "une annonce est un nombre entier de 2 à 13",
        "eine Ansage ist eine ganze Zahl von 2 bis 13",
        "tahmin, 2 ile 13 arasında bir tam sayıdır",
    ]
    assert [answer.headers["content-language"] for answer in answers] == ["en", "fr", "de", "tr"]
    assert {answer.headers["vary"] for answer in answers} == {"Accept-Language"}
    french = answers[1].json()
    assert french["title"] == "Les règles le refusent"
    assert french["detail"] == f"CB-CALL-2: {french['text']}"
    assert (french["code"], french["clause"]) == ("call_break.call_out_of_bounds", "CB-CALL-2")
    assert french["params"] == {"least": 2, "most": 13}


def test_problems_are_told_in_the_readers_language(shared_world: World) -> None:
    headers = {"Accept-Language": "de"}
    answer = shared_world.request("GET", "/v1/games/nothing", headers=headers)
    problem = answer.json()
    assert (answer.status_code, answer.headers["content-language"]) == (404, "de")
    assert problem["title"] == "So etwas gibt es hier für dich nicht"
    assert problem["detail"] == "nichts heißt so, oder es ist nicht für dich bestimmt"
    assert problem["type"] == "urn:greffier:problem:not-found"


def test_what_only_programs_cause_is_detailed_in_english(shared_world: World) -> None:
    headers = {"Accept-Language": "fr"}
    answer = shared_world.request("POST", "/v1/players", json={"name": 1}, headers=headers)
    problem = answer.json()
    assert problem["title"] == "La requête est illisible"
    assert problem["faults"][0]["what"] == "Expected `str`, got `int`"


def test_names_are_given_in_the_language_asked_for(shared_world: World) -> None:
    answer = shared_world.request("GET", "/v1/rules", headers={"Accept-Language": "tr"})
    assert answer.headers["content-language"] == "tr"
    assert answer.headers["vary"] == "Accept, Accept-Language"
    kinds = {kind["rules"]: kind for kind in answer.json()["kinds"]}
    turkish = kinds["king_turkish"]
    assert turkish["title"] == "King (Rıfkı)"
    assert turkish["names"]["kiz_almaz"] == "Kız Almaz"
    assert turkish["names"]["KH"] == "kupa papazı"
    assert kinds["king_russian"]["names"]["eralash_positive"] == "Artı Eralaş"
    assert set(turkish["deck"]) <= set(turkish["names"])


@pytest.mark.parametrize(
    ("hello", "headers", "text"),
    [
        ({}, {}, "this is no command: there is no such move"),
        (
            {},
            {"Accept-Language": "de-AT"},
            "das ist kein gültiger Befehl: there is no such move",
        ),
        (
            {"language": "tr, en;q=0.5"},
            {"Accept-Language": "de-AT"},
            "bu geçerli bir komut değil: there is no such move",
        ),
    ],
)
def test_a_socket_speaks_the_language_of_its_hello_or_else_of_its_header(
    hello: dict[str, str], headers: dict[str, str], text: str, world: World
) -> None:
    _, token = world.player()
    game = world.open(token)
    with world.socket(game, headers=headers, token=token, **hello) as socket:
        heard(socket)
        socket.send(said({"type": "command", "command_id": "c1", "move": "dance"}))
        assert heard(socket)["text"] == text
