"""Client seeds are revealed, then the game starts; or it closes unplayed, naming the seat."""

import pytest

from shared.kernel.seats import Seat
from shared.table import refusals
from shared.table.commands import RevealSeed, RunOutClock
from shared.table.deadlines import Deadline
from shared.table.events import DealStarted, GameNotStarted, GameStarted, SeedRevealed
from shared.table.state import Revealing, seeds_of
from tests.support.table_spec import (
    BOTS,
    PLAYERS,
    START,
    TableSpec,
    full,
    opened,
    seed_of,
    started,
)


def all_revealed(spec: TableSpec) -> TableSpec:
    for player in PLAYERS:
        spec = spec.given(f"player:{player}", RevealSeed(seed_of(player)))
    return spec


def test_a_seed_that_fits_its_commitment_is_revealed() -> None:
    full().when("player:bea", RevealSeed(seed_of("bea"))).then(SeedRevealed(1, seed_of("bea")))


def test_another_seed_is_refused() -> None:
    full().when("player:bea", RevealSeed(seed_of("ann"))).then_refused(refusals.SEED_MISMATCH)


def test_a_seed_is_revealed_once() -> None:
    spec = full().given("player:bea", RevealSeed(seed_of("bea")))
    spec.when("player:bea", RevealSeed(seed_of("bea"))).then_refused(refusals.SEED_REVEALED)


def test_seeds_are_revealed_between_the_fourth_seat_and_the_start() -> None:
    seating = opened("human bot bot human")
    seating.when("player:ann", RevealSeed(seed_of("ann"))).then_refused(refusals.NOT_SEATED)
    started().when("player:ann", RevealSeed(seed_of("ann"))).then_refused(refusals.NOT_REVEALING)


def test_a_missing_seed_closes_the_game_after_ten_seconds_and_is_named() -> None:
    spec = full()
    for player in ("ann", "bea", "dan"):
        spec = spec.later(1_000).given(f"player:{player}", RevealSeed(seed_of(player)))
    assert spec.deadline == Deadline("reveal", START + 10_000, Seat(2))
    closed = spec.rung()
    assert closed.events[-1] == GameNotStarted(2, "seed_missing")
    assert closed.over.reason == "not_started"


def test_the_order_of_the_log_decides_between_a_late_seed_and_the_clock() -> None:
    late = all_revealed(full().later(10_001))
    late.when("clock", RunOutClock(START + 10_000)).then_refused(
        refusals.NO_SUCH_CLOCK, due=START + 10_000
    )
    assert late.deadline == Deadline("start", START + 10_001)


def test_who_leaves_during_the_reveal_closes_the_game_and_is_named() -> None:
    spec = full().given("player:ann", RevealSeed(seed_of("ann")))
    closed = spec.when("player:dan", "table:leave").then(GameNotStarted(3, "left"))
    assert closed.over.reason == "not_started"
    all_revealed(full()).when("player:ann", "table:leave").then(GameNotStarted(0, "left"))


def test_the_game_starts_at_once_when_all_seeds_are_known() -> None:
    spec = all_revealed(full().later(4_000))
    assert spec.deadline == Deadline("start", START + 4_000)
    spec.when("clock", RunOutClock(START + 4_000)).then(GameStarted(0), DealStarted(1, 1, 0))


def test_bots_alone_have_nothing_to_reveal() -> None:
    spec = opened(BOTS, house_rules={"deals": 1})
    assert spec.deadline == Deadline("start", START)
    assert isinstance(spec.state, Revealing)
    assert seeds_of(spec.state.seats) == ("", "", "", "")


def test_a_bots_seed_is_empty_beside_those_of_the_humans() -> None:
    spec = full("bot human bot human")
    spec = spec.given("player:bea", RevealSeed(seed_of("bea")))
    spec = spec.given("player:dan", RevealSeed(seed_of("dan")))
    assert isinstance(spec.state, Revealing)
    assert seeds_of(spec.state.seats) == ("", seed_of("bea"), "", seed_of("dan"))


@pytest.mark.clause("CO-DEAL-2")
@pytest.mark.parametrize("drawn", [0, 1, 2, 3])
def test_the_first_dealer_is_the_one_drawn(drawn: int) -> None:
    assert started(shuffle=drawn).events[-2:] == (GameStarted(drawn), DealStarted(1, 1, drawn))


@pytest.mark.clause("CO-DEAL-2")
def test_the_option_first_dealer_fixes_the_first_dealer() -> None:
    spec = started(shuffle=1, first_dealer=3)
    assert spec.events[-2:] == (GameStarted(3), DealStarted(1, 1, 3))


@pytest.mark.clause("CO-SEAT-2")
def test_forehand_the_seat_after_the_dealer_is_first_to_move() -> None:
    assert started(first_dealer=3).mover == 0
    assert started(first_dealer=1).mover == 2


@pytest.mark.clause("CO-SEAT-1")
def test_seats_follow_one_another_in_order_of_play() -> None:
    spec = started(first_dealer=1)
    movers = []
    for _ in range(4):
        movers.append(spec.mover)
        spec = spec.moved()
    assert movers == [2, 3, 0, 1]
