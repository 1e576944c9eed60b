"""Opening a table: its options, its house rules, its bots, and who may open it."""

from typing import Any

import msgspec
import pytest

from shared.fairness.keys import DEALS_MAX
from shared.games.call_break import refusals as call_break_refusals
from shared.table import refusals
from shared.table.commands import GetReady, Open, Request, RunOutClock
from shared.table.decide import KEYS, decide
from shared.table.events import BotSeated, GameNotStarted, GameOpened
from shared.table.options import Currency, TableOptions
from shared.table.state import Seating, Unopened
from tests.support.table_spec import (
    BOTS,
    GAME,
    HUMANS,
    MASTER_KEY,
    START,
    TableSpec,
    key_of,
    open_,
    opened,
)


def opening_of(spec: TableSpec) -> GameOpened:
    event = spec.events[0]
    assert isinstance(event, GameOpened)
    return event


@pytest.mark.clause("CO-OPT-1")
def test_the_opening_event_holds_every_option_with_its_default() -> None:
    TableSpec().when("system", open_()).then(
        GameOpened(
            game=GAME,
            client="front-end",
            rules="call_break",
            ruleset=1,
            options=TableOptions(
                stake=0,
                currency=Currency("XXX", 0),
                level="intermediate",
                first_dealer=None,
                turn_seconds=None,
                time_bank_seconds=0,
                pause_seconds=8,
                abandon_seconds=300,
                card_counter=True,
                spectators="live",
            ),
            house_rules={"deals": None},
            bots_at_stake=False,
            source=GAME,
            anchor=key_of(0),
            deals=1024,
            master_key=MASTER_KEY,
        )
    )


@pytest.mark.clause("CO-OPT-1")
@pytest.mark.parametrize(
    ("seats", "asked", "pause"),
    [(HUMANS, None, 8), ("human bot bot bot", None, 8), (BOTS, None, 0), (BOTS, 3, 3)],
)
def test_the_pause_is_settled_by_who_sits_unless_it_was_asked_for(
    seats: str, asked: int | None, pause: int
) -> None:
    spec = opened(seats, house_rules={"deals": 1}, pause_seconds=asked)
    assert opening_of(spec).options.pause_seconds == pause


def test_every_field_of_the_options_is_named_in_the_clause() -> None:
    assert TableOptions.__struct_fields__ == (
        *("stake", "currency", "level", "first_dealer", "turn_seconds", "time_bank_seconds"),
        *("pause_seconds", "abandon_seconds", "card_counter", "spectators"),
    )


@pytest.mark.parametrize(
    "asked",
    [
        {"stake": -1},
        {"stake": 1_000_000_001},
        {"stake": 1.5},
        {"currency": {"code": "eur"}},
        {"currency": {"code": "EUR\n"}},
        {"currency": {"code": "EURO", "exponent": 9}},
        {"level": "grandmaster"},
        {"first_dealer": 4},
        {"turn_seconds": 0},
        {"pause_seconds": -1},
        {"abandon_seconds": 0},
        {"spectators": "all"},
        {"colour": "green"},
    ],
)
def test_options_out_of_their_bounds_are_no_options(asked: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(asked, TableOptions)


def test_bots_are_seated_in_order() -> None:
    outcome = TableSpec().when("system", open_(bots=(3, 1)))
    assert isinstance(outcome.decision, tuple)
    assert outcome.decision[1:] == (BotSeated(1), BotSeated(3))
    assert isinstance(outcome.accepted.state, Seating)


@pytest.mark.clause("CO-PAY-5")
def test_a_staked_table_seats_bots_only_if_its_front_end_allows_it() -> None:
    unopened = TableSpec()
    unopened.when("system", open_((2,), stake=5)).then_refused(refusals.BOTS_AT_STAKE)
    unopened.when("system", open_((2,), stake=5, bots_at_stake=True)).then_kinds(
        GameOpened, BotSeated
    )
    unopened.when("system", open_((), stake=5)).then_kinds(GameOpened)


def test_one_seat_takes_one_bot() -> None:
    TableSpec().when("system", open_((2, 2))).then_refused(refusals.SEAT_TWICE, seat=2)


def test_rules_that_nobody_knows_open_nothing() -> None:
    request = Request("system", Open("front-end", "whist", TableOptions(), {}), START)
    assert decide(None, Unopened(), request) == refusals.UNKNOWN_RULES(rules="whist")


def test_a_house_rule_that_the_game_lacks_is_named_beside_those_it_has() -> None:
    TableSpec().when("system", open_(house_rules={"deals": 3, "jokers": 2})).then_refused(
        refusals.UNKNOWN_HOUSE_RULE, rules="call_break", option="jokers", known=("deals",)
    )


def test_a_house_rule_of_the_wrong_type_is_named() -> None:
    TableSpec().when("system", open_(house_rules={"deals": "three"})).then_refused(
        refusals.BAD_HOUSE_RULE,
        option="deals",
        reason="Expected `int | null`, got `str` - at `$.deals`",
    )


@pytest.mark.clause("CB-END-1")
@pytest.mark.parametrize("deals", [0, 101, 10**25])
def test_a_number_of_deals_is_from_1_to_100(deals: int) -> None:
    TableSpec().when("system", open_(house_rules={"deals": deals})).then_refused(
        call_break_refusals.DEALS_OUT_OF_BOUNDS, least=1, most=100
    )


@pytest.mark.clause("CB-END-1")
def test_a_table_of_bots_alone_needs_a_number_of_deals() -> None:
    bots = (0, 1, 2, 3)
    TableSpec().when("system", open_(bots)).then_refused(call_break_refusals.BOTS_NEED_DEALS)
    assert opened(BOTS, house_rules={"deals": 1}).deadline is not None


@pytest.mark.parametrize("actor", ["bot:0", "house:0", "clock"])
def test_only_players_and_the_service_open_tables(actor: str) -> None:
    TableSpec().when(actor, open_()).then_refused(
        refusals.FORBIDDEN, actor=actor.split(":", maxsplit=1)[0], command="table.open"
    )


def test_a_player_may_open_a_table() -> None:
    TableSpec().when("player:ann", open_()).then_kinds(GameOpened)


def test_nothing_can_be_asked_of_a_table_that_was_never_opened() -> None:
    unopened = TableSpec()
    unopened.when("player:ann", GetReady()).then_refused(refusals.NO_SUCH_GAME)
    unopened.when("player:ann", "call:4").then_refused(refusals.NO_SUCH_GAME)
    unopened.when("clock", RunOutClock(START)).then_refused(refusals.NO_SUCH_GAME)


def test_a_table_is_opened_once() -> None:
    opened().when("system", open_()).then_refused(refusals.ALREADY_OPEN)


def test_a_table_that_never_fills_closes_unplayed_an_hour_after_its_last_change() -> None:
    closed = opened().rung()
    assert closed.at == START + 3_600_000
    assert closed.events[-1] == GameNotStarted(None, "not_filled")
    assert closed.over.reason == "not_started"


def test_the_table_counts_the_keys_of_a_chain() -> None:
    assert opening_of(opened()).deals == KEYS == DEALS_MAX
