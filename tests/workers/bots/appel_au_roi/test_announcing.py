"""What is announced and doubled is what the hand makes likely."""

from typing import get_args

import pytest

from shared.games.appel_au_roi.contracts import ContractId
from shared.games.appel_au_roi.moves import ANNOUNCE, BIEN, CONTRE, AppelMove
from shared.games.appel_au_roi.primes import GAME
from shared.games.appel_au_roi.state import Declared, Said, Sides
from shared.games.appel_au_roi.view import View, legal_moves
from shared.kernel.seats import Seat
from shared.table.options import Level
from tests.workers.bots.appel_au_roi.turns import ONE_DEAL, mask
from workers.bots.appel_au_roi.announcing import best_word, sensible_word
from workers.bots.appel_au_roi.strategy import choose
from workers.bots.chance import Chance

LEVELS: tuple[Level, ...] = get_args(Level)
EVERY_TRICK = "EX T21 T20 T19 T18 T17 T16 T15 T14 T13 T1 KC"
LONG_WITH_PETIT = "T19 T17 T15 T12 T9 T8 T6 T1 KC QC 4D 3D"
NOTHING = "7C 8C 9C 4D 3D 2D 4H 3H 2H 7S 8S 9S"

_ALONE: dict[Seat, Sides] = {
    Seat(0): ("declarer", "opponents", "opponents", "opponents"),
    Seat(3): ("opponents", "opponents", "opponents", "declarer"),
}


def speaker(bid: ContractId, hand: str, *, declares: bool = True) -> View:
    """What seat 0 sees as declarer, or as an opponent of seat 3, when it is to say a word."""
    declarer = Seat(0 if declares else 3)
    sides = _ALONE[declarer]
    deal = Declared(Seat(1), declarer, bid, (), sides, said=(Said(GAME, "declarer", None),))
    return View(
        viewer=Seat(0),
        options=ONE_DEAL,
        history=(),
        totals=(0, 0, 0, 0),
        last=None,
        phase="announcements",
        to_move=Seat(0),
        hand=mask(hand),
        cards_left=(12, 12, 12, 12),
        forehand=Seat(1),
        deal=deal,
        side="declarer" if declares else "opponents",
    )


def said(view: View, level: Level) -> AppelMove:
    return choose(view, level, Chance(b"x"))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("declares", [True, False])
def test_a_hand_of_nothing_says_nothing(level: Level, declares: bool) -> None:
    view = speaker("seul_contre_chien", NOTHING, declares=declares)
    assert said(view, level) == BIEN


@pytest.mark.parametrize("hand", [EVERY_TRICK, LONG_WITH_PETIT, NOTHING])
@pytest.mark.parametrize("declares", [True, False])
def test_a_beginner_only_says_bien(hand: str, declares: bool) -> None:
    assert said(speaker("seul_contre_chien", hand, declares=declares), "beginner") == BIEN


def test_a_long_row_of_tarocks_announces_the_petit() -> None:
    view = speaker("seul_contre_chien", LONG_WITH_PETIT)
    assert sensible_word(view, mask(LONG_WITH_PETIT)) == ANNOUNCE["petit"]
    assert sensible_word(view, mask("T9 T1 KC KD KH KS QC QD QH QS NC ND")) == BIEN


def test_what_is_sure_is_announced() -> None:
    view = speaker("seul_contre_chien", EVERY_TRICK)
    word = best_word(view, Chance(b"x"), 2_000)
    assert word in legal_moves(view)
    assert word in {ANNOUNCE["petit"], ANNOUNCE["absolu"], ANNOUNCE["chelem"]}


@pytest.mark.parametrize("level", ["intermediate", "expert"])
def test_a_game_that_cannot_be_won_is_doubled(level: Level) -> None:
    view = speaker("seul_contre_chien", EVERY_TRICK, declares=False)
    words = {said(view, level)}
    assert words <= {CONTRE[GAME], ANNOUNCE["absolu"], ANNOUNCE["petit"], ANNOUNCE["chelem"]}


@pytest.mark.parametrize("level", LEVELS)
def test_misere_is_not_doubled_by_who_does_not_know_the_hand(level: Level) -> None:
    assert said(speaker("misere", NOTHING, declares=False), level) == BIEN
