"""Examples of calling a king, and of who knows who holds it (AR-CALL)."""

import pytest

from shared.games.appel_au_roi import refusals
from shared.games.appel_au_roi.events import KingCalled, TalonTurned
from shared.kernel.seats import SEATS, Seat
from tests.shared.games.appel_au_roi.examples import (
    Moved,
    after,
    before_words,
    bid_by,
    cards,
    dealt,
    decided,
    done,
    legal,
    paid,
    phase,
    refused,
    score_of,
    seen_by,
    spoken,
    to_move,
    told,
)
from tests.shared.games.appel_au_roi.one_trick import (
    at_trick,
)
from tests.support.spec import Spec

WITH_KING = ["appel", "appel_petit", "appel_ii", "appel_iii", "appel_iv", "appel_contre_chien"]
WITHOUT = [
    "seul_chien_complet",
    "seul_sans_atout",
    "seul",
    "seul_contre_chien_sans_atout",
    "seul_contre_chien",
    "trischaken",
    "piccolo",
    "misere",
    "piccolo_ouvert",
    "misere_ouverte",
]
TALON = "7C 8C 9C 7S 8S 9S"
FOURTH_SUIT = {"C": "KD KH KS", "D": "KC KH KS", "H": "KC KD KS", "S": "KC KD KH"}


def calling(*hands: str, bid: str = "appel", talon: str = TALON) -> Spec:
    """Seat 0 has won the auction and is to call."""
    called = bid_by(dealt(*hands, talon=talon), 0, bid)
    assert phase(called) == "king"
    return called


@pytest.mark.clause("AR-CALL-1")
@pytest.mark.parametrize("bid", WITH_KING)
def test_ar_call_1_declarer_calls_a_king_he_does_not_hold_before_the_talon(
    bid: str,
) -> None:
    deal = calling("T1 T2 T3 T4 KS", "KC", "KD", "KH", bid=bid)
    assert to_move(deal) == 0
    assert legal(deal) == ["king:C", "king:D", "king:H"]
    for viewer in (None, *SEATS):
        assert seen_by(deal, viewer)["talon"] is None
    refusal = refused(deal, 0, "king:S")
    assert refusal == refusals.KING_HELD(open=("KC", "KD", "KH"))
    assert refusal.clause == "AR-CALL-1"
    assert decided(deal, 0, "king:D")[0] == KingCalled(Seat(0), "D")
    for seat in (1, 2, 3):
        assert refused(deal, seat, "king:D").code == refusals.NOT_DECLARER.code
    for move in ("half:0", "abandon", "bien", "play:KS", "bid:seul", "discard:7C,8C,9C"):
        assert refused(deal, 0, move).code == refusals.KING_COMES_FIRST.code


@pytest.mark.clause("AR-CALL-1")
def test_ar_call_1_any_king_not_in_the_hand_even_one_in_the_talon() -> None:
    deal = calling("T5 T6", "KC", "KD", "KS", talon="KH 7C 8C 9C 7S 8S")
    assert legal(deal) == ["king:C", "king:D", "king:H", "king:S"]
    assert phase(done(deal, "king:H")) == "talon"


@pytest.mark.clause("AR-CALL-1")
@pytest.mark.parametrize("bid", WITHOUT)
def test_ar_call_1_the_other_games_call_nothing(bid: str) -> None:
    deal = bid_by(dealt("T5", "KC", "KD", "KH KS", talon=TALON), 0, bid)
    assert phase(deal) != "king"
    assert seen_by(deal, None)["called"] is None


@pytest.mark.clause("AR-CALL-2")
@pytest.mark.parametrize(("suit", "kings"), FOURTH_SUIT.items())
def test_ar_call_2_with_three_kings_the_fourth_may_be_called_without_naming_it(
    suit: str, kings: str
) -> None:
    deal = calling(kings, "", f"K{suit}")
    assert legal(deal) == sorted([f"king:{suit}", "king:fourth"])
    called, turned = decided(deal, 0, "king:fourth")
    assert called == KingCalled(Seat(0), None)
    assert turned == TalonTurned(cards(TALON))
    for viewer in (None, *SEATS):
        assert seen_by(deal.given(called, turned), viewer)["called"] == "fourth"


