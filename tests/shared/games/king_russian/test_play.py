"""Examples of dealing and play (KR-DEAL, KR-PLAY, KR-HEART, KR-KING)."""

import pytest

from shared.cards.events import CardPlayed, TrickWon
from shared.cards.hands import codes_in
from shared.cards.packs import FRENCH_32
from shared.games.king_russian import refusals, rules
from shared.games.king_russian.contracts import CONTRACTS
from shared.games.king_russian.state import Playing
from shared.kernel.seats import SEATS, Seat
from tests.shared.games.king_russian.situations import (
    CARDS,
    NAMES,
    between,
    legal,
    new_deal,
    plays,
    trick_of,
)

HEARTS_HELD_BACK = {
    "no_hearts",
    "no_king",
    "eralash_negative",
    "hearts",
    "king",
    "eralash_positive",
}
KING_FORCED = {"no_king", "eralash_negative", "king", "eralash_positive"}


def played(seat: int, code: str) -> CardPlayed:
    return CardPlayed(Seat(seat), CARDS[code])


def names(chosen: set[str]) -> list[str]:
    """In the order of the rounds, so that tests keep their order."""
    return [name for name in NAMES if name in chosen]


# --- the deal ---------------------------------------------------------------------------------


@pytest.mark.clause("KR-DEAL-1", "CO-DEAL-1")
def test_kr_deal_1_each_seat_gets_eight_cards_in_blocks_from_forehand_on() -> None:
    state = new_deal("no_tricks", dealer=1).state
    assert isinstance(state, Playing)
    assert state.hands is not None
    suits = {seat: {code[1] for code in codes_in(state.hands[seat], FRENCH_32)} for seat in SEATS}
    assert suits == {2: {"C"}, 3: {"D"}, 0: {"H"}, 1: {"S"}}
    assert [hand.bit_count() for hand in state.hands] == [8, 8, 8, 8]


@pytest.mark.clause("KR-DEAL-1", "CO-DEAL-2")
def test_kr_deal_1_the_first_dealer_is_drawn_and_the_deal_moves_one_seat_on() -> None:
    assert rules.DRAWS_DEALER
    nothing = (0, 0, 0, 0)
    dealers = [rules.next_dealer(between(*[nothing] * done).state, Seat(2)) for done in range(5)]
    assert dealers == [2, 3, 0, 1, 2]


@pytest.mark.clause("KR-DEAL-2", "CO-SEAT-2")
def test_kr_deal_2_the_seat_after_the_dealer_leads_at_once() -> None:
    deal = new_deal("no_tricks", dealer=1)
    assert rules.opening(deal.state) == ()
    assert rules.to_move(deal.state) == 2
    deal.when(3, "play:7D").then_refused(refusals.NOT_YOUR_PLAY, to_move=2)
    deal.when(2, "play:7C").then(played(2, "7C"))


@pytest.mark.clause("CO-DEAL-3")
def test_co_deal_3_between_two_rounds_every_card_is_refused() -> None:
    between().when(0, "play:KH").then_refused(refusals.NO_DEAL)


# --- following and winning --------------------------------------------------------------------


@pytest.mark.clause("KR-PLAY-1", "CO-TRICK-2")
@pytest.mark.parametrize("contract", NAMES)
def test_kr_play_1_who_holds_the_suit_led_plays_it_with_any_card(contract: str) -> None:
    second = trick_of(contract, "", "7S AS KH 8C", "9C", "TC", lies="QS")
    assert legal(second) == plays("7S AS")
    second.when(1, "play:KH").then_refused(refusals.MUST_FOLLOW_SUIT, allowed=("7S", "AS"))
    second.when(1, "play:7S").then(played(1, "7S"))


@pytest.mark.clause("KR-PLAY-1")
@pytest.mark.parametrize("contract", NAMES)
def test_kr_play_1_who_is_void_plays_any_card(contract: str) -> None:
    second = trick_of(contract, "", "7D AD QH 8C", "9C", "TC", lies="QS")
    assert legal(second) == plays("7D AD QH 8C")


@pytest.mark.clause("KR-PLAY-1")
def test_kr_play_1_only_cards_in_hand_are_played() -> None:
    second = trick_of("kings", "", "7S AS", "9C", "TC", lies="QS")
    second.when(1, "play:KS").then_refused(refusals.CARD_NOT_HELD, held=("7S", "AS"))


@pytest.mark.clause("KR-PLAY-2", "CO-TRICK-1")
@pytest.mark.parametrize("contract", NAMES)
def test_kr_play_2_the_highest_card_of_the_suit_led_wins_and_leads(contract: str) -> None:
    last = trick_of(contract, "7D", "8D", "7C", "9D AS", lies="8S TS AH", leader=0)
    decision = last.when(3, "play:AS").decision
    assert isinstance(decision, tuple)
    assert decision[:2] == (played(3, "AS"), TrickWon(Seat(3)))
    assert rules.to_move(last.given(*decision).state) == 3


@pytest.mark.clause("KR-PLAY-2")
def test_kr_play_2_no_suit_is_trump() -> None:
    last = trick_of("tricks", "7D", "8D", "7H", "9D KS", lies="8C AD AH", leader=0)
    last.when(3, "play:KS").then(played(3, "KS"), TrickWon(Seat(0)))


