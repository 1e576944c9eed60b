"""Turns of Turkish King as bots are asked for them, under any contract and any house rules."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Final, get_args

from msgspec import convert
from msgspec.structs import fields

from shared.cards.hands import Mask, mask_of
from shared.cards.packs import FRENCH_52, Card, numbered
from shared.games.king_turkish import rules
from shared.games.king_turkish.contracts import (
    CONTRACTS,
    TRUMP,
    TRUMP_SUITS,
    ContractId,
    TrumpSuit,
)
from shared.games.king_turkish.events import DealScored
from shared.games.king_turkish.moves import Choose, KingMove
from shared.games.king_turkish.options import Options
from shared.games.king_turkish.state import Choosing, Playing, State
from shared.games.king_turkish.view import View
from shared.kernel.refusal import Refusal
from shared.kernel.seats import Seat

CARDS: Final = numbered(FRENCH_52)
NAMES: Final = tuple(contract.id for contract in CONTRACTS)
_VALUES: Final = {field.name: get_args(field.type) for field in fields(Options)}
EVERY_OPTIONS: Final = [
    convert(dict(zip(_VALUES, values, strict=True)), Options)
    for values in product(*_VALUES.values())
]
STRICTEST: Final = Options(
    rifki_void="play_heart",
    heart_lead_ban="all_penalties",
    trump_lead="after_ruff",
    must_head="all",
)
"""The most duties at once."""


def mask(codes: str) -> Mask:
    return mask_of(CARDS[code] for code in codes.split())


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(CARDS[code] for code in codes.split())


def trump_of(contract: ContractId, seed: int = 3) -> TrumpSuit | None:
    """A trump suit for a trump deal; each in its turn."""
    return TRUMP_SUITS[seed % len(TRUMP_SUITS)] if contract == TRUMP else None


def after(state: State, seat: Seat, move: KingMove) -> State:
    """What becomes of ``state`` with a legal ``move``."""
    decision = rules.decide(state, seat, move)
    assert not isinstance(decision, Refusal), decision
    for event in decision:
        state = rules.evolve(state, event)
    return state


def new_deal(state: State, random: Random) -> Choosing:
    """The next deal, opened."""
    deck = tuple(random.sample(range(len(FRENCH_52)), len(FRENCH_52)))
    dealt = rules.dealt(state, Seat(0), deck)
    for event in rules.opening(dealt):
        named = rules.evolve(dealt, event)
        assert isinstance(named, Choosing)
        dealt = named
    return dealt


def turns(contract: ContractId, seed: int, options: Options) -> Iterator[Playing]:
    """Every state of a random deal under ``contract`` in which a seat is to play."""
    random = Random(seed)
    dealt = new_deal(rules.initial(options), random)
    assert dealt.chooser is not None
    state = after(dealt, dealt.chooser, Choose(contract, trump_of(contract, seed)))
    while isinstance(state, Playing):
        yield state
        seat = rules.to_move(state)
        assert seat is not None
        move = random.choice(rules.legal_moves(rules.view(state, seat)))
        state = after(state, seat, move)


def views(contract: ContractId, seed: int, options: Options) -> Iterator[View]:
    """The view of the seat to play at each turn of a random deal."""
    for state in turns(contract, seed, options):
        yield rules.view(state, rules.to_move(state))


def chosen_by(seat: int, contracts: str) -> tuple[DealScored, ...]:
    """Completed deals in which ``seat`` chose these, and nobody scored anything."""
    nothing = (0, 0, 0, 0)
    named = [
        contract.id for code in contracts.split() for contract in CONTRACTS if contract.id == code
    ]
    return tuple(
        DealScored(Seat(seat), one, trump_of(one), nothing, nothing, nothing, None)
        for one in named
    )


def choice(hand: str, contracts: str = "", options: Options | None = None) -> View:
    """What seat 0 sees when it is to choose, after it chose ``contracts``."""
    return View(
        viewer=Seat(0),
        options=options or Options(),
        history=chosen_by(0, contracts),
        totals=(0, 0, 0, 0),
        to_move=Seat(0),
        hand=mask(hand),
        cards_left=(13, 13, 13, 13),
        chooser=Seat(0),
    )
