"""What a round's tricks score, line by line."""

from collections.abc import Sequence

from shared.cards.hands import mask_of
from shared.cards.tricks import Trick
from shared.games.king_russian.contracts import Contract, Objective
from shared.games.king_russian.events import Counted, DealScored
from shared.games.king_russian.state import Playing, contract_of
from shared.kernel.seats import SEATS
from shared.kernel.settlement import FourInts


def scored(state: Playing) -> DealScored:
    """The score of a round in which everything that counts has been taken."""
    contract = contract_of(state)
    return DealScored(contract.name, state.taken, state.scores, lines(contract, state.tricks))


def lines(contract: Contract, tricks: Sequence[Trick]) -> tuple[Counted, ...]:
    """Who took how many of what: a line an objective, so that a card may stand in several."""
    return tuple(
        Counted(one.name, contract.sign * one.each, _taken(one, tricks))
        for one in contract.objectives
    )


def _taken(objective: Objective, tricks: Sequence[Trick]) -> FourInts:
    taken = [0] * len(SEATS)
    for number, trick in enumerate(tricks):
        taken[trick.winner] += objective.in_trick(number, mask_of(trick.cards))
    a, b, c, d = taken
    return (a, b, c, d)