@pytest.mark.clause("CO-TRICK-3")
def test_co_trick_3_the_trick_that_ends_a_round_is_completed() -> None:
    third = trick_of("no_king", "7D", "8D", "KH 9D", "7C 8C", lies="8S TS")
    third.when(2, "play:KH").then(played(2, "KH"))


# --- hearts -----------------------------------------------------------------------------------


@pytest.mark.clause("KR-HEART-1")
def test_kr_heart_1_and_kr_king_1_bind_in_the_rounds_of_the_page() -> None:
    assert {one.name for one in CONTRACTS if one.hearts_held_back} == HEARTS_HELD_BACK
    assert {one.name for one in CONTRACTS if one.king_forced} == KING_FORCED


@pytest.mark.clause("KR-HEART-1")
@pytest.mark.parametrize("contract", names(HEARTS_HELD_BACK))
def test_kr_heart_1_who_holds_another_suit_leads_no_heart(contract: str) -> None:
    lead = trick_of(contract, "7H KH 8S", "7C", "8C", "9C")
    assert legal(lead) == plays("8S")
    lead.when(0, "play:7H").then_refused(
        refusals.HEARTS_HELD_BACK, contract=contract, allowed=("8S",)
    )


@pytest.mark.clause("KR-HEART-1")
@pytest.mark.parametrize("contract", names(HEARTS_HELD_BACK))
def test_kr_heart_1_who_holds_nothing_but_hearts_leads_any_of_them(contract: str) -> None:
    assert legal(trick_of(contract, "7H KH AH", "7C", "8C", "9C")) == plays("7H KH AH")


@pytest.mark.clause("KR-HEART-1")
def test_kr_heart_1_a_discarded_heart_lifts_nothing() -> None:
    trick = trick_of("no_hearts", "9C 7H", "TC 8H 7S", "8C 9S", "AH QH")
    for seat, code in enumerate(("9C", "TC", "8C", "AH")):
        decision = trick.when(seat, f"play:{code}").decision
        assert isinstance(decision, tuple)
        trick = trick.given(*decision)
    assert rules.to_move(trick.state) == 1
    assert legal(trick) == plays("7S")


@pytest.mark.clause("KR-HEART-1")
@pytest.mark.parametrize("contract", [name for name in NAMES if name not in HEARTS_HELD_BACK])
def test_kr_heart_1_in_the_other_rounds_a_heart_is_led_freely(contract: str) -> None:
    assert legal(trick_of(contract, "7H KH 8S", "7C", "8C", "9C")) == plays("7H KH 8S")


# --- the king of hearts -----------------------------------------------------------------------


@pytest.mark.clause("KR-KING-1")
@pytest.mark.parametrize("contract", names(KING_FORCED))
@pytest.mark.parametrize("led", ["QS", "QS 8S", "QS 8S AS"])
def test_kr_king_1_who_cannot_follow_plays_the_king_of_hearts(contract: str, led: str) -> None:
    hand = "KH AH 7D"
    discard = trick_of(contract, "7C", hand, hand, hand, lies=led)
    seat = len(led.split())
    assert legal(discard) == plays("KH")
    for other in ("AH", "7D"):
        discard.when(seat, f"play:{other}").then_refused(
            refusals.MUST_PLAY_KING, contract=contract, allowed=("KH",)
        )


@pytest.mark.clause("KR-KING-1")
@pytest.mark.parametrize("contract", [name for name in NAMES if name not in KING_FORCED])
def test_kr_king_1_in_the_other_rounds_it_may_be_kept(contract: str) -> None:
    discard = trick_of(contract, "7C", "KH AH 7D", "8C", "9C", lies="QS")
    assert legal(discard) == plays("KH AH 7D")


@pytest.mark.clause("KR-KING-1")
def test_kr_king_1_who_can_follow_does() -> None:
    assert legal(trick_of("no_king", "7C", "KH 7S", "8C", "9C", lies="QS")) == plays("7S")


@pytest.mark.clause("KR-KING-2")
@pytest.mark.parametrize("contract", names(KING_FORCED))
def test_kr_king_2_when_hearts_are_led_another_heart_may_be_played(contract: str) -> None:
    follow = trick_of(contract, "7C", "KH 8H 7D", "8C", "9C", lies="AH")
    assert legal(follow) == plays("KH 8H")
    follow.when(1, "play:8H").then(played(1, "8H"))


@pytest.mark.clause("CO-TIME-2")
def test_co_time_2_the_clock_plays_the_lowest_legal_card_in_deck_order() -> None:
    def clock(contract: str, hand: str, lies: str = "") -> str:
        state = trick_of(contract, hand, hand, "7C", "8C", lies=lies).state
        return rules.move_text(rules.clock_move(rules.view(state, rules.to_move(state))))

    assert clock("no_tricks", "8S 7H TD") == "play:TD"
    assert clock("no_hearts", "8S 7H 9S") == "play:8S"
    assert clock("king", "8S KH TD", lies="9C") == "play:KH"
