"""Turns of Russian King as bots are asked for them, in any round and at any point of it."""

from random import Random
from typing import Final

from shared.cards.hands import Mask, mask_of
from shared.cards.packs import FRENCH_32, Card, numbered
from shared.games.king_russian import rules
from shared.games.king_russian.contracts import CONTRACTS
from shared.games.king_russian.events import DealScored
from shared.games.king_russian.options import Options
from shared.games.king_russian.state import Between, Match, Playing, State
from shared.games.king_russian.view import View
from shared.kernel.refusal import Refusal
from shared.kernel.seats import Seat

CARDS: Final = numbered(FRENCH_32)
NAMES: Final = tuple(contract.name for contract in CONTRACTS)
ROUNDS: Final = range(len(CONTRACTS))


def mask(codes: str) -> Mask:
    return mask_of(CARDS[code] for code in codes.split())


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(CARDS[code] for code in codes.split())


def history(contract: str) -> tuple[DealScored, ...]:
    """The completed rounds before that of ``contract``; nobody scored."""
    nothing = (0, 0, 0, 0)
    before = NAMES[: NAMES.index(contract)]
    return tuple(DealScored(name, nothing, nothing, ()) for name in before)


def turns(contract: str, seed: int) -> list[Playing]:
    """Every state of a random round in which a seat is to move."""
    random = Random(seed)
    deck = tuple(random.sample(range(len(rules.DECK)), len(rules.DECK)))
    between = Between(Match(Options(), history(contract)))
    state: State = rules.dealt(between, Seat(seed % 4), deck)
    states = []
    while isinstance(state, Playing):
        states.append(state)
        seat = rules.to_move(state)
        assert seat is not None
        move = random.choice(rules.legal_moves(rules.view(state, seat)))
        decision = rules.decide(state, seat, move)
        assert not isinstance(decision, Refusal), decision
        for event in decision:
            state = rules.evolve(state, event)
    return states


def views(contract: str, seed: int) -> list[View]:
    """The view of the seat to move at each turn of a random round."""
    return [rules.view(state, rules.to_move(state)) for state in turns(contract, seed)]
