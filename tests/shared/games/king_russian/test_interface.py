"""How moves, views and events of Russian King are written for the outside (CO-CARD-3)."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.cards.events import CardPlayed, TrickWon
from shared.cards.moves import Play
from shared.games.king_russian import rules
from shared.games.king_russian.events import Counted, DealScored
from shared.games.king_russian.options import Options
from shared.games.king_russian.state import Playing
from shared.kernel.seats import Seat
from tests.shared.games.king_russian.situations import (
    CARDS,
    before_round,
    between,
    new_deal,
    trick_of,
    won,
)

ROW = DealScored("no_kings", (2, 3, 1, 2), (-4, -8, 0, -4), (Counted("kings", -4, (1, 2, 0, 1)),))
SHOWN_ROW = {
    "contract": "no_kings",
    "tricks": [2, 3, 1, 2],
    "scores": [-4, -8, 0, -4],
    "lines": [{"objective": "kings", "each": -4, "taken": [1, 2, 0, 1]}],
}


@pytest.mark.parametrize("code", CARDS)
def test_a_move_has_one_text(code: str) -> None:
    move = rules.parse_move(f"play:{code}")
    assert move == Play(CARDS[code])
    assert rules.move_text(move) == f"play:{code}"


@pytest.mark.parametrize(
    "text",
    ["", "play", "play:", "play:2H", "play:kh", "play:KH ", "PLAY:KH", "call:4", "choose:king"],
)
def test_another_text_is_no_move(text: str) -> None:
    assert rules.parse_move(text) is None


@given(st.text(max_size=20) | st.from_regex(r"play:.{0,4}", fullmatch=True))
def test_whatever_parses_is_written_the_same(text: str) -> None:
    move = rules.parse_move(text)
    assert move is None or rules.move_text(move) == text


@pytest.mark.clause("CO-CARD-3")
def test_co_card_3_codes_outside_and_indices_of_the_short_pack_in_the_log() -> None:
    event = CardPlayed(Seat(2), CARDS["KH"])
    assert msgspec.to_builtins(event) == {"seat": 2, "card": 22}
    assert rules.show_event(event) == {"seat": 2, "card": "KH"}


def test_other_events_are_shown_as_they_are() -> None:
    assert rules.show_event(TrickWon(Seat(3))) == {"seat": 3}
    assert rules.show_event(ROW) == SHOWN_ROW
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(ROW), type=DealScored) == ROW


def test_a_view_in_play_for_people() -> None:
    before = [won(3, "7D 8D 9D KD"), won(2, "7C 8C KC 9C")]
    situation = trick_of(
        "no_kings", "7H AS", "TC", "KH 7S", "9D 8D", lies="9H", leader=1, before=before
    )
    assert rules.show(rules.view(situation.state, Seat(2))) == {
        "viewer": 2,
        "options": {},
        "deal": 2,
        "contract": {
            "name": "no_kings",
            "counts": [{"objective": "kings", "each": -4}],
            "total": -16,
            "hearts_held_back": False,
            "king_forced": False,
        },
        "dealer": 3,
        "forehand": 0,
        "to_move": 2,
        "hand": ["KH", "7S"],
        "cards_left": [6, 5, 6, 6],
        "taken": [0, 0, 1, 1],
        "scores": [0, 0, -4, -4],
        "trick": {"leader": 1, "cards": ["9H"]},
        "last_trick": {"leader": 0, "cards": ["7C", "8C", "KC", "9C"], "winner": 2},
        "totals": [0, 0, 0, 0],
        "deals": [
            {
                "contract": "no_tricks",
                "tricks": [0, 0, 0, 0],
                "scores": [0, 0, 0, 0],
                "lines": [],
            }
        ],
        "legal": ["play:KH"],
    }


def test_the_view_names_the_duties_and_everything_that_counts() -> None:
    shown = rules.show(rules.view(new_deal("eralash_positive").state, None))
    assert shown["deal"] == 14
    assert shown["contract"] == {
        "name": "eralash_positive",
        "counts": [
            {"objective": "tricks", "each": 2},
            {"objective": "kings", "each": 4},
            {"objective": "queens", "each": 4},
            {"objective": "hearts", "each": 2},
            {"objective": "king", "each": 16},
            {"objective": "last_two", "each": 8},
        ],
        "total": 96,
        "hearts_held_back": True,
        "king_forced": True,
    }


def test_a_view_between_rounds_has_the_score_table_and_no_round() -> None:
    state = between((0, -4, -12, 0)).state
    shown = rules.show(rules.view(state, Seat(0)))
    assert (shown["deal"], shown["contract"], shown["dealer"]) == (1, None, None)
    assert (shown["hand"], shown["legal"], shown["cards_left"]) == (None, [], [0, 0, 0, 0])
    assert [deal["scores"] for deal in shown["deals"]] == [[0, -4, -12, 0]]
    assert shown["totals"] == [0, -4, -12, 0]


def test_a_completed_round_is_shown_line_by_line() -> None:
    state = rules.evolve(Playing(before_round("no_kings").match, Seat(0), None, Seat(0)), ROW)
    shown = rules.show(rules.view(state, None))
    assert shown["deals"][-1] == SHOWN_ROW
    assert msgspec.json.decode(msgspec.json.encode(shown)) == shown


def test_the_public_has_no_hand_and_no_moves() -> None:
    shown = rules.show(rules.view(new_deal("no_tricks").state, None))
    assert (shown["viewer"], shown["hand"], shown["legal"]) == (None, None, [])
    assert shown["cards_left"] == [8, 8, 8, 8]


def test_there_are_no_house_rules() -> None:
    assert msgspec.convert({}, rules.OPTIONS) == Options()
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.convert({"deals": 3}, rules.OPTIONS)
    assert rules.check_options(Options(), True) is rules.check_options(Options(), False) is None


def test_the_first_consequence_of_a_move_tells_the_move() -> None:
    assert rules.move_of(CardPlayed(Seat(1), 5)) == (1, Play(5))
    assert rules.move_of(TrickWon(Seat(1))) is None
    assert rules.move_of(ROW) is None


def test_an_impossible_event_is_our_own_bug() -> None:
    nothing = between().state
    for event in (CardPlayed(Seat(0), 5), TrickWon(Seat(0)), ROW):
        with pytest.raises(AssertionError, match="in Between"):
            rules.evolve(nothing, event)
    running = trick_of("tricks", "7C", "8C", "9C", "TC").state
    with pytest.raises(AssertionError, match="does not hold"):
        rules.evolve(running, CardPlayed(Seat(0), CARDS["AS"]))
    with pytest.raises(AssertionError, match="four cards"):
        rules.evolve(running, TrickWon(Seat(0)))
    with pytest.raises(AssertionError, match="a round is running"):
        rules.dealt(running, Seat(0), None)
