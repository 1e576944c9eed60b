"""What a viewer may know of a table, in every phase."""

from typing import Any

import msgspec
import pytest

from shared.kernel.seats import PUBLIC, SEATS, Seat, Viewer
from shared.table.state import Unopened
from shared.table.view import TableView, show, to_move, view
from tests.support.table_spec import (
    GAME,
    MASTER_KEY,
    TableSpec,
    between_deals,
    commitment_of,
    full,
    key_of,
    opened,
    seed_of,
    started,
)


def seen(spec: TableSpec, viewer: Viewer = PUBLIC) -> TableView:
    assert not isinstance(spec.state, Unopened)
    return view(spec.rules, spec.state, viewer)


def shown(spec: TableSpec, viewer: Viewer = PUBLIC) -> dict[str, Any]:
    return show(spec.rules, seen(spec, viewer))


@pytest.mark.parametrize(
    ("spec", "phase", "reason"),
    [
        (opened(), "seating", None),
        (full(), "revealing", None),
        (started(), "playing", None),
        (between_deals(), "between_deals", None),
        (opened().rung(), "over", "not_started"),
        (between_deals(house_rules={"deals": 1}), "over", "completed"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_phase_and_how_it_ended(spec: TableSpec, phase: str, reason: str | None) -> None:
    assert (seen(spec).phase, seen(spec).reason) == (phase, reason)


def test_a_table_shows_its_terms() -> None:
    document = shown(opened(house_rules={"deals": 4}, stake=5))
    assert document["game"] == GAME
    assert document["house_rules"] == {"deals": 4}
    assert document["options"]["stake"] == 5
    assert (document["anchor"], document["deals"]) == (key_of(0).hex(), 1024)
    assert document["master_key"] == MASTER_KEY
    assert document["match"] is None


def test_seats_show_who_sits_and_what_they_said() -> None:
    spec = started("human human human bot", time_bank_seconds=30)
    spec = spec.given("player:ann", "table:stop", "table:abandon", "table:leave")
    seats = shown(spec)["seats"]
    assert seats[0] == {
        "seat": 0,
        "kind": "human",
        "player": "ann",
        "commitment": commitment_of(seed_of("ann")).hex(),
        "seed": seed_of("ann"),
        "away": True,
        "returning": False,
        "ready": False,
        "stop": True,
        "abandon": True,
        "bank_ms": 30_000,
    }
    assert (seats[3]["kind"], seats[3]["player"]) == ("bot", None)


def test_an_empty_seat_is_empty() -> None:
    silent = dict.fromkeys(("away", "returning", "ready", "stop", "abandon"), False)
    nobody = dict.fromkeys(("player", "commitment", "seed"))
    assert shown(opened())["seats"][3] == {
        "seat": 3,
        "kind": "empty",
        "bank_ms": 0,
        **nobody,
        **silent,
    }


def test_a_seat_whose_player_comes_back_says_so() -> None:
    spec = started(first_dealer=3).given("player:ann", "table:leave", "table:ready")
    seat = seen(spec).seats[0]
    assert (seat.away, seat.returning) == (False, True)


def test_a_seed_is_unseen_until_it_is_revealed() -> None:
    assert all(seat.seed is None for seat in seen(full()).seats)
    assert seed_of("ann") not in str(shown(full(), Seat(0)))


def test_the_running_deal_and_whose_move_it_is() -> None:
    spec = started(first_dealer=3, turn_seconds=20)
    document = shown(spec)
    assert document["deal"] == {"number": 1, "index": 1, "dealer": 3}
    assert document["to_move"] == 0
    assert document["deadline"] == {"kind": "turn", "due": spec.at + 20_000, "seat": 0}


def test_between_deals_nobody_is_to_move() -> None:
    spec = between_deals()
    assert shown(spec)["deal"] is None
    assert shown(spec)["to_move"] is None
    assert shown(spec)["deadline"]["kind"] == "deal"
    assert to_move(spec.rules, spec.underway) is None


def test_each_seat_sees_its_hand_and_the_public_sees_none() -> None:
    spec = started()
    hands = [shown(spec, seat)["match"]["hand"] for seat in SEATS]
    assert sorted(card for hand in hands for card in hand) == sorted(spec.rules.DECK)
    assert shown(spec)["match"]["hand"] is None


@pytest.mark.clause("CO-CARD-3")
def test_what_is_shown_is_plain_json_with_cards_as_codes() -> None:
    document = shown(started(), Seat(2))
    assert set(document["match"]["hand"]) <= set(started().rules.DECK)
    assert msgspec.json.decode(msgspec.json.encode(document)) == document


def test_a_game_that_ended_shows_its_match() -> None:
    document = shown(between_deals(house_rules={"deals": 1}))
    assert len(document["match"]["deals"]) == 1
    assert document["deadline"] is None
