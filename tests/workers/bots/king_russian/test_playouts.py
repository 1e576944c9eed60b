"""A playout is a round of Russian King: checked against the rules, card by card."""

import pytest

from shared.cards.moves import Play
from shared.cards.tricks import winning_card
from shared.games.king_russian import rules
from shared.games.king_russian.contracts import CONTRACTS
from shared.games.king_russian.state import Playing, State, contract_of
from shared.games.king_russian.tricks import ORDER, playable, trick_winner
from shared.kernel.refusal import Refusal
from shared.kernel.seats import SEATS, Seat
from tests.workers.bots.king_russian.turns import NAMES, turns
from workers.bots.king_russian.cards import THUMBS, Thumb, follow, lead
from workers.bots.king_russian.playouts import Trick, played_out


def rule_of_thumb(thumb: Thumb, state: Playing, seat: Seat) -> int:
    """The card that a playout assumes, asked for one play at a time."""
    assert state.hands is not None
    hand = state.hands[seat]
    others = sum(state.hands) ^ hand
    legal = playable(contract_of(state), hand, state.trick)
    number = len(state.tricks)
    if not state.trick:
        return lead(thumb, legal, others, number)
    contract = contract_of(state)
    points = contract.trick_points[number] + sum(contract.card_points[c] for c in state.trick)
    winning = winning_card(ORDER, state.trick)
    return follow(thumb, legal, winning, len(state.trick), others, points)


def by_the_rules(thumb: Thumb, state: Playing, card: int) -> tuple[int, ...]:
    """The scores of the round, played to its end with ``card`` first, by the rules."""
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
            card = rule_of_thumb(thumb, now, following)
    return now.match.history[-1].scores


def running(state: Playing) -> Trick:
    number, left = len(state.tricks), contract_of(state).total - sum(state.scores)
    if not state.trick:
        return Trick(number, state.leader, left)
    winner = trick_winner(state.leader, state.trick)
    winning = winning_card(ORDER, state.trick)
    return Trick(number, state.leader, left, state.trick, winner, winning)


@pytest.mark.parametrize("contract", NAMES)
def test_a_playout_is_what_the_rules_make_of_the_same_cards(contract: str) -> None:
    thumb = THUMBS[NAMES.index(contract)]
    for seed in range(4):
        for state in turns(contract, seed):
            mover = rules.to_move(state)
            assert mover is not None
            assert state.hands is not None
            card = rule_of_thumb(thumb, state, mover)
            scores = by_the_rules(thumb, state, card)
            for seat in SEATS:
                rest = played_out(thumb, state.hands, running(state), card, seat)
                assert state.scores[seat] + rest == scores[seat]


def test_a_thumb_a_round() -> None:
    assert [thumb.contract for thumb in THUMBS] == list(CONTRACTS)
