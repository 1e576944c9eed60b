"""Transcripts made by an independent engine agree, and show what the rules are made of."""

import gzip
import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from shared.flows.transcripts import GameCheck, check_lines
from shared.games.appel_au_roi.contracts import CONTRACTS
from shared.games.appel_au_roi.primes import PRIMES

FILE: Final = Path(__file__).parents[3] / "vectors" / "appel_au_roi.jsonl.gz"


@cache
def lines() -> list[bytes]:
    return gzip.decompress(FILE.read_bytes()).splitlines()


def deals() -> list[dict[str, Any]]:
    return [deal for line in lines() for deal in json.loads(line)["deals"]]


def wrong(checks: list[GameCheck]) -> list[GameCheck]:
    return [check for check in checks if check.differences or check.malformed]


def test_the_independent_transcripts_of_appel_au_roi_agree() -> None:
    checks = list(check_lines(lines()))
    assert wrong(checks) == []
    assert (len(checks), sum(check.moves for check in checks)) == (40, 13_589)


def test_they_show_every_game_every_prime_and_every_kind_of_move() -> None:
    # Otherwise agreeing with them would say little.
    details = [deal["result"]["detail"] for deal in deals()]
    assert {detail["bid"] for detail in details} == {contract.id for contract in CONTRACTS}
    scored = Counter(
        (line["item"], line["announced_by"] is not None)
        for detail in details
        for line in detail.get("lines", ())
    )
    assert {item for item, _ in scored} == {"game", *(prime.id for prime in PRIMES)}
    announced = {item for item, by_someone in scored if by_someone}
    assert announced == {prime.id for prime in PRIMES}
    verbs = {move["move"].partition(":")[0] for deal in deals() for move in deal["moves"]}
    assert verbs == {
        *("bid", "pass", "king", "half", "abandon", "discard"),
        *("announce", "contre", "bien", "play"),
    }
    levels = {line["contre"] for detail in details for line in detail.get("lines", ())}
    assert levels == {1, 2, 4, 8}


@pytest.mark.parametrize(
    ("place", "what"),
    [
        (("result", "detail", "net"), "detail"),
        (("result", "payments", 0), "payments"),
        (("moves", 0, "seat"), "seat"),
        (("forehand",), "forehand"),
    ],
)
def test_a_value_that_is_altered_is_found(place: tuple[str | int, ...], what: str) -> None:
    game = json.loads(lines()[0])
    *way, last = place
    parent: Any = game["deals"][1]
    for key in way:
        parent = parent[key]
    parent[last] = (parent[last] + 1) % 4
    (check,) = check_lines([json.dumps(game).encode()])
    assert what in {found.what for found in check.differences}
