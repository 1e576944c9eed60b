"""Examples of play in trump deals, and of the duty to head (KT-TRUMP, KT-HEAD)."""

import pytest

from shared.cards.events import TrickWon
from shared.games.king_turkish import refusals
from shared.games.king_turkish.contracts import PENALTIES, ContractId
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


@pytest.mark.clause("KT-PLAY-2")
@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        pytest.param("9H AH TH 2H", 1, id="the highest card of the suit led"),
        pytest.param("9H AD AS 2H", 0, id="a higher card of another suit wins nothing"),
        pytest.param("9H AH 2C KH", 2, id="the smallest trump beats an ace"),
        pytest.param("9H 5C AH 8C", 3, id="the highest trump"),
        pytest.param("9H 8C AH 5C", 1, id="not the last trump"),
        pytest.param("2C AD KC QC", 2, id="trumps led"),
    ],
)
def test_kt_play_2_in_trump_the_highest_trump_wins(trick: str, winner: int) -> None:
    assert winner_of("koz", trick, trump="C") == winner


@pytest.mark.clause("KT-TRUMP-1")
def test_kt_trump_1_who_cannot_follow_must_trump_with_any_trump() -> None:
    void = follow("koz", "2C AC KS", "9H", trump="C")
    assert legal(void) == plays("2C AC")
    void.when(1, "play:KS").then_refused(refusals.MUST_TRUMP, allowed=("2C", "AC"))
    void.when(1, "play:2C").then(played(1, "2C"))


@pytest.mark.clause("KT-TRUMP-1")
def test_kt_trump_1_example_5_even_a_trump_that_cannot_win() -> None:
    assert legal(follow("koz", "2C KS", "9H 9C", trump="C")) == plays("2C")


@pytest.mark.clause("KT-TRUMP-1")
def test_kt_trump_1_without_a_trump_anything_goes() -> None:
    assert legal(follow("koz", "2D KS", "9H", trump="C")) == plays("2D KS")
    assert legal(follow("koz", "2D KS", "9C", trump="C")) == plays("2D KS")


@pytest.mark.clause("KT-TRUMP-2")
def test_kt_trump_2_by_default_trumps_may_be_led() -> None:
    assert legal(lead("koz", "2C KS", trump="C")) == plays("2C KS")


@pytest.mark.clause("KT-TRUMP-2")
def test_kt_trump_2_after_ruff_trumps_are_closed_for_the_first_lead_too() -> None:
    closed = lead("koz", "2C KS", trump="C", trump_lead="after_ruff")
    assert legal(closed) == plays("KS")
    closed.when(0, "play:2C").then_refused(refusals.TRUMPS_CLOSED, allowed=("KS",))


@pytest.mark.clause("KT-TRUMP-2")
def test_kt_trump_2_a_leader_with_only_trumps_leads_one() -> None:
    assert legal(lead("koz", "2C KC", trump="C", trump_lead="after_ruff")) == plays("2C KC")


@pytest.mark.clause("KT-TRUMP-2")
@pytest.mark.parametrize(
    ("trick", "may_lead"),
    [
        pytest.param("9H 2H 3H 4C", "4H 8C 9S 8D", id="a ruff opens trumps"),
        pytest.param("9H 2H 3H 4H", "QS", id="no trump was played"),
        pytest.param("2C 3C 5C 8C", "4H 9S 8D", id="trumps that were led do not"),
        pytest.param("2C 3C 5C 8D", "3H TS", id="nor does a discard on them"),
    ],
)
def test_kt_trump_2_only_a_ruff_opens_trumps(trick: str, may_lead: str) -> None:
    hands = ("9H 2C 6C QS", "2H 3C 7C JS", "3H 5C TC TS", "4H 4C 8C 9S 8D")
    deal = trick_of("koz", *hands, trump="C", trump_lead="after_ruff")
    for seat, code in enumerate(trick.split()):
        deal = deal.given(played(seat, code))
    won = TrickWon(Seat(winner_of("koz", trick, trump="C")))
    assert legal(deal.given(won)) == plays(may_lead)


