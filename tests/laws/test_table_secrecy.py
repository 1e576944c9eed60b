"""Laws of secrecy at the table: what nobody may know changes nothing that anybody sees."""

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

import pytest
from msgspec import msgpack
from msgspec.structs import replace

from shared.cards.packs import Card
from shared.kernel.game_rules import Move
from shared.kernel.refusal import Refusal
from shared.kernel.seats import PUBLIC, SEATS, Viewer
from shared.table.commands import AnyTableCommand, AskStop, GetReady, Leave, Request, WithdrawStop
from shared.table.deadlines import bot_overdue
from shared.table.decide import decide
from shared.table.events import CardsDealt, DealStarted
from shared.table.evolve import evolve, initial
from shared.table.rebuild import request_of
from shared.table.state import Opened, Table, Underway, Unopened
from shared.table.view import show, view
from tests.laws.harness import HARNESSES, Harness
from tests.laws.secrecy import elsewhere, hidden_places, swap_of
from tests.laws.table_lives import Law, Life, holds, random_life
from tests.support.table_spec import deck_of, logged

LIVES: Final = 60
SOAK_LIVES: Final = 2_000
STEPS_TRIED: Final = 8
"""Moments of each life."""
SWAPS_TRIED: Final = 6
VIEWERS: Final[tuple[Viewer, ...]] = (*SEATS, PUBLIC)
SAID: Final = (GetReady(), AskStop(), WithdrawStop(), Leave())


def hidden_cards_change_no_view_and_no_refusal(harness: Harness, life: Life) -> None:
    for viewer, real, other in _worlds(harness, life):
        _assert_alike(harness, viewer, real, other)


def nobody_is_shown_a_card_in_another_hand(harness: Harness, life: Life) -> None:
    for place in _places(life):
        table = life.end.history[place].before
        assert not isinstance(table, Unopened)
        for viewer in VIEWERS:
            codes = set(_codes(harness, show(harness.rules, view(harness.rules, table, viewer))))
            places = _hidden(harness, life, place, viewer)
            hidden = {harness.rules.DECK[card] for cards in places for card in cards}
            assert not codes & hidden


def whoever_has_no_key_sees_what_the_public_sees(harness: Harness, life: Life) -> None:
    sealed = initial()
    for asked in life.end.history:
        if not isinstance(sealed, Unopened):
            assert not isinstance(asked.before, Unopened)
            for viewer in VIEWERS if not _cards_lie(asked.before) else (PUBLIC,):
                assert _seen(harness, sealed, viewer) == _seen(harness, asked.before, viewer)
            overdue = bot_overdue(harness.rules, asked.before)
            assert bot_overdue(harness.rules, sealed) == overdue
        for event in logged(harness.rules, asked.request, asked.events):
            sealed = evolve(harness.rules, sealed, event, asked.request.at)


LAWS: Final[tuple[Law, ...]] = (
    hidden_cards_change_no_view_and_no_refusal,
    nobody_is_shown_a_card_in_another_hand,
    whoever_has_no_key_sees_what_the_public_sees,
)


@pytest.mark.parametrize("harness", HARNESSES, ids=lambda harness: harness.rules.NAME)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_in_every_life(law: Law, harness: Harness) -> None:
    holds(harness, [law], range(LIVES))


@pytest.mark.soak
@pytest.mark.parametrize("harness", HARNESSES, ids=lambda harness: harness.rules.NAME)
def test_in_many_more_lives(harness: Harness) -> None:
    holds(harness, LAWS, range(LIVES, LIVES + SOAK_LIVES))


@pytest.mark.parametrize("harness", HARNESSES, ids=lambda harness: harness.rules.NAME)
def test_there_are_worlds_to_compare_for_every_viewer(harness: Harness) -> None:
    found = Counter(
        viewer
        for seed in range(10)
        for viewer, _, _ in _worlds(harness, random_life(harness, seed))
    )
    assert min(found[viewer] for viewer in VIEWERS) >= 10


# --- another world ------------------------------------------------------------------------------


def _worlds(harness: Harness, life: Life) -> Iterator[tuple[Viewer, Table, Underway]]:
    """Pairs of tables that a viewer cannot tell apart by right, at some moments of the life."""
    dice = Random(life.end.shuffle)
    for place in _places(life):
        for viewer in VIEWERS:
            other = _another_world(harness, life, place, viewer, dice)
            if other is not None:
                yield viewer, life.end.history[place].before, other


