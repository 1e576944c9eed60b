"""What a front-end is served (KT-SHOW): banner, table of choices, score table, last trick."""

from typing import Any

import msgspec
import pytest

from shared.cards.tricks import Trick
from shared.games.king_turkish import rules
from shared.games.king_turkish.contracts import PENALTIES, TRUMP
from shared.games.king_turkish.options import Options
from shared.games.king_turkish.state import Playing
from shared.games.king_turkish.view import View
from shared.kernel.seats import SEATS, Seat, Viewer
from shared.table.view import show as show_table
from shared.table.view import view as table_view
from tests.shared.games.king_turkish.situations import (
    WHOLE_GAME,
    after,
    announced,
    cards,
    choosing,
    chosen,
    first_choices,
    new_deal,
    played,
    row,
    trick_of,
)
from tests.support.spec import Spec
from tests.support.table_spec import started

BEFORE = (
    Trick(Seat(0), cards("5D 6D 7D AD"), Seat(3)),
    Trick(Seat(3), cards("2C 3C AC 4C"), Seat(1)),
)
EVERYTHING = [*PENALTIES, TRUMP]


def seen_by(situation: Spec, viewer: Viewer = None) -> dict[str, Any]:
    return rules.show(rules.view(situation.state, viewer))


def test_a_view_in_play_for_people() -> None:
    situation = trick_of(
        "koz", "2H AS", "TC", "KH 3S", "9D 8D", lies="9H", leader=1, trump="D", before=BEFORE
    )
    shown = seen_by(situation, Seat(2))
    del shown["deals"]
    assert shown == {
        "viewer": 2,
        "options": {
            "choice_limit": "three_two",
            "rifki_void": "play_rifki",
            "heart_lead_ban": "kupa_rifki",
            "trump_lead": "free",
            "must_head": "no",
        },
        "deal": 1,
        "to_move": 2,
        "chooser": 0,
        "contract": "koz",
        "trump": "D",
        "penalties": [{"contract": one, "played": 0, "open": True} for one in PENALTIES],
        "trumps_played": 1,
        "may_choose": [EVERYTHING] * 4,
        "hand": ["KH", "3S"],
        "cards_left": [11, 10, 11, 11],
        "taken": [0, 1, 0, 1],
        "trick": {"leader": 1, "cards": ["9H"]},
        "last_trick": {"leader": 3, "cards": ["2C", "3C", "AC", "4C"], "winner": 1},
        "seen": {
            "C": ["2C", "3C", "4C", "AC"],
            "D": ["5D", "6D", "7D", "AD"],
            "H": ["9H"],
            "S": [],
        },
        "totals": [0, 0, 0, 0],
        "legal": ["play:KH"],
    }


@pytest.mark.clause("KT-SHOW-1")
def test_kt_show_1_the_banner_says_contract_trump_suit_and_the_penalties_still_open() -> None:
    deal = choosing("rifki koz rifki son_iki").given(announced(0, "koz", "H"))
    shown = seen_by(deal)
    assert (shown["contract"], shown["trump"], shown["trumps_played"]) == ("koz", "H", 2)
    assert shown["penalties"] == [
        {"contract": "el_almaz", "played": 0, "open": True},
        {"contract": "kupa_almaz", "played": 0, "open": True},
        {"contract": "erkek_almaz", "played": 0, "open": True},
        {"contract": "kiz_almaz", "played": 0, "open": True},
        {"contract": "rifki", "played": 2, "open": False},
        {"contract": "son_iki", "played": 1, "open": True},
    ]


@pytest.mark.clause("KT-SHOW-1")
def test_kt_show_1_the_contract_being_played_counts_from_its_announcement() -> None:
    before, now = choosing("rifki"), choosing("rifki").given(announced(1, "rifki"))
    assert seen_by(before)["contract"] is None
    rifki = {"contract": "rifki", "played": 2, "open": False}
    assert rifki not in seen_by(before)["penalties"]
    assert rifki in seen_by(now)["penalties"]


@pytest.mark.clause("KT-SHOW-2")
def test_kt_show_2_the_table_of_choices_has_twenty_rows_and_names_each_chooser() -> None:
    shown = seen_by(choosing("rifki koz", first=3).given(announced(1, "el_almaz")))
    rows = [(one["chooser"], one["contract"], one["trump"]) for one in shown["deals"]]
    assert rows[:3] == [(3, "rifki", None), (0, "koz", "C"), (1, "el_almaz", None)]
    assert [chooser for chooser, _, _ in rows] == [(3 + number) % 4 for number in range(20)]
    assert all(choice is None for _, choice, _ in rows[3:])


@pytest.mark.clause("KT-SHOW-2")
def test_kt_show_2_before_the_first_deal_nobody_is_known_to_choose() -> None:
    rows = seen_by(chosen())["deals"]
    assert [one["chooser"] for one in rows] == [None] * 20
    assert [one["chooser"] for one in seen_by(new_deal())["deals"]][:4] == [1, 2, 3, 0]


