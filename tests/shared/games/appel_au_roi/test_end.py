"""Examples of how a deal and a game end (AR-STOP, AR-END)."""

from typing import Any

import pytest

from shared.cards.events import TrickWon
from shared.games.appel_au_roi import refusals, rules
from shared.games.appel_au_roi.events import DealScored
from shared.games.appel_au_roi.options import Options
from shared.kernel.seats import Seat
from tests.shared.games.appel_au_roi.examples import (
    bid_by,
    dealt,
    decided,
    deck_of,
    done,
    legal,
    payments_of,
    phase,
    seen_by,
    spec,
    spoken,
    to_move,
)
from tests.shared.games.appel_au_roi.one_trick import (
    at_trick,
)
from tests.support.spec import Spec

LOW = ("8S 7C 8C 9C TC JC", "TS KH QH NH 1H 2H", "9S KD QD ND 3H 4H", "7S 1D 2D 3D 4D JD")
"""Seat 0 wins no trick with the eight of spades ..."""
KING = ("KS 7C 8C 9C TC JC", *LOW[1:])
"""... and the king does."""


def events_of(situation: Spec, codes: str) -> list[str]:
    """The kinds of the events that follow from the last of ``codes``."""
    *first, last = codes.split()
    situation = done(situation, *(f"play:{code}" for code in first))
    assert phase(situation) == "play"
    seat = to_move(situation)
    assert seat is not None
    return [type(event).__name__ for event in decided(situation, seat, f"play:{last}")]


@pytest.mark.clause("AR-STOP-1")
@pytest.mark.parametrize("bid", ["misere", "misere_ouverte"])
def test_ar_stop_1_misere_ends_with_declarers_first_trick_which_is_completed(bid: str) -> None:
    deal = at_trick(bid, *KING, leader=0, number=7)
    assert events_of(deal, "KS TS 9S 7S") == ["CardPlayed", "TrickWon", "DealScored"]
    led_by_another = at_trick(bid, *KING, leader=3, number=7)
    # Declarer must beat, and the trick goes on to its fourth card.
    assert events_of(led_by_another, "7S KS TS 9S")[1:] == ["TrickWon", "DealScored"]


@pytest.mark.clause("AR-STOP-1")
@pytest.mark.parametrize("bid", ["misere", "misere_ouverte", "piccolo", "trischaken", "seul"])
def test_ar_stop_1_a_trick_of_the_others_ends_nothing(bid: str) -> None:
    deal = at_trick(bid, *LOW, leader=1, number=7)
    assert events_of(deal, "TS 9S 7S 8S") == ["CardPlayed", "TrickWon"]


@pytest.mark.clause("AR-STOP-1")
@pytest.mark.parametrize("bid", ["piccolo", "piccolo_ouvert"])
def test_ar_stop_1_piccolo_ends_with_declarers_second_trick(bid: str) -> None:
    first = at_trick(bid, *KING, leader=1, number=7)  # seat 1 won the six tricks before
    first = done(first, "play:TS", "play:9S", "play:7S")
    won = decided(first, 0, "play:KS")
    assert won[1] == TrickWon(Seat(0))
    assert len(won) == 2
    second = first.given(*won)
    assert (phase(second), to_move(second)) == ("play", 0)
    second = done(second, "play:JC", "play:1H", "play:3H")
    assert legal(second) == sorted(f"play:{code}" for code in ("1D", "2D", "3D", "4D", "JD"))
    ended = decided(second, 3, "play:4D")
    assert [type(event).__name__ for event in ended] == ["CardPlayed", "TrickWon", "DealScored"]


@pytest.mark.clause("AR-STOP-1")
@pytest.mark.parametrize("bid", ["seul", "seul_contre_chien", "appel", "trischaken"])
def test_ar_stop_1_the_other_games_are_played_out(bid: str) -> None:
    deal = at_trick(bid, *KING, leader=0, number=7)  # seat 0 won six tricks
    assert events_of(deal, "KS TS 9S 7S") == ["CardPlayed", "TrickWon"]


# --- the game ---------------------------------------------------------------------------------


def deal_played(state: Any, dealer: int, bid: str) -> Spec:
    """The next deal, in which forehand bids ``bid`` and everyone plays the first legal card."""
    forehand = (dealer + 1) % 4
    hands = [""] * 4
    hands[forehand] = "KC QC NC JC KD QD ND JD KH QH NH JH"
    deck = deck_of(hands, "7C 8C 9C 7S 8S 9S", forehand)
    deal = bid_by(spec(rules.dealt(state, Seat(dealer), deck)), forehand, bid)
    deal = spoken(deal)
    while to_move(deal) is not None:
        deal = done(deal, legal(deal)[0])
    return deal


@pytest.mark.clause("AR-END-1")
@pytest.mark.parametrize("deals", [1, 2, 3])
def test_ar_end_1_the_game_ends_after_as_many_deals_as_its_table_says(deals: int) -> None:
    state = rules.initial(Options(deals=deals))
    for number in range(deals):
        assert not rules.finished(state, False)
        assert not rules.finished(state, True)  # nobody ends it earlier by asking
        dealer = rules.next_dealer(state, Seat(0))
        state = deal_played(state, dealer, "misere").state
        assert rules.deals_done(state) == number + 1
    assert rules.finished(state, False)


@pytest.mark.clause("AR-END-1")
def test_ar_end_1_nobody_may_ask_to_stop() -> None:
    state = rules.initial(Options(deals=7))
    refusal = rules.may_stop(state)
    assert refusal == refusals.DEALS_ARE_FIXED(deals=7)
    assert refusal.clause == "AR-END-1"


@pytest.mark.clause("AR-END-1")
def test_ar_end_1_each_deal_is_settled_at_once_and_the_sum_is_the_score() -> None:
    state = rules.initial(Options(deals=3))
    assert rules.payments(state, False) is None
    total, settled = [0, 0, 0, 0], []
    for number, bid in enumerate(("misere", "trischaken", "seul_contre_chien"), 1):
        deal = deal_played(state, rules.next_dealer(state, Seat(3)), bid)
        paid = payments_of(deal)
        assert paid == rules.payments(deal.state, True)  # nothing is kept for the end
        assert (paid.deal, {line.deal for line in paid.lines}) == (number, {number})
        settled.append(paid.points)
        total = [sum(pair) for pair in zip(total, paid.points, strict=True)]
        assert rules.standing(deal.state).scores == tuple(total)
        assert seen_by(deal, None)["totals"] == total
        state = deal.state
    assert len({*settled}) == 3
    best = max(total)
    winners = tuple(seat for seat in range(4) if total[seat] == best)
    assert rules.standing(state).winners == winners


def king_in_talon() -> Spec:
    """Seat 0 finds the king that it called in the talon of the only deal."""
    deal = dealt("KS", "KC", "KD", talon="KH 7C 8C 9C 7S 8S", deals=1)
    return done(bid_by(deal, 0, "appel"), "king:H")


@pytest.mark.clause("AR-END-1")
def test_ar_end_1_equal_leaders_share() -> None:
    ended = done(king_in_talon(), "abandon")
    assert rules.standing(ended.state).scores == (-6, 2, 2, 2)
    assert rules.standing(ended.state).winners == (1, 2, 3)


@pytest.mark.clause("AR-END-1")
def test_ar_end_1_an_abandoned_game_of_a_deal_counts_as_a_deal() -> None:
    deal = king_in_talon()
    given_up = decided(deal, 0, "abandon")
    assert isinstance(given_up[-1], DealScored)
    assert rules.finished(deal.given(*given_up).state, False)
