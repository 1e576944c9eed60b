"""Turns of Appel au roi as bots are asked for them, in every game and every phase of a deal."""

from collections.abc import Iterator
from random import Random
from typing import Final, TypeAlias

from shared.cards.hands import Mask, mask_of
from shared.cards.packs import Card
from shared.games.appel_au_roi import rules
from shared.games.appel_au_roi.contracts import CONTRACTS, ContractId
from shared.games.appel_au_roi.moves import BIDS, PASS, AppelMove
from shared.games.appel_au_roi.options import Options
from shared.games.appel_au_roi.pack import CARDS
from shared.games.appel_au_roi.state import Auction, Between, Playing, Running, State
from shared.games.appel_au_roi.view import View
from shared.kernel.refusal import Refusal
from shared.kernel.seats import Seat

BID_IDS: Final = tuple(contract.id for contract in CONTRACTS)
ONE_DEAL: Final = Options(deals=1)

Turn: TypeAlias = tuple[Running, Seat, AppelMove]


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(CARDS[code] for code in codes.split())


def mask(codes: str) -> Mask:
    return mask_of(cards(codes))


def after(state: State, seat: Seat, move: AppelMove) -> State:
    """What becomes of ``state`` with a legal ``move``."""
    decision = rules.decide(state, seat, move)
    assert not isinstance(decision, Refusal), decision
    for event in decision:
        state = rules.evolve(state, event)
    return state


def turns(bid: ContractId, seed: int) -> Iterator[Turn]:
    """Every turn of a random deal in which ``bid`` is the only bid, if anyone can bid it.

    All else is done at random, and the move that was made stands beside.
    """
    random = Random(seed)
    deck = tuple(random.sample(range(len(rules.DECK)), len(rules.DECK)))
    state: State = rules.dealt(rules.initial(ONE_DEAL), Seat(seed % 4), deck)
    while not isinstance(state, Between):
        seat = rules.to_move(state)
        assert seat is not None
        legal = rules.legal_moves(rules.view(state, seat))
        move = random.choice(legal)
        if isinstance(state, Auction):
            move = next((one for one in (BIDS[bid], PASS) if one in legal), move)
        yield state, seat, move
        state = after(state, seat, move)


def views(bid: ContractId, seed: int) -> Iterator[View]:
    """The view of the seat to move at each turn of such a deal."""
    for state, seat, _ in turns(bid, seed):
        yield rules.view(state, seat)


def ended(bid: ContractId, seed: int) -> tuple[Playing | None, Between]:
    """Such a deal when its last trick is complete (None: it was abandoned); and its score."""
    *_, (state, seat, move) = turns(bid, seed)
    over = after(state, seat, move)
    assert isinstance(over, Between)
    decision = rules.decide(state, seat, move)
    assert not isinstance(decision, Refusal), decision
    played: State = state
    for event in decision[:-1]:
        played = rules.evolve(played, event)
    return (played if isinstance(played, Playing) else None), over
