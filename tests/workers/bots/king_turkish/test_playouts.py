"""A playout is a deal of Turkish King: checked against the rules, card by card."""

import pytest

from shared.cards.moves import Play
from shared.cards.tricks import winning_card
from shared.games.king_turkish import rules
from shared.games.king_turkish.contracts import ContractId
from shared.games.king_turkish.options import Options
from shared.games.king_turkish.scoring import taken
from shared.games.king_turkish.state import Playing, State
from shared.games.king_turkish.tricks import is_open, may_follow, may_lead, trick_winner
from shared.kernel.seats import SEATS, Seat
from tests.workers.bots.king_turkish.turns import NAMES, STRICTEST, after, turns
from workers.bots.king_turkish.cards import Thumb, follow, lead, thumb_of
from workers.bots.king_turkish.playouts import Trick, played_out


def thumb_in(state: Playing) -> Thumb:
    return thumb_of(state.match.options, state.contract, state.trump)


def rule_of_thumb(state: Playing, seat: Seat) -> int:
    """The card that a playout assumes, asked for one play at a time."""
    assert state.hands is not None
    thumb, hand, number = thumb_in(state), state.hands[seat], len(state.tricks)
    others = sum(state.hands) ^ hand
    if not state.trick:
        opened = is_open(thumb.law, state.seen, state.ruffed)
        return lead(thumb, may_lead(thumb.law, hand, opened), others, number)
    points = thumb.trick_points[number] + sum(thumb.card_points[card] for card in state.trick)
    legal = may_follow(thumb.law, hand, state.trick)
    winning = winning_card(thumb.law.order, state.trick)
    return follow(thumb, legal, winning, len(state.trick), others, points)


def by_the_rules(state: Playing, card: int) -> tuple[int, ...]:
    """The scores of the deal, played to its end with ``card`` first, by the rules."""
    now: State = state
    while isinstance(now, Playing):
        seat = rules.to_move(now)
        assert seat is not None
        now = after(now, seat, Play(card))
        if isinstance(now, Playing):
            following = rules.to_move(now)
            assert following is not None
            card = rule_of_thumb(now, following)
    return now.match.history[-1].scores


def scored(state: Playing) -> list[int]:
    """What each seat has scored in the complete tricks."""
    contract = thumb_in(state).contract
    return [contract.each * count for count in taken(contract, state.tricks)]


def running(state: Playing) -> Trick:
    thumb, number = thumb_in(state), len(state.tricks)
    left = thumb.contract.total - sum(scored(state))
    if not state.trick:
        return Trick(number, state.leader, left, state.ruffed)
    winner = trick_winner(thumb.law, state.leader, state.trick)
    winning = winning_card(thumb.law.order, state.trick)
    return Trick(number, state.leader, left, state.ruffed, state.trick, winner, winning)


@pytest.mark.parametrize("options", [Options(), STRICTEST], ids=["default", "strictest"])
@pytest.mark.parametrize("contract", NAMES)
def test_a_playout_is_what_the_rules_make_of_the_same_cards(
    contract: ContractId, options: Options
) -> None:
    for seed in range(3):
        for state in turns(contract, seed, options):
            mover = rules.to_move(state)
            assert mover is not None
            assert state.hands is not None
            card = rule_of_thumb(state, mover)
            before, scores = scored(state), by_the_rules(state, card)
            for seat in SEATS:
                rest = played_out(thumb_in(state), state.hands, running(state), card, seat)
                assert before[seat] + rest == scores[seat]


@pytest.mark.parametrize("contract", NAMES)
def test_what_is_at_stake_is_what_the_contract_says(contract: ContractId) -> None:
    thumb = thumb_of(Options(), contract, "H" if contract == "koz" else None)
    assert sum(thumb.card_points) + sum(thumb.trick_points) == thumb.contract.total
