"""Examples of the auction (AR-BID, Table 1)."""

import pytest

from shared.games.appel_au_roi import refusals
from shared.games.appel_au_roi.events import BidMade, Passed
from shared.kernel.seats import SEATS, Seat
from tests.shared.games.appel_au_roi.examples import (
    dealt,
    decided,
    done,
    legal,
    phase,
    refused,
    seen_by,
    to_move,
)

RANKED = [
    "piccolo",
    "appel_contre_chien",
    "appel_petit",
    "misere",
    "appel_ii",
    "seul_sans_atout",
    "seul",
    "piccolo_ouvert",
    "appel_iii",
    "misere_ouverte",
    "appel_iv",
    "seul_contre_chien_sans_atout",
    "seul_contre_chien",
]
"""Table 1, ascending."""
FOREHAND = ["appel", "trischaken", "seul_chien_complet"]
BIRDS = {"appel_petit": "T1", "appel_ii": "T2", "appel_iii": "T3", "appel_iv": "T4"}
KINGS_APART = ("KC", "T1 T2 T3 T4 KD", "KH", "KS")


@pytest.mark.clause("AR-BID-1")
def test_ar_bid_1_the_seat_after_forehand_speaks_first_and_forehand_last() -> None:
    for forehand in SEATS:
        deal, spoke = dealt(*KINGS_APART, forehand=forehand), []
        for move in ("bid:piccolo", "bid:misere", "bid:seul", "bid:misere_ouverte"):
            spoke.append(to_move(deal))
            deal = done(deal, move)
        assert spoke == [(forehand + k) % 4 for k in (1, 2, 3, 4)]
        assert to_move(deal) == (forehand + 1) % 4  # round and round


@pytest.mark.clause("AR-BID-1")
@pytest.mark.parametrize("rank", range(len(RANKED)))
def test_ar_bid_1_a_bid_must_be_strictly_higher(rank: int) -> None:
    bid = RANKED[rank]
    deal = dealt("", "T1 T2 T3 T4 KD", "KC", "KH KS", forehand=0)
    deal = done(deal, "pass") if bid not in BIRDS else deal
    deal = done(deal, f"bid:{bid}")
    seat = to_move(deal)
    assert seat is not None
    higher = [one for one in RANKED[rank + 1 :] if one not in BIRDS]
    assert legal(deal) == sorted(["pass", *(f"bid:{one}" for one in higher)])
    for low in RANKED[: rank + 1]:
        refusal = refused(deal, seat, f"bid:{low}")
        assert (refusal.code, refusal.clause) == (refusals.BID_TOO_LOW.code, "AR-BID-1")
        assert refusal.params["highest"] == bid
    for high in higher:
        assert decided(deal, seat, f"bid:{high}")[0] == BidMade(Seat(seat), high)  # type: ignore[arg-type]


@pytest.mark.clause("AR-BID-1")
def test_ar_bid_1_who_passed_is_out_for_good() -> None:
    deal = done(dealt(*KINGS_APART), "bid:piccolo", "pass", "bid:misere", "bid:seul")
    assert to_move(deal) == 1
    deal = done(deal, "bid:piccolo_ouvert")
    assert to_move(deal) == 3  # seat 2 has passed
    refusal = refused(deal, 2, "bid:seul_contre_chien")
    assert (refusal.code, refusal.clause) == (refusals.NOT_YOUR_BID.code, "AR-BID-1")
    assert refusal.params == {"to_move": 3}
    refused(deal, 2, "pass")


@pytest.mark.clause("AR-BID-1")
def test_ar_bid_1_the_third_pass_makes_the_remaining_bidder_declarer() -> None:
    deal = done(dealt(*KINGS_APART), "bid:piccolo", "bid:misere", "pass", "pass")
    assert (phase(deal), to_move(deal)) == ("auction", 1)
    over = done(deal, "pass")
    assert seen_by(over, None)["declarer"] == 2
    assert seen_by(over, None)["bid"] == "misere"
    raised = done(deal, "bid:seul", "pass")
    assert seen_by(raised, None)["declarer"] == 1


@pytest.mark.clause("AR-BID-1")
def test_ar_bid_1_the_highest_bid_does_not_end_the_auction() -> None:
    deal = done(dealt(*KINGS_APART), "bid:seul_contre_chien")
    for seat in (2, 3, 0):
        assert (phase(deal), to_move(deal), legal(deal)) == ("auction", seat, ["pass"])
        assert decided(deal, seat, "pass") == (Passed(Seat(seat)),)
        deal = done(deal, "pass")
    assert (phase(deal), seen_by(deal, None)["declarer"]) == ("announcements", 1)


@pytest.mark.clause("AR-BID-1")
def test_ar_bid_1_nothing_else_is_done_before_the_auction_is_over() -> None:
    deal = dealt(*KINGS_APART)
    for move in (
        "king:C",
        "half:0",
        "abandon",
        "announce:petit",
        "contre:game",
        "bien",
        "play:KD",
    ):
        refusal = refused(deal, 1, move)
        assert (refusal.code, refusal.clause) == (refusals.AUCTION_RUNS.code, "AR-BID-1")


