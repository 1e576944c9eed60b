"""What a viewer of Appel au roi is served; partner and discard are kept from all others."""

from typing import Any

import msgspec
import pytest

from shared.games.appel_au_roi import refusals, rules
from shared.games.appel_au_roi.moves import PASS
from shared.games.appel_au_roi.options import Options
from shared.games.appel_au_roi.view import View
from shared.kernel.seats import SEATS, Seat, Viewer
from tests.shared.games.appel_au_roi.situations import (
    dealt,
    deck_of,
    done,
    legal,
    over,
    played,
    spec,
)
from tests.support.spec import Spec

THREE_KINGS = "KC KD KH T4 T7 1H 2H 7C 8C 9C TC 4D"
CALLED = ("bid:appel_iv", "pass", "pass", "pass", "king:S")
"""Seat 0, who speaks first when seat 3 is forehand, plays a king call with the IV."""


def seen_by(situation: Spec, viewer: Viewer = None) -> dict[str, Any]:
    return rules.show(rules.view(situation.state, viewer))


def called(*moves: str, king: str = "king:S") -> Spec:
    """Seat 0 has called a king that seat 2 holds, and then ``moves`` were made."""
    deal = dealt(THREE_KINGS, "T21", "KS EX", "T1 T2 T3", talon="QD ND JD QH NH JH", forehand=3)
    return done(deal, *CALLED[:4], king, *moves)


# --- phases -------------------------------------------------------------------------------------


def test_the_auction_is_seen_by_all_and_what_one_may_bid_by_oneself() -> None:
    deal = done(dealt("T1", "T21", forehand=3), "bid:piccolo", "pass")
    shown = seen_by(deal)
    assert (shown["phase"], shown["to_move"], shown["forehand"]) == ("auction", 2, 3)
    assert shown["bids"] == [{"seat": 0, "bid": "piccolo"}, {"seat": 1, "bid": None}]
    assert (shown["declarer"], shown["bid"], shown["legal"]) == (None, None, [])
    assert seen_by(deal, Seat(2))["legal"] != []
    assert seen_by(deal, Seat(1))["legal"] == []


def test_a_talon_turned_up_is_seen_by_all_and_so_is_the_half_that_was_taken() -> None:
    before = called()
    halves = [["QD", "ND", "JD"], ["QH", "NH", "JH"]]
    assert (seen_by(before)["talon"], seen_by(before)["half"]) == (halves, None)
    after = called("half:1")
    assert (seen_by(after)["talon"], seen_by(after)["half"]) == (halves, 1)
    assert seen_by(after)["cards_left"] == [15, 12, 12, 12]
    assert {"QH", "NH", "JH"} <= set(seen_by(after, Seat(0))["hand"])


def test_against_the_talon_it_stays_face_down() -> None:
    deal = dealt("KC", talon="KS", forehand=3)
    deal = done(deal, "bid:appel_contre_chien", "pass", "pass", "pass", "king:S")
    for viewer in (*SEATS, None):
        shown = seen_by(deal, viewer)
        assert (shown["talon"], shown["half"]) == (None, None)
        assert "KS" not in str(shown)


def test_announcements_are_shown_with_who_made_them_and_how_often_they_count() -> None:
    deal = called("half:0", "discard:7C,8C,9C", "announce:absolu", "bien")
    deal = done(deal, "contre:iv", "contre:game", "bien", "contre:iv", "bien")
    assert seen_by(deal)["said"] == [
        {"item": "game", "side": "declarer", "seat": None, "level": 2, "doubled_by": [1]},
        {"item": "iv", "side": "declarer", "seat": 0, "level": 4, "doubled_by": [1, 2]},
        {"item": "absolu", "side": "declarer", "seat": 0, "level": 1, "doubled_by": []},
    ]


def test_what_an_announcement_means_for_the_own_hand_is_shown_to_its_holder_alone() -> None:
    deal = called("half:0", "discard:7C,8C,9C", *["bien"] * 4)
    assert seen_by(deal, Seat(0))["announced_cards_due"] == {"9": ["T4"]}
    for viewer in (Seat(1), Seat(2), Seat(3), None):
        assert seen_by(deal, viewer)["announced_cards_due"] == {}


