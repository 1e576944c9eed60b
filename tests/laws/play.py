"""Whole games of random legal moves, with every step kept."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, Final

import pytest
from msgspec import Struct

from shared.cards.packs import Card
from shared.flows.sealing import sealed
from shared.kernel.events import Event
from shared.kernel.game_rules import AnyRules, Move
from shared.kernel.refusal import Refusal
from shared.kernel.seats import SEATS, Seat
from tests.laws.harness import HARNESSES, Harness

MOVES_MAX: Final = 500
DEALS_MAX: Final = 1024
DEALS_TRIED: Final = 4
"""Of a longer game, what is tried at every step is tried in so many deals."""
KEY: Final = bytes(32)
ASKED_AFTER: Final = 2
"""Where players may ask to stop, they do after this many deals."""


class Step(Struct, frozen=True):
    """One accepted move."""

    before: Any
    seat: Seat
    move: Move
    events: tuple[Event, ...]
    after: Any


class Deal(Struct, frozen=True):
    """One deal from its deck to its score."""

    between: Any
    """The state in which it was dealt."""
    dealer: Seat
    deck: tuple[Card, ...]
    opening: tuple[Event, ...]
    steps: tuple[Step, ...]


class Game(Struct, frozen=True):
    """One whole game."""

    harness: Harness
    options: Any
    deals: tuple[Deal, ...]
    end: Any
    tried: tuple[Deal, ...]
    """Some of a long game's deals, all of a short one's."""

    def states(self) -> Iterator[Any]:
        """Every state of the tried deals in which a command can be decided."""
        for deal in self.tried:
            yield deal.between
            yield from (step.before for step in deal.steps)
        yield self.end

    def steps(self) -> Iterator[Step]:
        return (step for deal in self.tried for step in deal.steps)


@cache
def whole_game(harness: Harness, options: Any, seed: int) -> Game:
    """The game that ``seed`` plays; a game that does not end fails."""
    rules, dice = harness.rules, Random(seed)
    state, first = rules.initial(options), dice.choice(SEATS)
    deals: list[Deal] = []
    while not rules.finished(state, may_ask(rules, state)):
        assert len(deals) < DEALS_MAX, "the game does not end"
        deal = _deal(harness, state, rules.next_dealer(state, first), dice)
        deals.append(deal)
        state = deal.steps[-1].after
    tried = dice.sample(deals, min(DEALS_TRIED, len(deals)))
    return Game(harness, options, tuple(deals), state, tuple(tried))


def may_ask(rules: AnyRules, state: Any) -> bool:
    return rules.may_stop(state) is None and rules.deals_done(state) >= ASKED_AFTER


def fold(rules: AnyRules, state: Any, events: tuple[Event, ...]) -> Any:
    for event in events:
        state = rules.evolve(state, event)
    return state


def logged(rules: AnyRules, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """``events`` as a log holds them and whoever has no key folds them."""
    return sealed(rules, events, KEY, 1)


def _deal(harness: Harness, between: Any, dealer: Seat, dice: Random) -> Deal:
    rules = harness.rules
    deck = tuple(dice.sample(range(len(rules.DECK)), len(rules.DECK)))
    state = rules.dealt(between, dealer, deck)
    opening = rules.opening(state)
    assert logged(rules, opening) == opening, "a secret that nobody asked for"
    state = fold(rules, state, opening)
    steps: list[Step] = []
    while not rules.deal_over(state):
        assert len(steps) < MOVES_MAX, "the deal does not end"
        step = _step(harness, state, dice)
        steps.append(step)
        state = step.after
    return Deal(between, dealer, deck, opening, tuple(steps))


def _step(harness: Harness, state: Any, dice: Random) -> Step:
    rules = harness.rules
    seat = rules.to_move(state)
    assert seat is not None, "a deal that is not over waits for somebody"
    move = harness.choose(dice, rules.legal_moves(rules.view(state, seat)))
    events = rules.decide(state, seat, move)
    assert not isinstance(events, Refusal), events
    return Step(state, seat, move, events, fold(rules, state, events))


def whole_games(seeds: int) -> pytest.MarkDecorator:
    """Parametrize ``game`` by thunks: every harness, all its options, so many games each."""
    cases = [
        pytest.param(
            harness,
            options,
            seed,
            id=f"{harness.rules.NAME}/{harness.rules.RULESET}-options{index}-{seed}",
        )
        for harness in HARNESSES
        for index, options in enumerate(harness.options)
        for seed in range(seeds)
    ]
    return pytest.mark.parametrize(("harness", "options", "seed"), cases)
