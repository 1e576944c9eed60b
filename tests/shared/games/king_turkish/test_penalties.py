"""Examples of play in the penalties: following, letting go, giving, leading hearts."""

import pytest

from shared.games.king_turkish import refusals, rules
from shared.games.king_turkish.contracts import PENALTIES, ContractId
from shared.games.king_turkish.refusals import REFUSALS
from shared.kernel.refusal import Refusal, sentence
from shared.kernel.seats import Seat
from tests.shared.games.king_turkish.situations import (
    follow,
    lead,
    legal,
    played,
    plays,
    trick_of,
    winner_of,
)
from tests.support.spec import Spec


@pytest.mark.clause("KT-PLAY-1", "CO-TRICK-2")
@pytest.mark.parametrize("contract", [*PENALTIES, "koz"])
def test_kt_play_1_who_holds_the_suit_led_plays_it(contract: ContractId) -> None:
    trump = "D" if contract == "koz" else None
    second = follow(contract, "4S TS KH QD 2C", "9S", trump=trump)
    assert legal(second) == plays("4S TS")
    for card in ("KH", "QD", "2C"):
        second.when(1, f"play:{card}").then_refused(
            refusals.MUST_FOLLOW_SUIT, allowed=("4S", "TS")
        )


@pytest.mark.clause("KT-PLAY-2")
@pytest.mark.parametrize("contract", PENALTIES)
def test_kt_play_2_in_a_penalty_the_highest_card_of_the_suit_led_wins(
    contract: ContractId,
) -> None:
    assert winner_of(contract, "9S TS AH 2S") == 1
    assert winner_of(contract, "2C AD AH AS") == 0


# --- void ---------------------------------------------------------------------------------------


@pytest.mark.clause("KT-VOID-1")
@pytest.mark.parametrize(
    ("contract", "forced"),
    [
        ("kupa_almaz", "3H AH"),
        ("erkek_almaz", "JD KS"),
        ("kiz_almaz", "QD QS"),
        ("el_almaz", "3H AH JD QD KS QS 2S"),
        ("son_iki", "3H AH JD QD KS QS 2S"),
        ("rifki", "3H AH JD QD KS QS 2S"),
    ],
)
def test_kt_void_1_who_cannot_follow_lets_go_of_a_penalty_card(
    contract: ContractId, forced: str
) -> None:
    void = follow(contract, "3H AH JD QD KS QS 2S", "9C")
    assert legal(void) == plays(forced)
    for code in forced.split():
        void.when(1, f"play:{code}").then(played(1, code))


@pytest.mark.clause("KT-VOID-1", "KT-SHOW-5")
def test_kt_void_1_any_other_card_is_refused() -> None:
    follow("kiz_almaz", "3H QD 2S", "9C").when(1, "play:2S").then_refused(
        refusals.MUST_DISCARD_PENALTY, allowed=("QD",)
    )


@pytest.mark.clause("KT-VOID-1")
def test_kt_void_1_in_rifki_the_king_of_hearts_must_go() -> None:
    void = follow("rifki", "2H KH AS", "9C")
    assert legal(void) == plays("KH")
    void.when(1, "play:2H").then_refused(refusals.MUST_DISCARD_PENALTY, allowed=("KH",))


@pytest.mark.clause("KT-VOID-1")
def test_kt_void_1_without_a_penalty_card_anything_goes() -> None:
    assert legal(follow("erkek_almaz", "AH QD 2S", "9C")) == plays("AH QD 2S")


@pytest.mark.clause("KT-VOID-1")
def test_kt_void_1_a_leader_is_not_bound_by_it() -> None:
    assert legal(lead("kiz_almaz", "QD 2S AH")) == plays("QD 2S AH")
    assert legal(lead("erkek_almaz", "KD 2S")) == plays("KD 2S")


@pytest.mark.clause("KT-VOID-1")
def test_kt_void_1_example_7_kupa_a_void_hand_plays_a_heart() -> None:
    assert legal(follow("kupa_almaz", "3H AH KS", "9C")) == plays("3H AH")


@pytest.mark.clause("KT-VOID-2")
def test_kt_void_2_play_heart_the_holder_of_the_king_plays_any_heart() -> None:
    void = follow("rifki", "2H KH AS", "9C", rifki_void="play_heart")
    assert legal(void) == plays("2H KH")
    void.when(1, "play:AS").then_refused(refusals.MUST_DISCARD_HEART, allowed=("2H", "KH"))