def _places(life: Life) -> list[int]:
    """Some moments while cards lie, by their place in the history."""
    running = [place for place, asked in enumerate(life.end.history) if _cards_lie(asked.before)]
    return Random(life.end.shuffle).sample(running, min(STEPS_TRIED, len(running)))


def _another_world(
    harness: Harness, life: Life, place: int, viewer: Viewer, dice: Random
) -> Underway | None:
    """The table at ``place`` had two cards that ``viewer`` does not see been exchanged.

    None where no exchange tried would have let everybody do the same up to there.
    """
    table = life.end.history[place].before
    hidden = _hidden(harness, life, place, viewer)
    if len(hidden) < 2:
        return None
    dealt = _deal_start(life, place)
    for _ in range(SWAPS_TRIED):
        swap = swap_of(hidden, dice)
        other = _replayed(harness, life, range(dealt, place), swap)
        if other is not None and other != table:
            return other
    return None


def _replayed(
    harness: Harness, life: Life, places: range, swap: Mapping[Card, Card]
) -> Underway | None:
    """The table after the same requests on another pack; None if an answer would differ."""
    deck = tuple(swap.get(card, card) for card in _deck(harness, life, places[0]))
    table = life.end.history[places[0]].before
    for step in life.end.history[places[0] : places.stop]:
        secrets, events = step.request.secrets, elsewhere(step.events, swap)
        known = secrets if secrets.deck is None else replace(secrets, deck=deck)
        command = request_of(harness.rules, table, step.request.actor, events)
        assert command is not None
        request = replace(step.request, secrets=known, command=command)
        if decide(harness.rules, table, request) != events:
            return None
        for event in events:
            table = evolve(harness.rules, table, event, request.at)
            if isinstance(event, DealStarted):
                table = evolve(harness.rules, table, CardsDealt(deck), request.at)
    assert isinstance(table, Underway)
    return table


def _assert_alike(harness: Harness, viewer: Viewer, real: Table, other: Underway) -> None:
    assert isinstance(real, Underway)
    assert _seen(harness, real, viewer) == _seen(harness, other, viewer)
    if viewer is None:
        return
    occupant = real.seats[viewer]
    player = f"player:{occupant.player}" if occupant.player else f"bot:{viewer}"
    commands: tuple[Move | AnyTableCommand, ...] = (*harness.universe, *SAID)
    for actor in (player, f"house:{viewer}"):
        for command in commands:
            request = Request(actor, command, real.turn_since)
            answers = [_refusal(harness, table, request) for table in (real, other)]
            assert msgpack.encode(answers[0]) == msgpack.encode(answers[1])


def _refusal(harness: Harness, table: Underway, request: Request) -> Refusal | None:
    """Without secrets: a move that ends the deal would need its key, so it is given one."""
    known = replace(request.secrets, key=bytes(32))
    decision = decide(harness.rules, table, replace(request, secrets=known))
    return decision if isinstance(decision, Refusal) else None


# --- what is seen -------------------------------------------------------------------------------


def _seen(harness: Harness, table: Opened, viewer: Viewer) -> bytes:
    seen = view(harness.rules, table, viewer)
    return msgpack.encode((seen, show(harness.rules, seen)))


def _cards_lie(table: Table) -> bool:
    return isinstance(table, Underway) and table.deal is not None


def _hidden(harness: Harness, life: Life, place: int, viewer: Viewer) -> list[tuple[Card, ...]]:
    """The cards that the viewer may not know, place by place."""
    table = life.end.history[place].before
    assert isinstance(table, Underway)
    deal = life.end.history[_deal_start(life, place) : place]
    events = [event for asked in deal for event in asked.events]
    return hidden_places(harness, table.match, events, viewer)


def _codes(harness: Harness, shown: Any) -> Iterator[str]:
    """Every card code in a document, alone or inside the text of a move."""
    match shown:
        case str():
            words = shown.replace(",", ":").split(":")
            yield from (word for word in words if word in harness.rules.DECK)
        case dict():
            for value in shown.values():
                yield from _codes(harness, value)
        case list() | tuple():
            for value in shown:
                yield from _codes(harness, value)


def _deal_start(life: Life, place: int) -> int:
    """Where in the history the deal that is running before ``place`` was started."""
    starts = (
        earlier
        for earlier in range(place - 1, -1, -1)
        if any(isinstance(event, DealStarted) for event in life.end.history[earlier].events)
    )
    return next(starts)


def _deck(harness: Harness, life: Life, dealt: int) -> tuple[int, ...]:
    events = life.end.history[dealt].events
    (index,) = (event.index for event in events if isinstance(event, DealStarted))
    return deck_of(life.end.shuffle, index, len(harness.rules.DECK))
