"""Players and their tokens: who is told what, and who is turned away."""

import hashlib

import pytest

from tests.services.gateway.world import World


def test_a_player_gets_an_id_and_a_token_that_only_a_hash_is_kept_of(world: World) -> None:
    answer = world.post("/v1/players", {"name": "Ann"})
    created = answer.json()
    assert answer.status_code == 201
    assert created["name"] == "Ann"
    assert len(created["player"]) == 32
    kept = hashlib.sha256(created["token"].encode()).digest()
    found = world.directory.player_of_token(kept)
    assert found is not None
    assert found.player == created["player"]


def test_two_players_have_two_tokens(world: World) -> None:
    (_, first), (_, second) = world.player(), world.player()
    assert first != second


@pytest.mark.parametrize(
    "name",
    [
        "",
        "x" * 41,
        " Ann",
        "Ann ",
        "   ",
        "Ann  B",
        "A\nnn",
        "a\0b",
        "\t",
        "\u202eAnn",  # bidi control
        "Ann\u2069",
        "A\u200bnn",  # zero width
        "Ann\u200d",
        "\ufeffAnn",
        "Ann\u00ad",  # soft hyphen
        "Ann\u00a0B",  # spaces that are not the space
        "\u3000",
        "A\u2028nn",
        "A\ue000nn",  # private
        "A\u0378nn",  # unassigned
        "\u3164",  # letters and signs that show nothing
        "\u115f\u1160",
        "\u2800",
        "Ann\u034f",
        "Ann\ufe0f",
        "Ann\U000e0100",
        "\u0301",  # marks upon nothing
        "Ann \u0301B",
        "\u0958" * 21,  # NFC has no single character for it
    ],
)
def test_a_name_that_cannot_be_shown_is_refused(name: str, shared_world: World) -> None:
    answer = shared_world.post("/v1/players", {"name": name})
    assert answer.status_code == 400
    assert "$.name" in answer.json()["faults"][0]["where"]


@pytest.mark.parametrize(
    "name", ["Ann", "Zoë", "李明", "Ayşe", "x" * 40, "two words", "O'Neil-2 🂡", "सीता", "กำไร"]
)
def test_names_in_every_script_are_taken(name: str, shared_world: World) -> None:
    answer = shared_world.post("/v1/players", {"name": name})
    assert (answer.status_code, answer.json()["name"]) == (201, name)


def test_one_name_has_one_spelling(world: World) -> None:
    created = world.post("/v1/players", {"name": "Zoe\u0308"}).json()
    assert created["name"] == "Zo\u00eb"
    kept = hashlib.sha256(created["token"].encode()).digest()
    found = world.directory.player_of_token(kept)
    assert found is not None
    assert found.name == "Zo\u00eb"


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer gr_",
        "Bearer " + "gr_" + "A" * 43,
        "Bearer gr_" + "A" * 43 + " x",
        "Basic YTpi",
        "gr_" + "A" * 43,
        "Bearer ' OR 1=1 --",
        "Bearer " + "x" * 5000,
    ],
)
@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/v1/games"), ("POST", "/v1/games"), ("GET", "/v1/games/xyz/view")],
)
def test_a_token_that_is_no_token_is_challenged_everywhere(
    header: str, method: str, path: str, shared_world: World
) -> None:
    answer = shared_world.request(method, path, headers={"Authorization": header})
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"].startswith('Bearer realm="greffier", error=')
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/v1/games"),
        ("POST", "/v1/games/{game}/seats"),
        ("POST", "/v1/games/{game}/commands"),
        ("GET", "/v1/games/{game}/commands/c1"),
        ("GET", "/v1/games?mine=true"),
    ],
)
def test_what_needs_a_player_says_so_before_it_reads_the_body(
    method: str, path: str, shared_world: World
) -> None:
    answer = shared_world.request(method, path.format(game="03" + "0" * 32), content=b"{")
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == 'Bearer realm="greffier"'


def test_the_scheme_is_read_in_any_case(world: World) -> None:
    _, token = world.player()
    answer = world.request("GET", "/v1/games", headers={"Authorization": f"bEARER  {token}"})
    assert answer.status_code == 200


def test_a_token_is_asked_of_sql_again_after_a_while(world: World) -> None:
    _, token = world.player()
    assert world.get("/v1/games", token).status_code == 200
    world.directory._tokens.clear()
    assert world.get("/v1/games", token).status_code == 200
    world.pipeline.clock.now += 30_001
    assert world.get("/v1/games", token).status_code == 401