@pytest.mark.clause("AR-CALL-2")
@pytest.mark.parametrize("kings", ["", "KC", "KC KD"])
def test_ar_call_2_with_fewer_kings_there_is_no_fourth(kings: str) -> None:
    deal = calling(kings, "KS", "KH")
    refusal = refused(deal, 0, "king:fourth")
    assert (refusal.code, refusal.clause) == (
        refusals.FOURTH_NEEDS_THREE_KINGS.code,
        "AR-CALL-2",
    )
    assert "king:fourth" not in legal(deal)


@pytest.mark.clause("AR-CALL-2")
def test_ar_call_2_whoever_holds_the_fourth_king_is_partner() -> None:
    at: Moved = {"KC": (9, 0), "KD": (12, 0), "KS": (1, 0)}
    assert score_of(after("appel", at=at, called="fourth")).partner == 2
    assert paid("appel", at=at, called="fourth") == paid("appel", at=at, called="H")


@pytest.mark.clause("AR-CALL-3")
@pytest.mark.parametrize("bid", ["appel", "appel_contre_chien"])
def test_ar_call_3_only_the_holder_knows_who_is_partner(bid: str) -> None:
    deal = before_words(told(bid))
    assert seen_by(deal, 2)["side"] == "declarer"
    assert [seen_by(deal, seat)["side"] for seat in (1, 3)] == ["opponents", "opponents"]
    for viewer in (None, *SEATS):
        shown = seen_by(deal, viewer)
        assert shown["partner"] is None
        assert shown["sides"] == ["declarer", None, None, None]
    assert seen_by(deal, None)["side"] is None


@pytest.mark.clause("AR-CALL-3")
@pytest.mark.parametrize("word", ["2:announce:roi_ultimo", "2:announce:absolu"])
def test_ar_call_3_an_announcement_of_the_partner_shows_him(word: str) -> None:
    deal = spoken(before_words(told("appel")), word)
    assert seen_by(deal, None)["partner"] == 2
    assert seen_by(deal, None)["sides"] == ["declarer", "opponents", "declarer", "opponents"]


@pytest.mark.clause("AR-CALL-3")
@pytest.mark.parametrize("called", ["H", "fourth"])
def test_ar_call_3_the_king_itself_shows_its_holder_when_played(called: str) -> None:
    kings = "KC KD KS"
    deal = at_trick("appel", f"{kings} 1H", "2H T5 T6 T7", "KH 3H T8 T9", called=called)
    assert seen_by(deal, 0)["partner"] is None
    deal = done(deal, "play:1H", "play:2H", "play:3H")
    assert seen_by(deal, 0)["partner"] is None
    other = done(
        at_trick("appel", f"{kings} 1H", "2H T5 T6 T7", "KH 3H T8 T9", called=called),
        "play:1H",
        "play:2H",
        "play:KH",
    )
    for viewer in (None, *SEATS):
        assert seen_by(other, viewer)["partner"] == 2


@pytest.mark.clause("AR-CALL-3")
def test_ar_call_3_declarers_own_kings_show_nothing() -> None:
    deal = at_trick("appel", "KC 1D", "TC 2D", "7C KH", called="H")
    assert seen_by(done(deal, "play:KC"), None)["partner"] is None
    fourth = at_trick("appel", "KC KD KS 1D", "TC 2D", "7C KH", called="fourth")
    assert seen_by(done(fourth, "play:KC"), None)["partner"] is None


@pytest.mark.clause("AR-CALL-3")
def test_ar_call_3_the_turned_up_talon_shows_that_declarer_is_alone() -> None:
    deal = done(calling("T5 T6", "KC", "KD", "KS", talon="KH 7C 8C 9C 7S 8S"), "king:H")
    for viewer in (None, *SEATS):
        assert seen_by(deal, viewer)["sides"] == ["declarer", *["opponents"] * 3]
    other = done(calling("T5 T6", "KC", "KD", "KS", talon="KH 7C 8C 9C 7S 8S"), "king:C")
    assert seen_by(other, None)["sides"] == ["declarer", None, None, None]
