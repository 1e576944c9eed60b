"""Examples of laying cards away (AR-DISCARD)."""

import pytest

from shared.games.appel_au_roi import refusals, rules
from shared.games.appel_au_roi.events import Discarded
from shared.games.appel_au_roi.moves import Discard
from shared.kernel.seats import SEATS
from tests.shared.games.appel_au_roi.examples import (
    after,
    bid_by,
    cards,
    dealt,
    decided,
    done,
    legal,
    phase,
    refused,
    score_of,
    scored,
    seen_by,
    to_move,
)
from tests.support.spec import Spec

HAND = "T21 T1 EX KC KS T2 T9 QD JD 1D 2D 3D"
TALON = "7C 8C 9C QH JH 9S"


def discarding(bid: str = "seul", hand: str = HAND, talon: str = TALON) -> Spec:
    """Seat 0, with ``hand`` and the talon's first half, is to lay cards away."""
    deal = bid_by(dealt(hand, "", "KH", talon=talon), 0, bid)
    if phase(deal) == "king":
        deal = done(deal, "king:H")
    return done(deal, "half:0") if phase(deal) == "talon" else deal


def lay(codes: str) -> str:
    return "discard:" + ",".join(sorted(codes.split()))


@pytest.mark.clause("AR-DISCARD-1")
@pytest.mark.parametrize(
    ("bid", "laid"),
    [("seul", "7C QD T9"), ("appel", "1D 2D 3D"), ("seul_chien_complet", "7C 8C 9C QH JH T9")],
)
def test_ar_discard_1_as_many_cards_as_were_taken_are_laid_away(bid: str, laid: str) -> None:
    deal = discarding(bid)
    assert (phase(deal), to_move(deal)) == ("discard", 0)
    event = decided(deal, 0, lay(laid))
    assert event == (Discarded(0, tuple(sorted(cards(laid)))),)
    after_it = deal.given(*event)
    assert phase(after_it) == "announcements"
    assert set(seen_by(after_it, 0)["hand"]).isdisjoint(laid.split())
    assert seen_by(after_it, None)["cards_left"] == [12, 12, 12, 12]


@pytest.mark.clause("AR-DISCARD-1")
@pytest.mark.parametrize(
    ("bid", "count", "laid"),
    [
        ("seul", 3, "7C 8C"),
        ("seul", 3, "7C 8C 9C QD"),
        ("seul_chien_complet", 6, "7C 8C 9C"),
        ("seul_chien_complet", 6, "7C 8C 9C QH JH T9 QD"),
    ],
)
def test_ar_discard_1_neither_fewer_nor_more(bid: str, count: int, laid: str) -> None:
    refusal = refused(discarding(bid), 0, lay(laid))
    assert refusal == refusals.DISCARD_MISCOUNTED(count=count)
    assert refusal.clause == "AR-DISCARD-1"


@pytest.mark.clause("AR-DISCARD-1")
def test_ar_discard_1_a_card_is_laid_away_once() -> None:
    deal = discarding()
    for twice in ((22, 22, 23), (23, 22, 24)):
        refusal = rules.decide(deal.state, SEATS[0], Discard(twice))
        assert refusal == refusals.DISCARD_MISCOUNTED(count=3)


@pytest.mark.clause("AR-DISCARD-1")
@pytest.mark.parametrize("foreign", ["9S", "KH", "T20"])
def test_ar_discard_1_only_cards_of_the_hand(foreign: str) -> None:
    refusal = refused(discarding(), 0, lay(f"7C 8C {foreign}"))
    assert (refusal.code, refusal.clause) == (refusals.DISCARD_NOT_HELD.code, "AR-DISCARD-1")


