"""Examples of the cards and of dealing them (AR-CARD, AR-DEAL)."""

from itertools import pairwise

import pytest

from shared.cards.packs import TAROCK_54
from shared.games.appel_au_roi import refusals, rules
from shared.games.appel_au_roi.options import Options
from shared.kernel.seats import SEATS, Seat
from tests.shared.games.appel_au_roi.examples import (
    Moved,
    after,
    bid_by,
    dealt,
    deck_of,
    done,
    legal,
    refused,
    score_of,
    scored,
    seen_by,
    spec,
    to_move,
)
from tests.shared.games.appel_au_roi.one_trick import (
    lead,
    winner_of,
)

TAROCKS = [f"T{number}" for number in range(1, 22)] + ["EX"]
COURT = ["J", "N", "Q", "K"]


@pytest.mark.clause("AR-CARD-1")
def test_ar_card_1_twenty_two_tarocks_and_four_suits_of_eight() -> None:
    suits = {suit: [code for code in rules.DECK if code[-1] == suit] for suit in "CDHS"}
    assert [len(own) for own in suits.values()] == [8, 8, 8, 8]
    assert set(rules.DECK) - {code for own in suits.values() for code in own} == set(TAROCKS)
    assert len(rules.DECK) == len(set(rules.DECK)) == 54


@pytest.mark.clause("AR-CARD-2")
@pytest.mark.parametrize(
    ("lowest_first", "others"),
    [
        pytest.param(TAROCKS, "KH KS", id="tarocks"),
        *(
            pytest.param([*(r + s for r in "4321"), *(r + s for r in COURT)], "KC KS", id=s)
            for s in "DH"
        ),
        *(
            pytest.param([r + s for r in ("7", "8", "9", "T", *COURT)], "KD KH", id=s)
            for s in "CS"
        ),
    ],
)
def test_ar_card_2_each_card_beats_the_one_below(lowest_first: list[str], others: str) -> None:
    for low, high in pairwise(lowest_first):
        assert winner_of("seul", f"{low} {high} {others}") == 1
        assert winner_of("seul", f"{high} {low} {others}") == 0


@pytest.mark.clause("AR-CARD-3")
@pytest.mark.parametrize(
    ("away", "at"),
    [
        ("T1", {"T1": (8, 1)}),
        ("T21", {"T1": (7, 1), "T21": ("ceded", 0)}),
        ("EX", {"T1": (5, 1), "EX": ("ceded", 0)}),
    ],
)
def test_ar_card_3_the_oudlers_are_three_and_none_may_miss(away: str, at: Moved) -> None:
    assert scored("appel", at={"T1": (5, 1)})["oudlers"] == 1
    assert scored("appel", at={"T1": (7, 1)})["oudlers"] == 1
    assert "oudlers" not in scored("appel", at=at), away


@pytest.mark.clause("AR-CARD-3")
@pytest.mark.parametrize("fifth", ["T1", "KC", "KD"])
def test_ar_card_3_kings_and_oudlers_are_honours(fifth: str) -> None:
    assert "honneurs" not in scored("appel")  # two kings and two oudlers, and all four queens
    assert scored("appel", at={fifth: (7, 1)})["honneurs"] == 1


@pytest.mark.clause("AR-CARD-4")
@pytest.mark.parametrize(
    ("codes", "thirds"),
    [
        ("T1 T21 EX", 13),
        ("KC KD KH KS", 13),
        ("QC QD QH QS", 10),
        ("NC ND NH NS", 7),
        ("JC JD JH JS", 4),
        ("T2 T3 T4 T5 T12 T20 1D 4D 1H 3H TC 7C TS 9S", 1),
    ],
)
def test_ar_card_4_what_each_card_counts(codes: str, thirds: int) -> None:
    for code in codes.split():
        # What lies in an unused talon is all that is missing from the pack's 210.
        points = score_of(after("trischaken", at={code: ("ceded", 0)})).points_by_seat
        assert 210 - sum(points) == 5 + thirds


@pytest.mark.clause("AR-DEAL-1")
def test_ar_deal_1_forehand_is_the_seat_after_the_dealer_and_moves_on_every_deal() -> None:
    for dealer in SEATS:
        first = spec(rules.dealt(rules.initial(Options()), dealer, tuple(range(54))))
        assert seen_by(first, None)["forehand"] == (dealer + 1) % 4
    state, dealers = rules.initial(Options()), []
    for _ in range(5):
        dealers.append(rules.next_dealer(state, Seat(2)))
        deck = deck_of(["KC", "KD", "KH", "KS"], forehand=(dealers[-1] + 1) % 4)
        deal = done(spec(rules.dealt(state, dealers[-1], deck)), "pass", "pass", "pass")
        deal = done(deal, "bid:misere")
        while to_move(deal) is not None:
            deal = done(deal, legal(deal)[0])
        state = deal.state
    assert dealers == [2, 3, 0, 1, 2]


@pytest.mark.clause("AR-DEAL-1")
def test_ar_deal_1_a_game_is_twelve_deals_or_as_many_as_its_table_says() -> None:
    assert (Options().deals, Options().direction) == (12, "clockwise")
    for deals in (1, 12, 1000):
        assert rules.check_options(Options(deals=deals), True) is None
    for deals in (-1, 0, 1001):
        refusal = rules.check_options(Options(deals=deals), True)
        assert refusal == refusals.DEALS_OUT_OF_BOUNDS(least=1, most=1000)
        assert refusal.clause == "AR-DEAL-1"


@pytest.mark.clause("AR-DEAL-1")
def test_ar_deal_1_the_direction_changes_no_rule() -> None:
    for options in (Options(), Options(direction="counterclockwise")):
        deal = spec(rules.dealt(rules.initial(options), Seat(3), tuple(range(54))))
        assert [
            to_move(deal),
            to_move(done(deal, "pass")),
            to_move(done(deal, "pass", "pass")),
        ] == [
            1,
            2,
            3,
        ]


@pytest.mark.clause("AR-DEAL-2")
@pytest.mark.parametrize("forehand", SEATS)
def test_ar_deal_2_six_to_the_talon_then_twelve_each_from_forehand_on(forehand: int) -> None:
    deck = tuple((7 * place + 3) % 54 for place in range(54))
    codes = [TAROCK_54[card] for card in deck]
    dealer = Seat((forehand - 1) % 4)
    deal = spec(rules.dealt(rules.initial(Options()), dealer, deck))
    for k in range(4):
        seat = (forehand + k) % 4
        assert set(seen_by(deal, seat)["hand"]) == set(codes[6 + 12 * k : 18 + 12 * k])
    turned = seen_by(bid_by(deal, forehand, "seul"), None)["talon"]
    assert turned == [codes[0:3], codes[3:6]]


@pytest.mark.clause("AR-DEAL-2")
def test_ar_deal_2_nobody_sees_the_talon_before_it_is_turned_up() -> None:
    deal = dealt("KC", "KD", "KH", "KS")
    for viewer in (None, *SEATS):
        assert seen_by(deal, viewer)["talon"] is None
    assert seen_by(deal, None)["hand"] is None


@pytest.mark.clause("AR-DEAL-2")
def test_ar_deal_2_only_a_card_in_the_hand_is_played() -> None:
    trick = lead("seul", "T5 KC")
    assert refused(trick, 0, "play:T6") == refusals.CARD_NOT_HELD(held=("T5", "KC"))