@pytest.mark.clause("KT-TRUMP-2")
@pytest.mark.parametrize("contract", PENALTIES)
def test_kt_trump_2_is_of_trump_deals_alone(contract: ContractId) -> None:
    assert legal(lead(contract, "2C KS", trump_lead="after_ruff")) == plays("2C KS")


# --- the duty to head ---------------------------------------------------------------------------


@pytest.mark.clause("KT-HEAD-1")
def test_kt_head_1_by_default_nobody_must_head() -> None:
    assert legal(follow("koz", "AH 3H", "9H", trump="C")) == plays("AH 3H")
    assert legal(follow("el_almaz", "AH 3H", "9H")) == plays("AH 3H")


@pytest.mark.clause("KT-HEAD-1")
@pytest.mark.parametrize("must_head", ["trump_only", "all"])
def test_kt_head_1_in_trump_who_can_win_with_the_suit_led_must(must_head: str) -> None:
    third = follow("koz", "AH TH 3H 2C", "9H JH", trump="C", must_head=must_head)
    assert legal(third) == plays("AH")
    third.when(2, "play:TH").then_refused(refusals.MUST_HEAD, allowed=("AH",))
    fourth = follow("koz", "AH KH 3H", "9H JH 2H", trump="C", must_head=must_head)
    assert legal(fourth) == plays("AH KH")


@pytest.mark.clause("KT-HEAD-1")
def test_kt_head_1_who_cannot_win_follows_as_they_like() -> None:
    assert legal(follow("koz", "TH 3H", "9H JH", trump="C", must_head="all")) == plays("TH 3H")


@pytest.mark.clause("KT-HEAD-1")
@pytest.mark.parametrize("contract", PENALTIES)
def test_kt_head_1_all_binds_the_penalties_and_trump_only_does_not(contract: ContractId) -> None:
    bound = follow(contract, "TS 3S", "9S 2S", must_head="all")
    assert legal(bound) == plays("TS")
    bound.when(2, "play:3S").then_refused(refusals.MUST_HEAD, allowed=("TS",))
    assert legal(follow(contract, "TS 3S", "9S 2S", must_head="trump_only")) == plays("TS 3S")


@pytest.mark.clause("KT-HEAD-1")
def test_kt_head_1_example_6_a_ruff_ends_the_duty() -> None:
    third = follow("koz", "AH 3H", "9H 2C", trump="C", must_head="trump_only")
    assert legal(third) == plays("AH 3H")


@pytest.mark.clause("KT-HEAD-1")
def test_kt_head_1_a_lead_in_trumps_counts_as_the_suit_led() -> None:
    third = follow("koz", "AC 3C KH", "9C 2C", trump="C", must_head="trump_only")
    assert legal(third) == plays("AC")
    third.when(2, "play:3C").then_refused(refusals.MUST_HEAD, allowed=("AC",))


@pytest.mark.clause("KT-HEAD-2")
@pytest.mark.parametrize("must_head", ["trump_only", "all"])
def test_kt_head_2_a_ruff_need_not_head(must_head: str) -> None:
    assert legal(follow("koz", "2C AC", "9H 9C", trump="C", must_head=must_head)) == plays("2C AC")


@pytest.mark.clause("KT-HEAD-3")
@pytest.mark.parametrize(
    ("contract", "hand", "lies", "forced"),
    [("kiz_almaz", "QS 9S AS", "4S KS", "QS"), ("erkek_almaz", "KH JH 2H", "5H QH", "JH")],
)
def test_kt_head_3_giving_goes_before_heading(
    contract: ContractId, hand: str, lies: str, forced: str
) -> None:
    third = follow(contract, hand, lies, must_head="all")
    assert legal(third) == plays(forced)
    other = next(code for code in hand.split() if code != forced)
    third.when(2, f"play:{other}").then_refused(refusals.MUST_GIVE, allowed=(forced,))


@pytest.mark.clause("KT-HEAD-3")
def test_kt_head_3_with_nothing_to_give_the_duty_to_head_stands() -> None:
    # The queen is higher than what lies: it may win, but it is not given.
    third = follow("kiz_almaz", "QS 9S 2S", "4S JS", must_head="all")
    assert legal(third) == plays("QS")
    third.when(2, "play:9S").then_refused(refusals.MUST_HEAD, allowed=("QS",))
