"""Deals follow one another: pauses, readiness, keys, and deals that are voided."""

import pytest

from shared.cards.events import CardPlayed, TrickWon
from shared.games.call_break.events import DealScored
from shared.table import refusals
from shared.table.commands import Request, RunOutClock, SecretMissing, VoidDeal
from shared.table.deadlines import Deadline
from shared.table.decide import decide
from shared.table.events import (
    DealOpened,
    DealStarted,
    DealVoided,
    GameAbandoned,
    GameEnded,
    GameStarted,
    PlayerReady,
    SettlementMade,
    StopAsked,
)
from tests.support.table_spec import (
    BOTS,
    START,
    TableSpec,
    between_deals,
    full,
    key_of,
    open_,
    started,
)

TWO_HUMANS = "human human bot bot"


def until_last_card(spec: TableSpec) -> TableSpec:
    return spec.moved(4 + 51)


def test_a_deal_ends_with_its_score_and_then_its_key() -> None:
    last = until_last_card(started())
    last.when(last.mover_actor(), last.first_legal()).then_kinds(
        CardPlayed, TrickWon, DealScored, DealOpened
    )
    assert between_deals().events[-1] == DealOpened(1, key_of(1))


def test_the_last_deal_ends_with_score_key_settlement_and_end_in_this_order() -> None:
    last = until_last_card(started(house_rules={"deals": 1}))
    last.when(last.mover_actor(), last.first_legal()).then_kinds(
        CardPlayed, TrickWon, DealScored, DealOpened, SettlementMade, GameEnded
    )


def test_nobody_moves_between_deals() -> None:
    between_deals().when("player:ann", "play:2C").then_refused(refusals.NO_DEAL)


@pytest.mark.clause("CO-DEAL-3")
def test_the_next_deal_starts_when_the_pause_is_over() -> None:
    spec = between_deals(first_dealer=0)
    due = spec.at + 8_000
    assert spec.deadline == Deadline("deal", due)
    spec.later(7_999).when("clock", RunOutClock(due)).then_refused(
        refusals.NOT_DUE, due=due, now=due - 1
    )
    spec.later(8_000).when("clock", RunOutClock(due)).then(DealStarted(2, 2, 1))


@pytest.mark.clause("CO-DEAL-3")
def test_the_next_deal_starts_as_soon_as_every_human_is_ready() -> None:
    spec = between_deals(TWO_HUMANS).later(1_000)
    spec = spec.when("player:bea", "table:ready").then(PlayerReady(1)).later(1_000)
    assert spec.deadline == Deadline("deal", spec.at + 6_000)
    spec = spec.given("player:ann", "table:ready")
    assert spec.deadline == Deadline("deal", spec.at)
    spec.when("clock", RunOutClock(spec.at)).then_kinds(DealStarted)


def test_an_absent_human_is_not_waited_for() -> None:
    spec = between_deals(TWO_HUMANS).given("player:bea", "table:ready").later(1_000)
    spec = spec.given("player:ann", "table:leave")
    assert spec.deadline == Deadline("deal", spec.at)


def test_who_comes_back_between_deals_is_waited_for_again() -> None:
    spec = between_deals(TWO_HUMANS)
    over = spec.at + 8_000
    spec = spec.given("player:ann", "table:leave").given("player:bea", "table:ready")
    spec = spec.later(1_000).given("player:ann", "table:ready")
    assert spec.deadline == Deadline("deal", over)
    spec = spec.given("player:ann", "table:ready")
    assert spec.deadline == Deadline("deal", spec.at)


def test_being_ready_late_does_not_put_off_a_deal_that_is_due() -> None:
    spec = between_deals(TWO_HUMANS)
    over = spec.at + 8_000
    spec = spec.later(9_000).given("player:ann", "table:ready").given("player:bea", "table:ready")
    assert spec.deadline == Deadline("deal", over)


def test_ready_is_said_once_and_between_deals_only() -> None:
    spec = between_deals().given("player:ann", "table:ready")
    spec.when("player:ann", "table:ready").then_refused(refusals.ALREADY_READY)
    started().when("player:ann", "table:ready").then_refused(refusals.DEAL_RUNNING)


def test_readiness_lasts_for_one_deal() -> None:
    spec = between_deals(TWO_HUMANS).given("player:ann", "table:ready").rung().deal_played()
    spec.when("player:ann", "table:ready").then(PlayerReady(0))


def test_bots_alone_do_not_pause() -> None:
    spec = between_deals(BOTS, house_rules={"deals": 2})
    assert spec.deadline == Deadline("deal", spec.at)


@pytest.mark.clause("CB-DEAL-1")
def test_the_deal_moves_to_the_next_seat() -> None:
    spec = between_deals(first_dealer=2)
    assert spec.rung().events[-1] == DealStarted(2, 2, 3)
    assert spec.rung().deal_played().rung().events[-1] == DealStarted(3, 3, 0)


# --- voided deals -------------------------------------------------------------------------------