@pytest.mark.clause("AR-DISCARD-1")
def test_ar_discard_1_nobody_else_sees_them_and_they_count_for_declarer() -> None:
    deal = done(discarding(), lay("QD 8C T9"))
    assert set(seen_by(deal, 0)["discard"]) == {"QD", "8C", "T9"}
    for viewer in (None, 1, 2, 3):
        assert seen_by(deal, viewer)["discard"] is None
    assert score_of(after("appel", at={"NS": ("aside", 1)})).points == 127 + 6


@pytest.mark.clause("AR-DISCARD-1")
def test_ar_discard_1_declarer_does_it_and_before_anyone_speaks() -> None:
    deal = discarding()
    assert refused(deal, 1, lay("7C 8C 9C")).code == refusals.NOT_DECLARER.code
    for move in ("bien", "announce:petit", "play:T9", "half:1"):
        assert refused(deal, 0, move).code == refusals.DISCARD_COMES_FIRST.code


@pytest.mark.clause("AR-DISCARD-2")
@pytest.mark.parametrize("bid", ["seul", "appel", "seul_chien_complet"])
@pytest.mark.parametrize("honour", ["T1", "T21", "EX", "KC", "KS"])
def test_ar_discard_2_never_an_oudler_never_a_king(bid: str, honour: str) -> None:
    more = "" if bid != "seul_chien_complet" else " QH JH 9S"
    refusal = refused(discarding(bid), 0, lay(f"7C 8C {honour}{more}"))
    assert (refusal.code, refusal.clause) == (refusals.HONOUR_DISCARDED.code, "AR-DISCARD-2")
    assert honour not in refusal.params["open"]  # type: ignore[operator]
    assert honour not in legal(discarding(bid))["from"]


@pytest.mark.clause("AR-DISCARD-2")
def test_ar_discard_2_never_a_king_or_oudler_that_was_just_taken() -> None:
    deal = discarding(talon="KD 8C T21 QH JH 9S", hand="T1 EX KC KS T2 T9 QD JD 1D 2D 3D")
    for honour in ("KD", "T21"):
        assert refused(deal, 0, lay(f"8C 1D {honour}")).clause == "AR-DISCARD-2"


@pytest.mark.clause("AR-DISCARD-2")
@pytest.mark.parametrize(
    ("bid", "bird", "item", "missed"),
    [("appel_ii", "T2", "ii", -4), ("appel_iii", "T3", "iii", -6), ("appel_iv", "T4", "iv", -8)],
)
def test_ar_discard_2_the_bird_of_the_bid_may_go_and_is_then_missed(
    bid: str, bird: str, item: str, missed: int
) -> None:
    lines = scored(bid, at={bird: ("aside", 0)}, took="2D 8C 9C")
    assert lines[item] == missed


@pytest.mark.clause("AR-DISCARD-2")
def test_ar_discard_2_with_trump_everything_else_may_go() -> None:
    shown = legal(discarding())
    assert (shown["count"], shown["must"]) == (3, [])
    assert shown["from"] == sorted(["T2", "T9", "QD", "JD", "1D", "2D", "3D", "7C", "8C", "9C"])


# --- without trump ------------------------------------------------------------------------------

FEW = {
    "one": ("T21 T1 EX KC KS T9 QC QD JD 1D 2D 3D", "T9"),
    "two": ("T21 T1 EX KC KS T2 T9 QD JD 1D 2D 3D", "T2 T9"),
    "three": ("T21 T1 EX KC KS T2 T9 T13 JD 1D 2D 3D", "T2 T9 T13"),
}


@pytest.mark.clause("AR-DISCARD-3")
@pytest.mark.parametrize(("hand", "plain"), FEW.values(), ids=FEW)
def test_ar_discard_3_all_plain_tarocks_go_before_any_suit_card(hand: str, plain: str) -> None:
    deal = discarding("seul_sans_atout", hand)
    suit_cards = ["7C", "8C", "9C"]
    missing = 3 - len(plain.split())
    assert decided(deal, 0, lay(" ".join((plain, *suit_cards[:missing]))))
    assert legal(deal)["must"] == sorted(plain.split())
    one_less = plain.split()[1:]
    refusal = refused(deal, 0, lay(" ".join((*one_less, *suit_cards[: missing + 1]))))
    assert refusal.clause == "AR-DISCARD-3"
    tarocks = tuple(plain.split())
    assert refusal == refusals.TAROCKS_FIRST(count=len(tarocks), tarocks=tarocks)


