"""Two worlds that differ only in cards that a viewer may not know, looked at by that viewer."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Struct, structs

from shared.cards.hands import cards_in, mask_of
from shared.cards.packs import Card
from shared.kernel.events import Event, OpenCards
from shared.kernel.game_rules import AnyRules, Move
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
        events = tuple(event for earlier in deal.steps[:done] for event in earlier.events)
        for viewer in VIEWERS:
            hidden = hidden_places(harness, step.before, events, viewer)
            for _ in range(TRIES if len(hidden) >= 2 else 0):
                swap = swap_of(hidden, dice)
                other = _replayed(harness.rules, deal, done, swap)
                if other is not None:
                    yield Worlds(viewer, step.before, other)
                    break


def hidden_places(
    harness: Harness, state: Any, events: Sequence[Event], viewer: Viewer
) -> list[tuple[Card, ...]]:
    """The cards that ``viewer`` may not know, after ``events`` of a deal, place by place.

    They are in other hands than ``viewer``'s, lie face down, or were laid away by others.
    """
    hands, shown = harness.held(state), harness.in_the_open(state)
    places = [hands[seat] for seat in SEATS if seat != viewer]
    places.append(harness.face_down(state))
    places += [mask_of(e.cards) for e in events if isinstance(e, OpenCards) and e.seat != viewer]
    return [cards_in(cards & ~shown) for cards in places if cards & ~shown]


def swap_of(hidden: list[tuple[Card, ...]], dice: Random) -> Mapping[Card, Card]:
    """Two cards of two of these places, each standing for the other."""
    one, other = (dice.choice(cards) for cards in dice.sample(hidden, 2))
    return {one: other, other: one}


def elsewhere(events: tuple[Event, ...], swap: Mapping[Card, Card]) -> tuple[Event, ...]:
    """What the same people do in the other world: cards laid away are swapped, all else stays."""
    return tuple(
        structs.replace(event, cards=tuple(sorted(swap.get(card, card) for card in event.cards)))
        if isinstance(event, OpenCards)
        else event
        for event in events
    )


def _replayed(rules: AnyRules, deal: Deal, done: int, swap: Mapping[Card, Card]) -> Any | None:
    """The state after ``done`` moves with two cards swapped; None if the rules forbade one."""
    deck = tuple(swap.get(card, card) for card in deal.deck)
    state = rules.dealt(deal.between, deal.dealer, deck)
    if rules.opening(state) != deal.opening:
        return None
    state = fold(rules, state, deal.opening)
    for step in deal.steps[:done]:
        events = elsewhere(step.events, swap)
        moved = rules.move_of(events[0])
        assert moved is not None
        if rules.decide(state, *moved) != events:
            return None
        state = fold(rules, state, events)
    return state


def assert_alike(harness: Harness, worlds: Worlds) -> None:
    """Byte-equal views, equal legal moves, equal refusals of everything there is to ask for."""
    rules, viewer = harness.rules, worlds.viewer
    real, other = (rules.view(state, viewer) for state in (worlds.real, worlds.other))
    assert msgspec.msgpack.encode(real) == msgspec.msgpack.encode(other)
    assert rules.show(real) == rules.show(other)
    assert rules.legal_moves(real) == rules.legal_moves(other)
    if viewer is not None:
        tried = harness.tried(worlds.real, viewer)
        refused = _refusals(harness, worlds.real, viewer, tried)
        assert refused == _refusals(harness, worlds.other, viewer, tried)


def _refusals(
    harness: Harness, state: Any, seat: Seat, tried: tuple[Move, ...]
) -> list[Refusal | None]:
    decisions = [harness.rules.decide(state, seat, move) for move in tried]
    return [decision if isinstance(decision, Refusal) else None for decision in decisions]
