"""Transcripts made by an independent engine agree, and show what the rules are made of."""

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from shared.flows.transcripts import GameCheck, check_lines
from shared.games.king_turkish.options import Options

FILE: Final = Path(__file__).parents[3] / "vectors" / "king_turkish.jsonl.gz"
EVERY: Final = 4
"""One game in so many is checked every time, all of them in the soak."""


@cache
def lines() -> list[bytes]:
    return gzip.decompress(FILE.read_bytes()).splitlines()


def wrong(checks: list[GameCheck]) -> list[GameCheck]:
    return [check for check in checks if check.differences or check.malformed]


def test_the_independent_transcripts_of_turkish_king_agree() -> None:
    checks = list(check_lines(lines()[::EVERY]))
    assert wrong(checks) == []
    assert len(checks) == 15
    assert sum(check.moves for check in checks) > 13_000


@pytest.mark.soak
def test_all_of_them_agree() -> None:
    checks = list(check_lines(lines()))
    assert wrong(checks) == []
    assert (len(checks), sum(check.moves for check in checks)) == (60, 56_000)


def test_they_show_every_contract_and_every_house_rule() -> None:
    # Otherwise agreeing with them would say little.
    games: list[dict[str, Any]] = [json.loads(line) for line in lines()[::EVERY]]
    contracts = {deal["result"]["detail"]["contract"] for game in games for deal in game["deals"]}
    assert len(contracts) == 7
    chosen = {item for game in games for item in game["options"].items()}
    assert len(chosen) == 11
    assert {name for name, _ in chosen} == set(Options.__struct_fields__)


@pytest.mark.parametrize(
    ("place", "what"),
    [
        (("result", "detail", "king"), "detail"),
        (("result", "detail", "chooser"), "detail"),
        (("result", "scores", 0), "scores"),
        (("moves", 0, "seat"), "seat"),
    ],
)
def test_a_value_that_is_altered_is_found(place: tuple[str | int, ...], what: str) -> None:
    game = json.loads(lines()[0])
    *way, last = place
    parent: Any = game["deals"][0]
    for key in way:
        parent = parent[key]
    parent[last] = 1 if parent[last] in (0, None) else 0
    (check,) = check_lines([json.dumps(game).encode()])
    assert {found.what for found in check.differences} == {what}


@pytest.mark.parametrize("value", [True, 1.0])
def test_a_value_that_only_python_holds_to_be_the_same_is_found(value: object) -> None:
    game = json.loads(lines()[0])
    chosen = [deal["result"]["detail"] for deal in game["deals"]]
    next(detail for detail in chosen if detail["chooser"] == 1)["chooser"] = value
    (check,) = check_lines([json.dumps(game).encode()])
    assert {found.what for found in check.differences} == {"detail"}
