"""What the seats owe each other at the end, and what an unfinished game settles."""

from typing import Any

import pytest

from shared.flows.events import CODEC
from shared.kernel.settlement import FourInts, Line
from shared.table.events import GameEnded, SettlementMade
from shared.table.options import Currency
from tests.support.table_spec import BOTS, TableSpec, between_deals, started

EUR = Currency("EUR", 2)


def settlements(spec: TableSpec) -> list[SettlementMade]:
    return [event for event in spec.events if isinstance(event, SettlementMade)]


def final_scores(spec: TableSpec) -> FourInts:
    ended = spec.events[-1]
    assert isinstance(ended, GameEnded)
    return ended.scores


def whole_game(seats: str, deals: int, **asked: Any) -> TableSpec:
    spec = started(seats, house_rules={"deals": deals}, **asked).deal_played()
    for _ in range(deals - 1):
        spec = spec.rung().deal_played()
    return spec


@pytest.mark.clause("CO-PAY-3")
def test_call_break_settles_once_at_the_end_each_pair_its_difference() -> None:
    spec = whole_game("human human human human", 3, stake=7, currency=EUR)
    (settlement,) = settlements(spec)
    scores = final_scores(spec)
    assert settlement.deal is None
    assert settlement.amounts == tuple(7 * (4 * score - sum(scores)) for score in scores)
    assert settlement.amounts == tuple(
        7 * sum(score - other for other in scores) for score in scores
    )
    assert any(settlement.amounts)


@pytest.mark.clause("CO-PAY-2")
def test_a_settlement_sums_to_zero() -> None:
    for shuffle in range(8):
        (settlement,) = settlements(
            whole_game(BOTS, 1, shuffle=shuffle, stake=3, bots_at_stake=True)
        )
        assert sum(settlement.points) == sum(settlement.amounts) == 0


@pytest.mark.clause("CO-PAY-1")
def test_amounts_are_ints_in_the_smallest_unit() -> None:
    (settlement,) = settlements(whole_game("human human human human", 1, stake=5, currency=EUR))
    assert (settlement.stake, settlement.currency) == (5, "EUR")
    assert settlement.amounts == tuple(5 * points for points in settlement.points)
    assert all(type(amount) is int for amount in settlement.amounts)


@pytest.mark.clause("CO-PAY-1")
def test_a_game_for_fun_is_settled_too_with_nothing() -> None:
    (settlement,) = settlements(whole_game(BOTS, 1))
    assert settlement.amounts == (0, 0, 0, 0)
    assert any(settlement.points)


def test_the_lines_explain_every_point() -> None:
    (settlement,) = settlements(whole_game(BOTS, 3))
    assert [line.deal for line in settlement.lines] == [1, 2, 3]
    sums = tuple(sum(line.points[seat] for line in settlement.lines) for seat in range(4))
    assert sums == settlement.points


@pytest.mark.clause("CO-PAY-5")
def test_players_are_liable_for_their_seats_and_the_house_for_its_bots() -> None:
    spec = started("human bot human bot", house_rules={"deals": 1}, stake=2, bots_at_stake=True)
    spec = spec.given("player:cid", "table:leave")
    (settlement,) = settlements(spec.deal_played())
    assert settlement.players == ("ann", None, "cid", None)


@pytest.mark.clause("CO-PAY-4")
@pytest.mark.parametrize("spec", [started(), between_deals()], ids=["running", "between"])
def test_an_abandoned_game_settles_nothing(spec: TableSpec) -> None:
    for player in ("ann", "bea", "cid", "dan"):
        spec = spec.given(f"player:{player}", "table:abandon")
    assert spec.over.reason == "abandoned"
    assert not settlements(spec)


RECORDED_AS_VERSION_1 = bytes.fromhex(
    "9701b77461626c652e736574746c656d656e745f6d6164652f312acf0000018bcfe56800c0a5626f743a3387a46465"
    "616cc0a7706c617965727394a3616e6ec0c0c0a57374616b6505a863757272656e6379a3455552a6706f696e747394"
    "fe04fc02a7616d6f756e747394f614ec0aa56c696e65739184a46974656da46465616ca6636c61757365a8434f2d50"
    "41592d33a46465616c01a6706f696e747394fe04fc02"
)
"""A settlement as the log held it before a line could say what it rests on."""


def test_a_settlement_recorded_as_version_1_is_read_as_one_without_a_basis() -> None:
    entry = CODEC.decode(RECORDED_AS_VERSION_1)
    line = Line("deal", "CO-PAY-3", 1, (-2, 4, -4, 2), basis=None)
    points, amounts = (-2, 4, -4, 2), (-10, 20, -20, 10)
    assert (entry.type, entry.version) == ("table.settlement_made", 1)
    assert entry.event == SettlementMade(
        None, ("ann", None, None, None), 5, "EUR", points, amounts, (line,)
    )
