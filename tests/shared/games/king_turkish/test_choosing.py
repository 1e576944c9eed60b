"""Examples of dealing and choosing (KT-DEAL, KT-CHOOSE)."""

from collections import Counter

import pytest

from shared.cards.hands import codes_in
from shared.cards.packs import FRENCH_52
from shared.games.king_turkish import refusals, rules
from shared.games.king_turkish.contracts import PENALTIES
from shared.games.king_turkish.moves import Choose
from shared.games.king_turkish.options import Options
from shared.games.king_turkish.state import Choosing, Playing
from shared.kernel.seats import SEATS, Seat
from tests.shared.games.king_turkish.situations import (
    NEW_PACK,
    announced,
    choosing,
    chosen,
    deck_with_2d,
    first_choices,
    legal,
    named,
    new_deal,
    played,
    plays,
)

FREE = Options(choice_limit="free")
SEAT_0_CHOSE_PENALTIES = (
    "el_almaz koz koz koz rifki koz koz koz son_iki kupa_almaz rifki kiz_almaz"
)
SEAT_0_CHOSE_TRUMPS = "koz rifki el_almaz koz koz rifki el_almaz koz"
ALL_TRUMPS = [f"choose:koz:{suit}" for suit in "CDHS"]


def choices(*contracts: str, trumps: bool = True) -> list[str]:
    """The texts of choosing ``contracts``, and trump, sorted by code point."""
    return sorted([*(f"choose:{one}" for one in contracts), *(ALL_TRUMPS if trumps else ())])


@pytest.mark.clause("KT-DEAL-1", "CO-DEAL-1")
def test_kt_deal_1_thirteen_cards_each_seat_k_gets_block_k() -> None:
    state = new_deal().state
    assert isinstance(state, Choosing)
    assert state.hands is not None
    suits = [{code[1] for code in codes_in(hand, FRENCH_52)} for hand in state.hands]
    assert suits == [{"C"}, {"D"}, {"H"}, {"S"}]
    assert [hand.bit_count() for hand in state.hands] == [13, 13, 13, 13]


@pytest.mark.clause("KT-DEAL-1", "CO-DEAL-2")
@pytest.mark.parametrize("dealer", SEATS)
def test_kt_deal_1_whoever_hands_out_the_cards_changes_nothing(dealer: Seat) -> None:
    between = chosen().state
    assert rules.dealt(between, dealer, NEW_PACK) == rules.dealt(between, SEATS[0], NEW_PACK)
    assert not rules.DRAWS_DEALER


@pytest.mark.clause("CO-SEAT-2")
def test_co_seat_2_the_dealer_sits_before_the_chooser_as_soon_as_one_is_known() -> None:
    done = [chosen(first_choices(number), first=2).state for number in range(5)]
    assert [rules.next_dealer(state, Seat(3)) for state in done] == [3, 2, 3, 0, 1]


@pytest.mark.clause("KT-CHOOSE-1", "CO-DEAL-2")
@pytest.mark.parametrize("seat", SEATS)
def test_kt_choose_1_the_holder_of_the_two_of_diamonds_chooses_the_first_contract(
    seat: Seat,
) -> None:
    dealt = rules.dealt(chosen().state, SEATS[0], deck_with_2d(seat))
    assert rules.opening(dealt) == (named(seat),)
    assert rules.to_move(rules.evolve(dealt, named(seat))) == seat


@pytest.mark.clause("KT-CHOOSE-1")
def test_kt_choose_1_who_reads_a_sealed_deal_is_told_the_chooser() -> None:
    sealed = rules.dealt(chosen().state, SEATS[0], None)
    assert rules.to_move(sealed) is None
    told = rules.evolve(sealed, named(2))
    assert rules.to_move(told) == 2
    assert rules.view(told, None).chooser == 2


@pytest.mark.clause("KT-CHOOSE-1")
def test_kt_choose_1_afterwards_the_right_moves_to_the_next_seat_every_deal() -> None:
    seats = [rules.to_move(choosing(first_choices(done), first=2).state) for done in range(1, 20)]
    assert seats == [(2 + done) % 4 for done in range(1, 20)]
    assert Counter([2, *seats]) == {0: 5, 1: 5, 2: 5, 3: 5}
    assert rules.opening(rules.dealt(chosen("rifki").state, SEATS[0], NEW_PACK)) == ()


@pytest.mark.clause("KT-CHOOSE-1")
def test_kt_choose_1_nobody_else_chooses() -> None:
    new_deal().when(0, "choose:rifki").then_refused(refusals.NOT_YOUR_CHOICE, to_move=1)


@pytest.mark.clause("KT-CHOOSE-2")
def test_kt_choose_2_the_chooser_sees_the_hand_announces_and_leads() -> None:
    deal = new_deal()
    assert len(codes_in(rules.view(deal.state, Seat(1)).hand or 0, FRENCH_52)) == 13
    deal.when(1, "choose:rifki").then(announced(1, "rifki"))
    after = deal.given(announced(1, "rifki"))
    assert isinstance(after.state, Playing)
    assert rules.to_move(after.state) == 1
    after.when(1, "play:2D").then(played(1, "2D"))


@pytest.mark.clause("KT-CHOOSE-2")
@pytest.mark.parametrize("suit", ["C", "D", "H", "S"])
def test_kt_choose_2_with_trump_the_suit_is_announced_too(suit: str) -> None:
    decision = new_deal().when(1, f"choose:koz:{suit}").decision
    assert isinstance(decision, tuple)
    shown = [rules.show_event(event) for event in decision]
    assert shown == [{"seat": 1, "contract": "koz", "trump": suit}]


