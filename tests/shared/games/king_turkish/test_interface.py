"""How moves and events of Turkish King are written for the outside (CO-CARD-3)."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.cards.events import CardPlayed, TrickWon
from shared.cards.moves import Play
from shared.games.king_turkish import rules
from shared.games.king_turkish.events import ContractChosen
from shared.games.king_turkish.moves import Choose
from shared.games.king_turkish.options import Options
from shared.kernel.seats import Seat
from tests.shared.games.king_turkish.situations import (
    CARDS,
    announced,
    chosen,
    named,
    new_deal,
    played,
    row,
    trick_of,
)


@pytest.mark.parametrize(
    "text",
    ["play:KH", "choose:rifki", "choose:koz:S", "choose:koz", "choose:el_almaz:C"],
)
def test_a_move_has_one_text(text: str) -> None:
    move = rules.parse_move(text)
    assert move is not None
    assert rules.move_text(move) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "play", "play:", "play:1H", "play:kh", "play:KH ", "PLAY:KH", "play:rifki"),
        *("choose", "choose:", "choose:KH", "choose:Rifki", "choose:koz:", "choose:koz:X"),
        *("choose:koz:C:D", "choose: rifki", "call:4", "table:ready", "rifki"),
    ],
)
def test_another_text_is_no_move(text: str) -> None:
    assert rules.parse_move(text) is None


@given(st.text(max_size=20) | st.from_regex(r"(choose|play):[a-zA-Z:_2-9]{0,8}", fullmatch=True))
def test_whatever_parses_is_written_the_same(text: str) -> None:
    move = rules.parse_move(text)
    assert move is None or rules.move_text(move) == text


def test_a_move_of_another_shape_cannot_be_read() -> None:
    for data in ({"contract": "whist", "trump": None}, {"contract": "koz", "trump": "X"}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"type": "choose", **data}, Choose)
    assert msgspec.convert({"type": "choose", "contract": "koz", "trump": "H"}, Choose) == Choose(
        "koz", "H"
    )


@pytest.mark.clause("CO-CARD-3", "CO-CARD-1")
def test_co_card_3_codes_outside_and_indices_in_the_log() -> None:
    event = CardPlayed(Seat(2), CARDS["KH"])
    assert msgspec.to_builtins(event) == {"seat": 2, "card": 37}
    assert rules.show_event(event) == {"seat": 2, "card": "KH"}
    assert rules.parse_move("play:KH") == Play(37)


def test_other_events_are_shown_as_they_are() -> None:
    assert rules.show_event(named(1)) == {"seat": 1}
    assert rules.show_event(announced(1, "koz", "H")) == {
        "seat": 1,
        "contract": "koz",
        "trump": "H",
    }
    assert rules.show_event(TrickWon(Seat(3))) == {"seat": 3}
    shown = msgspec.json.decode(msgspec.json.encode(rules.show_event(row(2, "rifki"))))
    assert shown == {
        "chooser": 2,
        "contract": "rifki",
        "trump": None,
        "tricks": [4, 3, 3, 3],
        "counted": [1, 0, 0, 0],
        "scores": [-320, 0, 0, 0],
        "king": None,
    }


def test_the_first_consequence_of_a_move_tells_the_move() -> None:
    assert rules.move_of(CardPlayed(Seat(1), 5)) == (1, Play(5))
    assert rules.move_of(ContractChosen(Seat(1), "koz", "H")) == (1, Choose("koz", "H"))
    for event in (TrickWon(Seat(1)), named(1), row(0, "rifki")):
        assert rules.move_of(event) is None


def test_options_have_their_defaults_and_refuse_what_they_do_not_know() -> None:
    assert msgspec.convert({}, rules.OPTIONS) == Options(
        choice_limit="three_two",
        rifki_void="play_rifki",
        heart_lead_ban="kupa_rifki",
        trump_lead="free",
        must_head="no",
    )
    for wrong in ({"deals": 20}, {"must_head": "yes"}, {"trump_lead": True}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, rules.OPTIONS)


def test_bots_alone_may_play_it() -> None:
    assert rules.check_options(Options(), False) is None


def test_an_impossible_event_is_our_own_bug() -> None:
    with pytest.raises(AssertionError, match="CardPlayed cannot follow Between"):
        rules.evolve(chosen().state, played(0, "2C"))
    with pytest.raises(AssertionError, match="ChooserNamed cannot follow Choosing"):
        rules.evolve(new_deal().state, named(2))
    trick = trick_of("rifki", "2C", "3C", "4C", "5C")
    with pytest.raises(AssertionError, match="does not hold"):
        rules.evolve(trick.state, played(0, "AS"))
    with pytest.raises(AssertionError, match="four cards"):
        rules.evolve(trick.state, TrickWon(Seat(0)))
