"""Examples of the talon: turned up, taken, ceded, abandoned to (AR-TALON)."""

import pytest

from shared.games.appel_au_roi import refusals
from shared.games.appel_au_roi.events import GameGivenUp, HalfTaken, KingCalled, TalonTurned
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
    lines_of,
    over,
    payments_of,
    phase,
    refused,
    score_of,
    scored,
    seen_by,
    spoken,
    to_move,
    told,
)
from tests.support.spec import Spec

ONE_HALF = ["appel", "appel_petit", "appel_ii", "appel_iii", "appel_iv", "seul", "seul_sans_atout"]
UNUSED = ["trischaken", "piccolo", "misere", "piccolo_ouvert", "misere_ouverte"]
TALON = "7C 8C 9C QH JH 9S"
BIRDS = "T1 T2 T3 T4"

KING_CEDED: Moved = {"KH": ("ceded", 0)}
KING_TAKEN: Moved = {"KH": (3, 0)}
"""With ``took="KH 7C 8C"``: the king comes from the talon into declarer's hand."""


def taking(bid: str = "appel", talon: str = TALON, called: str = "H") -> Spec:
    """After the auction and the call of a game that seat 0 plays; it holds all the birds."""
    third = "KD" if "KH" in talon else "KD KH"
    deal = bid_by(dealt(BIRDS, "KC", third, "KS", talon=talon), 0, bid)
    return done(deal, f"king:{called}") if phase(deal) == "king" else deal


@pytest.mark.clause("AR-TALON-1")
@pytest.mark.parametrize("bid", ONE_HALF)
def test_ar_talon_1_the_talon_is_turned_up_for_all_and_declarer_takes_a_half(bid: str) -> None:
    deal = taking(bid)
    assert (phase(deal), to_move(deal), legal(deal)) == ("talon", 0, ["half:0", "half:1"])
    for viewer in (None, *SEATS):
        assert seen_by(deal, viewer)["talon"] == [["7C", "8C", "9C"], ["QH", "JH", "9S"]]
    for half, codes in enumerate(("7C 8C 9C", "QH JH 9S")):
        assert decided(deal, 0, f"half:{half}") == (HalfTaken(Seat(0), half),)  # type: ignore[arg-type]
        taken = done(deal, f"half:{half}")
        assert set(codes.split()) < set(seen_by(taken, 0)["hand"])
        assert seen_by(taken, None)["cards_left"] == [15, 12, 12, 12]
    for seat in (1, 2, 3):
        assert refused(deal, seat, "half:0").code == refusals.NOT_DECLARER.code


@pytest.mark.clause("AR-TALON-1")
def test_ar_talon_1_it_is_turned_up_by_the_call_or_by_the_last_pass() -> None:
    turned = TalonTurned(cards(TALON))
    calling = bid_by(dealt(BIRDS, "KC", "KD KH", "KS", talon=TALON), 0, "appel")
    assert decided(calling, 0, "king:H") == (KingCalled(Seat(0), "H"), turned)
    bidding_on = done(dealt(BIRDS, "KC", "KD KH", "KS", talon=TALON), "bid:seul", "pass", "pass")
    assert decided(bidding_on, 0, "pass")[1:] == (turned,)


@pytest.mark.clause("AR-TALON-1")
@pytest.mark.parametrize("half", [0, 1])
def test_ar_talon_1_the_other_half_counts_for_the_opponents(half: int) -> None:
    # Declarer's side has 127 thirds; a queen in the half it cedes costs it nine of them.
    assert score_of(after("appel", half=half)).points == 127
    rich = score_of(after("appel", at={"QD": ("ceded", 0)}, half=half))
    assert rich.points == 127 - 9


@pytest.mark.clause("AR-TALON-1")
def test_ar_talon_1_chien_complet_takes_all_six_without_a_move() -> None:
    deal = taking("seul_chien_complet")
    assert phase(deal) == "discard"
    assert set(TALON.split()) < set(seen_by(deal, 0)["hand"])
    assert seen_by(deal, None)["cards_left"] == [18, 12, 12, 12]
    assert seen_by(deal, 3)["talon"] == [["7C", "8C", "9C"], ["QH", "JH", "9S"]]