def test_in_open_games_all_hands_lie_open_after_the_first_trick() -> None:
    deal = dealt("7C 8C", "9C TC", "JC NC", "QC KC", forehand=3)
    deal = done(deal, "bid:piccolo_ouvert", "pass", "pass", "pass", *["bien"] * 4)
    assert seen_by(done(deal, "play:7C", "play:9C", "play:JC"))["open_hands"] is None
    deal = done(deal, "play:7C", "play:TC", "play:NC", "play:KC")
    shown = seen_by(deal)["open_hands"]
    assert [len(hand) for hand in shown] == [11, 11, 11, 11]
    assert "8C" in shown[0]
    assert "QC" in shown[3]
    deal = done(deal, "play:QC")
    assert "QC" not in seen_by(deal)["open_hands"][3]


def test_a_score_is_shown_line_by_line_and_names_no_card_of_it() -> None:
    scored = over("appel", "T1 T21 EX KH QC QD QH QS NC ND NH NS", 4, partner=1)
    before = done(dealt("KC", forehand=3), "bid:appel_contre_chien", *["pass"] * 3, "king:H")
    state = rules.evolve(done(before, *["bien"] * 4).state, scored)
    shown = seen_by(spec(state))
    assert msgspec.json.decode(msgspec.json.encode(shown)) == shown
    assert shown["totals"] == [3, 3, -3, -3]
    assert shown["deals"] == [
        {"forehand": 0, "declarer": 0, "bid": "appel", "partner": 1, "scores": [3, 3, -3, -3]}
    ]
    assert shown["last_deal"]["lines"][1] == {
        "item": "oudlers",
        "announced_by": None,
        "contre": 1,
        "value": 1,
        "clause": "AR-PRIME-4",
        "tariff_value": 1,
        "factors": {},
        "scored_by": [0, 1],
        "tricks": [1, 2, 3],
    }
    assert (shown["tariff"], shown["last_deal"]["tariff"]) == ("vienna/1", "vienna/1")
    assert shown["last_deal"]["called"] == "H"


# --- the partner --------------------------------------------------------------------------------


def test_before_the_king_is_called_only_declarer_knows_a_side() -> None:
    deal = done(dealt("KC", "KH", forehand=3), "bid:appel_contre_chien", *["pass"] * 3)
    sides = [seen_by(deal, seat)["side"] for seat in SEATS]
    assert sides == ["declarer", None, None, None]
    deal = done(deal, "king:H")
    sides = [seen_by(deal, seat)["side"] for seat in SEATS]
    assert sides == ["declarer", "declarer", "opponents", "opponents"]


def test_only_the_holder_of_the_called_king_knows_the_partner() -> None:
    deal = called("half:0", "discard:7C,8C,9C")
    assert [seen_by(deal, seat)["side"] for seat in SEATS] == [
        "declarer",
        "opponents",
        "declarer",
        "opponents",
    ]
    for viewer in (*SEATS, None):
        shown = seen_by(deal, viewer)
        assert (shown["sides"], shown["partner"]) == (["declarer", None, None, None], None)


@pytest.mark.parametrize(
    ("words", "sides"),
    [
        (["bien", "bien", "announce:absolu"], ["declarer", "opponents", "declarer", "opponents"]),
        (["bien", "contre:game"], ["declarer", "opponents", None, None]),
        (["bien", "bien", "bien", "announce:prise_roi"], ["declarer", None, None, "opponents"]),
    ],
)
def test_an_announcement_shows_a_side(words: list[str], sides: list[str | None]) -> None:
    deal = called("half:0", "discard:7C,8C,9C", *words)
    assert seen_by(deal)["sides"] == sides
    assert seen_by(deal)["partner"] == (2 if sides[2] == "declarer" else None)


@pytest.mark.parametrize("king", ["king:S", "king:fourth"])
def test_the_king_itself_shows_its_holder(king: str) -> None:
    deal = called("half:0", "discard:7C,8C,9C", *["bien"] * 4, king=king)
    assert seen_by(deal)["called"] == king.partition(":")[2]
    assert seen_by(deal.given(played(3, "T1")))["partner"] is None
    assert seen_by(deal.given(played(2, "KS")))["partner"] == 2
    # Declarer's own kings show nobody.
    assert seen_by(deal.given(played(0, "KC")))["partner"] is None


def test_a_king_in_the_talon_shows_that_declarer_is_alone() -> None:
    deal = dealt(THREE_KINGS, talon="KS", forehand=3)
    shown = seen_by(done(deal, *CALLED[:4], "king:fourth"))
    assert shown["sides"] == ["declarer", "opponents", "opponents", "opponents"]


