"""Turn clocks, time banks, and the moves that the clock makes."""

from typing import Any

import pytest

from shared.cards.events import CardPlayed
from shared.games.call_break.events import Called
from shared.kernel.seats import Seat
from shared.table import refusals
from shared.table.commands import RunOutClock
from shared.table.deadlines import (
    BOT_SWEEP_MS,
    BOT_TURN_MS,
    Deadline,
    bot_overdue,
)
from shared.table.events import ClockRanOut
from tests.support.table_spec import BOTS, TableSpec, between_deals, opened, started

ANN = "player:ann"
FIXED = {"deals": 2}


def anns_turn(seats: str = "human human human human", **options: Any) -> TableSpec:
    """Ann on seat 0 is forehand and to call."""
    return started(seats, first_dealer=3, **options)


@pytest.mark.clause("CO-TIME-1")
def test_whose_clock_runs_out_is_played_for_and_the_event_says_so() -> None:
    spec = anns_turn(turn_seconds=20)
    due = spec.at + 20_000
    assert spec.deadline == Deadline("turn", due, Seat(0))
    spec = (
        spec.later(20_001)
        .when("clock", RunOutClock(due))
        .then(ClockRanOut(0, due), Called(Seat(0), 2))
    )
    assert spec.deadline == Deadline("turn", spec.at + 20_000, Seat(1))


@pytest.mark.clause("CO-TIME-1")
def test_without_the_option_no_clock_runs_for_a_human() -> None:
    assert anns_turn().deadline is None


@pytest.mark.clause("CO-TIME-2")
def test_the_clock_plays_the_lowest_call_and_the_lowest_legal_card() -> None:
    spec = anns_turn(turn_seconds=1)
    spec = spec.rung().rung().rung().rung()
    assert [e for e in spec.events if isinstance(e, Called)] == [
        Called(Seat(seat), 2) for seat in range(4)
    ]
    lowest = spec.first_legal()
    played = spec.rung().events[-1]
    assert isinstance(played, CardPlayed)
    assert spec.rules.move_of(played) == (0, lowest)


@pytest.mark.clause("CO-TIME-2")
def test_the_clock_runs_for_each_move_anew() -> None:
    spec = anns_turn(turn_seconds=20).later(15_000).moved()
    assert spec.deadline == Deadline("turn", spec.at + 20_000, Seat(1))


@pytest.mark.clause("CO-TIME-2")
def test_the_pause_is_nobodys_time() -> None:
    spec = between_deals(first_dealer=2, turn_seconds=20).rung()
    assert spec.deadline == Deadline("turn", spec.at + 20_000, Seat(0))


@pytest.mark.clause("CO-TIME-1")
def test_the_time_bank_is_what_turns_may_be_overdrawn_by_in_all() -> None:
    spec = anns_turn(turn_seconds=20, time_bank_seconds=30)
    assert spec.deadline == Deadline("turn", spec.at + 50_000, Seat(0))
    spec = spec.later(32_000).moved()
    assert spec.underway.seats[0].bank_ms == 18_000
    spec = spec.moved(3)
    assert spec.deadline == Deadline("turn", spec.at + 38_000, Seat(0))


def test_a_turn_within_its_time_costs_no_bank() -> None:
    spec = anns_turn(turn_seconds=20, time_bank_seconds=30).later(20_000).moved()
    assert spec.underway.seats[0].bank_ms == 30_000


def test_a_clock_that_ran_out_leaves_an_empty_bank() -> None:
    spec = anns_turn(turn_seconds=20, time_bank_seconds=30).rung()
    assert spec.underway.seats[0].bank_ms == 0


def test_leaving_draws_on_the_bank_like_moving() -> None:
    spec = anns_turn(turn_seconds=20, time_bank_seconds=30).later(25_000)
    spec = spec.given(ANN, "table:leave")
    assert spec.underway.seats[0].bank_ms == 25_000
    assert spec.later(60_000).moved().underway.seats[0].bank_ms == 25_000


def test_the_house_never_spends_the_bank_of_an_absent_player() -> None:
    spec = anns_turn(turn_seconds=20, time_bank_seconds=30).given(ANN, "table:leave")
    spec = spec.rung()
    assert spec.events[-2] == ClockRanOut(0, spec.at)
    assert spec.underway.seats[0].bank_ms == 30_000


def test_leaving_in_another_seats_turn_costs_nothing() -> None:
    spec = anns_turn(turn_seconds=20, time_bank_seconds=30).later(40_000)
    assert spec.given("player:bea", "table:leave").underway.seats[1].bank_ms == 30_000


@pytest.mark.parametrize("seats", ["bot human human human", "human human human human"])
def test_a_bot_or_the_house_is_played_for_after_a_while_whatever_the_options(seats: str) -> None:
    spec = anns_turn(seats)
    if seats.startswith("human"):
        spec = spec.given(ANN, "table:leave")
    due = spec.at + BOT_TURN_MS
    assert spec.deadline == Deadline("turn", due, Seat(0))
    assert bot_overdue(spec.rules, spec.state) == spec.at + BOT_SWEEP_MS
    assert spec.rung().events[-2:] == (ClockRanOut(0, due), Called(Seat(0), 2))


def test_bots_alone_can_be_played_out_by_the_clock() -> None:
    spec = started(BOTS, house_rules={"deals": 1})
    while spec.deadline is not None:
        spec = spec.rung()
    assert spec.over.reason == "completed"


def test_the_sweep_looks_after_no_human_and_no_pause() -> None:
    assert bot_overdue(None, opened().state) is None
    spec = anns_turn()
    assert bot_overdue(spec.rules, spec.state) is None
    pause = between_deals(BOTS, house_rules=FIXED)
    assert bot_overdue(pause.rules, pause.state) is None


def test_a_clock_that_no_longer_runs_has_not_run_out() -> None:
    spec = anns_turn(turn_seconds=20)
    due = spec.at + 20_000
    moved = spec.later(19_999).moved().later(1)
    moved.when("clock", RunOutClock(due)).then_refused(refusals.NO_SUCH_CLOCK, due=due)
    anns_turn().when("clock", RunOutClock(due)).then_refused(refusals.NO_SUCH_CLOCK, due=due)


def test_a_move_after_the_time_is_taken_if_the_log_has_it_before_the_clock() -> None:
    spec = anns_turn(turn_seconds=20).later(25_000)
    spec.when(ANN, "call:5").then(Called(Seat(0), 5))
