"""Whole random games of Appel au roi, of every kind: players mostly pass, and rather bid low."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

from shared.games.appel_au_roi import rules
from shared.games.appel_au_roi.moves import BIEN, PASS, AppelMove, Bid
from shared.games.appel_au_roi.options import Options
from shared.kernel.seats import SEATS

SILENCE: Final = {PASS: 0.6, BIEN: 0.5}
"""How often a player says nothing; without it every auction would run to its top."""


def chosen(dice: Random, legal: Sequence[AppelMove]) -> AppelMove:
    """One of the legal moves, so that games of every kind come about."""
    if isinstance(legal[0], type(PASS) | type(BIEN)) and dice.random() < SILENCE[legal[0]]:
        return legal[0]
    if isinstance(legal[-1], Bid):  # rather a low bid, which leaves others to be made
        return min(dice.choices(legal, k=3), key=legal.index)
    return dice.choice(legal)


def states(options: Options, seed: int) -> Iterator[Any]:
    """Every state of the game that ``seed`` plays: somebody is to move, or a deal is over."""
    dice = Random(seed)
    state: Any = rules.initial(options)
    first = dice.choice(SEATS)
    while not rules.finished(state, False):
        deck = tuple(dice.sample(range(54), 54))
        state = rules.dealt(state, rules.next_dealer(state, first), deck)
        while (seat := rules.to_move(state)) is not None:
            yield state
            move = chosen(dice, rules.legal_moves(rules.view(state, seat)))
            decision = rules.decide(state, seat, move)
            assert isinstance(decision, tuple), (move, decision)
            for event in decision:
                state = rules.evolve(state, event)
        yield state
