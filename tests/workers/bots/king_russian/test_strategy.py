"""The Russian King bot: legal, repeatable, within its budget, and out for the round's aim."""

from collections.abc import Sequence
from typing import Any, get_args

import pytest

from shared.cards.moves import Play
from shared.cards.tricks import Trick
from shared.games.king_russian import rules
from shared.games.king_russian.options import Options
from shared.games.king_russian.view import View
from shared.kernel.seats import Seat
from shared.table.options import Level
from tests.workers.bots.king_russian.turns import CARDS, NAMES, cards, history, mask, views
from workers.bots.chance import Chance
from workers.bots.king_russian import strategy
from workers.bots.king_russian.cards import THUMBS
from workers.bots.king_russian.playouts import played_out
from workers.bots.king_russian.strategy import PLAYS_MAX, choose
from workers.bots.strategies import STRATEGIES

LEVELS: tuple[Level, ...] = get_args(Level)


def last_but_one_trick(contract: str) -> View:
    """Seat 0 holds KC and 8C and is last to TC 9C 7C; JC, 7D and 8S are the rest."""
    out = cards("KC 8C TC 9C 7C JC 7D 8S")
    gone = [card for card in range(32) if card not in out]
    rows = [tuple(gone[place : place + 4]) for place in range(0, len(gone), 4)]
    thumb = THUMBS[NAMES.index(contract)]
    scored = sum(thumb.contract.card_points[card] for row in rows for card in row)
    return View(
        viewer=Seat(0),
        options=Options(),
        history=history(contract),
        totals=(0, 0, 0, 0),
        dealer=Seat(3),
        to_move=Seat(0),
        hand=mask("KC 8C"),
        cards_left=(2, 1, 1, 1),
        taken=(0, 6, 0, 0),
        scores=(0, scored + sum(thumb.contract.trick_points[:6]), 0, 0),
        leader=Seat(1),
        trick=cards("TC 9C 7C"),
        tricks=tuple(Trick(Seat(1), row, Seat(1)) for row in rows),
    )


def test_the_game_is_played_by_this_strategy() -> None:
    assert STRATEGIES["king_russian"] is choose


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("contract", NAMES)
def test_every_move_is_legal_and_the_same_chance_gives_it_again(
    contract: str, level: Level
) -> None:
    for number, view in enumerate(views(contract, 7)):
        move = choose(view, level, Chance(bytes([number])))
        assert move in rules.legal_moves(view)
        assert move == choose(view, level, Chance(bytes([number])))


def test_who_is_not_to_move_is_not_asked() -> None:
    view = rules.view(rules.initial(Options()), Seat(0))
    with pytest.raises(AssertionError, match="another seat's turn"):
        choose(view, "beginner", Chance(b"x"))


def test_an_expert_never_plays_more_cards_than_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    plays = 0

    def counted(thumb: Any, hands: Sequence[int], *asked: Any) -> int:
        nonlocal plays
        plays += sum(hand.bit_count() for hand in hands)
        return played_out(thumb, hands, *asked)

    monkeypatch.setattr(strategy, "played_out", counted)
    spent = []
    for view in views("eralash_positive", 11):
        plays = 0
        choose(view, "expert", Chance(b"x"))
        spent.append(plays)
    assert PLAYS_MAX / 2 < max(spent) <= PLAYS_MAX


@pytest.mark.parametrize("level", LEVELS)
def test_a_trick_is_taken_where_it_is_sought_and_left_where_it_is_shunned(
    level: Level,
) -> None:
    assert choose(last_but_one_trick("kings"), level, Chance(b"x")) == Play(CARDS["KC"])
    assert choose(last_but_one_trick("tricks"), level, Chance(b"x")) == Play(CARDS["KC"])
    assert choose(last_but_one_trick("no_tricks"), level, Chance(b"x")) == Play(CARDS["8C"])
    assert choose(last_but_one_trick("no_last_two"), level, Chance(b"x")) == Play(CARDS["8C"])
