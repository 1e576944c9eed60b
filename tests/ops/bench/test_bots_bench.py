"""The bench of the bots: levels come in their order, and a row is printed for every match."""

import os
from itertools import pairwise

import pytest

from ops.bench import bots as bench
from ops.bench import levels
from ops.bench.bots import FIELD, LEVELS, MATCHES, Kind, Mean, enough, mean, results
from ops.bench.rows import Scale
from shared.kernel.seats import SEATS
from workers.bots.strategies import STRATEGIES

CALL_BREAK = "call_break"
KINDS: tuple[Kind, ...] = ("random", *LEVELS)
QUICK_DEALS = 12
FULL_DEALS = 500


def test_a_mean_comes_with_its_interval() -> None:
    found = mean([1.0, 2.0, 3.0, 4.0])
    assert found.value == 2.5
    assert found.margin == pytest.approx(1.96 * 1.2909944 / 2)
    assert str(Mean(1.234, 0.056)) == "+1.23 ± 0.06"


def test_every_level_meets_the_field_and_the_level_below() -> None:
    assert {bot for bot, others in MATCHES if others == FIELD} == set(KINDS)
    assert {(kind, below) for below, kind in pairwise(KINDS)} <= set(MATCHES)


def test_a_deal_is_the_same_whoever_plays_it_and_whenever() -> None:
    first, again = (results(CALL_BREAK, "expert", "beginner", 1) for _ in range(2))
    assert [one[:2] for one in first] == [one[:2] for one in again]


def test_kinds_are_seated_all_around() -> None:
    # Four of a kind: each is the bot once, so bots and others have the same mean.
    (found,) = results(CALL_BREAK, "intermediate", "intermediate", 1)
    assert found.bot == pytest.approx(found.others)


def test_better_levels_score_more_in_a_few_deals() -> None:
    """On deals that are always the same; the soak test has the numbers to be sure."""
    scores = [
        mean([one.bot for one in results(CALL_BREAK, kind, FIELD, QUICK_DEALS)]).value
        for kind in KINDS
    ]
    assert scores == sorted(scores)
    assert scores[0] < -4
    assert scores[-1] > 1.5


@pytest.mark.soak
def test_levels_come_in_their_order_beyond_chance() -> None:
    processes = os.cpu_count() or 1
    found = {
        match: results(CALL_BREAK, *match, FULL_DEALS, processes)
        for match in MATCHES
        if match[0] != match[1]
    }
    scores = {match: mean([one.bot for one in ones]) for match, ones in found.items()}
    assert scores["expert", FIELD].low > scores["random", FIELD].high
    for below, level in pairwise(KINDS):
        better_by = mean([one.bot - one.others for one in found[level, below]])
        assert better_by.low > 0, (level, below, better_by)
    assert scores["expert", FIELD].low > scores["beginner", FIELD].high


def test_a_row_a_match(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "MATCHES", (("beginner", "random"), ("random", "intermediate")))
    bench.main(["--deals", "2", "--processes", "1"])
    rows = [line for line in capsys.readouterr().out.splitlines() if " ± " in line]
    assert [row.split()[1:4:2] for row in rows] == [
        ["beginner", "random"],
        ["random", "intermediate"],
    ]


def test_a_game_without_short_matches_is_played_to_its_end() -> None:
    deals = enough("king_russian", 1)
    assert deals == 2 * 14
    found = results("king_russian", "intermediate", "beginner", deals)
    assert len(found) == 2
    # Every round is worth as much as its opposite: the four means of a game sum to nothing.
    assert [one.bot + 3 * one.others for one in found] == pytest.approx([0.0, 0.0])
    assert results("king_russian", "intermediate", "beginner", 1)[0][:2] == found[0][:2]


@pytest.mark.parametrize("game", STRATEGIES)
def test_every_game_with_a_strategy_has_rows_for_its_levels(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "STEPS", (("intermediate", "random"),))
    monkeypatch.setattr(levels, "STRATEGIES", {game: STRATEGIES[game]})
    (row,) = levels.rows(Scale(bot_deals=8))
    assert row.what == f"{game}: intermediate ahead of random, at least"
    assert row.unit == "points a deal"


@pytest.mark.soak
@pytest.mark.parametrize("game", ["king_russian", "king_turkish", "appel_au_roi"])
def test_levels_of_games_with_contracts_come_in_their_order_beyond_chance(game: str) -> None:
    processes = os.cpu_count() or 1
    for below, level in pairwise(KINDS):
        found = results(game, level, below, FULL_DEALS, processes)
        better_by = mean([one.bot - one.others for one in found])
        assert better_by.low > 0, (level, below, better_by)


def test_processes_share_the_deals() -> None:
    alone = results(CALL_BREAK, "beginner", "random", 10)
    shared = results(CALL_BREAK, "beginner", "random", 10, processes=2)
    assert [one[:2] for one in shared] == [one[:2] for one in alone]
    assert len(SEATS) * 14 == len(shared[0].thinking)