@pytest.mark.clause("AR-DISCARD-3")
def test_ar_discard_3_exactly_three_plain_tarocks_leave_no_choice() -> None:
    deal = discarding("seul_sans_atout", FEW["three"][0])
    assert legal(deal) == {"count": 3, "must": ["T13", "T2", "T9"], "from": []}
    view = rules.view(deal.state, SEATS[0])
    assert rules.legal_moves(view) == (rules.parse_move("discard:T13,T2,T9"),)


@pytest.mark.clause("AR-DISCARD-3")
def test_ar_discard_3_of_more_than_three_any_three_go() -> None:
    deal = discarding("seul_sans_atout", "T21 T1 EX KC KS T2 T9 T13 T20 1D 2D 3D")
    assert legal(deal) == {"count": 3, "must": [], "from": ["T13", "T2", "T20", "T9"]}
    for laid in ("T2 T9 T13", "T2 T9 T20", "T9 T13 T20"):
        assert decided(deal, 0, lay(laid))
    refusal = refused(deal, 0, lay("T2 T9 1D"))
    assert refusal == refusals.TAROCKS_FIRST(count=3, tarocks=("T2", "T9", "T13", "T20"))


@pytest.mark.clause("AR-DISCARD-3")
def test_ar_discard_3_tarocks_that_were_just_taken_count() -> None:
    deal = discarding("seul_sans_atout", FEW["one"][0], talon="T15 8C 9C QH JH 9S")
    assert legal(deal)["must"] == ["T15", "T9"]
    assert refused(deal, 0, lay("T9 8C 9C")).clause == "AR-DISCARD-3"


@pytest.mark.clause("AR-DISCARD-3")
def test_ar_discard_3_without_a_plain_tarock_suit_cards_but_no_king_go() -> None:
    deal = discarding("seul_sans_atout", "T21 T1 EX KC KS QC QD JD ND 1D 2D 3D")
    shown = legal(deal)
    assert (shown["must"], shown["from"]) == (
        [],
        sorted(["QC", "QD", "JD", "ND", "1D", "2D", "3D", "7C", "8C", "9C"]),
    )
    assert refused(deal, 0, lay("7C 8C KC")).clause == "AR-DISCARD-2"


@pytest.mark.clause("AR-DISCARD-3")
@pytest.mark.parametrize("bid", ["seul", "appel", "seul_chien_complet"])
def test_ar_discard_3_binds_no_game_with_trump(bid: str) -> None:
    more = "" if bid != "seul_chien_complet" else " QH JH 9S"
    assert decided(discarding(bid), 0, lay(f"7C 8C 9C{more}"))


@pytest.mark.clause("AR-DISCARD-3")
def test_example_8_five_and_nine_must_go_and_the_third_is_a_suit_card() -> None:
    deal = discarding("seul_sans_atout", "T5 T9 T21 KC KS QC QD JD ND 1D 2D 3D")
    shown = legal(deal)
    assert (shown["count"], shown["must"]) == (3, ["T5", "T9"])
    assert shown["from"] == sorted(["QC", "QD", "JD", "ND", "1D", "2D", "3D", "7C", "8C", "9C"])
    assert decided(deal, 0, lay("T5 T9 QD"))
    assert refused(deal, 0, lay("T5 T9 KC")).clause == "AR-DISCARD-2"
    assert refused(deal, 0, lay("T5 7C 8C")).clause == "AR-DISCARD-3"
    assert refused(deal, 0, lay("T5 T9 T21")).clause == "AR-DISCARD-2"
