"""The laws of secrecy see what was laid away: a view that tells of it breaks them."""

from typing import Any

from msgspec import Struct, structs

from shared.kernel.seats import SEATS, Viewer
from tests.laws.harness import HARNESSES
from tests.laws.play import Game, whole_game
from tests.laws.test_games import broken, check_secrecy
from tests.tiny_whist import rules
from tests.tiny_whist.state import Between


class LeakingView(Struct, frozen=True):
    """A view, and whether the seat before the viewer's laid an ace away."""

    view: Any
    ace: bool


def leaking_view(state: Any, viewer: Viewer) -> LeakingView:
    aces = sum(1 << card for card, code in enumerate(rules.DECK) if code[0] == "A")
    laid = 0 if viewer is None or isinstance(state, Between) else state.laid[SEATS[viewer - 1]]
    return LeakingView(rules.view(state, viewer), bool(laid & aces))


def test_a_view_that_tells_of_a_card_laid_away_is_caught() -> None:
    (harness,) = (harness for harness in HARNESSES if harness.rules.NAME == rules.NAME)
    leaking = broken(
        harness,
        view=leaking_view,
        show=lambda seen: {**rules.show(seen.view), "ace": seen.ace},
        legal_moves=lambda seen: rules.legal_moves(seen.view),
    )
    games = [whole_game(harness, harness.options[0], seed) for seed in range(6)]
    caught = [is_caught(structs.replace(game, harness=leaking)) for game in games]
    assert not any(map(is_caught, games))
    assert any(caught)


def is_caught(game: Game) -> bool:
    try:
        check_secrecy(game)
    except AssertionError:
        return True
    return False