@pytest.mark.clause("KT-CHOOSE-2")
def test_kt_choose_2_there_is_no_game_without_trump_suit_and_no_penalty_with_one() -> None:
    deal = new_deal()
    deal.when(1, "choose:koz").then_refused(
        refusals.TRUMP_SUIT_MISSING, suits=("C", "D", "H", "S")
    )
    deal.when(1, "choose:rifki:H").then_refused(refusals.TRUMP_SUIT_UNASKED, contract="rifki")


@pytest.mark.clause("KT-CHOOSE-2")
def test_kt_choose_2_no_card_before_the_contract_and_no_contract_after_it() -> None:
    deal = new_deal()
    deal.when(1, "play:2D").then_refused(refusals.CONTRACT_COMES_FIRST, to_move=1)
    after = deal.given(announced(1, "son_iki"))
    after.when(1, "choose:koz:C").then_refused(refusals.CHOSEN_ALREADY, contract="son_iki")


@pytest.mark.clause("KT-CHOOSE-3")
def test_kt_choose_3_a_penalty_played_twice_is_closed() -> None:
    once, twice = choosing("rifki"), choosing("rifki rifki")
    assert "choose:rifki" in legal(once)
    open_now = ("el_almaz", "kupa_almaz", "erkek_almaz", "kiz_almaz", "son_iki", "koz")
    assert legal(twice) == choices(*open_now[:-1])
    twice.when(2, "choose:rifki").then_refused(
        refusals.PENALTY_CLOSED, contract="rifki", open=open_now
    )


@pytest.mark.clause("KT-CHOOSE-4")
def test_kt_choose_4_trump_played_eight_times_is_closed() -> None:
    seven, eight = choosing("koz " * 7, options=FREE), choosing("koz " * 8, options=FREE)
    assert "choose:koz:S" in legal(seven)
    assert legal(eight) == choices(*PENALTIES, trumps=False)
    eight.when(0, "choose:koz:S").then_refused(
        refusals.TRUMP_CLOSED, contract="koz", open=PENALTIES
    )


@pytest.mark.clause("KT-CHOOSE-5")
def test_kt_choose_5_a_seat_that_chose_three_penalties_has_trump_left() -> None:
    three = choosing(SEAT_0_CHOSE_PENALTIES)
    assert rules.to_move(three.state) == 0
    assert legal(three) == ALL_TRUMPS
    three.when(0, "choose:kupa_almaz").then_refused(
        refusals.OWN_PENALTIES_CHOSEN, contract="kupa_almaz", open=("koz",)
    )


@pytest.mark.clause("KT-CHOOSE-5")
def test_kt_choose_5_a_seat_that_chose_two_trumps_has_penalties_left() -> None:
    two = choosing(SEAT_0_CHOSE_TRUMPS)
    left = ("kupa_almaz", "erkek_almaz", "kiz_almaz", "son_iki")
    assert legal(two) == choices(*left, trumps=False)
    two.when(0, "choose:koz:D").then_refused(refusals.OWN_TRUMPS_CHOSEN, contract="koz", open=left)


@pytest.mark.clause("KT-CHOOSE-5")
def test_kt_choose_5_free_only_the_limits_of_the_game_bind() -> None:
    two = choosing(SEAT_0_CHOSE_TRUMPS, options=FREE)
    assert legal(two) == choices("kupa_almaz", "erkek_almaz", "kiz_almaz", "son_iki")
    three = choosing(SEAT_0_CHOSE_PENALTIES, options=FREE)
    left = ("el_almaz", "kupa_almaz", "erkek_almaz", "kiz_almaz", "son_iki")
    assert legal(three) == choices(*left)


@pytest.mark.clause("KT-CHOOSE-5")
@pytest.mark.parametrize("options", [Options(), FREE], ids=lambda options: options.choice_limit)
@pytest.mark.parametrize("pick", [0, -1], ids=["penalties first", "trumps first"])
def test_kt_choose_5_whatever_was_chosen_there_is_a_legal_choice(
    options: Options, pick: int
) -> None:
    so_far: list[str] = []
    while len(so_far) < 20:
        deal = choosing(" ".join(so_far), first=1, options=options)
        view = rules.view(deal.state, rules.to_move(deal.state))
        move = rules.legal_moves(view)[pick]
        assert isinstance(move, Choose)
        so_far.append(move.contract)
    assert Counter(so_far) == {**dict.fromkeys(PENALTIES, 2), "koz": 8}


@pytest.mark.clause("CO-DEAL-3")
def test_co_deal_3_between_two_deals_every_move_is_refused() -> None:
    chosen().when(0, "choose:rifki").then_refused(refusals.NO_DEAL)
    chosen("rifki").when(0, "play:KH").then_refused(refusals.NO_DEAL)


@pytest.mark.clause("CO-TIME-2")
def test_co_time_2_the_clock_chooses_in_the_order_of_the_table_trump_last_by_suit() -> None:
    def clock(so_far: str) -> str:
        state = choosing(so_far).state
        return rules.move_text(rules.clock_move(rules.view(state, rules.to_move(state))))

    assert clock("rifki") == "choose:el_almaz"
    assert clock("el_almaz el_almaz") == "choose:kupa_almaz"
    assert clock(" ".join(PENALTIES * 2)) == "choose:koz:C"


@pytest.mark.clause("CO-TIME-2")
def test_co_time_2_the_clock_plays_the_lowest_legal_card_in_deck_order() -> None:
    deal = new_deal().given(announced(1, "koz", "D"))
    view = rules.view(deal.state, Seat(1))
    assert rules.show_legal(view) == plays("2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD")
    assert rules.move_text(rules.clock_move(view)) == "play:2D"