def test_the_fourth_king_is_named_to_nobody() -> None:
    deal = called("half:0", "discard:7C,8C,9C", "bien", "bien", king="king:fourth")
    for viewer in (Seat(1), Seat(3), None):
        assert "KS" not in str(seen_by(deal, viewer))
    # Its holder may announce it, and even that does not name it.
    assert "announce:roi_ultimo" in legal(deal)
    announced = done(deal, "announce:roi_ultimo")
    data = [
        msgspec.msgpack.encode(rules.view(announced.state, viewer)) for viewer in (Seat(1), None)
    ]
    other = done(
        dealt(
            THREE_KINGS.replace("KH", "KS"),
            "T21",
            "KH EX",
            "T1 T2 T3",
            talon="QD ND JD QH NH JH",
            forehand=3,
        ),
        *(*CALLED[:4], "king:fourth", "half:0", "discard:7C,8C,9C", "bien", "bien"),
        "announce:roi_ultimo",
    )
    assert rules.view(other.state, None) == rules.view(announced.state, None)
    assert data[1] == msgspec.msgpack.encode(rules.view(other.state, None))


def test_who_may_not_know_the_partner_is_refused_alike_whoever_it_is() -> None:
    # Seats 2 and 3 exchange their kings: declarer and seat 1 cannot tell.
    hands = (THREE_KINGS, "T21", "KS T5", "T6")
    other = (THREE_KINGS, "T21", "T5 T6", "KS")
    moves = (*CALLED, "half:0", "discard:7C,8C,9C")
    deals = [
        done(dealt(*held, talon="QD ND JD QH NH JH", forehand=3), *moves)
        for held in (hands, other)
    ]
    for text in ("announce:prise_roi", "announce:roi_ultimo", "contre:game", "contre:iv"):
        first, second = (deal.when(0, text).decision for deal in deals)
        assert first == second
    assert legal(deals[0]) == legal(deals[1])


# --- the discard --------------------------------------------------------------------------------


def test_the_discard_is_shown_to_declarer_alone() -> None:
    deal = called("half:0", "discard:7C,8C,9C")
    assert seen_by(deal, Seat(0))["discard"] == ["7C", "8C", "9C"]
    for viewer in (Seat(1), Seat(2), Seat(3), None):
        assert seen_by(deal, viewer)["discard"] is None


def test_another_discard_changes_no_other_view() -> None:
    one, two = (called("half:0", f"discard:{laid}") for laid in ("7C,8C,9C", "8C,9C,QD"))
    for viewer in (Seat(1), Seat(2), Seat(3), None):
        assert rules.view(one.state, viewer) == rules.view(two.state, viewer)
        if viewer is not None:
            for text in ("bien", "announce:ii", "contre:game", "play:7C"):
                assert one.when(viewer, text) == two.when(viewer, text)


def test_discards_are_shown_as_what_they_are_chosen_from() -> None:
    deal = called("half:0")
    assert legal(deal) == {
        "count": 3,
        "must": [],
        "from": sorted(["T4", "T7", "1H", "2H", "7C", "8C", "9C", "TC", "4D", "QD", "ND", "JD"]),
    }
    every = rules.legal_moves(rules.view(deal.state, Seat(0)))
    assert len(every) == len(set(every)) == 12 * 11 * 10 // 6
    assert rules.clock_move(rules.view(deal.state, Seat(0))) == every[0]
    assert rules.move_text(every[0]) == "discard:7C,T4,T7"


def test_a_view_has_no_field_for_what_is_hidden_and_survives_bytes() -> None:
    assert {"hands", "hidden", "deck"}.isdisjoint(View.__struct_fields__)
    for situation in (called(), called("half:0"), called("half:0", "discard:7C,8C,9C")):
        for viewer in (*SEATS, None):
            view = rules.view(situation.state, viewer)
            assert msgspec.msgpack.decode(msgspec.msgpack.encode(view), type=View) == view


def test_the_deck_is_dealt_talon_first() -> None:
    deck = deck_of("KC", "KD", "KH", "KS", talon="EX", forehand=2)
    state = rules.dealt(rules.initial(Options()), Seat(1), deck)
    assert state.hands is not None
    assert state.hidden is not None
    assert state.hidden.talon == deck[:6]
    assert [state.hands[(2 + place) % 4] for place in range(4)] == [
        sum(1 << card for card in deck[6 + 12 * place : 18 + 12 * place]) for place in range(4)
    ]


def test_between_deals_there_is_no_deal() -> None:
    shown = seen_by(spec(rules.initial(Options())), Seat(0))
    assert (shown["deal"], shown["phase"], shown["to_move"], shown["hand"]) == (
        0,
        "between",
        None,
        None,
    )
    assert rules.payments(rules.initial(Options()), True) is None
    refused = rules.decide(rules.initial(Options()), Seat(0), PASS)
    assert refused == refusals.NO_DEAL()