def test_a_running_deal_is_voided_and_its_number_played_under_the_next_key() -> None:
    spec = between_deals(first_dealer=2).rung().moved(9)
    voided = spec.when("system", VoidDeal("restored from the archive")).then(
        DealVoided(2, 2, "restored from the archive"), DealOpened(2, key_of(2))
    )
    assert voided.rung().events[-1] == DealStarted(2, 3, 3)
    assert voided.underway.deal is None


def test_a_voided_deal_leaves_no_trace_in_the_score() -> None:
    spec = between_deals()
    voided = spec.rung().moved(30).given("system", VoidDeal("restored"))
    assert voided.underway.match == spec.underway.match


def test_a_deal_that_has_not_started_is_voided_by_its_key() -> None:
    spec = between_deals(first_dealer=2)
    voided = spec.when("system", VoidDeal("restored")).then(
        DealVoided(2, 2, "restored"), DealOpened(2, key_of(2))
    )
    assert voided.underway.match == spec.underway.match
    assert voided.rung().events[-1] == DealStarted(2, 3, 3)


def test_a_game_that_lacked_nothing_to_start_starts_without_its_first_deal() -> None:
    ready = full(BOTS, shuffle=2, house_rules={"deals": 1})
    voided = ready.when("system", VoidDeal("restored")).then(
        GameStarted(2), DealVoided(1, 1, "restored"), DealOpened(1, key_of(1))
    )
    assert voided.rung().events[-1] == DealStarted(1, 2, 2)
    assert voided.rung().deal_played().over.reason == "completed"


def test_who_was_ready_for_a_voided_deal_is_ready_for_the_next() -> None:
    spec = between_deals("human bot bot bot").given("player:ann", "table:ready")
    voided = spec.later(1_000).given("system", VoidDeal("restored"))
    assert voided.deadline == Deadline("deal", spec.at)


def test_players_who_come_back_during_a_voided_turn_have_their_seats() -> None:
    spec = started(first_dealer=3).given("player:ann", "table:leave", "table:ready")
    voided = spec.given("system", VoidDeal("restored"))
    assert not voided.underway.seats[0].played_by_house


@pytest.mark.clause("CB-END-2")
def test_a_voided_deal_is_not_played_again_when_all_have_asked_to_stop() -> None:
    spec = between_deals("human bot bot bot", first_dealer=2).rung()
    asked = spec.when("player:ann", "table:stop").then(StopAsked(0))
    asked.when("system", VoidDeal("restored")).then_kinds(
        DealVoided, DealOpened, SettlementMade, GameEnded
    )


def test_the_first_deal_is_played_again_even_when_all_have_asked_to_stop() -> None:
    spec = started("human bot bot bot").given("player:ann", "table:stop")
    voided = spec.when("system", VoidDeal("restored")).then_kinds(DealVoided, DealOpened)
    assert voided.rung().deal_played().over.reason == "stopped"


# --- the last key -------------------------------------------------------------------------------


@pytest.mark.clause("CB-END-2")
def test_with_its_last_key_an_open_ended_game_ends_as_if_all_had_asked() -> None:
    spec = started().with_terms(deals=2).deal_played().rung().deal_played()
    assert spec.over.reason == "stopped"
    assert isinstance(spec.events[-2], SettlementMade)


@pytest.mark.clause("CB-END-2")
def test_a_voided_last_deal_ends_an_open_ended_game_with_what_was_played() -> None:
    spec = between_deals().with_terms(deals=2).rung()
    ended = spec.when("system", VoidDeal("restored")).then_kinds(
        DealVoided, DealOpened, SettlementMade, GameEnded
    )
    assert ended.over.reason == "stopped"


@pytest.mark.parametrize("voided_at", [0, 9])
def test_a_fixed_number_of_deals_that_the_keys_cannot_reach_is_given_up(voided_at: int) -> None:
    spec = started(house_rules={"deals": 3}).with_terms(deals=3).moved(voided_at)
    spec = spec.given("system", VoidDeal("restored")).rung().deal_played().rung()
    given_up = spec.deal_played()
    assert given_up.events[-2:] == (DealOpened(3, key_of(3)), GameAbandoned("keys_spent"))
    spec.when("system", VoidDeal("restored")).then_kinds(DealVoided, DealOpened, GameAbandoned)


# --- secrets ------------------------------------------------------------------------------------


def test_without_its_secrets_a_decision_is_none_rather_than_a_wrong_one() -> None:
    last = until_last_card(started())
    for spec, actor, command in (
        (TableSpec(), "system", open_()),
        (full(BOTS, house_rules={"deals": 1}), "clock", RunOutClock(START)),
        (between_deals().rung(), "system", VoidDeal("restored")),
        (last, last.mover_actor(), last.first_legal()),
    ):
        decide(spec.rules, spec.state, spec.when(actor, command).request)
        with pytest.raises(SecretMissing):
            decide(spec.rules, spec.state, Request(actor, command, spec.at))
