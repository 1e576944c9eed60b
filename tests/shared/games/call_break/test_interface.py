"""How moves, views and events of Call Break are written for the outside (CO-CARD-3)."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.cards.events import CardPlayed, TrickWon
from shared.cards.moves import Play
from shared.cards.tricks import Trick
from shared.games.call_break import rules
from shared.games.call_break.events import Called, DealScored
from shared.games.call_break.moves import Call
from shared.games.call_break.options import Options
from shared.kernel.seats import Seat
from tests.shared.games.call_break.situations import CARDS, between, cards, new_deal, trick_of


@pytest.mark.parametrize(
    "text", ["play:KH", "play:2C", "call:2", "call:13", "call:0", "call:9999"]
)
def test_a_move_has_one_text(text: str) -> None:
    move = rules.parse_move(text)
    assert move is not None
    assert rules.move_text(move) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "play", "play:", "play:1H", "play:kh", "play:KH ", " play:KH", "PLAY:KH", "play:T1"),
        *("call", "call:", "call:04", "call:-2", "call:+2", "call:2.0", "call:99999", "call:two"),
        *("call:²", "call:٣", "call:2:3", "bid:2", "pass", "table:ready", "play:KH,QH"),
    ],
)
def test_another_text_is_no_move(text: str) -> None:
    assert rules.parse_move(text) is None


@given(st.text(max_size=20) | st.from_regex(r"(call|play):.{0,6}", fullmatch=True))
def test_whatever_parses_is_written_the_same(text: str) -> None:
    move = rules.parse_move(text)
    assert move is None or rules.move_text(move) == text


@pytest.mark.clause("CO-CARD-3")
def test_co_card_3_codes_outside_and_indices_in_the_log() -> None:
    event = CardPlayed(Seat(2), CARDS["KH"])
    assert msgspec.to_builtins(event) == {"seat": 2, "card": 37}
    assert rules.show_event(event) == {"seat": 2, "card": "KH"}
    assert rules.parse_move("play:KH") == Play(37)


def test_other_events_are_shown_as_they_are() -> None:
    assert rules.show_event(Called(Seat(1), 4)) == {"seat": 1, "tricks": 4}
    assert rules.show_event(TrickWon(Seat(3))) == {"seat": 3}
    row = DealScored((2, 3, 4, 2), (2, 3, 5, 3), (2, 3, 4, 2))
    shown = msgspec.json.decode(msgspec.json.encode(rules.show_event(row)))
    assert shown == {"calls": [2, 3, 4, 2], "tricks": [2, 3, 5, 3], "scores": [2, 3, 4, 2]}


def test_a_view_in_play_for_people() -> None:
    before = [
        Trick(Seat(0), cards("5D 6D 7D AD"), Seat(3)),
        Trick(Seat(3), cards("2C 3C AC 4C"), Seat(2)),
        Trick(Seat(2), cards("5C QC KC 6C"), Seat(0)),
    ]
    situation = trick_of("2H AS", "TC", "KH 3S", "9D 8D", lies="9H", leader=1, before=before)
    assert rules.show(rules.view(situation.state, Seat(2))) == {
        "viewer": 2,
        "options": {"deals": None},
        "deal": 1,
        "dealer": 3,
        "forehand": 0,
        "to_move": 2,
        "hand": ["KH", "3S"],
        "cards_left": [10, 9, 10, 10],
        "calls": [2, 3, 4, 2],
        "taken": [1, 0, 1, 1],
        "trick": {"leader": 1, "cards": ["9H"]},
        "last_trick": {"leader": 2, "cards": ["5C", "QC", "KC", "6C"], "winner": 0},
        "totals": [0, 0, 0, 0],
        "deals": [],
        "legal": ["play:KH"],
    }


def test_a_view_while_calling_and_off_turn() -> None:
    situation = new_deal(dealer=1).given(Called(Seat(2), 5))
    shown = rules.show(rules.view(situation.state, Seat(0)))
    assert (shown["calls"], shown["to_move"], shown["legal"]) == ([None, None, 5, None], 3, [])
    assert shown["hand"] == [rank + "H" for rank in "23456789TJQKA"]
    assert shown["trick"] == {"leader": None, "cards": []}


def test_a_view_between_deals_has_the_score_table_and_no_deal() -> None:
    situation = between((4, -2, 3, 13), options=Options(5))
    shown = rules.show(rules.view(situation.state, Seat(0)))
    assert shown["deals"] == [
        {"calls": [3, 3, 3, 4], "tricks": [3, 3, 3, 4], "scores": [4, -2, 3, 13]}
    ]
    assert (shown["deal"], shown["dealer"], shown["hand"]) == (1, None, None)
    assert (shown["cards_left"], shown["legal"]) == ([0, 0, 0, 0], [])


def test_the_public_has_no_hand_and_no_moves() -> None:
    shown = rules.show(rules.view(new_deal().state, None))
    assert (shown["viewer"], shown["hand"], shown["legal"]) == (None, None, [])
    assert shown["cards_left"] == [13, 13, 13, 13]


def test_a_view_comes_back_from_bytes_as_it_was() -> None:
    before = [Trick(Seat(3), cards("2C 3C AC 4C"), Seat(1))]
    situation = trick_of("2H AS", "TC", "KH 3S", "9D 8D", lies="9H", leader=1, before=before)
    view = rules.view(situation.state, Seat(2))
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(view), type=rules.VIEW) == view


def test_options_refuse_what_they_do_not_know_and_publish_their_bounds() -> None:
    assert msgspec.convert({}, rules.OPTIONS) == Options(None)
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.convert({"deal": 3}, rules.OPTIONS)
    schema = msgspec.json.schema(rules.OPTIONS)["$defs"]["Options"]["properties"]["deals"]
    assert {"type": "integer", "minimum": 1, "maximum": 100} in schema["anyOf"]


def test_the_first_consequence_of_a_move_tells_the_move() -> None:
    assert rules.move_of(CardPlayed(Seat(1), 5)) == (1, Play(5))
    assert rules.move_of(Called(Seat(1), 5)) == (1, Call(5))
    assert rules.move_of(TrickWon(Seat(1))) is None
    assert rules.move_of(DealScored((2, 2, 2, 2), (3, 3, 3, 4), (2, 2, 2, -2))) is None


def test_an_impossible_event_is_our_own_bug() -> None:
    with pytest.raises(AssertionError, match="a card played in Between"):
        rules.evolve(between().state, CardPlayed(Seat(0), 5))
    with pytest.raises(AssertionError, match="does not hold"):
        rules.evolve(trick_of("2C", "3C", "4C", "5C").state, CardPlayed(Seat(0), CARDS["AS"]))
    with pytest.raises(AssertionError, match="four cards"):
        rules.evolve(trick_of("2C", "3C", "4C", "5C").state, TrickWon(Seat(0)))
