"""Examples of play (CB-PLAY, CO-TRICK) and the worked examples of the rules page."""

import pytest

from shared.cards.events import CardPlayed, TrickWon
from shared.cards.moves import Play
from shared.games.call_break import refusals, rules
from shared.games.call_break.events import Called
from shared.kernel.seats import SEATS, Seat, seat_after
from tests.shared.games.call_break.situations import CARDS, legal, new_deal, plays, trick_of
from tests.support.spec import Spec


def played(seat: int, code: str) -> CardPlayed:
    return CardPlayed(Seat(seat), CARDS[code])


def third_hand(hand: str, *, lies: str) -> Spec:
    """Seat 2 is to play to the two cards that lie."""
    return trick_of("2C", "2C", hand, "2C", lies=lies, leader=0)


@pytest.mark.clause("CB-PLAY-1")
def test_cb_play_1_forehand_leads_to_the_first_trick() -> None:
    calls = [Called(Seat(seat), 3) for seat in (2, 3, 0, 1)]
    deal = new_deal(dealer=1).given(*calls)
    assert rules.to_move(deal.state) == 2
    deal.when(3, "play:2D").then_refused(refusals.NOT_YOUR_PLAY, to_move=2)
    deal.when(2, "play:2C").then(played(2, "2C"))


@pytest.mark.clause("CB-PLAY-1")
def test_cb_play_1_any_card_may_be_led_spades_too() -> None:
    lead = trick_of("2C AD 7H 3S", "4C", "5C", "6C")
    assert legal(lead) == plays("2C AD 7H 3S")
    lead.when(0, "play:3S").then(played(0, "3S"))


@pytest.mark.clause("CB-PLAY-2", "CO-TRICK-2")
def test_cb_play_2_who_holds_the_suit_led_plays_it() -> None:
    second = trick_of("", "4H KH AS 2C", "5C", "6C", lies="9H")
    assert legal(second) == plays("4H KH")
    second.when(1, "play:AS").then_refused(refusals.MUST_FOLLOW_SUIT, allowed=("4H", "KH"))


@pytest.mark.clause("CB-PLAY-2")
def test_cb_play_2_there_is_no_duty_to_head_the_trick() -> None:
    trick_of("", "4H KH AS 2C", "5C", "6C", lies="9H").when(1, "play:4H").then(played(1, "4H"))


@pytest.mark.clause("CB-PLAY-2")
def test_cb_play_2_nor_when_spades_are_led() -> None:
    second = trick_of("", "4S KS AH", "5C", "6C", lies="9S")
    assert legal(second) == plays("4S KS")


@pytest.mark.clause("CB-PLAY-2")
def test_cb_play_2_example_2_hearts_are_followed_though_the_trick_is_trumped() -> None:
    assert legal(third_hand("2H AS KD", lies="9H 5S")) == plays("2H")
    assert legal(third_hand("2H AH AS KD", lies="9H 5S")) == plays("2H AH")


@pytest.mark.clause("CB-PLAY-3")
def test_cb_play_3_void_with_no_spade_in_the_trick_plays_any_spade() -> None:
    void = third_hand("2S AS KD", lies="9H TH")
    assert legal(void) == plays("2S AS")
    void.when(2, "play:KD").then_refused(refusals.MUST_BEAT_SPADES, allowed=("2S", "AS"))


@pytest.mark.clause("CB-PLAY-3")
def test_cb_play_3_example_1_only_a_spade_that_beats_those_in_the_trick() -> None:
    void = third_hand("3S 8S", lies="9H 5S")
    assert legal(void) == plays("8S")
    void.when(2, "play:3S").then_refused(refusals.MUST_BEAT_SPADES, allowed=("8S",))


@pytest.mark.clause("CB-PLAY-3")
def test_cb_play_3_the_highest_spade_in_the_trick_counts_not_the_last() -> None:
    fourth = trick_of("2C", "2C", "2C", "6S TS QS 3D", lies="9H 9S AH", leader=0)
    assert legal(fourth) == plays("TS QS")


@pytest.mark.clause("CB-PLAY-4")
def test_cb_play_4_example_1_void_without_a_spade_that_beats_plays_any_card() -> None:
    void = third_hand("3S 4S KD 2C", lies="9H 5S")
    assert legal(void) == plays("3S 4S KD 2C")
    void.when(2, "play:4S").then(played(2, "4S"))