@pytest.mark.clause("AR-BID-2")
def test_ar_bid_2_after_three_passes_forehand_must_bid_and_may_bid_anything() -> None:
    deal = done(dealt("T1 T2 T3 T4 KC KD KS"), "pass", "pass", "pass")
    assert to_move(deal) == 0
    assert legal(deal) == sorted(f"bid:{bid}" for bid in (*FOREHAND, *RANKED))
    refusal = refused(deal, 0, "pass")
    assert (refusal.code, refusal.clause) == (refusals.FOREHAND_MUST_BID.code, "AR-BID-2")
    assert set(refusal.params["open"]) == {*FOREHAND, *RANKED}  # type: ignore[arg-type]
    for bid in (*FOREHAND, *RANKED):
        over = done(deal, f"bid:{bid}")
        assert phase(over) != "auction"
        assert (seen_by(over, None)["declarer"], seen_by(over, None)["bid"]) == (0, bid)


@pytest.mark.clause("AR-BID-2")
@pytest.mark.parametrize("bid", FOREHAND)
def test_ar_bid_2_a_forehand_bid_is_for_forehand_alone(bid: str) -> None:
    deal = dealt(*KINGS_APART)
    for seat in (1, 2, 3):
        refusal = refused(deal, seat, f"bid:{bid}")
        assert (refusal.code, refusal.clause) == (refusals.FOREHAND_BID.code, "AR-BID-2")
        assert f"bid:{bid}" not in legal(deal)
        deal = done(deal, "pass")
    assert decided(deal, 0, f"bid:{bid}")


@pytest.mark.clause("AR-BID-2")
@pytest.mark.parametrize("first", ["bid:piccolo pass pass", "pass pass bid:piccolo"])
@pytest.mark.parametrize("bid", FOREHAND)
def test_ar_bid_2_any_other_bid_rules_the_forehand_bids_out(first: str, bid: str) -> None:
    deal = done(dealt(*KINGS_APART), *first.split())
    assert to_move(deal) == 0
    assert refused(deal, 0, f"bid:{bid}").code == refusals.FOREHAND_BID.code
    assert "pass" in legal(deal)
    assert not {f"bid:{one}" for one in FOREHAND} & set(legal(deal))


@pytest.mark.clause("AR-BID-3")
@pytest.mark.parametrize(("bid", "bird"), BIRDS.items())
def test_ar_bid_3_a_bird_is_bid_only_by_its_holder(bid: str, bird: str) -> None:
    others = " ".join({*BIRDS.values()} - {bird})
    without = dealt("", f"KC {others}", f"KD {bird}", "KH")
    refusal = refused(without, 1, f"bid:{bid}")
    assert (refusal.code, refusal.clause) == (refusals.BIRD_NOT_HELD.code, "AR-BID-3")
    assert f"bid:{bid}" not in legal(without)
    after_pass = done(without, "pass")
    assert f"bid:{bid}" in legal(after_pass)
    decided(after_pass, 2, f"bid:{bid}")


@pytest.mark.clause("AR-BID-3")
def test_ar_bid_3_a_bird_in_the_talon_is_not_held() -> None:
    deal = dealt("KC", "KD", "KH", "KS", talon="T1 T2 T3 T4")
    for _ in range(4):
        assert not {f"bid:{bid}" for bid in BIRDS} & set(legal(deal))
        deal = done(deal, "bid:piccolo" if to_move(deal) == 1 else "pass")


@pytest.mark.clause("AR-BID-4")
@pytest.mark.parametrize("bid", ["appel_contre_chien", *BIRDS])
def test_ar_bid_4_with_four_kings_there_is_nothing_to_call(bid: str) -> None:
    deal = dealt("", "KC KD KH KS T1 T2 T3 T4")
    refusal = refused(deal, 1, f"bid:{bid}")
    assert (refusal.code, refusal.clause) == (refusals.FOUR_KINGS_HELD.code, "AR-BID-4")
    assert [move for move in legal(deal) if "appel" in move] == []


@pytest.mark.clause("AR-BID-4")
def test_ar_bid_4_forehand_with_four_kings_has_the_games_without_a_king() -> None:
    deal = done(dealt("KC KD KH KS T1 T2 T3 T4"), "pass", "pass", "pass")
    assert refused(deal, 0, "bid:appel").code == refusals.FOUR_KINGS_HELD.code
    kingless = [bid for bid in (*FOREHAND, *RANKED) if "appel" not in bid]
    assert legal(deal) == sorted(f"bid:{bid}" for bid in kingless)


@pytest.mark.clause("AR-BID-4")
def test_ar_bid_4_with_three_kings_there_is() -> None:
    deal = dealt("KH", "KC KD KS T1")
    assert {"bid:appel_contre_chien", "bid:appel_petit"} <= set(legal(deal))
