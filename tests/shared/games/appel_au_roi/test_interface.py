"""How moves, options and events of Appel au roi are written for the outside (CO-CARD-3)."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.cards.events import CardPlayed, TrickWon
from shared.cards.moves import Play
from shared.games.appel_au_roi import events as facts
from shared.games.appel_au_roi import moves, refusals, rules
from shared.games.appel_au_roi.contracts import CONTRACTS
from shared.games.appel_au_roi.moves import Discard
from shared.games.appel_au_roi.options import Options
from shared.games.appel_au_roi.pack import CARDS, POINTS, thirds
from shared.games.appel_au_roi.primes import PRIMES
from shared.games.appel_au_roi.state import Discarding
from shared.games.appel_au_roi.tariffs.choice import BIDS, PRIME_VALUES, TARIFFS
from shared.kernel.events import Event
from shared.kernel.seats import Seat
from tests.shared.games.appel_au_roi.situations import (
    cards,
    dealt,
    done,
    over,
    played,
    says,
    trick_of,
)


@pytest.mark.parametrize(
    "text",
    [
        *("play:KH", "play:EX", "play:T1", "play:TC", "bid:seul", "pass", "king:H", "king:fourth"),
        *("half:0", "half:1", "abandon", "discard:1D,T10,T9", "announce:ii", "contre:game"),
        *("contre:ii", "bien", "discard:TC"),
    ],
)
def test_a_move_has_one_text(text: str) -> None:
    move = rules.parse_move(text)
    assert move is not None
    assert rules.move_text(move) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "play", "play:", "play:T22", "play:kh", "play:T0", "play:5H", "play:seul", "bid"),
        *("bid:whist", "bid:", "pass:", "passe", "king:T", "king:", "king:KH", "half:2", "half"),
        *("half:00", "discard", "discard:", "discard:T9,T9", "discard:KH,"),
        *("discard:KH, QH", "announce:game", "announce:", "contre", "contre:", "contre:bien"),
        *("bien:", "abandon:", "call:4", "table:abandon"),
    ],
)
def test_another_text_is_no_move(text: str) -> None:
    assert rules.parse_move(text) is None


@given(
    st.text(max_size=20) | st.from_regex(r"(discard|bid|contre):[a-zA-Z,_0-9]*", fullmatch=True)
)
def test_whatever_parses_has_one_text(text: str) -> None:
    move = rules.parse_move(text)
    if move is not None:
        verb, colon, argument = text.partition(":")
        written = rules.move_text(move)
        assert written == verb + colon + ",".join(sorted(argument.split(",")))
        assert rules.parse_move(written) == move


@pytest.mark.parametrize("text", ["1D,T10,T9", "T9,T10,1D", "T10,1D,T9"])
def test_the_cards_of_a_discard_ascend_whatever_their_text(text: str) -> None:
    move = rules.parse_move(f"discard:{text}")
    assert move == Discard(cards("T9 T10 1D"))
    assert rules.move_text(move) == "discard:1D,T10,T9"


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        (moves.Bid, {"bid": "whist"}),
        (moves.CallKing, {"suit": "T"}),
        (moves.TakeHalf, {"half": 2}),
        (moves.Announce, {"prime": "game"}),
        (moves.Contre, {"item": "bien"}),
    ],
)
def test_a_move_of_another_shape_cannot_be_read(kind: Any, data: dict[str, Any]) -> None:
    tag = str(kind.__struct_config__.tag)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": tag, **data}, kind)


def test_every_kind_of_move_is_declared_under_the_verb_of_its_text() -> None:
    situation = dealt("KC", forehand=0)
    for move in rules.legal_moves(rules.view(situation.state, Seat(1))):
        assert type(move) in rules.MOVES
        tag = str(type(move).__struct_config__.tag)
        assert rules.move_text(move).partition(":")[0] == tag


def test_options_have_their_defaults_and_refuse_what_they_do_not_know() -> None:
    assert msgspec.convert({}, rules.OPTIONS) == Options(12, "clockwise", "vienna")
    for wrong in ({"deals": "12"}, {"direction": "up"}, {"tariff": "paris"}, {"stake": 1}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(wrong, rules.OPTIONS)


@pytest.mark.parametrize("deals", [0, -1, 1001])
def test_deals_are_from_one_to_a_thousand(deals: int) -> None:
    refused = refusals.DEALS_OUT_OF_BOUNDS(least=1, most=1000)
    assert rules.check_options(Options(deals=deals), True) == refused
    assert rules.check_options(Options(deals=1), False) is None
    assert rules.check_options(Options(deals=1000), True) is None


def test_nobody_may_ask_to_stop() -> None:
    state = rules.initial(Options(deals=7))
    assert rules.may_stop(state) == refusals.DEALS_ARE_FIXED(deals=7)


def test_the_tariff_has_a_row_for_every_game_and_every_prime() -> None:
    for tariff in TARIFFS.values():
        assert sorted(BIDS["vienna"]) == sorted(contract.id for contract in CONTRACTS)
        assert {row.id for row in tariff.forehand} == {one.id for one in CONTRACTS if one.forehand}
        assert list(PRIME_VALUES[tariff.label]) == [prime.id for prime in PRIMES]
        assert tariff.label == "vienna/1"


def test_the_pack_counts_seventy_points() -> None:
    assert thirds((1 << 54) - 1) == POINTS == 3 * 70


def test_a_deal_can_cost_no_more_than_a_lost_solo_against_the_talon_doubled_thrice() -> None:
    # 12 x 8 for the game; primes worth 15, each announced, against the talon, and doubled thrice.
    assert rules.max_loss(Options()) == 3 * (12 * 8 + 15 * 2 * 2 * 8)


def test_the_first_consequence_of_a_move_tells_the_move() -> None:
    seat = Seat(2)
    told: tuple[tuple[Event, str], ...] = (
        (facts.BidMade(seat, "seul"), "bid:seul"),
        (facts.Passed(seat), "pass"),
        (facts.KingCalled(seat, "H"), "king:H"),
        (facts.KingCalled(seat, None), "king:fourth"),
        (facts.HalfTaken(seat, 1), "half:1"),
        (facts.GameGivenUp(seat), "abandon"),
        (facts.Discarded(seat, cards("T9 T10 1D")), "discard:1D,T10,T9"),
        (facts.PrimeAnnounced(seat, "ii", "declarer"), "announce:ii"),
        (facts.ContreSaid(seat, "game", 2, "opponents"), "contre:game"),
        (facts.BienSaid(seat), "bien"),
        (CardPlayed(seat, CARDS["EX"]), "play:EX"),
    )
    for event, text in told:
        assert rules.move_of(event) == (seat, rules.parse_move(text))
    for event in (TrickWon(seat), facts.TalonTurned(()), facts.DiscardSealed(2, b"", b"")):
        assert rules.move_of(event) is None
    assert rules.move_of(over("seul", "", 12)) is None


def test_events_are_shown_with_codes_for_cards() -> None:
    shown = rules.show_event
    assert shown(played(1, "EX")) == {"seat": 1, "card": "EX"}
    assert shown(facts.TalonTurned(cards("KH T1"))) == {"cards": ["KH", "T1"]}
    assert shown(facts.Discarded(0, cards("T9 1D"))) == {"seat": 0, "cards": ["T9", "1D"]}
    assert shown(facts.KingCalled(Seat(3), None)) == {"seat": 3, "suit": None}
    hands = facts.HandsOpened((cards("KH"), cards("T1"), (), cards("EX")))
    assert shown(hands) == {"hands": [["KH"], ["T1"], [], ["EX"]]}
    assert shown(says(1, "ii")) == {"seat": 1, "prime": "ii", "side": "declarer"}


def test_a_score_is_shown_with_what_each_line_rests_on() -> None:
    scored = over("appel", "T1 T21 EX KH QC QD QH QS NC ND NH NS", 4, partner=1)
    shown = msgspec.json.decode(msgspec.json.encode(rules.show_event(scored)))
    assert (shown["called"], shown["tariff"]) == ("KH", "vienna/1")
    assert shown["lines"][1] == {
        "item": "oudlers",
        "clause": "AR-PRIME-4",
        "announced_by": None,
        "contre": 1,
        "value": 1,
        "basis": {
            "tariff": "vienna/1",
            "value": 1,
            "factors": [],
            "announced_by": None,
            "scored_by": [0, 1],
            "cards": ["T1", "T21", "EX"],
            "tricks": [1, 2, 3],
        },
    }


def test_a_sealed_discard_is_shown_as_bytes() -> None:
    sealed = facts.DiscardSealed(0, bytes(32), b"\x02\x03\x04")
    assert rules.show_event(sealed) == {"seat": 0, "code": bytes(32), "sealed": b"\x02\x03\x04"}


def test_who_cannot_read_a_discard_no_longer_knows_the_hands() -> None:
    deal = done(dealt("KC", forehand=1), "pass", "pass", "bid:seul", "pass", "half:0")
    assert isinstance(deal.state, Discarding)
    sealed = deal.given(facts.DiscardSealed(0, bytes(32), bytes(3)))
    assert (sealed.state.hands, sealed.state.hidden) == (None, None)
    assert rules.legal_moves(rules.view(sealed.state, Seat(0))) == ()
    assert rules.to_move(sealed.state) == 0


def test_a_card_outside_the_pack_is_refused_as_not_held() -> None:
    trick = trick_of("seul", "KH", "", "", "")
    for card in (-1, 54):
        decision = rules.decide(trick.state, Seat(0), Play(card))
        assert decision == refusals.CARD_NOT_HELD(held=("KH",))


def test_an_impossible_event_is_our_own_bug() -> None:
    with pytest.raises(AssertionError, match="CardPlayed cannot follow Between"):
        rules.evolve(rules.initial(Options()), played(0, "KH"))
    with pytest.raises(AssertionError, match="BienSaid cannot follow Playing"):
        rules.evolve(trick_of("seul", "KH", "", "", "").state, facts.BienSaid(Seat(0)))
    with pytest.raises(AssertionError, match="not an event"):
        rules.show_event(Event())
    with pytest.raises(AssertionError, match="four cards"):
        rules.evolve(trick_of("seul", "KH", "", "", "").state, TrickWon(Seat(0)))
