"""Contracts are chosen by the hand: trump for long strong suits, penalties for low cards."""

from typing import get_args

import pytest

from shared.games.king_turkish.moves import Choose
from shared.games.king_turkish.options import Options
from shared.games.king_turkish.view import View, legal_moves
from shared.table.options import Level
from tests.workers.bots.king_turkish.turns import choice
from workers.bots.chance import Chance
from workers.bots.king_turkish.choosing import candidates, simple_choice
from workers.bots.king_turkish.strategy import choose

LEVELS: tuple[Level, ...] = get_args(Level)
LONG_SPADES = "AS KS QS JS TS 9S 8S AH KH AD 4D 2C 3C"
ALL_LOW = "2C 4C 6C 2D 4D 6D 8D 2H 4H 6H 3S 5S 7S"
"""No trick anywhere, and no suit that is longer than four cards."""
FAIR_TRUMPS = "KS QS 9S 4S 3S 2S AH 7H 3H KD 4D 8C 5C"
"""Good enough for trump; good enough as well for a penalty without hearts."""
LATE = ("el_almaz kupa_almaz koz", "el_almaz kupa_almaz rifki", "koz koz")
"""What a seat chose before a choice that leaves it little."""


def announced(view: View, level: Level, luck: int = 0) -> str:
    move = choose(view, level, Chance(bytes([luck])))
    assert isinstance(move, Choose)
    return move.contract if move.trump is None else f"{move.contract}:{move.trump}"


@pytest.mark.parametrize("level", LEVELS)
def test_a_long_strong_suit_is_made_trump(level: Level) -> None:
    assert announced(choice(LONG_SPADES), level) == "koz:S"


@pytest.mark.parametrize("level", LEVELS)
def test_a_hand_of_low_cards_takes_no_tricks(level: Level) -> None:
    assert announced(choice(ALL_LOW), level) == "el_almaz"


@pytest.mark.parametrize("level", LEVELS)
def test_who_may_choose_nothing_but_trump_names_the_best_suit(level: Level) -> None:
    only_trump = "el_almaz kupa_almaz rifki koz"
    assert announced(choice(FAIR_TRUMPS, only_trump), level) == "koz:S"
    assert announced(choice("AD QD TD 8D " + "2C 3C 4C 2H 3H 4H 2S 3S 4S", only_trump), level) == (
        "koz:D"
    )


@pytest.mark.parametrize("level", ["intermediate", "expert"])
@pytest.mark.parametrize("hand", ["AH KH " + "2C 4C 6C 8C 2D 4D 6D 2S 4S 6S 8S"])
def test_who_holds_the_highest_hearts_bare_avoids_contracts_about_them(
    hand: str, level: Level
) -> None:
    assert announced(choice(hand), level) not in {"kupa_almaz", "rifki"}


@pytest.mark.parametrize("luck", range(4))
def test_the_last_trump_waits_for_a_better_hand_while_penalties_are_owed(luck: int) -> None:
    assert announced(choice(FAIR_TRUMPS), "expert", luck) == "koz:S"
    assert announced(choice(FAIR_TRUMPS, "koz"), "expert", luck) != "koz:S"


@pytest.mark.parametrize("luck", range(4))
def test_where_choosing_is_free_there_is_nothing_to_wait_for(luck: int) -> None:
    free = Options(choice_limit="free")
    assert announced(choice(FAIR_TRUMPS, "koz", free), "expert", luck) == "koz:S"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("contracts", LATE)
def test_only_what_is_open_is_chosen(contracts: str, level: Level) -> None:
    for hand in (LONG_SPADES, ALL_LOW, FAIR_TRUMPS):
        view = choice(hand, contracts)
        assert choose(view, level, Chance(b"x")) in legal_moves(view)


def test_trump_is_thought_of_in_the_longest_suits_then_the_strongest() -> None:
    penalties, trumps = candidates(choice("AC KC 2C 5D 4D 3D 2D 9H 8H 7H 6H KS QS"))
    assert len(penalties) == 6
    assert [choice.trump for choice in trumps] == ["H", "D"]


def test_a_beginner_counts_the_cards_that_cost() -> None:
    assert simple_choice(choice("2C 3C 4C 5C KD QD JD TD 2H 3H 4H KS QS")).contract == "rifki"
    assert simple_choice(choice("AC KC QC JC AD KD JD AH KH JH AS KS JS")).contract == "kiz_almaz"
