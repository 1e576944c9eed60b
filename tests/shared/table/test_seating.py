"""Seats are taken and left, until four are taken; then no seat changes."""

import pytest

from shared.table import refusals
from shared.table.commands import RunOutClock, Sit, VoidDeal
from shared.table.events import GameNotStarted, SeatLeft, SeatTaken
from shared.table.state import Revealing, Seating
from tests.support.table_spec import BOTS, START, commitment_of, full, opened, seed_of

ANN = commitment_of(seed_of("ann"))


def test_a_player_takes_a_free_seat_with_a_commitment() -> None:
    spec = opened().when("player:ann", Sit(2, ANN)).then(SeatTaken(2, "ann", ANN))
    assert isinstance(spec.state, Seating)


def test_the_fourth_seat_begins_the_reveal() -> None:
    assert isinstance(full().state, Revealing)
    assert isinstance(opened(BOTS, house_rules={"deals": 1}).state, Revealing)


def test_a_taken_seat_is_refused_with_those_that_are_free() -> None:
    spec = opened("human bot human human").given("player:ann", Sit(0, ANN))
    spec.when("player:bea", Sit(0, ANN)).then_refused(refusals.SEAT_TAKEN, seat=0, free=("2", "3"))
    spec.when("player:bea", Sit(1, ANN)).then_refused(refusals.SEAT_TAKEN, seat=1, free=("2", "3"))


def test_a_player_has_one_seat() -> None:
    spec = opened().given("player:ann", Sit(0, ANN))
    spec.when("player:ann", Sit(1, ANN)).then_refused(refusals.ALREADY_SEATED, seat=0)
    full().when("player:ann", Sit(1, ANN)).then_refused(refusals.ALREADY_SEATED, seat=0)


def test_a_seat_that_was_left_is_free_again() -> None:
    spec = opened().given("player:ann", Sit(0, ANN))
    left = spec.when("player:ann", "table:leave").then(SeatLeft(0))
    left.when("player:bea", Sit(0, ANN)).then(SeatTaken(0, "bea", ANN))
    left.when("player:ann", "table:leave").then_refused(refusals.NOT_SEATED)


def test_no_seat_is_taken_once_four_are() -> None:
    full().when("player:eva", Sit(0, ANN)).then_refused(refusals.SEATS_CLOSED)


def test_every_change_of_seats_gives_the_table_another_hour_to_fill() -> None:
    spec = opened().later(60_000).given("player:ann", Sit(0, ANN))
    assert spec.deadline is not None
    assert spec.deadline.due == START + 60_000 + 3_600_000
    assert spec.rung().events[-1] == GameNotStarted(None, "not_filled")


@pytest.mark.parametrize("text", ["table:ready", "table:stop", "table:unstop", "table:abandon"])
def test_what_belongs_to_a_started_game_waits_for_it(text: str) -> None:
    opened().given("player:ann", Sit(0, ANN)).when("player:ann", text).then_refused(
        refusals.NOT_STARTED
    )
    full().when("player:ann", text).then_refused(refusals.NOT_STARTED)


def test_nobody_moves_before_the_game_has_started() -> None:
    full().when("player:ann", "call:4").then_refused(refusals.NOT_STARTED)
    opened().when("player:ann", "call:4").then_refused(refusals.NOT_SEATED)
    opened("human bot human human").when("bot:0", "call:4").then_refused(
        refusals.FORBIDDEN, actor="bot", command="call"
    )


def test_nothing_is_voided_before_the_game_has_started() -> None:
    full().when("system", VoidDeal("restored")).then_refused(refusals.NOT_STARTED)


@pytest.mark.parametrize("actor", ["bot:0", "house:0", "clock", "system"])
def test_only_players_sit(actor: str) -> None:
    opened().when(actor, Sit(0, ANN)).then_refused(
        refusals.FORBIDDEN, actor=actor.split(":", maxsplit=1)[0], command="table.sit"
    )


@pytest.mark.parametrize("actor", ["bot:0", "player:ann", "system"])
def test_only_the_clock_says_that_a_clock_ran_out(actor: str) -> None:
    opened().when(actor, RunOutClock(START)).then_refused(
        refusals.FORBIDDEN, actor=actor.split(":", maxsplit=1)[0], command="table.clock_ran_out"
    )


@pytest.mark.parametrize("actor", ["bot:0", "player:ann", "clock"])
def test_only_the_service_voids_a_deal(actor: str) -> None:
    full().when(actor, VoidDeal("because")).then_refused(
        refusals.FORBIDDEN, actor=actor.split(":", maxsplit=1)[0], command="table.void_deal"
    )
