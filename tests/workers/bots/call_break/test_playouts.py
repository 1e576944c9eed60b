"""A playout is a deal of Call Break: checked against the rules, card by card."""

import pytest

from shared.cards.moves import Play
from shared.cards.tricks import winning_card
from shared.games.call_break import rules
from shared.games.call_break.state import Between, Playing, State
from shared.games.call_break.tricks import ORDER, playable, trick_winner
from shared.kernel.refusal import Refusal
from shared.kernel.seats import SEATS, Seat
from tests.support.bots import deals
from workers.bots.call_break.cards import follow, lead
from workers.bots.call_break.playouts import Trick, played_out, worth


def rule_of_thumb(state: Playing, seat: Seat) -> int:
    """The card that a playout assumes, asked for one play at a time."""
    assert state.hands is not None
    hand = state.hands[seat]
    others = 0
    for other in SEATS:
        others |= 0 if other == seat else state.hands[other]
    wants = state.taken[seat] < state.calls[seat]
    if not state.trick:
        return lead(hand, others, wants)
    legal = playable(hand, state.trick)
    led, winning = ORDER.suit[state.trick[0]], winning_card(ORDER, state.trick)
    return follow(legal, winning, led, len(state.trick), others, wants)


def by_the_rules(state: Playing, card: int) -> Between:
    """``state`` played to its end with ``card`` first, decided and folded by the rules."""
    now: State = state
    while isinstance(now, Playing):
        seat = rules.to_move(now)
        assert seat is not None
        decision = rules.decide(now, seat, Play(card))
        assert not isinstance(decision, Refusal), decision
        for event in decision:
            now = rules.evolve(now, event)
        if isinstance(now, Playing):
            following = rules.to_move(now)
            assert following is not None
            card = rule_of_thumb(now, following)
    assert isinstance(now, Between)
    return now


@pytest.mark.parametrize("seed", range(12))
def test_a_playout_is_what_the_rules_make_of_the_same_cards(seed: int) -> None:
    for state in deals(seed):
        if not isinstance(state, Playing):
            continue
        seat = rules.to_move(state)
        assert seat is not None
        assert state.hands is not None
        card = rule_of_thumb(state, seat)
        needs = [call - taken for call, taken in zip(state.calls, state.taken, strict=True)]
        left = played_out(state.hands, needs, running(state), card)
        scored = by_the_rules(state, card).match.history[-1]
        assert [call - need for call, need in zip(state.calls, left, strict=True)] == list(
            scored.tricks
        )


def running(state: Playing) -> Trick:
    if not state.trick:
        return Trick(state.leader)
    winner = trick_winner(state.leader, state.trick)
    return Trick(state.leader, state.trick, winner, winning_card(ORDER, state.trick))


def test_a_deal_is_worth_the_differences_of_its_scores() -> None:
    calls, tricks = (4, 8, 2, 3), (5, 8, 0, 0)  # +4, +13, -2, -3
    needs = [call - taken for call, taken in zip(calls, tricks, strict=True)]
    assert [worth(calls, needs, seat) for seat in SEATS] == [4, 40, -20, -24]
