"""Two worlds that differ only in cards that a viewer may not know, looked at by that viewer."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Struct

from shared.cards.hands import cards_in
from shared.cards.packs import Card
from shared.kernel.game_rules import AnyRules
from shared.kernel.refusal import Refusal
from shared.kernel.seats import SEATS, Seat, Viewer
from tests.laws.harness import Harness
from tests.laws.play import Deal, fold

TRIES: Final = 6
VIEWERS: Final[tuple[Viewer, ...]] = (*SEATS, None)


class Worlds(Struct, frozen=True):
    """The same moves were made in both; ``viewer`` cannot tell them apart by right."""

    viewer: Viewer
    real: Any
    other: Any


def indistinguishable(harness: Harness, deal: Deal, dice: Random) -> Iterator[Worlds]:
    """For each step and viewer, another deal in which everybody would have done the same."""
    for done, step in enumerate(deal.steps):
        for viewer in VIEWERS:
            for _ in range(TRIES):
                swap = _hidden_pair(harness, step.before, viewer, dice)
                other = None if swap is None else _replayed(harness.rules, deal, done, swap)
                if other is not None:
                    yield Worlds(viewer, step.before, other)
                    break


def _hidden_pair(
    harness: Harness, state: Any, viewer: Viewer, dice: Random
) -> tuple[Card, Card] | None:
    """Two cards of two hands that ``viewer`` does not see."""
    hands = harness.held(state)
    holders = [seat for seat in SEATS if seat != viewer and hands[seat]]
    if len(holders) < 2:
        return None
    one, other = dice.sample(holders, 2)
    return dice.choice(cards_in(hands[one])), dice.choice(cards_in(hands[other]))


def _replayed(rules: AnyRules, deal: Deal, done: int, swap: tuple[Card, Card]) -> Any | None:
    """The state after ``done`` moves with two cards swapped; None if the rules forbade one."""
    exchange = {swap[0]: swap[1], swap[1]: swap[0]}
    deck = tuple(exchange.get(card, card) for card in deal.deck)
    state = rules.dealt(deal.between, deal.dealer, deck)
    if rules.opening(state) != deal.opening:
        return None
    state = fold(rules, state, deal.opening)
    for step in deal.steps[:done]:
        if rules.decide(state, step.seat, step.move) != step.events:
            return None
        state = fold(rules, state, step.events)
    return state


def assert_alike(harness: Harness, worlds: Worlds) -> None:
    """Byte-equal views, equal legal moves, equal refusals of everything there is to ask for."""
    rules, viewer = harness.rules, worlds.viewer
    real, other = (rules.view(state, viewer) for state in (worlds.real, worlds.other))
    assert msgspec.msgpack.encode(real) == msgspec.msgpack.encode(other)
    assert rules.show(real) == rules.show(other)
    assert rules.legal_moves(real) == rules.legal_moves(other)
    if viewer is not None:
        assert _refusals(harness, worlds.real, viewer) == _refusals(harness, worlds.other, viewer)


def _refusals(harness: Harness, state: Any, seat: Seat) -> list[Refusal | None]:
    decisions = [harness.rules.decide(state, seat, move) for move in harness.universe]
    return [decision if isinstance(decision, Refusal) else None for decision in decisions]