@pytest.mark.clause("KT-VOID-2")
@pytest.mark.parametrize("rifki_void", ["play_rifki", "play_heart"])
def test_kt_void_2_who_does_not_hold_the_king_is_free(rifki_void: str) -> None:
    assert legal(follow("rifki", "2H AS", "9C", rifki_void=rifki_void)) == plays("2H AS")


@pytest.mark.clause("KT-VOID-2")
def test_kt_void_2_the_option_is_of_rifki_alone() -> None:
    erkek = follow("erkek_almaz", "2H KH AS", "9C", rifki_void="play_heart")
    assert legal(erkek) == plays("KH")


# --- giving -------------------------------------------------------------------------------------


@pytest.mark.clause("KT-GIVE-1")
def test_kt_give_1_example_1_kiz_the_queen_goes_under_the_king() -> None:
    third = follow("kiz_almaz", "QS 9S AS", "4S KS")
    assert legal(third) == plays("QS")
    third.when(2, "play:AS").then_refused(refusals.MUST_GIVE, allowed=("QS",))
    assert legal(follow("kiz_almaz", "QS 9S AS", "4S KS", must_head="all")) == plays("QS")


@pytest.mark.clause("KT-GIVE-1")
def test_kt_give_1_example_2_erkek_only_what_is_lower_must_be_given() -> None:
    third = follow("erkek_almaz", "KH JH 2H", "5H QH")
    assert legal(third) == plays("JH")
    third.when(2, "play:KH").then_refused(refusals.MUST_GIVE, allowed=("JH",))


@pytest.mark.clause("KT-GIVE-1")
def test_kt_give_1_example_3_erkek_of_several_the_player_chooses() -> None:
    assert legal(follow("erkek_almaz", "KH JH 2H", "5H AH")) == plays("KH JH")


@pytest.mark.clause("KT-GIVE-1")
def test_kt_give_1_a_king_alone_is_not_forced_under_a_queen() -> None:
    assert legal(follow("erkek_almaz", "KH 2H", "5H QH")) == plays("KH 2H")


@pytest.mark.clause("KT-GIVE-1")
@pytest.mark.parametrize("rifki_void", ["play_rifki", "play_heart"])
def test_kt_give_1_rifki_the_king_goes_under_the_ace(rifki_void: str) -> None:
    third = follow("rifki", "KH 2H QH", "4H AH", rifki_void=rifki_void)
    assert legal(third) == plays("KH")
    third.when(2, "play:2H").then_refused(refusals.MUST_GIVE, allowed=("KH",))


@pytest.mark.clause("KT-GIVE-1")
def test_kt_give_1_the_card_led_counts_too() -> None:
    assert legal(follow("kiz_almaz", "QD 2D", "AD")) == plays("QD")


@pytest.mark.clause("KT-GIVE-1")
def test_kt_give_1_only_the_suit_led_counts() -> None:
    # A spade lies higher than the queen of diamonds' rank; it was not led.
    assert legal(follow("kiz_almaz", "QD 2D", "5D AS")) == plays("QD 2D")


@pytest.mark.clause("KT-GIVE-1")
@pytest.mark.parametrize("contract", ["kupa_almaz", "el_almaz", "son_iki"])
def test_kt_give_1_is_not_of_the_other_contracts(contract: ContractId) -> None:
    assert legal(follow(contract, "KH JH 2H", "5H AH")) == plays("KH JH 2H")


# --- leading hearts -----------------------------------------------------------------------------


@pytest.mark.clause("KT-HEART-1")
@pytest.mark.parametrize("contract", ["kupa_almaz", "rifki"])
def test_kt_heart_1_hearts_are_closed_until_one_was_played(contract: ContractId) -> None:
    closed = lead(contract, "2H 5C", fallen="AS KS QS JS")
    assert legal(closed) == plays("5C")
    closed.when(0, "play:2H").then_refused(refusals.HEARTS_CLOSED, allowed=("5C",))
    assert legal(lead(contract, "2H 5C", fallen="AS KS QS 9H")) == plays("2H 5C")


