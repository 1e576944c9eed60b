"""An export is a game that anyone can check: whatever is altered in it is found and named."""

import random
from functools import cache

import pytest

from shared.flows.export import NoExport, read, written
from shared.flows.verify import Verdicts, verify
from tests.support.pipeline import Pipeline, game_id

GAME = game_id()


@cache
def exported() -> bytes:
    pipeline = Pipeline()
    pipeline.open(GAME, (0, 1, 2, 3), deals=1, stake=5)
    pipeline.settle()
    entries, head = pipeline.archive.entries(GAME), pipeline.archive.position(GAME)
    return b"".join(written(GAME, entries, head, pipeline.archive.of_game(GAME)))


def judged(content: bytes) -> Verdicts:
    found = read(content.splitlines(keepends=True))
    return verify(found.game, found.entries, found.witness)


def is_sound(content: bytes) -> bool:
    try:
        return judged(content).all_good
    except NoExport:
        return False


def test_an_export_read_back_gets_three_good_verdicts() -> None:
    verdicts = judged(exported())
    assert verdicts.line() == "verdict: bytes good, rules good, money good"
    assert verdicts.all_good


def test_an_altered_digit_of_an_entry_is_named() -> None:
    lines = exported().splitlines(keepends=True)
    at = lines[30].index(b'"entry":"') + 29
    digit = b"1" if lines[30][at : at + 1] != b"1" else b"2"
    lines[30] = lines[30][:at] + digit + lines[30][at + 1 :]
    verdicts = judged(b"".join(lines))
    assert next(f.seq for f in verdicts.findings if f.check == "bytes") == 30


def test_no_altered_byte_goes_unnoticed() -> None:
    content = exported()
    chance = random.Random(7)
    for _ in range(400):
        at = chance.randrange(len(content) - 1)
        altered = bytearray(content)
        altered[at] ^= 1 << chance.randrange(7)
        assert not is_sound(bytes(altered)), f"byte {at}"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}\n",
        b'{"format": "greffier-export/2", "game": "' + b"0" * 34 + b'"}\n',
        b"[" * 100_000,
        b"\xff\xfe\n",
    ],
)
def test_what_is_no_export_is_said_to_be_none(content: bytes) -> None:
    with pytest.raises(NoExport, match="line 1"):
        read(content.splitlines(keepends=True))


@pytest.mark.parametrize("kept", [1, 2, 30])
def test_a_file_cut_short_is_no_export(kept: int) -> None:
    with pytest.raises(NoExport, match="ends after line"):
        read(exported().splitlines(keepends=True)[:kept])


def test_a_missing_entry_is_named() -> None:
    lines = exported().splitlines(keepends=True)
    with pytest.raises(NoExport, match="line 11: entry 11 where 10 belongs"):
        read(lines[:10] + lines[11:])