@pytest.mark.clause("AR-TALON-1")
@pytest.mark.parametrize("bid", UNUSED)
def test_ar_talon_1_negative_games_leave_it_face_down(bid: str) -> None:
    deal = taking(bid)
    assert phase(deal) in ("announcements", "play")
    assert seen_by(deal, 0)["talon"] is None
    assert seen_by(deal, None)["cards_left"] == [12, 12, 12, 12]


# --- abandoning ---------------------------------------------------------------------------------


@pytest.mark.clause("AR-TALON-2")
@pytest.mark.parametrize("talon", ["KH 7C 8C 9C QH JH", "7C 8C 9C QH KH JH"])
def test_ar_talon_2_with_the_called_king_in_the_talon_declarer_may_abandon(talon: str) -> None:
    deal = taking(talon=talon)
    assert legal(deal) == ["abandon", "half:0", "half:1"]
    given_up = decided(deal, 0, "abandon")
    assert given_up[0] == GameGivenUp(Seat(0))
    assert [type(event).__name__ for event in given_up] == ["GameGivenUp", "DealScored"]
    assert phase(done(deal, "abandon")) == "between"


@pytest.mark.clause("AR-TALON-2")
@pytest.mark.parametrize(
    ("bid", "lines"),
    [
        ("appel", {"game": -2}),
        ("appel_petit", {"game": -2, "petit": -2}),
        ("appel_ii", {"game": -2, "ii": -4}),
        ("appel_iii", {"game": -2, "iii": -6}),
        ("appel_iv", {"game": -2, "iv": -8}),
    ],
)
def test_ar_talon_2_it_costs_the_game_and_its_bird_to_each_of_three(
    bid: str, lines: dict[str, int]
) -> None:
    ended = done(taking(bid, "KH 7C 8C 9C QH JH"), "abandon")
    assert lines_of(ended) == lines
    each = -sum(lines.values())
    assert payments_of(ended).points == (-3 * each, each, each, each)
    assert score_of(ended).partner is None
    assert {line.clause for line in payments_of(ended).lines} == {"AR-TALON-2"}


@pytest.mark.clause("AR-TALON-2")
def test_ar_talon_2_the_fourth_in_the_talon_may_be_abandoned_to_as_well() -> None:
    deal = dealt("KC KD KS", talon="7C 8C 9C QH KH JH")
    deal = done(bid_by(deal, 0, "appel"), "king:fourth")
    assert legal(deal) == ["abandon", "half:0", "half:1"]
    assert payments_of(done(deal, "abandon")).points == (-6, 2, 2, 2)


@pytest.mark.clause("AR-TALON-2")
def test_ar_talon_2_it_ends_the_deal_only() -> None:
    deal = done(taking(talon="KH 7C 8C 9C QH JH"), "abandon")
    assert (phase(deal), seen_by(deal, None)["totals"]) == ("between", [-6, 2, 2, 2])


@pytest.mark.clause("AR-TALON-2")
def test_ar_talon_2_another_king_in_the_talon_is_no_reason() -> None:
    deal = done(bid_by(dealt("KS", "KC", "KH", talon="KD 7C 8C 9C QH JH"), 0, "appel"), "king:H")
    assert legal(deal) == ["half:0", "half:1"]
    refusal = refused(deal, 0, "abandon")
    assert (refusal.code, refusal.clause) == (refusals.KING_NOT_IN_TALON.code, "AR-TALON-2")


@pytest.mark.clause("AR-TALON-2")
@pytest.mark.parametrize("bid", ["seul", "seul_sans_atout"])
def test_ar_talon_2_alone_there_is_no_called_king_to_find(bid: str) -> None:
    deal = taking(bid, "KH 7C 8C 9C QH JH")
    assert legal(deal) == ["half:0", "half:1"]
    assert refused(deal, 0, "abandon").code == refusals.KING_NOT_IN_TALON.code


