"""Whole random games under every combination of the five house rules."""

from collections import Counter
from itertools import product
from typing import Final, get_args

import pytest
from msgspec import convert
from msgspec.structs import fields

from shared.games.king_turkish.contracts import BY_ID, PENALTIES
from shared.games.king_turkish.events import DealScored
from shared.games.king_turkish.options import Options
from shared.kernel.refusal import Refusal
from tests.laws.harness import HARNESSES
from tests.laws.play import DEALS_TRIED, Game, whole_game

HARNESS: Final = next(one for one in HARNESSES if one.rules.NAME == "king_turkish")
VALUES: Final = {field.name: get_args(field.type) for field in fields(Options)}
EVERY: Final = [
    convert(dict(zip(VALUES, combination, strict=True)), Options)
    for combination in product(*VALUES.values())
]
SOAK_GAMES: Final = 20


def every_combination() -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        "options", EVERY, ids=["-".join(map(str, vars_of(one))) for one in EVERY]
    )


def vars_of(options: Options) -> list[str]:
    return [getattr(options, name) for name in VALUES]


def check_choices(game: Game) -> None:
    history: tuple[DealScored, ...] = game.end.match.history
    assert Counter(row.contract for row in history) == {**dict.fromkeys(PENALTIES, 2), "koz": 8}
    assert [row.chooser for row in history] == [
        (history[0].chooser + number) % 4 for number in range(20)
    ]
    if game.options.choice_limit == "three_two":
        trumps = Counter(row.chooser for row in history if row.contract == "koz")
        assert trumps == dict.fromkeys(range(4), 2)


def check_scores(game: Game) -> None:
    for row in game.end.match.history:
        assert sum(row.scores) == BY_ID[row.contract].total
        assert sum(row.tricks) == 13 or BY_ID[row.contract].ends_early
    assert sum(game.end.match.totals) == 0


def check_cards(game: Game, deals: int) -> None:
    """In so many of the tried deals exactly the legal moves are accepted."""
    rules = game.harness.rules
    for step in (step for deal in game.tried[:deals] for step in deal.steps):
        legal = set(rules.legal_moves(rules.view(step.before, step.seat)))
        for move in game.harness.universe:
            refused = isinstance(rules.decide(step.before, step.seat, move), Refusal)
            assert refused == (move not in legal)


def test_there_are_forty_eight_combinations() -> None:
    assert len(set(EVERY)) == 48


@pytest.mark.clause("KT-SCORE-1", "KT-CHOOSE-3", "KT-CHOOSE-4", "KT-CHOOSE-5")
@every_combination()
def test_a_whole_game_keeps_the_limits_and_sums_to_zero(options: Options) -> None:
    game = whole_game.__wrapped__(HARNESS, options, 7)
    check_choices(game)
    check_scores(game)
    check_cards(game, deals=1)


@pytest.mark.soak
@every_combination()
def test_so_do_many_games(options: Options) -> None:
    for seed in range(SOAK_GAMES):
        game = whole_game.__wrapped__(HARNESS, options, 1_000 + seed)
        check_choices(game)
        check_scores(game)
        check_cards(game, deals=DEALS_TRIED)