@pytest.mark.clause("KT-HEART-1")
def test_kt_heart_1_a_heart_of_the_own_lead_opens_them_too() -> None:
    # Seat 3, with hearts alone, had to lead one; seat 0 won it and may lead another.
    trick = trick_of("rifki", "AH QH 5C", "2S 3S", "4S 5S", "3H 4H", leader=3)
    assert legal(trick) == plays("3H 4H")
    seat, codes = 3, ("3H", "QH", "2S", "4S")
    for place, code in enumerate(codes):
        decision = trick.when((seat + place) % 4, f"play:{code}").decision
        assert isinstance(decision, tuple)
        trick = trick.given(*decision)
    assert rules.to_move(trick.state) == 0
    assert legal(trick) == plays("AH 5C")


@pytest.mark.clause("KT-HEART-1")
def test_kt_heart_1_example_4_with_only_hearts_left_any_heart_may_be_led() -> None:
    assert legal(lead("rifki", "2H 5C")) == plays("5C")
    assert legal(lead("rifki", "2H KH AH")) == plays("2H KH AH")


@pytest.mark.clause("KT-HEART-2")
@pytest.mark.parametrize("contract", PENALTIES)
def test_kt_heart_2_all_penalties_closes_hearts_in_all_six(contract: ContractId) -> None:
    closed = lead(contract, "2H 5C", heart_lead_ban="all_penalties")
    assert legal(closed) == plays("5C")
    kind = (
        refusals.HEARTS_CLOSED
        if contract in ("kupa_almaz", "rifki")
        else refusals.HEARTS_CLOSED_TOO
    )
    closed.when(0, "play:2H").then_refused(kind, allowed=("5C",))
    opened = lead(contract, "2H 5C", fallen="3H", heart_lead_ban="all_penalties")
    assert legal(opened) == plays("2H 5C")


@pytest.mark.clause("KT-HEART-2")
@pytest.mark.parametrize("contract", ["el_almaz", "erkek_almaz", "kiz_almaz", "son_iki"])
def test_kt_heart_2_by_default_the_other_penalties_let_hearts_be_led(
    contract: ContractId,
) -> None:
    assert legal(lead(contract, "2H 5C")) == plays("2H 5C")


@pytest.mark.clause("KT-HEART-2")
@pytest.mark.parametrize("trump", ["C", "D", "H", "S"])
def test_kt_heart_2_never_in_a_trump_deal(trump: str) -> None:
    assert legal(lead("koz", "2H 5C", trump=trump, heart_lead_ban="all_penalties")) == plays(
        "2H 5C"
    )


# --- what every refusal says --------------------------------------------------------------------


@pytest.mark.clause("KT-SHOW-5")
@pytest.mark.parametrize(
    ("situation", "move", "text"),
    [
        (
            follow("el_almaz", "4S KH", "9S"),
            "play:KH",
            "KT-PLAY-1: you must follow suit: you hold cards of the suit led; play 4S",
        ),
        (
            follow("kiz_almaz", "QD KH", "9S"),
            "play:KH",
            (
                "KT-VOID-1: you must let go of a penalty card: "
                "you cannot follow suit and hold one; play QD"
            ),
        ),
        (
            lead("kupa_almaz", "2H 5C 6C"),
            "play:2H",
            (
                "KT-HEART-1: hearts are closed: no heart may be led before one was played; "
                "lead 5C, 6C"
            ),
        ),
    ],
    ids=["follow suit", "let go of a penalty card", "closed hearts"],
)
def test_kt_show_5_a_refused_card_says_why_and_names_the_rule(
    situation: Spec, move: str, text: str
) -> None:
    refusal = situation.when(rules.to_move(situation.state) or 0, move).decision
    assert isinstance(refusal, Refusal)
    kind = next(kind for kind in REFUSALS if kind.code == refusal.code)
    assert f"{refusal.clause}: {sentence(kind, refusal)}" == text


@pytest.mark.clause("CO-TRICK-1")
def test_co_trick_1_nobody_plays_out_of_turn_or_a_card_of_another() -> None:
    trick = trick_of("el_almaz", "9H 2C", "TH 3C", "KH 4C", "2H 5C")
    trick.when(1, "play:TH").then_refused(refusals.NOT_YOUR_PLAY, to_move=0)
    trick.when(0, "play:AS").then_refused(refusals.CARD_NOT_HELD, held=("2C", "9H"))
    assert rules.to_move(trick.given(played(0, "9H")).state) == Seat(1)
