"""CO-END-1 and CO-PAY-5: games given up by request or for absence, and those that are not."""

import pytest

from shared.kernel.seats import Seat
from shared.table import refusals
from shared.table.commands import RunOutClock, VoidDeal
from shared.table.deadlines import Deadline
from shared.table.events import (
    AbandonAsked,
    DealOpened,
    DealVoided,
    GameAbandoned,
    GameEnded,
    SettlementMade,
    StopAsked,
)
from tests.support.table_spec import (
    BOTS,
    HUMANS,
    TableSpec,
    between_deals,
    key_of,
    started,
)

ANN, BEA = "player:ann", "player:bea"
TWO_HUMANS = "human human bot bot"
FIXED = {"deals": 2}


def deserted(spec: TableSpec, *players: str) -> TableSpec:
    """After everyone has left, a second apart."""
    for player in players or ("ann", "bea", "cid", "dan"):
        spec = spec.later(1_000).given(f"player:{player}", "table:leave")
    return spec


# --- by request ---------------------------------------------------------------------------------


@pytest.mark.clause("CO-END-1")
def test_a_game_is_abandoned_when_every_human_has_asked() -> None:
    spec = started(TWO_HUMANS).moved(5).when(ANN, "table:abandon").then(AbandonAsked(0))
    abandoned = spec.when(BEA, "table:abandon").then(
        AbandonAsked(1),
        DealVoided(1, 1, "asked"),
        DealOpened(1, key_of(1)),
        GameAbandoned("asked"),
    )
    assert abandoned.over.reason == "abandoned"


@pytest.mark.clause("CO-END-1")
def test_between_deals_there_is_no_deal_to_void() -> None:
    spec = between_deals("human bot bot bot")
    spec.when(ANN, "table:abandon").then(AbandonAsked(0), GameAbandoned("asked"))


@pytest.mark.clause("CO-PAY-5")
@pytest.mark.parametrize("stake", [0, 5])
def test_an_absent_human_has_to_ask_too(stake: int) -> None:
    spec = started(HUMANS, stake=stake).given("player:dan", "table:leave")
    for player in ("ann", "bea", "cid"):
        spec = spec.given(f"player:{player}", "table:abandon")
    assert spec.underway.deal is not None
    spec.when("player:dan", "table:abandon").then_kinds(
        AbandonAsked, DealVoided, DealOpened, GameAbandoned
    )


@pytest.mark.clause("CO-PAY-5")
def test_with_a_stake_and_a_bot_from_the_start_it_is_refused() -> None:
    spec = started("human human human bot", stake=1, bots_at_stake=True)
    spec.when(ANN, "table:abandon").then_refused(refusals.ABANDON_WITH_BOTS)


def test_it_is_asked_once() -> None:
    spec = started().given(ANN, "table:abandon")
    spec.when(ANN, "table:abandon").then_refused(refusals.ALREADY_ASKED)


def test_asking_to_stop_is_another_request() -> None:
    spec = started("human bot bot bot").when(ANN, "table:stop").then(StopAsked(0))
    assert not spec.underway.seats[0].abandon
    assert spec.deal_played().over.reason == "stopped"


# --- for absence --------------------------------------------------------------------------------


@pytest.mark.clause("CO-END-1")
def test_a_table_without_humans_is_given_up_after_the_set_limit() -> None:
    spec = deserted(started(house_rules=FIXED, abandon_seconds=10))
    due = spec.at + 10_000
    assert spec.deadline == Deadline("absence", due)
    spec.later(9_999).when("clock", RunOutClock(due)).then_refused(
        refusals.NOT_DUE, due=due, now=due - 1
    )
    abandoned = (
        spec.later(10_000)
        .when("clock", RunOutClock(due))
        .then(DealVoided(1, 1, "absence"), DealOpened(1, key_of(1)), GameAbandoned("absence"))
    )
    assert abandoned.over.reason == "abandoned"


@pytest.mark.clause("CO-END-1")
def test_until_then_the_house_plays_on() -> None:
    spec = deserted(started(house_rules=FIXED, abandon_seconds=60))
    limit = Deadline("absence", spec.at + 60_000)
    turns = []
    while spec.deadline != limit:
        assert spec.deadline is not None
        turns.append(spec.deadline.kind)
        spec = spec.rung()
    assert turns == ["turn"] * 4


