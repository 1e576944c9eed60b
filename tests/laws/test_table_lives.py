"""Laws of table life, over whole random lives of tables of every game in the catalogue."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import pytest
from msgspec import Struct, convert, msgpack, to_builtins
from msgspec.structs import replace

from shared.journal.codec import Codec
from shared.journal.envelope import Cause
from shared.kernel.events import Event
from shared.kernel.refusal import Refusal, sentence
from shared.ledger.transfers import clearing_account, settlement_transfers
from shared.table.commands import Open, RevealSeed
from shared.table.deadlines import deadline_of, house_moves
from shared.table.decide import decide
from shared.table.events import (
    EVENTS,
    CardsDealt,
    DealOpened,
    DealStarted,
    DealVoided,
    FourPlayers,
    GameAbandoned,
    GameEnded,
    GameNotStarted,
    SettlementMade,
    StopAsked,
    StopWithdrawn,
)
from shared.table.evolve import evolve, initial
from shared.table.options import settled
from shared.table.rebuild import request_of
from shared.table.refusals import REFUSALS
from shared.table.state import Seating, Table, Underway, Unopened, players_of
from shared.table.view import to_move
from tests.laws.harness import HARNESSES, Harness
from tests.laws.table_lives import Law, Life, holds, random_life
from tests.support.table_spec import Asked, deck_of, logged

LIVES: Final = 150
SOAK_LIVES: Final = 5_000

_LAST: Final = (GameEnded, GameAbandoned, GameNotStarted)


def it_ends_once(_: Harness, life: Life) -> None:
    """Every life ends, and its last event says how."""
    events = life.end.events
    assert isinstance(events[-1], _LAST)
    assert not any(isinstance(event, _LAST) for event in events[:-1])
    assert life.end.deadline is None


def it_never_waits_for_nobody(harness: Harness, life: Life) -> None:
    """An open table has a clock running, or a human who is here to move."""
    for asked in life.end.history:
        table = asked.before
        if isinstance(table, Unopened) or deadline_of(harness.rules, table) is not None:
            continue
        seat = to_move(harness.rules, table)
        assert seat is not None
        assert isinstance(table, Underway)
        assert not house_moves(table, seat)


def accepted_commands_have_events(_: Harness, life: Life) -> None:
    assert all(asked.events for asked in life.end.history)


def accepted_commands_are_rebuilt_from_their_events(harness: Harness, life: Life) -> None:
    """And decided again on the table before them, they give the same events."""
    for asked in life.end.history:
        request = asked.request
        rebuilt = request_of(harness.rules, asked.before, request.actor, asked.events)
        assert rebuilt is not None
        assert rebuilt == _completed(harness, request.command)
        again = replace(request, command=rebuilt)
        assert decide(harness.rules, asked.before, again) == asked.events


def the_table_is_the_fold_of_its_events(harness: Harness, life: Life) -> None:
    table = initial()
    for asked in life.end.history:
        assert encoded(table) == encoded(asked.before)
        table = _fold(harness, life, table, asked, dealt=True)
    assert encoded(table) == encoded(life.end.state)


def without_cards_the_same_events_fold(harness: Harness, life: Life) -> None:
    """A reader without any key ends where all others do: every deal is over by then."""
    table = initial()
    for asked in life.end.history:
        table = _fold(harness, life, table, asked, dealt=False)
    assert encoded(table) == encoded(life.end.state) == encoded(life.end.sealed)


def refusals_change_nothing_and_can_be_read(harness: Harness, life: Life) -> None:
    kinds = {kind.code: kind for kind in (*REFUSALS, *harness.rules.REFUSALS)}
    for outcome in life.refused:
        before = encoded(outcome.before.state)
        again = decide(harness.rules, outcome.before.state, outcome.request)
        assert again == outcome.decision
        assert encoded(outcome.before.state) == before
        assert isinstance(again, Refusal)
        assert again.clause == kinds[again.code].clause
        assert "{" not in sentence(kinds[again.code], again)


def settlements_sum_to_zero(_: Harness, life: Life) -> None:
    for settlement in _settlements(life):
        assert sum(settlement.points) == sum(settlement.amounts) == 0
        assert settlement.amounts == tuple(settlement.stake * p for p in settlement.points)
        for seat, points in enumerate(settlement.points):
            assert sum(line.points[seat] for line in settlement.lines) == points


def the_clearing_account_ends_at_zero(_: Harness, life: Life) -> None:
    balance: Counter[str] = Counter()
    for seq, made in enumerate(_settlements(life), start=1):
        for transfer in settlement_transfers(
            "game", seq, life.end.at, made.amounts, made.players, made.currency
        ):
            balance[transfer.debit] -= transfer.amount
            balance[transfer.credit] += transfer.amount
    assert balance[clearing_account("game")] == 0


def what_was_completed_is_settled_once_and_nothing_else(harness: Harness, life: Life) -> None:
    """Appel au roi: each deal as it ends; other games: once, at the end (CO-PAY-3, CO-PAY-4)."""
    settled = [settlement.deal for settlement in _settlements(life)]
    if harness.settles_deals:
        assert settled == list(range(1, _completed_deals(life) + 1))
    else:
        assert settled == [None] * isinstance(life.end.events[-1], GameEnded)


def _completed_deals(life: Life) -> int:
    return sum(
        isinstance(event, DealOpened) and not isinstance(before[0], DealVoided)
        for event, before in _pairs(life.end.events)
    )


def every_deal_is_opened_under_its_own_key(_: Harness, life: Life) -> None:
    """Indices rise by one; each is opened once, and before the next deal starts."""
    index, running = 0, False
    for event in life.end.events:
        match event:
            case DealStarted():
                assert not running
                assert event.index == index + 1
                running = True
            case DealOpened():
                assert event.index == index + 1
                index, running = event.index, False
    assert not running


def deals_are_numbered_without_holes(_: Harness, life: Life) -> None:
    """A voided number is played again."""
    done = 0
    for event, following in _pairs(life.end.events):
        match event:
            case DealStarted() | DealVoided():
                assert event.deal == done + 1
            case DealOpened():
                done += not isinstance(following[0], DealVoided)


def what_ends_a_deal_comes_in_order(_: Harness, life: Life) -> None:
    """Score, key, settlement, end of the game: each behind all before it in its commit."""
    order = (DealVoided, DealOpened, SettlementMade, *_LAST)
    for asked in life.end.history:
        places = [order.index(type(event)) for event in asked.events if type(event) in order]
        assert places == sorted(places)
        if isinstance(asked.events[-1], SettlementMade):
            assert asked.events[-1].deal is not None


def between_deals_no_game_goes_on_that_its_rules_have_ended(harness: Harness, life: Life) -> None:
    for asked in life.end.history:
        table = asked.before
        if isinstance(table, Underway) and table.deal is None:
            assert not harness.rules.finished(table.match, False)
            assert table.next_index <= table.terms.deals
            humans = [occupant for occupant in table.seats if not occupant.is_bot]
            asks = any(o.stop for o in humans) and all(o.stop or o.away for o in humans)
            assert not harness.rules.finished(table.match, asks)


def absence_is_noted_exactly_while_no_human_is_there(_: Harness, life: Life) -> None:
    for asked in life.end.history:
        table = asked.before
        if isinstance(table, Underway):
            away = [occupant.away for occupant in table.seats if not occupant.is_bot]
            assert (table.deserted_at is not None) == (bool(away) and all(away))


def seats_never_change_once_four_are_taken(_: Harness, life: Life) -> None:
    fixed: FourPlayers | None = None
    for asked in life.end.history:
        if isinstance(asked.before, Unopened | Seating):
            assert fixed is None
            continue
        players = players_of(asked.before.seats)
        assert fixed in (None, players)
        fixed = players


def every_event_survives_the_log(harness: Harness, life: Life) -> None:
    codec = Codec((*EVENTS, *harness.rules.EVENTS))
    cause = Cause("some-id", bytes(16), 1)
    for seq, event in enumerate(_logged(harness, life), start=1):
        raw = codec.encode(event, seq=seq, at=life.end.at, cause=cause, actor="system")
        assert codec.decode(raw).event == event


LAWS: Final[tuple[Law, ...]] = (
    it_ends_once,
    it_never_waits_for_nobody,
    accepted_commands_have_events,
    accepted_commands_are_rebuilt_from_their_events,
    the_table_is_the_fold_of_its_events,
    without_cards_the_same_events_fold,
    refusals_change_nothing_and_can_be_read,
    settlements_sum_to_zero,
    the_clearing_account_ends_at_zero,
    what_was_completed_is_settled_once_and_nothing_else,
    every_deal_is_opened_under_its_own_key,
    deals_are_numbered_without_holes,
    what_ends_a_deal_comes_in_order,
    between_deals_no_game_goes_on_that_its_rules_have_ended,
    absence_is_noted_exactly_while_no_human_is_there,
    seats_never_change_once_four_are_taken,
    every_event_survives_the_log,
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
def test_the_lives_meet_every_event_and_every_way_to_end(harness: Harness) -> None:
    ended: set[str] = set()
    kinds: set[type[Event]] = set()
    refused: set[type[Struct]] = set()
    for seed in harness.lives(range(LIVES)):
        life = random_life(harness, seed)
        ended.add(life.end.over.reason)
        kinds.update(type(event) for event in _logged(harness, life))
        refused.update(type(outcome.request.command) for outcome in life.refused)
    ways, declared = {"completed", "abandoned", "not_started"}, (*EVENTS, *harness.rules.EVENTS)
    never = set() if _stoppable(harness) else {StopAsked, StopWithdrawn}
    assert ended == ways | ({"stopped"} if _stoppable(harness) else set())
    assert kinds == {kind.cls for kind in declared} - never
    assert {Open, RevealSeed, *harness.rules.MOVES} <= refused


# --- means --------------------------------------------------------------------------------------


def encoded(value: Any) -> bytes:
    return msgpack.encode(value)


def _stoppable(harness: Harness) -> bool:
    """Whether players may ask to stop under any of the house rules tried (CB-END-2)."""
    states = map(harness.rules.initial, harness.options)
    return any(harness.rules.may_stop(state) is None for state in states)


def _completed(harness: Harness, command: Any) -> Any:
    """``command``, with what the opening event completes in it."""
    if not isinstance(command, Open):
        return command
    house_rules = to_builtins(convert(command.house_rules, harness.rules.OPTIONS))
    return replace(
        command,
        options=settled(command.options, humans=len(command.bots) < 4),
        house_rules=house_rules,
        bots=tuple(sorted(command.bots)),
    )


def _fold(harness: Harness, life: Life, table: Table, asked: Asked, dealt: bool) -> Table:
    events = asked.events if dealt else logged(harness.rules, asked.request, asked.events)
    for event in events:
        table = evolve(harness.rules, table, event, asked.request.at)
        if dealt and isinstance(event, DealStarted):
            deck = deck_of(life.end.shuffle, event.index, len(harness.rules.DECK))
            table = evolve(harness.rules, table, CardsDealt(deck), asked.request.at)
    return table


def _logged(harness: Harness, life: Life) -> Iterator[Event]:
    """The events of the life as its log holds them."""
    for asked in life.end.history:
        yield from logged(harness.rules, asked.request, asked.events)


def _settlements(life: Life) -> list[SettlementMade]:
    return [event for event in life.end.events if isinstance(event, SettlementMade)]


def _pairs(events: tuple[Event, ...]) -> Iterator[tuple[Event, tuple[Event, ...]]]:
    """Each event with the one before it (nothing before the first)."""
    for place, event in enumerate(events):
        yield event, events[place - 1 : place] if place else ()
