"""docs/transcripts.md names the keys that a transcript has, and its file is one without a flaw."""

import re
from pathlib import Path

from msgspec.structs import fields

from shared.flows.transcripts import (
    DealRecord,
    FinalRecord,
    MoveRecord,
    ResultRecord,
    Transcript,
    TrickRecord,
    check_lines,
)

PAGE = Path(__file__).parents[2] / "docs" / "transcripts.md"
EXAMPLE = PAGE.with_suffix("") / "call_break.jsonl"
RECORDS = (Transcript, DealRecord, MoveRecord, TrickRecord, ResultRecord, FinalRecord)


def test_the_page_explains_every_key() -> None:
    explained = set(re.findall(r"`(\w+)`", PAGE.read_text(encoding="utf-8")))
    keys = {field.encode_name for record in RECORDS for field in fields(record)}
    assert keys - explained == set()


def test_the_example_is_a_game_without_a_difference() -> None:
    (checked,) = check_lines(EXAMPLE.read_bytes().splitlines())
    assert (checked.malformed, checked.differences) == (None, ())
