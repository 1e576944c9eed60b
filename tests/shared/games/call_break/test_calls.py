"""Examples of dealing and calling (CB-DEAL, CB-CALL)."""

import pytest

from shared.cards.hands import codes_in
from shared.cards.packs import FRENCH_52
from shared.games.call_break import refusals, rules
from shared.games.call_break.events import Called
from shared.games.call_break.state import Calling, Playing
from shared.kernel.seats import SEATS, Seat
from tests.shared.games.call_break.situations import between, new_deal, plays


def called(*calls: tuple[int, int]) -> list[Called]:
    return [Called(Seat(seat), tricks) for seat, tricks in calls]


@pytest.mark.clause("CB-DEAL-1", "CO-DEAL-1")
def test_cb_deal_1_each_seat_gets_thirteen_cards_in_blocks_from_forehand_on() -> None:
    state = new_deal(dealer=1).state
    assert isinstance(state, Calling)
    assert state.hands is not None
    suits = {seat: {code[1] for code in codes_in(state.hands[seat], FRENCH_52)} for seat in SEATS}
    assert suits == {2: {"C"}, 3: {"D"}, 0: {"H"}, 1: {"S"}}
    assert [hand.bit_count() for hand in state.hands] == [13, 13, 13, 13]


@pytest.mark.clause("CB-DEAL-1")
def test_cb_deal_1_the_dealer_moves_to_the_next_seat_after_every_deal() -> None:
    row = (0, 0, 0, 0)
    dealers = [rules.next_dealer(between(*[row] * done).state, Seat(2)) for done in range(5)]
    assert dealers == [2, 3, 0, 1, 2]


@pytest.mark.clause("CB-CALL-1", "CO-SEAT-2")
def test_cb_call_1_forehand_the_seat_after_the_dealer_calls_first_and_the_dealer_last() -> None:
    deal = new_deal(dealer=1)
    order = []
    while isinstance(deal.state, Calling):
        seat = rules.to_move(deal.state)
        assert seat is not None
        order.append(seat)
        deal = deal.given(Called(seat, 3))
    assert order == [2, 3, 0, 1]
    assert isinstance(deal.state, Playing)


@pytest.mark.clause("CB-CALL-1")
def test_cb_call_1_a_call_is_one_event() -> None:
    new_deal(dealer=3).when(0, "call:4").then(Called(Seat(0), 4))


@pytest.mark.clause("CB-CALL-1")
def test_cb_call_1_nobody_calls_out_of_turn() -> None:
    new_deal(dealer=3).when(1, "call:4").then_refused(refusals.NOT_YOUR_CALL, to_move=0)


@pytest.mark.clause("CB-CALL-1")
def test_cb_call_1_nobody_calls_twice() -> None:
    first = called((0, 4))
    new_deal().given(*first).when(0, "call:5").then_refused(refusals.NOT_YOUR_CALL, to_move=1)
    all_four = called((0, 4), (1, 2), (2, 3), (3, 2))
    new_deal().given(*all_four).when(0, "call:5").then_refused(refusals.CALLED_ALREADY)


@pytest.mark.clause("CB-CALL-1")
def test_cb_call_1_no_card_is_played_before_the_calls_are_made() -> None:
    three = called((0, 4), (1, 2), (2, 3))
    new_deal().given(*three).when(0, "play:2C").then_refused(refusals.CALLS_COME_FIRST, to_move=3)


@pytest.mark.clause("CB-CALL-2")
@pytest.mark.parametrize("tricks", range(2, 14))
def test_cb_call_2_a_call_of_2_to_13_is_accepted(tricks: int) -> None:
    new_deal().when(0, f"call:{tricks}").then(Called(Seat(0), tricks))


@pytest.mark.clause("CB-CALL-2")
@pytest.mark.parametrize("tricks", [0, 1, 14, 9999])
def test_cb_call_2_any_other_number_is_refused(tricks: int) -> None:
    new_deal().when(0, f"call:{tricks}").then_refused(
        refusals.CALL_OUT_OF_BOUNDS, least=2, most=13
    )


@pytest.mark.clause("CB-CALL-2")
def test_cb_call_2_a_hand_without_a_trump_is_played_too() -> None:
    deal = new_deal(dealer=3)
    assert rules.show_legal(rules.view(deal.state, Seat(0))) == sorted(
        f"call:{tricks}" for tricks in range(2, 14)
    )


@pytest.mark.clause("CO-DEAL-3")
def test_co_deal_3_between_two_deals_every_move_is_refused() -> None:
    between().when(0, "call:3").then_refused(refusals.NO_DEAL)
    between().when(0, "play:KH").then_refused(refusals.NO_DEAL)


@pytest.mark.clause("CO-TIME-2")
def test_co_time_2_the_clock_calls_two_and_plays_the_lowest_legal_card_in_deck_order() -> None:
    deal = new_deal(dealer=3)
    assert rules.move_text(rules.clock_move(rules.view(deal.state, Seat(0)))) == "call:2"
    deal = deal.given(*called((0, 4), (1, 2), (2, 3), (3, 2)))
    view = rules.view(deal.state, Seat(0))
    assert rules.show_legal(view) == plays("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC")
    assert rules.move_text(rules.clock_move(view)) == "play:2C"
