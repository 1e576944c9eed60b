"""A command's fields become its own class, or a refusal that says what is wrong with them."""

from collections.abc import Mapping

import pytest
from msgspec import Raw
from msgspec.msgpack import encode

from shared.cards.moves import Play
from shared.catalogue import BY_NAME
from shared.flows.submit import parse
from shared.kernel.game_rules import Move
from shared.kernel.refusal import Refusal
from shared.ports import Command
from shared.table.commands import AnyTableCommand, GetReady, Sit

RULES = BY_NAME["call_break"]


def parsed(kind: str, fields: Mapping[str, object]) -> AnyTableCommand | Move | Refusal:
    data = Raw(encode(dict(fields)))
    return parse(RULES, Command(1, "03" + "0" * 32, "player:ada", "c", kind, None, data))


def test_fields_become_the_commands_own_class() -> None:
    assert parsed("play", {"card": 7}) == Play(7)
    assert parsed("table.ready", {}) == GetReady()
    assert parsed("table.sit", {"seat": 1, "commitment": bytes(32)}) == Sit(1, bytes(32))


@pytest.mark.parametrize(
    ("kind", "fields", "reason"),
    [
        ("play", {}, "required field `card`"),
        ("play", {"card": "7"}, "Expected `int`, got `str`"),
        ("play", {"card": 7, "type": "call"}, "Invalid value 'call'"),
        ("table.ready", {"type": "table.stop"}, "Invalid value 'table.stop'"),
        ("table.ready", {"now": True}, "unknown field `now`"),
        ("table.sit", {"seat": 4, "commitment": bytes(32)}, "<= 3"),
        ("table.sit", {"seat": 1, "commitment": "AAAA"}, "Expected `bytes`, got `str`"),
        ("announce", {}, "there is no command announce"),
    ],
)
def test_other_fields_are_refused_with_the_reason(
    kind: str, fields: Mapping[str, object], reason: str
) -> None:
    refusal = parsed(kind, fields)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "table.malformed"
    assert reason in str(refusal.params["reason"])


def test_nesting_too_deep_to_read_is_refused() -> None:
    data = Raw(b"\x82\xa4card\x07\xa1x" + b"\x91" * 8_000 + b"\xc0")
    refusal = parse(RULES, Command(1, "03" + "0" * 32, "bot:1", "c", "play", None, data))
    assert isinstance(refusal, Refusal)


def test_a_move_before_the_rules_are_known_is_of_no_game() -> None:
    data = Raw(encode({"card": 7}))
    refusal = parse(None, Command(1, "03" + "0" * 32, "bot:1", "c", "play", None, data))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "table.no_such_game"
