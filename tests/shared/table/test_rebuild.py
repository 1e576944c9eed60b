"""Commands rebuilt from what was answered; what no command could cause is not explained away."""

import pytest
from msgspec.structs import replace

from shared.cards.events import CardPlayed
from shared.kernel.events import Event
from shared.kernel.seats import Seat
from shared.table.commands import AnyTableCommand, Open, Request, RevealSeed, RunOutClock, Sit
from shared.table.decide import decide
from shared.table.events import (
    DealOpened,
    DealVoided,
    GameAbandoned,
    GameNotStarted,
    GameOpened,
    PlayerReady,
    PlayerReturned,
    SeatTaken,
    SeedRevealed,
    StopAsked,
)
from shared.table.rebuild import request_of
from tests.support.table_spec import (
    TableSpec,
    between_deals,
    commitment_of,
    full,
    key_of,
    open_,
    opened,
    seed_of,
    started,
)

ANN = commitment_of(seed_of("ann"))


def rebuilt(spec: TableSpec, actor: str, *events: Event) -> object:
    return request_of(spec.rules, spec.state, actor, events)


def test_an_opening_comes_back_with_everything_settled() -> None:
    asked = opened("human bot human bot", house_rules={"deals": 4}, stake=0).history[0]
    command = request_of(None, asked.before, "system", asked.events)
    assert isinstance(command, Open)
    assert command.bots == (1, 3)
    assert command.options.pause_seconds == 8
    assert command.house_rules == {"deals": 4}


@pytest.mark.parametrize(
    ("spec", "player", "command"),
    [
        (opened(), "ann", Sit(0, ANN)),
        (opened().given("player:ann", Sit(0, ANN)), "ann", "table:leave"),
        (full(), "dan", RevealSeed(seed_of("dan"))),
        (full(), "dan", "table:leave"),
        (started(), "bea", "table:leave"),
        (started().given("player:bea", "table:leave"), "bea", "table:ready"),
        (between_deals(), "bea", "table:ready"),
        (started(), "bea", "table:stop"),
        (started().given("player:bea", "table:stop"), "bea", "table:unstop"),
        (started(), "bea", "table:abandon"),
        (started(first_dealer=0), "bea", "call:7"),
    ],
)
def test_every_wish_of_a_player_is_found_again(
    spec: TableSpec, player: str, command: str | AnyTableCommand
) -> None:
    asked = spec.given(f"player:{player}", command).history[-1]
    assert rebuilt(spec, f"player:{player}", *asked.events) == asked.request.command


def test_a_clock_is_known_by_when_it_was_due() -> None:
    spec = started(turn_seconds=20)
    assert spec.deadline is not None
    asked = spec.later(90_000).given("clock", RunOutClock(spec.deadline.due)).history[-1]
    assert rebuilt(spec, "clock", *asked.events) == RunOutClock(spec.deadline.due)


def test_where_no_clock_ran_none_ran_out() -> None:
    assert rebuilt(started(), "clock", StopAsked(0)) is None


@pytest.mark.parametrize(
    "event",
    [GameAbandoned("asked"), DealOpened(1, key_of(1))],
    ids=lambda event: type(event).__name__,
)
def test_what_only_follows_from_something_else_is_no_answer(event: Event) -> None:
    assert rebuilt(started(), "player:ann", event) is None
    assert request_of(None, TableSpec().state, "player:ann", (event,)) is None


@pytest.mark.parametrize(
    "event",
    [
        SeatTaken(7, "ann", ANN),
        SeatTaken(0, "ann", ANN[:-1]),
        SeedRevealed(0, "no seed"),
        DealVoided(1, 1, ""),
        replace(opened().events[0], client=""),
    ],
    ids=lambda event: type(event).__name__,
)
def test_what_could_not_have_been_sent_is_no_command(event: Event) -> None:
    assert rebuilt(opened(), "player:ann", event) is None


@pytest.mark.parametrize(
    ("spec", "actor", "events"),
    [
        (opened(), "player:ann", (SeatTaken(0, "bea", ANN),)),
        (full(), "player:ann", (SeedRevealed(1, seed_of("bea")),)),
        (full(), "player:ann", (GameNotStarted(1, "left"),)),
        (full(), "player:ann", (GameNotStarted(0, "seed_missing"),)),
        (between_deals(), "player:ann", (PlayerReady(0), PlayerReady(1))),
        (between_deals(), "player:ann", (PlayerReturned(0),)),
        (started(), "player:ann", (StopAsked(1),)),
        (started(), "player:eva", (StopAsked(0),)),
        (started(), "bot:0", (StopAsked(0),)),
        (started().moved(4), "player:bea", (CardPlayed(Seat(0), 10**6),)),
        (started(), "system", (DealVoided(2, 1, "because"), DealOpened(1, key_of(1)))),
    ],
)
def test_a_forged_answer_is_contradicted_by_deciding_again(
    spec: TableSpec, actor: str, events: tuple[Event, ...]
) -> None:
    command = request_of(spec.rules, spec.state, actor, events)
    assert command is not None
    request = Request(actor, command, spec.at, spec.secrets(actor, command))
    assert decide(spec.rules, spec.state, request) != events


def test_an_opening_that_settled_nothing_is_contradicted() -> None:
    event = opened().events[0]
    assert isinstance(event, GameOpened)
    forged = replace(event, options=replace(event.options, pause_seconds=None))
    spec = TableSpec()
    command = request_of(None, spec.state, "system", (forged,))
    assert command == open_(house_rules={"deals": None})
    request = Request("system", command, spec.at, spec.secrets("system", command))
    assert decide(spec.rules, spec.state, request) == (event,)
