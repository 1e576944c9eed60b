"""A log shown to the outside: plain values only, cards as codes, bytes as hex."""

from typing import Any

import pytest
from msgspec import json

from shared.flows.events import CODEC
from shared.flows.showing import ShownEvent, show_data, show_entries, show_log
from shared.games.call_break import rules
from shared.kernel.settlement import Basis, Factor, Line
from shared.table.events import SettlementMade
from tests.support.pipeline import Pipeline, game_id, seed_of

GAME = game_id()


@pytest.fixture(scope="module")
def log() -> list[bytes]:
    """A whole game of one human and three bots."""
    pipeline = Pipeline()
    pipeline.open(GAME, (1, 2, 3), deals=1, stake=5)
    pipeline.sit(GAME, "ann", 0)
    pipeline.reveal(GAME, "ann")
    pipeline.settle()
    pipeline.ask(GAME, "player:ann", "table.leave")
    for _ in range(60):
        pipeline.clock.now += 15_000
        pipeline.settle()
    return pipeline.journal.read(GAME)


@pytest.fixture(scope="module")
def shown(log: list[bytes]) -> list[ShownEvent]:
    return show_log(log)


def of_type(shown: list[ShownEvent], name: str) -> list[dict[str, Any]]:
    return [event.data for event in shown if event.type == name]


def test_every_entry_is_shown_in_its_place(log: list[bytes], shown: list[ShownEvent]) -> None:
    entries = [CODEC.decode(raw) for raw in log]
    assert [(e.seq, e.at, e.type, e.actor) for e in shown] == [
        (e.seq, e.at, e.type, e.actor) for e in entries
    ]
    assert shown[-1].type == "table.game_ended"


def test_what_is_shown_is_plain_json(shown: list[ShownEvent]) -> None:
    def is_plain(value: Any) -> bool:
        match value:
            case dict():
                return all(isinstance(key, str) and is_plain(value[key]) for key in value)
            case list():
                return all(map(is_plain, value))
        return value is None or isinstance(value, bool | int | str)

    assert all(is_plain(json.decode(json.encode(event))) for event in shown)
    assert all(is_plain(list(event.data.values())) for event in shown)


def test_cards_are_codes(shown: list[ShownEvent]) -> None:
    cards = [data["card"] for data in of_type(shown, "cards.played")]
    assert sorted(cards) == sorted(rules.DECK)


def test_keys_and_hashes_are_hex(shown: list[ShownEvent]) -> None:
    (opened,) = of_type(shown, "table.game_opened")
    (taken,) = of_type(shown, "table.seat_taken")
    (deal,) = of_type(shown, "table.deal_opened")
    for text in (opened["anchor"], taken["commitment"], deal["key"]):
        assert len(text) == 64
        assert not set(text) - set("0123456789abcdef")
    assert of_type(shown, "table.seed_revealed") == [{"seat": 0, "seed": seed_of("ann")}]


def test_a_settlement_is_shown_line_by_line(shown: list[ShownEvent]) -> None:
    (made,) = of_type(shown, "table.settlement_made")
    assert sum(made["amounts"]) == 0
    assert made["players"] == ["ann", None, None, None]
    for line in made["lines"]:
        assert set(line) == {"item", "clause", "deal", "points", "basis"}
        assert line["basis"] is None


def test_the_cards_that_a_line_rests_on_are_codes() -> None:
    ace = rules.DECK.index("AS")
    basis = Basis("vienna/1", 2, (Factor("announced", 2),), 1, (1, 3), (ace,), (13,))
    line = Line("petit", "CO-PAY-3", 1, (-4, 4, -4, 4), basis)
    made = SettlementMade(1, (None,) * 4, 5, "EUR", (-4, 4, -4, 4), (-20, 20, -20, 20), (line,))
    (shown_line,) = show_data(rules, made)["lines"]
    assert shown_line["basis"] == {
        "tariff": "vienna/1",
        "value": 2,
        "factors": [{"name": "announced", "times": 2}],
        "announced_by": 1,
        "scored_by": [1, 3],
        "cards": ["AS"],
        "tricks": [13],
    }


def test_some_entries_are_shown_as_the_whole_log_shows_them(
    log: list[bytes], shown: list[ShownEvent]
) -> None:
    assert show_entries(rules, log[10:20]) == shown[10:20]


def test_an_empty_log_shows_nothing() -> None:
    assert show_log([]) == []
