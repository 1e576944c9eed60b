"""The house plays for a player who left, until the first turn after the return."""

import pytest

from shared.games.call_break.events import Called
from shared.kernel.seats import Seat
from shared.table import refusals
from shared.table.deadlines import bot_overdue
from shared.table.events import PlayerLeft, PlayerReturned
from tests.support.table_spec import TableSpec, between_deals, started

ANN, BEA = "player:ann", "player:bea"


def anns_turn() -> TableSpec:
    """Ann on seat 0 is forehand and to call."""
    return started("human human human bot", first_dealer=3)


def test_the_house_plays_for_who_left() -> None:
    spec = anns_turn().when(ANN, "table:leave").then(PlayerLeft(0))
    assert spec.mover_actor() == "house:0"
    spec.when("house:0", "call:4").then(Called(Seat(0), 4))
    spec.when(ANN, "call:4").then_refused(refusals.HOUSE_PLAYS)


def test_the_house_does_not_play_for_who_is_here() -> None:
    anns_turn().when("house:0", "call:4").then_refused(refusals.NOT_AWAY, seat=0)


def test_a_bots_seat_is_its_own() -> None:
    spec = anns_turn().moved(3)
    assert spec.mover_actor() == "bot:3"
    spec.when("house:3", "call:4").then_refused(refusals.FORBIDDEN, actor="house", command="call")
    anns_turn().when("bot:0", "call:4").then_refused(
        refusals.FORBIDDEN, actor="bot", command="call"
    )


@pytest.mark.parametrize("actor", ["bot:4", "bot:", "house:x", "clock", "system", "nobody:0"])
def test_no_one_else_moves(actor: str) -> None:
    anns_turn().when(actor, "call:4").then_refused(
        refusals.FORBIDDEN, actor=actor.split(":", maxsplit=1)[0], command="call"
    )


def test_a_stranger_does_not_move() -> None:
    anns_turn().when("player:eva", "call:4").then_refused(refusals.NOT_SEATED)
    anns_turn().when("player:eva", "table:ready").then_refused(refusals.NOT_SEATED)


def test_a_return_takes_effect_at_the_next_turn_of_the_seat() -> None:
    spec = anns_turn().given(ANN, "table:leave")
    spec = spec.when(ANN, "table:ready").then(PlayerReturned(0))
    assert spec.mover_actor() == "house:0"
    spec.when(ANN, "call:4").then_refused(refusals.HOUSE_PLAYS)
    spec = spec.moved()
    assert not spec.underway.seats[0].played_by_house
    assert spec.moved(3).mover_actor() == ANN


def test_a_return_in_another_seats_turn_is_complete_at_once() -> None:
    spec = anns_turn().given(BEA, "table:leave").given(BEA, "table:ready")
    assert not spec.underway.seats[1].played_by_house
    assert spec.moved().mover_actor() == BEA


def test_a_return_between_deals_is_complete_at_once() -> None:
    spec = between_deals().given(ANN, "table:leave").given(ANN, "table:ready")
    assert not spec.underway.seats[0].played_by_house


def test_who_has_left_has_left() -> None:
    spec = anns_turn().given(ANN, "table:leave")
    spec.when(ANN, "table:leave").then_refused(refusals.ALREADY_AWAY)


def test_who_is_coming_back_may_leave_again() -> None:
    spec = anns_turn().given(ANN, "table:leave", "table:ready", "table:leave")
    assert spec.underway.seats[0].away
    assert spec.moved(4).mover_actor() == "house:0"


def test_coming_and_going_does_not_put_off_the_houses_turn() -> None:
    spec = anns_turn().later(2_000).given(ANN, "table:leave")
    due = spec.at + 15_000
    spec = spec.later(5_000).given(ANN, "table:ready", "table:leave")
    assert spec.deadline is not None
    assert spec.deadline.due == due
    assert bot_overdue(spec.rules, spec.state) == due - 12_000


def test_an_absent_player_may_still_ask() -> None:
    spec = between_deals("human human human bot").given(ANN, "table:leave")
    assert spec.given(ANN, "table:stop").underway.seats[0].stop
    assert spec.given(ANN, "table:abandon").underway.seats[0].abandon