@pytest.mark.clause("CB-PLAY-4")
def test_cb_play_4_void_when_spades_are_led_plays_any_card() -> None:
    assert legal(third_hand("KD 2C AH", lies="2S 3S")) == plays("KD 2C AH")


@pytest.mark.clause("CB-PLAY-4")
def test_cb_play_4_void_without_any_spade_plays_any_card() -> None:
    assert legal(third_hand("KD 2C", lies="9H TH")) == plays("KD 2C")


@pytest.mark.clause("CB-PLAY-5")
@pytest.mark.parametrize(
    ("lies", "last", "winner"),
    [
        pytest.param("9H AH TH", "2H", 1, id="the highest card of the suit led"),
        pytest.param("9H AD AC", "2H", 0, id="a higher card of another suit wins nothing"),
        pytest.param("9H AH 2S", "KH", 2, id="the smallest spade beats an ace"),
        pytest.param("9H 5S AH", "8S", 3, id="the highest spade"),
        pytest.param("9H 8S AH", "5S", 1, id="not the last spade"),
        pytest.param("2S AD KS", "QS", 2, id="spades led"),
    ],
)
def test_cb_play_5_who_wins_the_trick(lies: str, last: str, winner: int) -> None:
    fourth = trick_of("2C", "2C", "2C", last, lies=lies, leader=0)
    fourth.when(3, f"play:{last}").then(played(3, last), TrickWon(Seat(winner)))


@pytest.mark.clause("CO-TRICK-1", "CO-SEAT-1")
def test_co_trick_1_one_card_each_in_order_and_the_winner_leads_the_next() -> None:
    trick = trick_of("9H 2C", "TH 3C", "KH 4C", "2H 5C", leader=2)
    order = []
    for code in ("KH", "2H", "9H", "TH"):
        seat = rules.to_move(trick.state)
        assert seat is not None
        order.append(seat)
        trick = trick.given(played(seat, code))
    assert order == [Seat(2), seat_after(Seat(2)), seat_after(Seat(2), 2), seat_after(Seat(2), 3)]
    assert rules.to_move(trick.state) is None
    assert rules.to_move(trick.given(TrickWon(Seat(2))).state) == 2


@pytest.mark.clause("CO-TRICK-1")
def test_co_trick_1_nobody_plays_out_of_turn_or_twice() -> None:
    trick = trick_of("9H 2C", "TH 3C", "KH 4C", "2H 5C", leader=0)
    trick.when(1, "play:TH").then_refused(refusals.NOT_YOUR_PLAY, to_move=0)
    again = trick.given(played(0, "9H"))
    again.when(0, "play:2C").then_refused(refusals.NOT_YOUR_PLAY, to_move=1)


@pytest.mark.clause("CO-TRICK-1")
def test_co_trick_1_a_card_is_played_from_the_own_hand_and_once() -> None:
    trick = trick_of("9H 2C", "TH 3C", "KH 4C", "2H 5C", leader=0)
    trick.when(0, "play:AS").then_refused(refusals.CARD_NOT_HELD, held=("2C", "9H"))
    won = trick.given(
        *(played(*card) for card in ((0, "9H"), (1, "TH"), (2, "KH"), (3, "2H"))),
        TrickWon(Seat(2)),
    )
    won.when(2, "play:KH").then_refused(refusals.CARD_NOT_HELD, held=("4C",))


@pytest.mark.clause("CO-TRICK-3")
def test_co_trick_3_the_trick_is_complete_only_with_the_fourth_card() -> None:
    trick = trick_of("9H", "TH", "KH", "2H", leader=0)
    for seat, code in zip(SEATS[:3], ("9H", "TH", "KH"), strict=True):
        trick.when(seat, f"play:{code}").then(played(seat, code))
        trick = trick.given(played(seat, code))
    trick.when(3, "play:2H").then(played(3, "2H"), TrickWon(Seat(2)))


def test_a_card_outside_the_pack_is_refused_as_not_held() -> None:
    lead = trick_of("9H", "TH", "KH", "2H", leader=0)
    for stranger in (-1, 52, 10**30):
        assert rules.decide(lead.state, Seat(0), Play(stranger)) == refusals.CARD_NOT_HELD(
            held=("9H",)
        )