@pytest.mark.clause("CO-END-1")
def test_one_human_who_comes_back_saves_the_table() -> None:
    spec = deserted(started(first_dealer=0, abandon_seconds=10)).moved()
    spec = spec.later(9_000).given(ANN, "table:ready")
    assert spec.deadline == Deadline("turn", spec.at + 6_000, Seat(2))
    spec = spec.later(1_000).given(ANN, "table:leave").moved()
    assert spec.deadline == Deadline("absence", spec.at + 10_000)


@pytest.mark.clause("CO-END-1")
def test_one_human_who_stays_keeps_the_table() -> None:
    spec = deserted(started(first_dealer=0, abandon_seconds=1), "bea", "cid", "dan")
    assert spec.deadline == Deadline("turn", spec.at - 2_000 + 15_000, Seat(1))


@pytest.mark.clause("CO-END-1")
def test_a_table_opened_for_bots_alone_is_never_abandoned_for_absence() -> None:
    spec = started(BOTS, house_rules=FIXED, abandon_seconds=1).later(3_600_000)
    assert spec.deadline is not None
    assert spec.deadline.kind == "turn"
    assert spec.deal_played().rung().deal_played().over.reason == "completed"


@pytest.mark.clause("CO-PAY-5")
def test_a_staked_game_is_played_out_for_the_absent_and_settles() -> None:
    spec = deserted(started(house_rules=FIXED, stake=5, abandon_seconds=1)).later(60_000)
    assert spec.deadline is not None
    assert spec.deadline.kind == "turn"
    ended = spec.deal_played().rung().deal_played()
    assert ended.over.reason == "completed"
    settlement = ended.events[-2]
    assert isinstance(settlement, SettlementMade)
    assert settlement.players == ("ann", "bea", "cid", "dan")
    assert any(settlement.amounts)


@pytest.mark.clause("CO-PAY-5")
def test_absence_from_a_staked_open_ended_game_counts_as_all_having_asked() -> None:
    spec = deserted(started(stake=5, abandon_seconds=10)).given(ANN, "table:stop")
    due = spec.at + 10_000
    assert spec.deadline == Deadline("absence", due)
    asked = (
        spec.later(10_000)
        .when("clock", RunOutClock(due))
        .then(StopAsked(1), StopAsked(2), StopAsked(3))
    )
    assert asked.deadline is not None
    assert asked.deadline.kind == "turn"
    ended = asked.deal_played()
    assert ended.over.reason == "stopped"
    assert isinstance(ended.events[-2], SettlementMade)


@pytest.mark.clause("CO-PAY-5")
def test_between_two_deals_that_ends_the_game_at_once() -> None:
    spec = between_deals("human bot bot bot", stake=5, bots_at_stake=True, abandon_seconds=1)
    spec = deserted(spec, "ann").later(1_000)
    spec.when("clock", RunOutClock(spec.at)).then_kinds(StopAsked, SettlementMade, GameEnded)


@pytest.mark.clause("CO-PAY-5")
def test_before_a_first_deal_was_completed_it_is_played_out() -> None:
    spec = started(stake=5, abandon_seconds=1, pause_seconds=60)
    spec = deserted(spec.given("system", VoidDeal("restored")))
    asked = spec.rung()
    assert asked.events[-4:] == (StopAsked(0), StopAsked(1), StopAsked(2), StopAsked(3))
    assert asked.rung().deal_played().over.reason == "stopped"


def test_who_takes_the_ask_back_that_the_clock_made_goes_on_playing() -> None:
    spec = deserted(started(stake=5, abandon_seconds=1)).rung()
    spec = spec.given(ANN, "table:ready", "table:unstop").deal_played()
    assert spec.underway.deal is None


def test_an_over_game_takes_no_more_commands() -> None:
    over = deserted(started(abandon_seconds=1)).rung()
    for text in ("table:ready", "table:leave", "table:stop", "table:abandon", "call:4"):
        over.when(ANN, text).then_refused(refusals.GAME_OVER)
    over.when("system", VoidDeal("restored")).then_refused(refusals.GAME_OVER)
    over.when("clock", RunOutClock(over.at)).then_refused(refusals.GAME_OVER)
    assert over.deadline is None