@pytest.mark.clause("AR-TALON-2")
def test_ar_talon_2_it_is_done_before_a_half_is_taken_and_by_declarer() -> None:
    deal = taking(talon="KH 7C 8C 9C QH JH")
    assert refused(deal, 1, "abandon").code == refusals.NOT_DECLARER.code
    assert refused(done(deal, "half:1"), 0, "abandon").code == refusals.DISCARD_COMES_FIRST.code


# --- playing on ---------------------------------------------------------------------------------


@pytest.mark.clause("AR-TALON-3")
@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize(
    ("at", "took"),
    [
        pytest.param(KING_TAKEN, "KH 7C 8C", id="takes the king's half"),
        pytest.param(KING_CEDED, None, id="gives it away"),
    ],
)
def test_ar_talon_3_who_plays_on_plays_alone_and_takes_either_half(
    at: Moved, took: str | None, half: int
) -> None:
    deal = told("appel", at, took=took, half=half)
    situation = before_words(deal)
    assert seen_by(situation, None)["sides"] == ["declarer", "opponents", "opponents", "opponents"]
    assert [seen_by(situation, seat)["side"] for seat in SEATS] == ["declarer", *["opponents"] * 3]
    ended = over(deal, spoken(situation))
    assert score_of(ended).partner is None
    net = score_of(ended).net
    assert payments_of(ended).points == (3 * net, -net, -net, -net)
    assert net != 0


@pytest.mark.clause("AR-TALON-3")
def test_ar_talon_3_the_kings_half_given_away_is_a_prise_du_roi() -> None:
    assert scored("appel", at=KING_CEDED)["prise_roi"] == -1
    assert "prise_roi" not in scored("appel", at=KING_TAKEN, took="KH 7C 8C")


@pytest.mark.clause("AR-TALON-3")
def test_ar_talon_3_ceded_prise_du_roi_may_still_be_announced() -> None:
    for seat in (1, 2, 3):
        assert scored("appel", f"{seat}:announce:prise_roi", at=KING_CEDED)["prise_roi"] == -2
    contred = scored("appel", "1:announce:prise_roi", "0:contre:prise_roi", at=KING_CEDED)
    assert contred["prise_roi"] == -4
    assert refused(before_words(told("appel", KING_CEDED)), 0, "announce:prise_roi")


@pytest.mark.clause("AR-TALON-3")
def test_ar_talon_3_prise_du_roi_of_a_king_that_declarer_keeps_is_missed() -> None:
    kept = scored("appel", "2:announce:prise_roi", at=KING_TAKEN, took="KH 7C 8C")
    assert kept["prise_roi"] == 2


@pytest.mark.clause("AR-TALON-3")
@pytest.mark.parametrize("called", ["H", "fourth"])
def test_ar_talon_3_declarer_who_took_the_king_may_announce_roi_ultimo(called: str) -> None:
    at: Moved = {"KH": (12, 0), "KC": (3, 0), "KD": (9, 0)}
    deal = told("appel", at, took="KH 7C 8C")
    situation = before_words(deal, called)
    assert "announce:roi_ultimo" in legal(situation)
    assert "announce:prise_roi" not in legal(situation)
    announced = scored("appel", "0:announce:roi_ultimo", at=at, took="KH 7C 8C", called=called)
    assert abs(announced["roi_ultimo"]) == 2


@pytest.mark.clause("AR-TALON-3")
@pytest.mark.parametrize("called", ["H", "fourth"])
def test_ar_talon_3_who_ceded_it_may_not_and_nobody_else_can(called: str) -> None:
    at: Moved = {"KH": ("ceded", 0), "KC": (3, 0), "KD": (9, 0)}
    situation = before_words(told("appel", at), called)
    for _ in range(4):
        seat = to_move(situation)
        assert seat is not None
        refusal = refused(situation, seat, "announce:roi_ultimo")
        assert refusal.clause == "AR-PRIME-3"
        situation = done(situation, "bien")


# --- contre le chien ----------------------------------------------------------------------------

