"""How front-ends write table commands, and what is none."""

import msgspec
import pytest

from shared.table.commands import (
    TABLE_COMMANDS,
    AnyTableCommand,
    AskAbandon,
    AskStop,
    GetReady,
    Leave,
    Open,
    RevealSeed,
    Secrets,
    Sit,
    VoidDeal,
    WithdrawStop,
    parse_table_command,
)
from tests.support.table_spec import open_, seed_of

SEED = seed_of("ann")


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("table:ready", GetReady()),
        ("table:stop", AskStop()),
        ("table:unstop", WithdrawStop()),
        ("table:abandon", AskAbandon()),
        ("table:leave", Leave()),
        (f"table:seed:{SEED}", RevealSeed(SEED)),
    ],
)
def test_texts_of_table_commands(text: str, command: AnyTableCommand) -> None:
    assert parse_table_command(text) == command


@pytest.mark.parametrize(
    "text",
    [
        "",
        "table",
        "table:",
        "table:sit",
        "table:void_deal",
        "table:clock_ran_out",
        "table:ready:now",
        "TABLE:ready",
        "table:seed",
        "table:seed:" + SEED[:-1],
        "table:seed:" + SEED + "0",
        "table:seed:" + SEED.upper(),
        "table:seed:" + SEED[:-1] + "\n",
        "table:seed:" + SEED[:-1] + "\u0661",
        f"table:seed:{SEED}:{SEED}",
        "call:4",
    ],
)
def test_other_texts_are_none(text: str) -> None:
    assert parse_table_command(text) is None


def test_every_command_is_listed_under_its_tag() -> None:
    assert {kind.__struct_config__.tag: kind for kind in TABLE_COMMANDS.values()} == TABLE_COMMANDS
    assert len(TABLE_COMMANDS) == 10


@pytest.mark.parametrize(
    "command",
    [open_((1, 2), {"deals": 3}, stake=5), Sit(3, bytes(32)), RevealSeed(SEED), Leave()],
)
def test_commands_survive_the_way_to_the_worker(command: AnyTableCommand) -> None:
    encoded = msgspec.msgpack.encode(command)
    assert msgspec.msgpack.decode(encoded, type=type(command)) == command


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (Sit, {"seat": 4, "commitment": bytes(32)}),
        (Sit, {"seat": 0, "commitment": bytes(31)}),
        (Sit, {"seat": 0, "commitment": bytes(32), "player": "ann"}),
        (RevealSeed, {"seed": SEED + "\n"}),
        (RevealSeed, {"seed": SEED[:-1]}),
        (VoidDeal, {"reason": ""}),
        (Open, {"client": "c", "rules": "r" * 65, "options": {}, "house_rules": {}}),
        (Open, {"client": "c", "rules": "r", "options": {}, "house_rules": {}, "bots": [4]}),
        (Open, {"client": "c", "rules": "r", "options": {}, "house_rules": {"x": 1.5}}),
        (Open, {"client": "c", "rules": "r", "options": {}, "house_rules": {"x": []}}),
    ],
)
def test_fields_out_of_their_bounds_are_no_command(
    kind: type[AnyTableCommand], fields: dict[str, object]
) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": kind.__struct_config__.tag, **fields}, kind)


def test_secrets_are_not_in_a_text_about_them() -> None:
    secrets = Secrets(deck=(51, 0), key=b"\x2a" * 32)
    assert repr(secrets) == "Secrets(deck, key)"