@pytest.mark.clause("KT-SHOW-2")
def test_kt_show_2_what_each_seat_may_still_choose() -> None:
    # Seat 0 has its trumps; Rıfkı and El Almaz were played twice; all others have both kinds.
    open_now = ["kupa_almaz", "erkek_almaz", "kiz_almaz", "son_iki"]
    shown = seen_by(choosing("koz rifki el_almaz koz koz rifki el_almaz koz"))
    assert shown["may_choose"] == [
        open_now,
        [*open_now, "koz"],
        [*open_now, "koz"],
        open_now,
    ]
    free = Options(choice_limit="free")
    shown = seen_by(choosing("koz rifki el_almaz koz koz rifki el_almaz koz", options=free))
    assert shown["may_choose"] == [[*open_now, "koz"]] * 4


@pytest.mark.clause("KT-SHOW-2")
@pytest.mark.parametrize("limit", ["three_two", "free"])
def test_kt_show_2_a_seat_that_chose_five_times_may_choose_nothing_more(limit: Any) -> None:
    options = Options(choice_limit=limit)
    shown = seen_by(chosen(first_choices(17), options=options))
    assert [bool(left) for left in shown["may_choose"]] == [False, True, True, True]
    assert seen_by(chosen(WHOLE_GAME, options=options))["may_choose"] == [[], [], [], []]


@pytest.mark.clause("KT-SHOW-3")
def test_kt_show_3_the_score_table_has_twenty_rows_four_columns_and_totals() -> None:
    shown = seen_by(after(row(2, "rifki", (0, 0, -320, 0)), row(3, "koz", (250, 200, 150, 50))))
    assert [one["scores"] for one in shown["deals"]] == [
        [0, 0, -320, 0],
        [250, 200, 150, 50],
        *[None] * 18,
    ]
    assert shown["totals"] == [250, 200, -170, 50]
    assert shown["deals"][0] == {
        "chooser": 2,
        "contract": "rifki",
        "trump": None,
        "tricks": [4, 3, 3, 3],
        "counted": [0, 0, 1, 0],
        "scores": [0, 0, -320, 0],
        "king": None,
    }
    assert len(seen_by(chosen(WHOLE_GAME))["deals"]) == 20


@pytest.mark.clause("KT-SHOW-4")
def test_kt_show_4_the_last_trick_taken_and_the_cards_already_seen_per_suit() -> None:
    fresh = trick_of("koz", "2H", "", "", "", trump="D")
    assert seen_by(fresh)["last_trick"] is None
    assert seen_by(fresh)["seen"] == {"C": [], "D": [], "H": [], "S": []}
    shown = seen_by(fresh.given(played(0, "2H")))
    assert shown["seen"]["H"] == ["2H"]


@pytest.mark.clause("KT-SHOW-4", "CO-OPT-1")
@pytest.mark.parametrize("counts", [True, False])
def test_kt_show_4_the_card_counter_is_an_option_of_the_table(counts: bool) -> None:
    table = started("bot bot bot bot", rules=rules, card_counter=counts).moved(2)
    shown = show_table(rules, table_view(rules, table.underway, None))["match"]
    (fallen,) = shown["trick"]["cards"]
    assert shown["seen"] == (
        {suit: [fallen] if suit == fallen[1] else [] for suit in "CDHS"} if counts else None
    )


@pytest.mark.clause("KT-SHOW-6")
def test_kt_show_6_a_bot_gets_the_view_of_its_seat_which_holds_no_other_hand() -> None:
    deal = trick_of("rifki", "2H AS", "TC", "KH 3S", "9D 8D", lies="")
    assert isinstance(deal.state, Playing)
    for seat in SEATS:
        data = msgspec.msgpack.encode(rules.view(deal.state, seat))
        view = msgspec.msgpack.decode(data, type=View)
        assert deal.state.hands is not None
        assert view.hand == deal.state.hands[seat]
    assert rules.VIEW is View
    assert {"hands", "deck"}.isdisjoint(View.__struct_fields__)


@pytest.mark.clause("KT-SHOW-6")
def test_kt_show_6_other_hands_change_nothing_in_a_view() -> None:
    one = trick_of("rifki", "2H AS", "TC 4C", "KH 3S", "9D 8D", lies="")
    other = trick_of("rifki", "2H AS", "KH 4C", "9D 3S", "TC 8D", lies="")
    assert rules.view(one.state, Seat(0)) == rules.view(other.state, Seat(0))
    assert rules.view(one.state, None) == rules.view(other.state, None)


def test_the_public_and_who_is_not_to_move_have_no_moves() -> None:
    deal = new_deal()
    assert (seen_by(deal)["hand"], seen_by(deal)["legal"]) == (None, [])
    assert seen_by(deal, Seat(0))["legal"] == []
    assert seen_by(deal, Seat(0))["hand"] == ["2C", *(f"{rank}C" for rank in "3456789TJQKA")]
    assert seen_by(deal)["cards_left"] == [13, 13, 13, 13]


def test_between_deals_a_view_has_the_tables_and_no_deal() -> None:
    shown = seen_by(chosen("rifki koz"), Seat(0))
    assert (shown["deal"], shown["to_move"], shown["chooser"]) == (2, None, None)
    assert (shown["hand"], shown["contract"], shown["legal"]) == (None, None, [])
    assert [one["chooser"] for one in shown["deals"]][:4] == [0, 1, 2, 3]
