"""Every game has bots: by its strategy, or as the clock would play."""

import pytest

from shared import catalogue
from shared.games.call_break import rules
from tests.support.bots import views
from workers.bots import strategies
from workers.bots.chance import Chance
from workers.bots.strategies import STRATEGIES, choose


def test_strategies_are_of_games_that_there_are() -> None:
    assert set(STRATEGIES) <= set(catalogue.BY_NAME)


def test_a_game_is_played_by_its_strategy() -> None:
    for view in views(1):
        by_strategy = STRATEGIES["call_break"](view, "expert", Chance(b"x"))
        assert choose(rules, view, "expert", Chance(b"x")) == by_strategy


def test_a_game_without_a_strategy_is_played_as_by_the_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(strategies, "STRATEGIES", {})
    for view in views(1):
        assert choose(rules, view, "expert", Chance(b"x")) == rules.clock_move(view)
