"""Whole games of an independent engine: every legal set, trick, score and payment agrees."""

import json
from pathlib import Path
from typing import Any

import pytest

from shared.flows.transcripts import check_lines
from tests.shared.games.king_russian.situations import NAMES

FILE = Path(__file__).parents[3] / "vectors" / "king_russian.jsonl"


@pytest.fixture(scope="module")
def games() -> list[dict[str, Any]]:
    return [json.loads(line) for line in FILE.read_bytes().splitlines()]


def test_the_independent_transcripts_agree(games: list[dict[str, Any]]) -> None:
    with FILE.open("rb") as lines:
        checks = list(check_lines(lines))
    assert [check for check in checks if check.differences or check.malformed] == []
    moves = sum(len(deal["moves"]) for game in games for deal in game["deals"])
    assert sum(check.moves for check in checks) == moves == 16_004
    assert len(checks) == 40


@pytest.mark.clause("KR-SCORE-3")
def test_kr_score_3_the_four_totals_of_every_game_sum_to_zero(games: list[dict[str, Any]]) -> None:
    assert {sum(game["final"]["scores"]) for game in games} == {0}
    assert all(
        game["final"]["payments"] == [4 * s for s in game["final"]["scores"]] for game in games
    )


def test_the_transcripts_show_every_special_rule_at_work(games: list[dict[str, Any]]) -> None:
    # Otherwise agreeing with them would say little.
    deals = [deal for game in games for deal in game["deals"]]
    short = {NAMES[deal["deal"] - 1] for deal in deals if len(deal["tricks"]) < 8}
    assert short >= {"no_kings", "no_queens", "no_hearts", "no_king"}
    assert short >= {"kings", "queens", "hearts", "king"}
    forced = [
        move
        for deal in deals
        for place, move in enumerate(deal["moves"])
        if place % 4
        and move["legal"] == ["play:KH"]
        and deal["moves"][place - place % 4]["move"][-1] != "H"
    ]
    assert len(forced) > 50
    assert any(len(game["final"]["winners"]) == 1 for game in games)