CONTRE_CHIEN = ["appel_contre_chien", "seul_contre_chien", "seul_contre_chien_sans_atout"]


@pytest.mark.clause("AR-TALON-4")
@pytest.mark.parametrize("bid", CONTRE_CHIEN)
def test_ar_talon_4_contre_le_chien_the_talon_stays_face_down(bid: str) -> None:
    situation = before_words(told(bid))
    assert phase(situation) == "announcements"
    for viewer in (None, *SEATS):
        shown = seen_by(situation, viewer)
        assert (shown["talon"], shown["half"], shown["discard"]) == (None, None, None)
    assert seen_by(situation, None)["cards_left"] == [12, 12, 12, 12]


@pytest.mark.clause("AR-TALON-4")
@pytest.mark.parametrize("bid", CONTRE_CHIEN[:2])
def test_ar_talon_4_it_belongs_to_the_opponents_tricks(bid: str) -> None:
    poor = score_of(after(bid)).points
    for place in (("aside", 0), ("ceded", 2)):
        assert score_of(after(bid, at={"QD": place})).points == poor - 9


@pytest.mark.clause("AR-TALON-4")
@pytest.mark.parametrize(("where", "other"), [("aside", "ceded"), ("ceded", "aside")])
def test_ar_talon_4_the_half_with_the_called_king_goes_to_declarer(where: str, other: str) -> None:
    with_king = score_of(after("appel_contre_chien", at={"KH": (where, 1)}))
    assert with_king.partner is None
    # With the king comes the half it lies in, and only that half.
    beside = score_of(after("appel_contre_chien", at={"KH": (where, 1), "QD": (where, 0)}))
    apart = score_of(after("appel_contre_chien", at={"KH": (where, 1), "QD": (other, 0)}))
    assert beside.points - apart.points == 9
    net = with_king.net
    assert with_king.scores == (3 * net, -net, -net, -net)


@pytest.mark.clause("AR-TALON-4")
def test_ar_talon_4_another_king_in_the_talon_moves_nothing() -> None:
    plain = score_of(after("appel_contre_chien"))
    with_kc = score_of(after("appel_contre_chien", at={"KC": ("aside", 0), "T6": (6, 1)}))
    assert (with_kc.points, with_kc.partner) == (plain.points, 2)


@pytest.mark.clause("AR-TALON-4")
def test_ar_talon_4_prise_du_roi_of_a_king_in_the_talon_is_missed() -> None:
    at: Moved = {"KH": ("ceded", 1)}
    silent = scored("appel_contre_chien", at=at)
    assert "prise_roi" not in silent
    announced = scored("appel_contre_chien", "3:announce:prise_roi", at=at)
    assert announced == silent | {"prise_roi": 1 * 2 * 2}
    contred = scored("appel_contre_chien", "3:announce:prise_roi", "0:contre:prise_roi", at=at)
    assert contred["prise_roi"] == 1 * 2 * 2 * 2


@pytest.mark.clause("AR-TALON-4")
@pytest.mark.parametrize("called", ["H", "fourth"])
def test_ar_talon_4_nobody_can_announce_roi_ultimo_for_it(called: str) -> None:
    at: Moved = {"KH": ("ceded", 1), "KC": (3, 0), "KD": (9, 0)}
    situation = before_words(told("appel_contre_chien", at), called)
    for seat in SEATS:
        assert to_move(situation) == seat
        assert "announce:roi_ultimo" not in legal(situation)
        assert refused(situation, seat, "announce:roi_ultimo").clause == "AR-PRIME-3"
        situation = done(situation, "bien")


@pytest.mark.clause("AR-TALON-4")
def test_ar_talon_4_nobody_learns_of_it_before_the_end() -> None:
    situation = before_words(told("appel_contre_chien", {"KH": ("ceded", 1)}))
    assert [seen_by(situation, seat)["side"] for seat in SEATS] == ["declarer", *["opponents"] * 3]
    for viewer in (None, *SEATS):
        assert seen_by(situation, viewer)["sides"] == ["declarer", None, None, None]
