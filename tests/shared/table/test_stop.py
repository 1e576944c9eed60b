"""CB-END-2: an open-ended game goes on until every seated human has asked to stop."""

import pytest

from shared.games.call_break import refusals as call_break_refusals
from shared.table import refusals
from shared.table.events import (
    GameEnded,
    PlayerLeft,
    PlayerReturned,
    SettlementMade,
    StopAsked,
    StopWithdrawn,
)
from tests.support.table_spec import between_deals, started

pytestmark = pytest.mark.clause("CB-END-2")

THREE_HUMANS = "human human human bot"
TWO_HUMANS = "human human bot bot"
ONE_HUMAN = "human bot bot bot"
ANN, BEA, CID = "player:ann", "player:bea", "player:cid"


def test_when_all_have_asked_the_game_ends_after_the_running_deal() -> None:
    spec = started(TWO_HUMANS).given(ANN, "table:stop").moved(10)
    spec = spec.when(BEA, "table:stop").then(StopAsked(1))
    ended = spec.deal_played()
    assert ended.over.reason == "stopped"
    assert [type(event) for event in ended.events[-2:]] == [SettlementMade, GameEnded]


def test_between_two_deals_it_ends_at_once() -> None:
    spec = between_deals(TWO_HUMANS).when(ANN, "table:stop").then(StopAsked(0))
    ended = spec.when(BEA, "table:stop").then_kinds(StopAsked, SettlementMade, GameEnded)
    assert ended.over.reason == "stopped"


def test_one_who_has_not_asked_keeps_the_game_going() -> None:
    spec = started(THREE_HUMANS).given(ANN, "table:stop").given(BEA, "table:stop")
    spec = spec.deal_played().rung().deal_played()
    assert spec.underway.deal is None
    spec.when(CID, "table:stop").then_kinds(StopAsked, SettlementMade, GameEnded)


def test_bots_are_not_asked() -> None:
    assert started(ONE_HUMAN).given(ANN, "table:stop").deal_played().over.reason == "stopped"


def test_an_ask_is_made_once_and_can_be_taken_back_until_the_end() -> None:
    spec = started(TWO_HUMANS).given(ANN, "table:stop").given(BEA, "table:stop").moved(50)
    spec.when(ANN, "table:stop").then_refused(refusals.ALREADY_ASKED)
    spec = spec.when(BEA, "table:unstop").then(StopWithdrawn(1))
    spec.when(BEA, "table:unstop").then_refused(refusals.NOT_ASKED)
    again = spec.deal_played()
    assert again.underway.deal is None
    again.when(BEA, "table:stop").then_kinds(StopAsked, SettlementMade, GameEnded)


def test_an_ended_game_takes_nothing_back() -> None:
    ended = started(ONE_HUMAN).given(ANN, "table:stop").deal_played()
    ended.when(ANN, "table:unstop").then_refused(refusals.GAME_OVER)


def test_with_a_number_of_deals_nobody_can_ask() -> None:
    for spec in (started(house_rules={"deals": 2}), between_deals(house_rules={"deals": 2})):
        spec.when(ANN, "table:stop").then_refused(call_break_refusals.DEALS_ARE_FIXED, deals=2)


def test_a_seat_that_the_house_plays_counts_as_having_asked() -> None:
    away = started(TWO_HUMANS).given(BEA, "table:leave")
    assert away.given(ANN, "table:stop").deal_played().over.reason == "stopped"
    between = away.deal_played()
    between.when(ANN, "table:stop").then_kinds(StopAsked, SettlementMade, GameEnded)


def test_the_house_alone_asks_for_nothing() -> None:
    spec = started(TWO_HUMANS).given(ANN, "table:leave").given(BEA, "table:leave")
    assert spec.deal_played().underway.deal is None


def test_leaving_can_complete_the_asks() -> None:
    asked = between_deals(TWO_HUMANS).given(ANN, "table:stop")
    asked.when(BEA, "table:leave").then_kinds(PlayerLeft, SettlementMade, GameEnded)
    asked.when(ANN, "table:leave").then(PlayerLeft(0))
    running = started(TWO_HUMANS).given(ANN, "table:stop").given(BEA, "table:leave")
    assert running.deal_played().over.reason == "stopped"


def test_an_ask_outlives_the_presence_of_who_asked() -> None:
    spec = between_deals(TWO_HUMANS).given(ANN, "table:stop", "table:leave")
    spec.when(BEA, "table:leave").then_kinds(PlayerLeft, SettlementMade, GameEnded)


def test_coming_back_without_having_asked_keeps_the_game_going() -> None:
    spec = started(TWO_HUMANS).given(BEA, "table:leave").given(ANN, "table:stop")
    spec = spec.moved(3).given(BEA, "table:ready")
    assert spec.deal_played().underway.deal is None


def test_coming_back_in_the_last_turn_of_a_deal_is_coming_back() -> None:
    """The house still plays that turn, but for a player who is here again."""
    spec = started(TWO_HUMANS, shuffle=12).moved(4 + 51)
    assert spec.mover_actor() == BEA
    spec = spec.given(ANN, "table:stop").given(BEA, "table:leave", "table:ready")
    assert spec.mover_actor() == "house:1"
    assert spec.moved().underway.deal is None


def test_nobody_is_missed_by_coming_back_between_deals() -> None:
    spec = between_deals(TWO_HUMANS).given(ANN, "table:leave")
    spec = spec.when(ANN, "table:ready").then(PlayerReturned(0))
    spec.when(BEA, "table:stop").then(StopAsked(1))


def test_at_least_one_deal_is_completed() -> None:
    spec = started(ONE_HUMAN).when(ANN, "table:stop").then(StopAsked(0))
    assert spec.rules.deals_done(spec.deal_played().over.match) == 1


def test_bots_do_not_ask() -> None:
    started(ONE_HUMAN).when("bot:1", "table:stop").then_refused(
        refusals.FORBIDDEN, actor="bot", command="table.stop"
    )


@pytest.mark.clause("CB-END-3")
def test_the_highest_total_wins_and_equal_leaders_share() -> None:
    ended = [
        started(ONE_HUMAN, shuffle).given(ANN, "table:stop").deal_played() for shuffle in range(20)
    ]
    results = [spec.events[-1] for spec in ended]
    shared = 0
    for result in results:
        assert isinstance(result, GameEnded)
        best = max(result.scores)
        assert result.winners == tuple(s for s in range(4) if result.scores[s] == best)
        shared += len(result.winners) > 1
    assert 0 < shared < len(results)
